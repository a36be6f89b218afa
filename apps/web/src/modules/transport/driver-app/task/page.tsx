import { arrivalEvidence } from '@tongda/contract/resources/enums';
import type { DriverTask, TaskStop } from '@tongda/contract/transport/driver-app/calls';
import { stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { MapPin, Phone, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatNumber, formatTemp, minuteText, windowText, wireTime } from '../../../../kit/show/format';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import { DriverFrame } from '../frame';
import { driverLinks } from '../links';
import { navigationLink } from '../map-link';
import type { OutboxPhoto, StepDraft } from '../offline/outbox-db';
import type { Driver } from '../use-driver';
import { DriverFacts } from './facts';
import { DepartForm, RefuseForm } from './forms';
import { lateAtStop, type NextStep, nextStep, toSign } from './model';
import { PhotoButton } from './photo-field';
import { useStep } from './use-step';

interface DriverTaskProps {
  driver: Driver & { tasks: DriverTask[] };
  waybillCode: string;
}

/** The page of a trip that is not among those on the phone. */
export const NoTask = ({ driver, waybillCode }: { driver: Driver; waybillCode: string }) => (
  <DriverFrame title={waybillCode} driver={driver}>
    <div className="transport-driver-app-empty">
      <b>任务不在列表中</b>
      <p>可能已拒单、改派或完成超过两天</p>
    </div>
  </DriverFrame>
);

/** One trip: its stops in order, and what to do next. */
export function DriverTaskView({ driver, waybillCode }: DriverTaskProps) {
  const [form, setForm] = useState<'depart' | 'refuse' | null>(null);
  const { busy, fault, act: send } = useStep(driver);
  const { state } = useLocation();
  const task = driver.tasks.find((one) => one.waybillCode === waybillCode);
  if (!task) return <NoTask driver={driver} waybillCode={waybillCode} />;
  const act = async (step: StepDraft, photos?: OutboxPhoto[]): Promise<void> => {
    if (await send(step, photos)) setForm(null);
  };
  const step = nextStep(task);
  const done = sentenceLeftIn(state);
  const props = { driver, task, busy, act, close: () => setForm(null) };
  if (form === 'refuse') return <RefuseForm {...props} />;
  if (form === 'depart') return <DepartForm {...props} />;
  return (
    <DriverFrame
      title={dottedPlate(task.plateNo)}
      driver={driver}
      foot={<Foot task={task} step={step} busy={busy} act={act} open={setForm} />}
    >
      {fault ? (
        <div className="transport-driver-app-refused" role="alert">
          {fault}
        </div>
      ) : null}
      {done ? (
        <p className="transport-driver-app-done" role="status">
          {done}
        </p>
      ) : null}
      <Summary task={task} />
      {task.stops.map((stop) => (
        <Stop key={stop.seq} task={task} stop={stop} busy={busy} act={act} next={step} />
      ))}
    </DriverFrame>
  );
}

/** The sentence that the page before left in the history state, about a report or a scan. */
const sentenceLeftIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'done' in state && typeof state.done === 'string' ? state.done : null;

function Summary({ task }: { task: DriverTask }) {
  const facts: Array<[string, string | null]> = [
    ['运单号', task.waybillCode],
    [
      '货物',
      `${formatNumber(task.totalPieces)} 件　${formatNumber(task.totalWeight, 1)} kg　${formatNumber(task.totalVolume, 2)} m³`,
    ],
    [
      '温度',
      task.setTemp === null
        ? null
        : `设定 ${formatTemp(task.setTemp)} ℃，${task.boxTemp === null ? '厢温未知' : `厢温 ${formatTemp(task.boxTemp)} ℃`}`,
    ],
    [
      '预冷',
      task.precoolTime && !task.actualDepartTime
        ? `${minuteText(task.precoolTime)} ${task.precoolUser ?? ''}要求预冷到 ${formatTemp(task.setTemp)} ℃`
        : null,
    ],
    [
      '发车',
      task.actualDepartTime ? `${minuteText(task.actualDepartTime)} 已发车` : `计划 ${minuteText(task.planDepartTime)}`,
    ],
    ['铅封号', task.sealNo],
    ['副司机', task.coDriverName],
    ['备注', task.remark],
  ];
  return (
    <div className="transport-driver-app-card">
      <DriverFacts facts={facts} />
      <div className="transport-driver-app-links">
        <Link className="transport-driver-app-chip" to={driverLinks.abnormal(task.waybillCode)}>
          <TriangleAlert />
          上报异常
        </Link>
      </div>
    </div>
  );
}

interface StepProps {
  task: DriverTask;
  busy: boolean;
  act: (step: StepDraft, photos?: OutboxPhoto[]) => Promise<void>;
}

function windowOf({ windowStart, windowEnd }: TaskStop): string {
  if (!windowEnd) return windowStart ? `${minuteText(windowStart)} 起` : '';
  return windowStart ? windowText(windowStart, windowEnd) : `不晚于 ${minuteText(windowEnd)}`;
}

function Stop({ task, stop, busy, act, next }: StepProps & { stop: TaskStop; next: NextStep }) {
  const load = stop.stopType === stopType.load;
  const orders = task.orders.filter((order) => (load ? order.fromSeq : order.toSeq) === stop.seq);
  const signable = new Set(toSign(task, stop).map(({ orderCode }) => orderCode));
  const onRoad = task.actualDepartTime !== null;
  // a stop where everything is loaded shrinks to one line, so that the next stop is in sight
  const gone = load && stop.stopStatus === stopStatus.left;
  const current = onRoad && 'stop' in next && next.stop === stop;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <section
      ref={card}
      className="transport-driver-app-card transport-driver-app-stop"
      data-state={stop.stopStatus}
      aria-label={stop.name}
    >
      <StopFacts stop={stop} />
      <StopLinks task={task} stop={stop} busy={busy} act={act} next={next} />
      {gone ? (
        <p className="transport-driver-app-note">
          已装 {orders.length} 单 {formatNumber(orders.reduce((n, { pieces }) => n + pieces, 0))} 件
        </p>
      ) : null}
      {(gone ? [] : orders).map((order) => (
        <StopOrder
          key={order.orderCode}
          order={order}
          signed={!load}
          signable={signable.has(order.orderCode) && stop.stopStatus === stopStatus.arrived}
        />
      ))}
    </section>
  );
}

