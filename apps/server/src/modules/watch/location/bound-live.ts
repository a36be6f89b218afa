import type { LiveVehicle } from '@tongda/contract/core/live';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { packAfterMs } from '../../../core/telemetry/hours/ages';
import { localDay } from '../../../kernel/day/edges';
import { type LiveSensors, liveVehicleOf, noSensors, type VehicleState } from '../../../kernel/live/state';
import { bindingsOf } from '../../base/org/door';
import { silentVehicle } from './silent';

type Db = Kysely<DB> | Trx;

/**
 * Live states for the program of a customer: only what came within the binding of each vehicle. A state keeps readings that newer reports do not carry; such a program
 * is told those that a report of the binding carried, within six hours before the newest one: so long the points are not packed.
 */
export async function listBoundLive(
  db: Db,
  who: Pick<Ctx, 'clientId' | 'customerId' | 'timeZone'>,
  rows: ReadonlyArray<{ id: string; stream: VehicleState | null }>,
  now: number,
): Promise<LiveVehicle[]> {
  const bindings = await bindingsOf(
    db,
    who,
    rows.map(({ id }) => ({ vehicleId: id, at: now })),
  );
  const known = rows.map(({ id, stream }, i) => ({ id, stream, since: bindings[i]?.from ?? now }));
  const carried = await listCarried(db, known);
  return known.map(({ id, stream, since }) =>
    stream ? liveSince(stream, { since, now, zone: who.timeZone }, carried.get(id)) : silentVehicle(id),
  );
}

type Carried = ReadonlySet<keyof LiveSensors>;
/** Where a point keeps a reading: a column of its own, or a member of `extra`. */
const columnOf = { tempC: 'temp_c', humPct: 'hum_pct', fuelL: 'fuel_l', doorOpen: 'doors' } as const;
const inExtra = ['co2Ppm', 'extVoltageV', 'battPct', 'signal', 'satellites', 'reeferOn'] as const;

/** Which readings the reports of each vehicle carried from `since` on (epoch ms), within `packAfterMs` before its newest one. */
async function listCarried(
  db: Db,
  list: ReadonlyArray<{ id: string; stream: VehicleState | null; since: number }>,
): Promise<ReadonlyMap<string, Carried>> {
  const heard = list.flatMap(({ id, stream, since }) => {
    const to = stream?.reportTime ?? null;
    return to === null || to < since ? [] : [{ id, from: Math.max(since, to - packAfterMs), to }];
  });
  if (heard.length === 0) return new Map();
  const times = (of: 'from' | 'to') => heard.map((one) => new Date(one[of]).toISOString());
  const found = [
    ...Object.entries(columnOf).map(([name, column]) => ({ name, when: sql`p.${sql.ref(column)} is not null` })),
    ...inExtra.map((name) => ({ name, when: sql`p.extra ? ${sql.lit(name)}` })),
  ];
  // one pass over the points of each vehicle for all readings
  const { rows } = await sql<{ id: string; names: Array<keyof LiveSensors> }>`select x.id::text, c.names
    from unnest(${heard.map(({ id }) => id)}::bigint[], ${times('from')}::timestamptz[], ${times('to')}::timestamptz[]) x(id, since, until)
      cross join lateral (select array_remove(array[${sql.join(found.map(({ name, when }) => sql`case when bool_or(${when}) then ${sql.lit(name)} end`))}], null) as names
        from position p where p.vehicle_id = x.id and p.device_time between x.since and x.until) c`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, new Set(names)]));
}

/** Live state as far as it came from `since` on: what is older is told as of a vehicle that never reported, counts of a day that reaches before it are 0. */
function liveSince(
  stream: VehicleState,
  { since, now, zone }: { since: number; now: number; zone: string },
  carried: Carried = new Set(),
): LiveVehicle {
  const live = liveVehicleOf(stream, now, zone);
  if (live.deviceTime === null || live.deviceTime < since) return silentVehicle(live.vehicleId);
  const fixed = stream.fix !== null && stream.fix.t >= since;
  const wholeDay = localDay(since, zone) < localDay(now, zone);
  return {
    ...live,
    ...withoutOthers(noSensors, carried),
    ...(fixed ? {} : { lng: null, lat: null, directionDeg: null, altitudeM: null }),
    ...(live.stateSince >= since ? {} : { stateSince: 0 }),
    ...(wholeDay ? {} : { todayMileageM: 0, lateCount: 0 }),
  };
}

/** Of these values those of the readings that were not carried. */
const withoutOthers = (none: LiveSensors, carried: Carried): Partial<LiveSensors> => ({
  ...Object.fromEntries(Object.entries(none).filter(([name]) => !new Set<string>(carried).has(name))),
  ...(carried.has('co2Ppm') ? {} : { co2Ppm: undefined }),
});
