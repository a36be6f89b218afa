import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { parkingReport } from '@tongda/contract/reports/driving/parking';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { computeWayFacts } from '../../kernel/day/facts';
import { windowsOf } from '../../kernel/day/hours';
import { staysOf } from '../../kernel/motion/stays';
import { settingsOverTime } from '../../kernel/settings';
import { loadCalcPeriods } from '../../modules/base/org/door';
import { readPermitted } from '../../modules/watch/track/door';
import { episodesOf } from '../kit/episodes';
import { reachOf } from '../kit/facts-sql';
import { findReportVehicle } from '../kit/lent';
import { chosenVehicles, clipSql, mayReadFact, ofVehicle, type Wish } from '../kit/query';

/** What {@link selectStays} goes by: the filters of 停车报表. */
export type StayQuery = ReportQuery<typeof parkingReport> & Pick<Wish, 'from' | 'until'>;
/** Without 精细停车 stays are computed from the points: vehicles times days that one query may ask for. */
const rawDays = 60;

/** Stays of the vehicle `v` computed from its points, short hops between them kept apart, in the columns of stored ones. Too many days are refused at their field. */
async function selectRawStays(ctx: Ctx, q: StayQuery): Promise<RawBuilder<unknown>> {
  const { rows: chosen } = await ctx.db((trx) =>
    sql<{
      id: string;
    }>`select v.id::text from vehicle v where ${chosenVehicles(ctx, { ...q, ids: undefined })}`.execute(trx),
  );
  if (chosen.length * Math.ceil((q.until - q.from) / dayMs) > rawDays)
    throw invalidField(
      'parkingFine',
      `关闭精细停车后要按原始点重新计算，一次最多${rawDays}个车日，请减少车辆或缩短日期`,
    );
  const range = { from: q.from, to: Math.min(q.until, Date.now()) };
  const stays: object[] = [];
  for (const { id } of chosen) {
    const { segments, settings } = await ctx.db(async (trx) => {
      const vehicle = await findReportVehicle(trx, ctx, id, 'track', range.to);
      const points = await readPermitted(trx, vehicle, { ...range, neighbours: true });
      const { segments: walked } = computeWayFacts(points, range, vehicle.settingsAt);
      return { segments: walked, settings: vehicle.settingsAt(range.to) };
    });
    const parkingMs = q.parkingDuration * minuteMs;
    for (const { start, end, open, lng, lat, accOffMs, idleMs } of staysOf(segments, {
      ...settings,
      parkingFine: false,
      parkingMs,
    }))
      stays.push({
        id: stays.length + 1,
        v: id,
        s: new Date(start),
        e: open ? null : new Date(end),
        lng,
        lat,
        values: { accOffMs, idleMs },
      });
  }
  return sql`select r.id, r.s as start_time, r.e as end_time, r.lng, r.lat, n.place_id, null::bigint as driver_id, null::float8 as peak, 0::real as blind_ratio, false as data_gap, r.values, null::int as door_opens
    from jsonb_to_recordset(${JSON.stringify(stays)}::jsonb) r(id bigint, v bigint, s timestamptz, e timestamptz, lng float8, lat float8, values jsonb)
    left join lateral (select e.place_id from episode e where e.vehicle_id = v.id and e.kind = 'stay' and e.start_time <= r.s
      order by e.start_time desc limit 1) n on true where r.v = v.id`;
}

/** SQL: stored stays `e` of the vehicle `v`. The kind stands there as a word, so that the index of stays is found whatever plan the database keeps. */
const stored = sql`e.vehicle_id = v.id and e.kind = 'stay' and e.status <> 2`;
const columns = sql`e.id, e.start_time, e.end_time, e.lng, e.lat, e.place_id, e.blind_ratio, e.data_gap, e.door_opens`;

/** SQL: how long after its last report the vehicle `v` is taken to stand (K4): as long as it would count as online. */
async function bridgeOf(ctx: Ctx, at: number): Promise<RawBuilder<unknown>> {
  const periods = await ctx.db((trx) => loadCalcPeriods(trx, [ctx.clientId]));
  const { gapFloorMs, offlineMs } = settingsOverTime(periods.get(ctx.clientId) ?? [], {
    vehicleType: '',
    mileageCoefficient: 1,
  })(at);
  const offMs = Math.max(gapFloorMs, offlineMs.accOff);
  return sql`coalesce((select case when (d.live ->> 'acc')::boolean then ${gapFloorMs}::float8 else ${offMs}::float8 end
    from device_state d where d.vehicle_id = v.id order by d.device_time desc nulls last limit 1), 0) * interval '1 ms'`;
}