/** Where a stop is, when it is reached, and what proves the arrival. */
function StopFacts({ stop }: { stop: TaskStop }) {
  const load = stop.stopType === stopType.load;
  const late = lateAtStop(stop, wireTime(Date.now()));
  return (
    <>
      <div className="transport-driver-app-row">
        <b>
          <span className="transport-driver-app-no">{stop.seq}</span> {stop.name}
        </b>
        <span className="transport-driver-app-tag" data-load={load || undefined}>
          {stopType.label(stop.stopType)}　{stopStatus.label(stop.stopStatus)}
        </span>
      </div>
      <p className="transport-driver-app-note">{stop.address}</p>
      <p className="transport-driver-app-note">
        {stop.arriveTime
          ? `${minuteText(stop.arriveTime)} 到达`
          : stop.planArriveTime
            ? `计划 ${minuteText(stop.planArriveTime)} 到达`
            : ''}
        {late ? <span className="transport-driver-app-late">　{late}</span> : null}
        {windowOf(stop) ? `　${load ? '装货' : '收货'}时间 ${windowOf(stop)}` : ''}
      </p>
      {/* trips that a phone kept from before say nothing of it */}
      {stop.evidence?.length ? (
        <p className="transport-driver-app-note">
          到店证据：{stop.evidence.map((code) => arrivalEvidence.label(code)).join('、')}
        </p>
      ) : null}
    </>
  );
}

