import { wallMs } from '@tongda/contract/core/wall-time';
import { piecesAtStop } from '@tongda/contract/transport/waybill/dock/counting';
import { stopType, waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail, WaybillStop } from '@tongda/contract/transport/waybill/shapes';
import { ordersAt } from '@tongda/contract/transport/waybill/stop-plan';
import { bestSequence } from '@tongda/contract/transport/waybill/stow/sequence';
import { distanceM } from '@tongda/geo/distance';
import type { useLoadCheck } from '../use-load-check';
import type { StopNow } from './plans';

type LoadCheck = ReturnType<typeof useLoadCheck>['data'];

/** A stop with the orders that are unloaded (of a 提单: loaded) there; it moves as a whole. */
export interface StopGroup {
  stop: WaybillStop;
  codes: string[];
  pieces: number;
}

/** The stops of a waybill where its orders end (of a 提单: begin), in their present sequence. */
export function groupsOf({ waybillKind: kind, stops, legs }: WaybillDetail): StopGroup[] {
  const own = kind === waybillKind.billOfLading ? 'fromSeq' : 'toSeq';
  return stops.flatMap((stop) => {
    const here = legs.filter((leg) => leg[own] === stop.seq);
    if (here.length === 0) return [];
    return [
      {
        stop,
        codes: here.map(({ orderCode }) => orderCode),
        pieces: here.reduce((sum, leg) => sum + piecesAtStop(leg, own === 'fromSeq'), 0),
      },
    ];
  });
}

/** Groups in the sequence that order numbers have in a form. */
export const inSequence = (groups: readonly StopGroup[], codes: readonly string[]): StopGroup[] => {
  const place = (group: StopGroup): number => codes.indexOf(group.codes[0] ?? '');
  return groups.toSorted((a, b) => place(a) - place(b));
};

/** Stops that keep their place: those before the ones that move, and those after. */
export function fixedStops(waybill: WaybillDetail, groups: readonly StopGroup[]): [WaybillStop[], WaybillStop[]] {
  const picking = waybill.waybillKind === waybillKind.billOfLading;
  const still = waybill.stops.filter((stop) => !groups.some((group) => group.stop === stop));
  const head = still.filter((stop) => !picking || stop.stopType === stopType.pass);
  return [head, still.filter((stop) => !head.includes(stop))];
}

/** A stop as the checks have it for the sequence and the plans of the form, or as it was planned while they are asked. */
export function stopNow(
  waybill: WaybillDetail,
  stop: WaybillStop,
  check: LoadCheck,
): StopNow & { time: string | null } {
  const codes = ordersAt(waybill, stop);
  const found = check?.stops.find(
    (one) =>
      one.stopType === stop.stopType &&
      (codes.length > 0 ? one.orderCodes.includes(codes[0] ?? '') : one.name === stop.name),
  );
  const { windowStart, windowEnd, serviceMin } = found ?? stop;
  const { seq, name } = stop;
  const time = found?.arriveTime ?? stop.planArriveTime;
  return { seq, stopType: stop.stopType, name, windowStart, windowEnd, serviceMin, time };
}

const msOf = (time: string | null): number | null => (time === null ? null : wallMs(time));

interface Way {
  head: readonly WaybillStop[];
  moving: readonly StopGroup[];
  tail: readonly WaybillStop[];
  /** `YYYY-MM-DD HH:mm:ss` in the company's zone */
  departTime: string;
  now: (stop: WaybillStop) => StopNow;
}

/** The groups in the sequence that keeps windows and is short; null: they stand in it already. */
export function bestGroups({ head, moving, tail, departTime, now }: Way): StopGroup[] | null {
  const timed = [...head, ...moving.map(({ stop }) => stop), ...tail].map((stop) => {
    const { windowStart, windowEnd, serviceMin } = now(stop);
    return { ...stop, windowStart: msOf(windowStart), windowEnd: msOf(windowEnd), serviceMin };
  });
  const order = bestSequence(timed, { fixed: head.length, end: tail.length }, wallMs(departTime), distanceM);
  const next = order.slice(head.length, order.length - tail.length).flatMap((i) => moving[i - head.length] ?? []);
  return next.every((group, i) => group === moving[i]) ? null : next;
}
