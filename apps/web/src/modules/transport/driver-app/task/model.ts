import { wallMs } from '@tongda/contract/core/wall-time';
import type { DriverTask, TaskOrder, TaskStop } from '@tongda/contract/transport/driver-app/calls';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { type LateState, lateText, minutesAfter } from '@tongda/contract/transport/figures';
import { driverConfirmStatus, stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { deriveTransportStatus } from '@tongda/contract/transport/waybill/status';
import type { OutboxRow, StepDraft } from '../offline/outbox-db';

/** Time as the page shows it: wire text of the moment a button was pressed. */
type TimeText = (at: number) => string;

/**
 * The trips as they are once everything on the phone has reached the server: what the driver sees and works with in a dead zone. Steps that the
 * server refused or does not take have no effect here either, nor those that its trips show already.
 */
export function withPending(
  tasks: readonly DriverTask[],
  rows: readonly OutboxRow[],
  timeText: TimeText,
): DriverTask[] {
  let next = [...tasks];
  for (const { step, at, state, shown } of rows) {
    if (state === 'refused' || state === 'held' || shown) continue;
    if (step.action === 'refuse') next = next.filter((task) => task.waybillCode !== step.waybillCode);
    else
      next = next.map((task) =>
        task.waybillCode === step.waybillCode ? deriveTaskState(applyStep(task, step, timeText(at))) : task,
      );
  }
  return next;
}

function applyStep(task: DriverTask, step: StepDraft, time: string): DriverTask {
  switch (step.action) {
    case 'accept':
      return { ...task, driverConfirm: driverConfirmStatus.accepted };
    case 'depart':
      if (task.actualDepartTime) return task;
      return {
        ...startOrders(
          changeStop(task, 1, (stop) => ({ ...stop, stopStatus: stopStatus.left, leaveTime: time })),
          1,
        ),
        actualDepartTime: time,
        sealNo: step.sealNo || task.sealNo,
      };
    case 'arrive':
      return changeStop(task, step.stopSeq, (stop) =>
        stop.stopStatus === stopStatus.toCome ? { ...stop, stopStatus: stopStatus.arrived, arriveTime: time } : stop,
      );
    case 'load':
      return startOrders(
        changeStop(task, step.stopSeq, (stop) => ({
          ...stop,
          stopStatus: stopStatus.left,
          arriveTime: stop.arriveTime ?? time,
          leaveTime: time,
        })),
        step.stopSeq,
      );
    case 'sign':
      return signOrder(task, step, time);
    default:
      return task;
  }
}

const changeStop = (task: DriverTask, seq: number, change: (stop: TaskStop) => TaskStop): DriverTask => ({
  ...task,
  stops: task.stops.map((stop) => (stop.seq === seq ? change(stop) : stop)),
});
const startOrders = (task: DriverTask, seq: number): DriverTask => ({
  ...task,
  orders: task.orders.map((order) =>
    order.fromSeq === seq && order.transportationStatus === transportationStatus.notStarted
      ? { ...order, transportationStatus: transportationStatus.inTransit }
      : order,
  ),
});

function signOrder(task: DriverTask, step: Extract<StepDraft, { action: 'sign' }>, time: string): DriverTask {
  const orders = task.orders.map(
    (order): TaskOrder =>
      order.orderCode === step.orderCode
        ? {
            ...order,
            transportationStatus: transportationStatus.completed,
            signedAt: order.signedAt ?? time,
            signer: step.signer,
            signPieces: step.signPieces,
            rejectPieces: step.rejectPieces ?? 0,
          }
        : order,
  );
  const seq = orders.find(({ orderCode }) => orderCode === step.orderCode)?.toSeq ?? 0;
  const open = orders.some(
    (order) => order.toSeq === seq && order.transportationStatus !== transportationStatus.completed,
  );
  return changeStop({ ...task, orders }, seq, (stop) => ({
    ...stop,
    arriveTime: stop.arriveTime ?? time,
    stopStatus: open ? Math.max(stop.stopStatus, stopStatus.arrived) : stopStatus.left,
    leaveTime: open ? stop.leaveTime : time,
  }));
}

/** The state of a trip follows from its stops and legs, by the same function as on the server. */
function deriveTaskState(task: DriverTask): DriverTask {
  const state = deriveTransportStatus({
    departed: task.actualDepartTime !== null,
    // numbers of the wire are codes of the two enumerations
    stops: task.stops.map((stop) => stop.stopStatus as Parameters<typeof deriveTransportStatus>[0]['stops'][number]),
    legs: task.orders.map(
      // see above
      (order) => order.transportationStatus as Parameters<typeof deriveTransportStatus>[0]['legs'][number],
    ),
  });
  return { ...task, transportStatus: state };
}

/** The same words as at the desk, for a stop that came or is expected after the end of its window; empty for one in time. `nowTime`: wire time. */
export function lateAtStop({ windowEnd, arriveTime, planArriveTime }: TaskStop, nowTime: string): string {
  if (!windowEnd) return '';
  const promised = wallMs(windowEnd);
  const now = wallMs(nowTime);
  if (arriveTime) return wordsAfter('late', promised, wallMs(arriveTime));
  const planned = planArriveTime ? wallMs(planArriveTime) : now;
  return now > promised
    ? wordsAfter('late', promised, Math.max(now, planned))
    : wordsAfter('expectedLate', promised, planned);
}
const wordsAfter = (late: LateState, promised: number, at: number): string =>
  at > promised ? lateText(late, minutesAfter(promised, at)) : '';

export type NextStep =
  | { kind: 'answer' }
  | { kind: 'depart' }
  | { kind: 'arrive'; stop: TaskStop }
  | { kind: 'load'; stop: TaskStop }
  | { kind: 'sign'; stop: TaskStop; orders: TaskOrder[] }
  /** the people of the site count the goods */
  | { kind: 'counted'; stop: TaskStop }
  | { kind: 'over' };

/** Orders that their receiver can sign for at a stop now. */
export const toSign = (task: DriverTask, stop: TaskStop): TaskOrder[] =>
  stop.atSite || stop.stopType !== stopType.unload
    ? []
    : task.orders.filter(
        (order) =>
          order.toSeq === stop.seq &&
          order.final &&
          order.signedAt === null &&
          order.transportationStatus === transportationStatus.inTransit,
      );

/** What the driver does next: the big button. */
export function nextStep(task: DriverTask): NextStep {
  if (task.transportStatus === transportStatus.complete) return { kind: 'over' };
  if (task.actualDepartTime === null)
    return task.driverConfirm === driverConfirmStatus.accepted ? { kind: 'depart' } : { kind: 'answer' };
  const there = task.stops.find((stop) => stop.stopStatus === stopStatus.arrived);
  if (there) {
    const orders = toSign(task, there);
    if (orders.length > 0) return { kind: 'sign', stop: there, orders };
    if (there.stopType === stopType.load && !there.atSite) return { kind: 'load', stop: there };
  }
  const next = task.stops.find((stop) => stop.stopStatus === stopStatus.toCome);
  if (next) return { kind: 'arrive', stop: next };
  return there ? { kind: 'counted', stop: there } : { kind: 'over' };
}
