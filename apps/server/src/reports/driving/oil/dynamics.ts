import { minuteMs } from '@tongda/contract/core/durations';
import { oilDynamicsReport } from '@tongda/contract/reports/driving/oil-dynamics';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { computeWayFacts, type WayFacts } from '../../../kernel/day/facts';
import { totalLitresOf } from '../../../kernel/motion/fuel-level';
import { median } from '../../../kernel/motion/hygiene';
import type { TrackPoint } from '../../../kernel/point';
import { arrivalOf, curveWithBreaks, intervalRowsOf } from '../../../kernel/temperature/intervals';
import { type ReadableVehicle, readPermitted, readTrack } from '../../../modules/watch/track/door';
import { findReportVehicle } from '../../kit/lent';
import type { Wish } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromReadings } from '../../kit/source';

type Query = ReportQuery<typeof oilDynamicsReport> & Wish;
interface Change {
  kind: string;
  start: number;
  litres: number;
}
/** What the tanks of one vehicle held in a range. */
interface Oil {
  vehicle: ReadableVehicle;
  range: { from: number; to: number };
  facts: WayFacts;
  points: TrackPoint[];
  raw: ReadonlyMap<number, ReadonlyArray<number | null>>;
  /** litres in all tanks when they are full; null = not known */
  capacityL: number | null;
  /** refuelling and losses, without those that somebody judged to be none (标记误判) */
  changes: Change[];
}

/** Readings that the median is taken of (K10). */
const medianOf = 5;

const loadOil = (ctx: Ctx, q: Query): Promise<Oil[]> =>
  Promise.all((q.vehicleIds ?? []).map((id) => ctx.db((trx) => loadTanks(trx, ctx, id, q))));

async function loadTanks(trx: Trx, ctx: Ctx, id: string, q: Query): Promise<Oil> {
  const range = { from: q.from, to: Math.max(q.from, Math.min(q.until, Date.now())) };
  const vehicle = await findReportVehicle(trx, ctx, id, 'track', range.to);
  const { rows } = await sql<{
    capacity: number | null;
    sensors: boolean;
  }>`select coalesce((select sum(t.capacity_l) from tank_table t where t.vehicle_id = v.id and t.during @> ${new Date(range.to - 1)}::timestamptz), v.tank_capacity_l)::float8 as capacity,
      exists (select from probe p where p.vehicle_id = v.id and p.kind = 'oil') as sensors from vehicle v where v.id = ${id}`.execute(
    trx,
  );
  const points = await readPermitted(trx, vehicle, { ...range, neighbours: true });
  if (rows[0]?.sensors !== true && !points.some(({ fuelL }) => fuelL.length > 0))
    throw blockedByRule(`未安装油量传感器：${vehicle.plateNo}`);
  const facts = computeWayFacts(points, range, vehicle.settingsAt);
  const untouched = vehicle.tanks.length > 0 ? await readTrack(trx, { vehicleId: id, ...range }) : facts.inRange;
  const { rows: changes } =
    await sql<Change>`select e.kind, (extract(epoch from e.start_time) * 1000)::float8 as start, (e.values ->> 'litres')::float8 as litres
    from episode e where e.vehicle_id = ${id} and e.kind in ('refuel', 'fuelDrop', 'fuelWaste') and e.status <> 2
      and e.handle_status <> ${alarmHandleStatus.falseAlarm}
      and e.start_time >= ${new Date(range.from)} and e.start_time < ${new Date(range.to)} order by e.start_time`.execute(
      trx,
    );
  const smooth = q.smooth ? smoothed(facts.inRange) : facts.inRange;
  return {
    vehicle,
    range,
    facts,
    points: smooth.filter(({ fuelL }) => totalLitresOf(fuelL) !== null),
    raw: new Map(untouched.map(({ t, fuelL }) => [t, fuelL])),
    capacityL: rows[0]?.capacity ?? null,
    changes,
  };
}

/** Each reading as the median of the last few of its tank. */
function smoothed(points: readonly TrackPoint[]): TrackPoint[] {
  const last: number[][] = [];
  return points.map((point) => ({
    ...point,
    fuelL: point.fuelL.map((litres, tank) => {
      if (litres === null) return null;
      const kept = [...(last[tank] ?? []), litres].slice(-medianOf);
      last[tank] = kept;
      return median(kept);
    }),
  }));
}

