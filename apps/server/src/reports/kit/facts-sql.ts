import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { type RawBuilder, sql } from 'kysely';
import { windowsOf } from '../../kernel/day/hours';
import { clipSql, mayReadFact, ofVehicle, type Reader, type Wish } from './query';

/** SQL: the last report of the vehicle `v`, up to which something that has not ended is known. */
export const reachOf = sql`coalesce((select max(d.device_time) from device_state d where d.vehicle_id = v.id), now())`;

/**
 * Stored episodes of kinds of which a vehicle may have several at a time (doors, sessions, alarms), of the vehicles `v` that `chosen` says, cut
 * to range and 时段: the columns of `episode` with `vehicleId`, `s0`, `s1` (the part inside) and `seconds`. Those that began more than a month
 * before the range are left out.
 */
export const clippedEpisodes = (
  who: Reader,
  kind: EpisodeKind,
  {
    from,
    until,
    operatingHours = ['00:00', '23:59'],
  }: Pick<Wish, 'from' | 'until'> & {
    operatingHours?: readonly [string, string];
  },
  chosen: RawBuilder<boolean>,
  scope: 'track' | 'temperature' = 'track',
): RawBuilder<unknown> => {
  const windows = windowsOf({ from, until }, operatingHours, who.timeZone);
  const reach = sql`greatest(e.start_time, coalesce(e.end_time, ${reachOf}))`;
  return sql`select e.*, v.id as "vehicleId", c.s0, c.s1, c.seconds
    from vehicle v join episode e on e.vehicle_id = v.id and e.kind = ${kind} and e.status <> 2
      and e.start_time >= ${new Date(from)}::timestamptz - interval '31 days' and e.start_time < ${new Date(until)}
      and coalesce(e.end_time, 'infinity') > ${new Date(from)}
    cross join lateral (${clipSql(windows, sql`e.start_time`, reach)}) c
    where ${chosen} and ${mayReadFact(who, ofVehicle('v'), sql`e.start_time`, scope)} and c.s1 > c.s0`;
};

/** SQL: name of the own place that the vehicle was in at a moment, by its visits (K13); empty on the road. */
export const siteAt = (vehicleId: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select p.name from episode site join place p on p.id = site.place_id where site.vehicle_id = ${vehicleId} and site.kind = 'visit' and site.status <> 2
    and site.start_time between ${moment} - interval '31 days' and ${moment} and coalesce(site.end_time, 'infinity') > ${moment} order by site.start_time desc limit 1), '')`;

/** SQL: number of the waybill that was under way at a moment; empty for none. */
export const waybillCodeAt = (vehicleId: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select w.waybill_code from waybill w where w.vehicle_id = ${vehicleId} and w.voided_at is null and w.transport_status > 1
    and coalesce(w.actual_depart_at, w.plan_depart_at) <= ${moment} and coalesce(w.actual_arrive_at, w.plan_arrive_at) > ${moment}
    order by coalesce(w.actual_depart_at, w.plan_depart_at) desc limit 1), '')`;

/** SQL: name of the driver of an episode; empty when nobody knows. */
export const driverName = (driverId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select d.name from driver d where d.id = ${driverId}), '')`;

/** SQL: how the points of an episode `e` came: 缺口, 补传, 实时. */
export const dataWord = (of: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(`${of}.data_gap`)} then 'gap' when ${sql.ref(`${of}.blind_ratio`)} > 0 then 'late' else 'real' end`;

/** SQL: minutes by which the beginning or the end of a visit `e` may be wrong, where a silence lies over the border; null when neither is. */
export const doubtMin = (of: string): RawBuilder<number | null> =>
  sql<
    number | null
  >`nullif(greatest((${sql.ref(`${of}.values`)} ->> 'inDoubtMs')::float8, (${sql.ref(`${of}.values`)} ->> 'outDoubtMs')::float8), 0) / 60000`;

/** SQL: name or zone of a wire (probe, door) as it was at a moment; null when it had none. */
export const wireAt = (
  kind: 'tem' | 'door',
  field: 'name' | 'zone',
  of: { vehicleId: RawBuilder<unknown>; channel: RawBuilder<unknown>; moment: RawBuilder<unknown> },
): RawBuilder<string | null> => {
  const value = sql`nullif(${sql.ref(`wp.${field}`)}, '')`;
  return sql<
    string | null
  >`coalesce((select ${value} from probe_version wv, jsonb_to_recordset(wv.probes) wp(kind text, channel int, name text, zone text)
    where wv.vehicle_id = ${of.vehicleId} and wv.during @> ${of.moment} and wp.kind = ${kind} and wp.channel = ${of.channel} limit 1),
  (select ${value} from probe wp where wp.vehicle_id = ${of.vehicleId} and wp.kind = ${kind} and wp.channel = ${of.channel}))`;
};
