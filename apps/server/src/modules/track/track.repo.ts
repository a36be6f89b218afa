import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../core/db-types';
import { pointFlag, type TrackPoint } from '../../kernel/point';
import { type PackedTrack, unpack } from './track.decode';

/** How far outside a range its neighbours are looked for: a truck that slept over the weekend still has a known state. */
const neighbourMs = 3 * 86_400_000;

export interface TrackWish {
  vehicleId: string;
  /** epoch ms, both ends included */
  from: number;
  to: number;
  /** also the last valid fix before and the first after, which make the edges of the range exact */
  neighbours?: boolean;
}

const columns = sql`device_time, receive_time, lng, lat, speed_kmh, direction_deg, flags, odometer_m, alarm_bits, doors, temp_c, hum_pct, fuel_l`;
/** see PackedTrack */
const packed = sql`count(*)::int as n, string_agg(timestamptz_send(device_time), '') as t, string_agg(timestamptz_send(receive_time), '') as r,
  string_agg(float8send(lng), '') as lng, string_agg(float8send(lat), '') as lat, string_agg(float4send(speed_kmh), '') as speed,
  string_agg(int2send(direction_deg), '') as direction, string_agg(int2send(flags), '') as flags,
  string_agg(int2send(coalesce(doors, 0::int2)), '') as doors, string_agg(int8send(coalesce(odometer_m, -1)), '') as odometer,
  string_agg(int8send(alarm_bits), '') as alarm, string_agg(array_send(coalesce(temp_c, '{}')), '') as temp,
  string_agg(array_send(coalesce(hum_pct, '{}')), '') as hum, string_agg(array_send(coalesce(fuel_l, '{}')), '') as fuel`;

/**
 * The one reading interface of stored positions: points of a vehicle in order of device time. Bindings were resolved when they were stored
 * (`position.vehicle_id`), so a changed terminal does not break a track. Hours that are packed later are read here as well.
 */
export async function readTrack(db: Kysely<DB>, wish: TrackWish): Promise<TrackPoint[]> {
  const source = wish.neighbours ? withNeighbours(wish) : inside(wish);
  const { rows } = await sql<PackedTrack>`select ${packed} from (${source}) p`.execute(db);
  return unpack(rows[0]);
}

const at = (ms: number) => new Date(ms);

const inside = ({ vehicleId, from, to }: TrackWish): RawBuilder<unknown> =>
  sql`select ${columns} from position where vehicle_id = ${vehicleId} and device_time >= ${at(from)} and device_time <= ${at(to)} order by device_time`;

/** The three parts come in order of time one after another, so nothing is sorted again. */
function withNeighbours(wish: TrackWish): RawBuilder<unknown> {
  const { vehicleId, from, to } = wish;
  const fix = sql`(flags & ${sql.lit(pointFlag.located)}) <> 0`;
  return sql`(select ${columns} from position where vehicle_id = ${vehicleId} and device_time < ${at(from)} and device_time >= ${at(from - neighbourMs)}
      and ${fix} order by device_time desc limit 1)
    union all (${inside(wish)})
    union all (select ${columns} from position where vehicle_id = ${vehicleId} and device_time > ${at(to)} and device_time <= ${at(to + neighbourMs)}
      and ${fix} order by device_time limit 1)`;
}