/** Rows by interval; one without a reading in its slot says so. */
function rowsOf(loaded: Oil[], q: Query) {
  const intervalMs = Number(q.timeInterval) * minuteMs;
  return loaded.flatMap((oil) => {
    const { points, range, vehicle, facts, raw, capacityL } = oil;
    if (points.length === 0) return [];
    const slots =
      intervalMs === 0
        ? points.map((point) => ({ t: point.t, point }))
        : intervalRowsOf(points, { from: range.from, until: range.to, intervalMs });
    let [i, metres] = [0, 0];
    return slots.map(({ t, point }) => {
      for (let next = facts.segments[i]; next && next.end <= t; next = facts.segments[++i]) metres += next.mileageM;
      const total = point ? totalLitresOf(point.fuelL) : null;
      return {
        id: `${vehicle.id}-${t}`,
        vehicleId: vehicle.id,
        vehicleColor: vehicle.vehicleColor,
        plateNo: vehicle.plateNo,
        startTime: t,
        endTime: null,
        raw: point ? (raw.get(point.t) ?? []).map((one) => one ?? '--').join(' / ') : '',
        oil1: point?.fuelL[0] ?? null,
        oil2: point?.fuelL[1] ?? null,
        total,
        percent: total !== null && capacityL ? (total * 100) / capacityL : null,
        speed: point?.speedKmh ?? null,
        acc: point ? (point.acc ? 'on' : 'off') : 'none',
        km: metres / 1000,
        lng: point?.located ? point.lng : null,
        lat: point?.located ? point.lat : null,
      };
    });
  });
}

/** K10: consumption = first level - last level + refuelled - lost; per 100 km from 10 km on. */
function statOf({ vehicle, points, facts, changes }: Oil) {
  const level = (point: TrackPoint | undefined) => (point ? totalLitresOf(point.fuelL) : null);
  const [startL, endL] = [level(points[0]), level(points.at(-1))];
  const sum = (wanted: (kind: string) => boolean): number =>
    changes.filter(({ kind }) => wanted(kind)).reduce((all, { litres }) => all + (litres ?? 0), 0);
  const [refuelL, lostL] = [sum((kind) => kind === 'refuel'), sum((kind) => kind !== 'refuel')];
  const usedL = startL === null || endL === null ? null : startL - endL + refuelL - lostL;
  const km = facts.mileageM / 1000;
  const per100 = usedL !== null && km >= 10 ? (usedL * 100) / km : null;
  return { id: vehicle.id, plateNo: vehicle.plateNo, startL, endL, refuelL, lostL, usedL, km, per100 };
}

const words: Record<string, string> = { refuel: '加油', fuelDrop: '疑似偷油', fuelWaste: '异常消耗' };

/** Level and speed under each other, ignition as a strip, changes of the level as marks. */
function curveOf(loaded: readonly Oil[], q: Query): CurveAnswer {
  const until = Math.max(q.from, Math.min(q.until, Date.now()));
  const lane = (oil: Oil, name: string, unit: string, reading: (point: TrackPoint) => number | null) => {
    const samples = oil.facts.inRange.flatMap((point) => {
      const value = reading(point);
      return value === null
        ? []
        : [{ t: point.t, value, came: arrivalOf(point, oil.vehicle.settingsAt(point.t).unprovenMs) }];
    });
    const curve = { from: q.from, until, gapMaxMs: oil.facts.gapMaxMs, buckets: 700 };
    return {
      name: oil.vehicle.plateNo,
      unit,
      series: [{ name, lower: null, upper: null, points: curveWithBreaks(samples, curve) }],
    };
  };
  const several = loaded.length > 1;
  return {
    from: q.from,
    until,
    lanes: loaded.flatMap((oil) => {
      const levels = new Map(oil.points.map((point) => [point.t, totalLitresOf(point.fuelL)]));
      return [
        lane(oil, '油量', 'L', ({ t }) => levels.get(t) ?? null),
        ...(several ? [] : [lane(oil, '速度', 'km/h', ({ speedKmh }) => speedKmh)]),
      ];
    }),
    strips: loaded.flatMap((oil) => {
      const before = several ? `${oil.vehicle.plateNo} ` : '';
      const engine = oil.facts.inRange.flatMap(({ t, acc }, i, all) =>
        acc ? [{ from: t, until: all[i + 1]?.t ?? t }] : [],
      );
      const marks = (kinds: readonly string[]) =>
        oil.changes
          .filter(({ kind }) => kinds.includes(kind))
          .map(({ start }) => ({ from: start, until: start + 10 * minuteMs }));
      return [
        { name: `${before}ACC`, tone: 'drive' as const, spans: engine },
        { name: `${before}${words.refuel}`, tone: 'cool' as const, spans: marks(['refuel']) },
        { name: `${before}异常`, tone: 'wait' as const, spans: marks(['fuelDrop', 'fuelWaste']) },
      ];
    }),
    gaps: [],
  };
}

/** The same around one change of the level, of its single reports. */
export const oilCurve = async (
  ctx: Ctx,
  q: Pick<Query, 'startTime' | 'endTime' | 'from' | 'until' | 'vehicleIds'>,
): Promise<CurveAnswer> => {
  const wish: Query = { ...q, timeInterval: '0', smooth: true };
  return curveOf(await loadOil(ctx, wish), wish);
};

export const oilDynamics = serve(
  oilDynamicsReport,
  fromReadings(oilDynamicsReport, {
    load: loadOil,
    rows: rowsOf,
    foot: (loaded) => ({ stat: loaded.map(statOf) }),
  }),
  { curve: async (ctx, q) => curveOf(await loadOil(ctx, q), q) },
);
