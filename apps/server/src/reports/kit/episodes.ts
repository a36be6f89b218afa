import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { type RawBuilder, sql } from 'kysely';

/**
 * Stored episodes of one kind of the vehicle `v` that touch a range (epoch ms), for a `cross join lateral (…) e`. Only for kinds of which a
 * vehicle has one at a time (stays, trips): of those that began before the range, only the last one can reach into it.
 */
export const episodesOf = (
  kind: EpisodeKind,
  { from, until }: { from: number; until: number },
): RawBuilder<unknown> => {
  const columns = sql`e.id, e.start_time, e.end_time, e.lng, e.lat, e.place_id, e.driver_id, e.peak, e.blind_ratio, e.data_gap, e.values, e.door_opens`;
  const ofVehicle = sql`e.vehicle_id = v.id and e.kind = ${kind} and e.status <> 2`;
  return sql`select ${columns} from episode e where ${ofVehicle} and e.start_time >= ${new Date(from)} and e.start_time < ${new Date(until)}
    union all (select ${columns} from episode e where ${ofVehicle} and e.start_time < ${new Date(from)} order by e.start_time desc limit 1)`;
};