/**
 * SQL: how much of a stay `e` lies within the windows (`s0`, `s1`, `seconds`), and how long the engine was off and idled in it. A stay that has not ended reaches a
 * little beyond the last report, as in the trajectory; its engine times were summed up when it was last written.
 */
const cut = (windows: ReturnType<typeof windowsOf>, bridge: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${clipSql(windows, sql`e.start_time`, sql`greatest(e.start_time, coalesce(e.end_time, least(now(), ${reachOf} + ${bridge})))`)}) c
    cross join lateral (select (e.values ->> 'accOffMs')::float8 as off_ms, (e.values ->> 'idleMs')::float8 as idle_ms) m
    cross join lateral (select c.seconds * 1000 / greatest(1, case when e.end_time is null then m.off_ms + m.idle_ms
      else extract(epoch from e.end_time - e.start_time) * 1000 end) as share) h
    cross join lateral (select m.off_ms / 1000 * h.share as off_s, m.idle_ms / 1000 * h.share as idle_s) p`;

/**
 * SQL: the stays of the vehicle `v` that touch a range, cut to it. Those that lie in it as a whole, nearly all, are read as they are stored; a vehicle stands at one
 * place at a time, so only the last one before the range and the last one that began in it can reach over its ends.
 */
const cutAtEnds = (
  { from, until }: { from: number; until: number },
  bridge: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const [first, last] = [sql`${new Date(from)}::timestamptz`, sql`${new Date(until)}::timestamptz`];
  const newest = (which: RawBuilder<unknown>) =>
    sql`(select e.* from episode e where ${stored} and ${which} order by e.start_time desc limit 1)`;
  return sql`select ${columns}, e.start_time as s0, e.end_time as s1, date_part('epoch', e.end_time - e.start_time) as seconds, e.engine_off_s as off_s,
      e.engine_idle_s as idle_s
    from episode e where ${stored} and e.start_time >= ${first} and e.start_time < ${last} and e.end_time <= ${last}
    union all select ${columns}, c.s0, c.s1, c.seconds, p.off_s, p.idle_s
      from (${newest(sql`e.start_time < ${first}`)} union all ${newest(sql`e.start_time >= ${first} and e.start_time < ${last}`)}) e cross join lateral ${cut([{ from, until }], bridge)}
      where e.start_time < ${first} or e.end_time is null or e.end_time > ${last}`;
};

/** SQL: the stays of the vehicle `v` that the filters let through, cut to range and 时段: seconds in all, with the engine off and idling. */
export async function staysOfVehicle(ctx: Ctx, q: StayQuery): Promise<RawBuilder<unknown>> {
  const windows = windowsOf(q, q.operatingHours, ctx.timeZone);
  const [only, ...others] = windows;
  const bridge = await bridgeOf(ctx, q.until);
  const source =
    q.parkingFine && only && others.length === 0
      ? cutAtEnds(only, bridge)
      : sql`select ${columns}, c.s0, c.s1, c.seconds, p.off_s, p.idle_s
          from (${q.parkingFine ? episodesOf('stay', q) : await selectRawStays(ctx, q)}) e cross join lateral ${cut(windows, bridge)}`;
  const scope = { all: sql`true`, inside: sql`e.place_id is not null`, outside: sql`e.place_id is null` }[q.siteScope];
  const chosen = q.siteIds && q.siteIds.length > 0 ? sql`e.place_id = any(${q.siteIds}::bigint[])` : sql`true`;
  const engine = { all: sql`true`, off: sql`e.off_s >= 60`, idle: sql`e.idle_s >= 60` }[q.engine];
  return sql`select e.* from (${source}) e where ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)} and e.seconds >= ${q.parkingDuration * 60}
    and ${scope} and ${chosen} and ${engine}`;
}

/** SQL condition on `vehicle v`: its stays are asked for. Ticked rows (`ids`) are stays or places, not vehicles. */
export const chosenForStays = (ctx: Ctx, q: StayQuery): RawBuilder<boolean> =>
  chosenVehicles(ctx, { ...q, ids: undefined });

/** The stays of the chosen vehicles: those of {@link staysOfVehicle} with `vehicleId`. */
export const selectStays = async (ctx: Ctx, q: StayQuery): Promise<RawBuilder<unknown>> =>
  sql`select e.*, v.id as "vehicleId" from vehicle v cross join lateral (${await staysOfVehicle(ctx, q)}) e where ${chosenForStays(ctx, q)}`;
