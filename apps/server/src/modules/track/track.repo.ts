import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../core/db-types';
import { pointFlag, type TrackPoint } from '../../kernel/point';

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

/** One json array a column: the server builds them and V8 parses them far faster than thousands of row objects. */
interface Columns {
  t: string[] | null;
  r: string[] | null;
  lng: number[];
  lat: number[];
  speed: number[];
  direction: number[];
  flags: number[];
  odometer: Array<number | null>;
  alarm: number[];
  doors: Array<number | null>;
  temp: Array<Array<number | null> | null>;
  hum: Array<Array<number | null> | null>;
  fuel: Array<Array<number | null> | null>;
}

const columns = sql`device_time, receive_time, lng, lat, speed_kmh, direction_deg, flags, odometer_m, alarm_bits, doors, temp_c, hum_pct, fuel_l`;
const asColumns = sql`json_agg(device_time) t, json_agg(receive_time) r, json_agg(lng) lng, json_agg(lat) lat,
    json_agg(speed_kmh) speed, json_agg(direction_deg) direction, json_agg(flags) flags, json_agg(odometer_m) odometer,
    json_agg(alarm_bits) alarm, json_agg(doors) doors, json_agg(temp_c) temp, json_agg(hum_pct) hum, json_agg(fuel_l) fuel`;

/**
 * The one reading interface of stored positions: points of a vehicle in order of device time. Bindings were resolved when they were stored
 * (`position.vehicle_id`), so a changed terminal does not break a track. Hours that are packed later are read here as well.
 */
export async function readTrack(db: Kysely<DB>, wish: TrackWish): Promise<TrackPoint[]> {
  const { rows } =
    await sql<Columns>`select ${asColumns} from (${wish.neighbours ? withNeighbours(wish) : inside(wish)}) p`.execute(
      db,
    );
  return toPoints(rows[0]);
}

const at = (ms: number) => new Date(ms);

const inside = ({ vehicleId, from, to }: TrackWish): RawBuilder<unknown> =>
  sql`select ${columns} from position where vehicle_id = ${vehicleId} and device_time >= ${at(from)} and device_time <= ${at(to)} order by device_time`;

function withNeighbours(wish: TrackWish): RawBuilder<unknown> {
  const { vehicleId, from, to } = wish;
  const fix = sql`(flags & ${sql.lit(pointFlag.located)}) <> 0`;
  return sql`select ${columns} from (
    (select ${columns} from position where vehicle_id = ${vehicleId} and device_time < ${at(from)} and device_time >= ${at(from - neighbourMs)}
      and ${fix} order by device_time desc limit 1)
    union all (${inside(wish)})
    union all (select ${columns} from position where vehicle_id = ${vehicleId} and device_time > ${at(to)} and device_time <= ${at(to + neighbourMs)}
      and ${fix} order by device_time limit 1)) n order by device_time`;
}

const none: ReadonlyArray<number | null> = [];

function toPoints(c: Columns | undefined): TrackPoint[] {
  if (!c?.t || !c.r) return [];
  const received = c.r;
  return c.t.map((t, i): TrackPoint => {
    const flags = c.flags[i] ?? 0;
    return {
      t: Date.parse(t),
      receiveTime: Date.parse(received[i] ?? t),
      lng: c.lng[i] ?? 0,
      lat: c.lat[i] ?? 0,
      speedKmh: c.speed[i] ?? 0,
      directionDeg: c.direction[i] ?? 0,
      acc: (flags & pointFlag.acc) !== 0,
      located: (flags & pointFlag.located) !== 0,
      late: (flags & pointFlag.late) !== 0,
      odometerM: c.odometer[i] ?? null,
      alarmBits: c.alarm[i] ?? 0,
      doors: c.doors[i] ?? 0,
      tempC: c.temp[i] ?? none,
      humPct: c.hum[i] ?? none,
      fuelL: c.fuel[i] ?? none,
    };
  });
}