/** Call, find the way, take pictures, say that one is there already. */
function StopLinks({ task, stop, busy, act, next }: StepProps & { stop: TaskStop; next: NextStep }) {
  const { waybillCode } = task;
  const onRoad = task.actualDepartTime !== null;
  const early = onRoad && stop.stopStatus === stopStatus.toCome && !(next.kind === 'arrive' && next.stop === stop);
  const there = stop.stopStatus === stopStatus.arrived || stop.stopStatus === stopStatus.left;
  return (
    <div className="transport-driver-app-links">
      {stop.phone ? (
        <a className="transport-driver-app-chip" href={`tel:${stop.phone}`}>
          <Phone />
          {/* a store whose contact is the store itself is named above */}
          {stop.contact && stop.contact !== stop.name ? stop.contact : '电话'}
        </a>
      ) : null}
      {stop.lng !== null && stop.lat !== null ? (
        <a className="transport-driver-app-chip" href={navigationLink(stop)} target="_blank" rel="noreferrer">
          <MapPin />
          导航
        </a>
      ) : null}
      {onRoad && there ? (
        <PhotoButton
          label="拍照"
          busy={busy}
          done={(photos) => act({ action: 'photo', waybillCode, stopSeq: stop.seq, stopId: stop.id }, photos)}
        />
      ) : null}
      {early ? (
        <button
          type="button"
          className="transport-driver-app-chip"
          disabled={busy}
          onClick={() => void act({ action: 'arrive', waybillCode, stopSeq: stop.seq, stopId: stop.id })}
        >
          已到这里
        </button>
      ) : null}
    </div>
  );
}

interface StopOrderProps {
  order: DriverTask['orders'][number];
  /** whether a signature is shown: of goods that are unloaded */
  signed: boolean;
  signable: boolean;
}

function StopOrder({ order, signed, signable }: StopOrderProps) {
  const navigate = useNavigate();
  return (
    <div className="transport-driver-app-order">
      <div className="transport-driver-app-row">
        <span>{order.orderCode}</span>
        <b>{formatNumber(order.pieces)} 件</b>
      </div>
      <p className="transport-driver-app-note">{order.goods}</p>
      {order.remark ? <p className="transport-driver-app-note">备注：{order.remark}</p> : null}
      {signed && order.signedAt ? (
        <p className="transport-driver-app-signed">
          {order.signer} 签收 {order.signPieces} 件{order.rejectPieces ? `，拒收 ${order.rejectPieces} 件` : ''}
        </p>
      ) : null}
      {signable ? (
        <button
          type="button"
          className="transport-driver-app-second"
          onClick={() => void navigate(driverLinks.sign(order.orderCode))}
        >
          签收
        </button>
      ) : null}
    </div>
  );
}

interface FootProps extends StepProps {
  step: NextStep;
  open: (form: 'depart' | 'refuse') => void;
}

function Foot({ task, step, busy, act, open }: FootProps) {
  const navigate = useNavigate();
  const { waybillCode } = task;
  const big = (word: string, run: () => unknown) => (
    <button type="button" className="transport-driver-app-big" disabled={busy} onClick={() => void run()}>
      {word}
    </button>
  );
  switch (step.kind) {
    case 'answer':
      return (
        <>
          <button
            type="button"
            className="transport-driver-app-big transport-driver-app-no-way"
            disabled={busy}
            onClick={() => open('refuse')}
          >
            拒单
          </button>
          {big('接单', () => act({ action: 'accept', waybillCode }))}
        </>
      );
    case 'depart':
      return big('发车', () => open('depart'));
    case 'arrive':
      return big(`到达 ${step.stop.name}`, () =>
        act({ action: 'arrive', waybillCode, stopSeq: step.stop.seq, stopId: step.stop.id }),
      );
    case 'load':
      return big('装货完成', () => act({ action: 'load', waybillCode, stopSeq: step.stop.seq, stopId: step.stop.id }));
    case 'sign': {
      const first = step.orders[0]?.orderCode ?? '';
      return big(`签收（还有 ${step.orders.length} 单）`, () => navigate(driverLinks.sign(first)));
    }
    case 'counted':
      return <p className="transport-driver-app-note">已到 {step.stop.name}，等站点核对件数</p>;
    case 'over':
      return null;
  }
}
