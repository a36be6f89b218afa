import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { parkingReport } from '@tongda/contract/reports/driving/parking';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { computeWayFacts } from '../../kernel/day/facts';
import { windowsOf } from '../../kernel/day/hours';
import { staysOf } from '../../kernel/motion/stays';
import { findReadableVehicle, readPermitted } from '../../modules/watch/track/door';
import { episodesOf } from '../kit/episodes';
import { reachOf } from '../kit/facts-sql';
import { chosenVehicles, clipSql, mayReadFact, ofVehicle, type Wish } from '../kit/query';

/** What {@link selectStays} goes by: the filters of 停车报表. */
export type StayQuery = ReportQuery<typeof parkingReport> & Pick<Wish, 'from' | 'until'>;
/** Without 精细停车 stays are computed from the points: vehicles times days that one query may ask for. */
const rawDays = 60;

/** Stays of the vehicle `v` computed from its points, short hops between them kept apart, in the columns of stored ones. Too many days are refused at their field. */
async function selectRawStays(ctx: Ctx, q: StayQuery): Promise<RawBuilder<unknown>> {
  const { rows: chosen } = await ctx.db((trx) =>
    sql<{ id: string }>`select v.id::text from vehicle v where ${chosenVehicles(ctx, q)}`.execute(trx),
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
      const vehicle = await findReadableVehicle(trx, ctx, id, 'track', range.to);
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

/** Stays that the filters let through, cut to range and 时段: seconds in all, with the engine off and idling. */
export async function selectStays(ctx: Ctx, q: StayQuery): Promise<RawBuilder<unknown>> {
  const source = q.parkingFine ? episodesOf('stay', q) : await selectRawStays(ctx, q);
  const windows = windowsOf(q, q.operatingHours, ctx.timeZone);
  const scope = { all: sql`true`, inside: sql`e.place_id is not null`, outside: sql`e.place_id is null` }[q.siteScope];
  const chosen = q.siteIds && q.siteIds.length > 0 ? sql`e.place_id = any(${q.siteIds}::bigint[])` : sql`true`;
  const engine = { all: sql`true`, off: sql`p.off_s >= 60`, idle: sql`p.idle_s >= 60` }[q.engine];
  // a stay that has not ended reaches to the last report; its engine times were summed up when it was last written
  return sql`select e.*, v.id as "vehicleId", c.s0, c.s1, c.seconds, p.off_s, p.idle_s
    from vehicle v cross join lateral (${source}) e
    cross join lateral (${clipSql(windows, sql`e.start_time`, sql`greatest(e.start_time, coalesce(e.end_time, ${reachOf}))`)}) c
    cross join lateral (select (e.values ->> 'accOffMs')::float8 as off_ms, (e.values ->> 'idleMs')::float8 as idle_ms) m
    cross join lateral (select c.seconds * 1000 / greatest(1, case when e.end_time is null then m.off_ms + m.idle_ms
      else extract(epoch from e.end_time - e.start_time) * 1000 end) as share) h
    cross join lateral (select m.off_ms / 1000 * h.share as off_s, m.idle_ms / 1000 * h.share as idle_s) p
    where ${chosenVehicles(ctx, q)} and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)} and c.seconds >= ${q.parkingDuration * 60} and ${scope} and ${chosen} and ${engine}`;
}
