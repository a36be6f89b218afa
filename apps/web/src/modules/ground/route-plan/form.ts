import type { Input } from '@tongda/contract/core/endpoint';
import type { EnumCode } from '@tongda/contract/core/enum';
import { routePlanStatus, routePlanType, type routeStrategy } from '@tongda/contract/ground/place/enums';
import {
  isSameSpot,
  type PlanDetail,
  type PlanSchedule,
  type planCalc,
} from '@tongda/contract/ground/route-plan/calls';
import dayjs from 'dayjs';
import type { Values } from '../../../kit/form/edit-schema';

type Strategy = EnumCode<typeof routeStrategy>;

/** A stop on the form: what is sent, and what the table and the map show of its place. */
export interface StopRow {
  /** of this row while it is edited */
  key: string;
  /** null while nothing is chosen, or of a point that is no site: then it has a position */
  placeId: string | null;
  name: string;
  lng: number | null;
  lat: number | null;
  stayMin: number;
  windowFrom: string | null;
  windowTo: string | null;
}

let made = 0;
export const blankStop = (): StopRow => ({
  key: `plan-stop${++made}`,
  placeId: null,
  name: '',
  lng: null,
  lat: null,
  stayMin: 20,
  windowFrom: null,
  windowTo: null,
});

/** Form of a new plan, of a loaded one, or (`copy`) of a new one like it that departs tomorrow. */
export function toForm(plan: PlanDetail | null, copy = false): Values {
  const tomorrow = dayjs().add(1, 'day').format('YYYY-MM-DD');
  if (!plan)
    return {
      planType: routePlanType.tour,
      departTime: `${tomorrow} 08:00:00`,
      keepLast: false,
      returnToStart: false,
      avoidIds: [],
      stops: [blankStop(), blankStop()],
    };
  const {
    planName,
    planType,
    vehicleId,
    orgId,
    departTime,
    keepLast,
    returnToStart,
    lineId,
    strategy,
    avoid,
    tollYuan,
    remark,
    schedule,
  } = plan;
  return {
    planName: copy ? `${planName.slice(0, 27)}-副本` : planName,
    planType,
    vehicleId,
    orgId,
    departTime: copy || plan.status !== routePlanStatus.draft ? `${tomorrow}${departTime.slice(10)}` : departTime,
    keepLast,
    returnToStart,
    lineId,
    strategy,
    avoidIds: avoid.map(({ id }) => id),
    tollYuan,
    remark,
    stops: schedule.stops.map(({ placeId, name, lng, lat, stayMin, windowFrom, windowTo }): StopRow => {
      return { ...blankStop(), placeId, name, lng, lat, stayMin, windowFrom, windowTo };
    }),
  };
}

/** What a calculation is asked for; null while a stop or the departure is missing. */
export function calcInput(values: Values, optimise: boolean): Input<typeof planCalc> | null {
  // the field `stops`
  const stops = (values.stops ?? []) as StopRow[];
  if (stops.length < 2 || !values.departTime || !values.planType) return null;
  const asked = stops.flatMap(({ key: _row, ...stop }) => (stop.placeId !== null || stop.lng !== null ? [stop] : []));
  const again = asked.some((stop, i) => {
    const before = asked[i - 1];
    return before !== undefined && isSameSpot(stop, before);
  });
  if (asked.length < stops.length || again) return null;
  return {
    // what the control of `planType` writes
    planType: values.planType as 1 | 2,
    // what the control of `vehicleId` writes
    vehicleId: (values.vehicleId as string | null | undefined) ?? null,
    departTime: String(values.departTime),
    keepLast: values.keepLast === true,
    returnToStart: values.returnToStart === true,
    // what the control of `lineId` writes
    lineId: (values.lineId as string | null | undefined) ?? null,
    // what the control of `strategy` writes
    strategy: (values.strategy as Strategy | null | undefined) ?? null,
    // what the control of `avoidIds` writes
    avoidIds: (values.avoidIds as string[] | null | undefined) ?? [],
    stops: asked,
    optimise,
  };
}

/** The rows in the order that was calculated. The same place may be called at twice: each of its rows is taken once. */
export function reorderStops(rows: readonly StopRow[], order: PlanSchedule): StopRow[] {
  const left = [...rows];
  return order.stops.flatMap((stop) => {
    const at = left.findIndex(
      (row) =>
        isSameSpot(row, stop) &&
        row.stayMin === stop.stayMin &&
        row.windowFrom === stop.windowFrom &&
        row.windowTo === stop.windowTo,
    );
    return at < 0 ? [] : left.splice(at, 1);
  });
}

/** What the best order saves, in words. */
export function gainText(given: PlanSchedule, best: PlanSchedule): string {
  const parts = [
    given.lateMin > best.lateMin ? `少迟到 ${given.lateMin - best.lateMin} 分钟` : '',
    given.durationMin > best.durationMin ? `少用 ${given.durationMin - best.durationMin} 分钟` : '',
    given.mileageKm > best.mileageKm ? `少跑 ${(given.mileageKm - best.mileageKm).toFixed(1)} km` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `已按最优顺序排列：${parts.join('，')}` : '当前顺序已是最优';
}
