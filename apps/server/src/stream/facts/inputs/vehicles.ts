import { minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type { TankLimits } from '../../../kernel/detect/oil/tank';
import type { TripRule } from '../../../kernel/detect/trip/types';
import type { Moment, Surroundings } from '../../../kernel/detect/types';
import { type CalcPeriods, type SettingsAt, settingsOverTime } from '../../../kernel/settings';
import { type Wires, wiresPeriodsOf } from '../../../kernel/temperature/wiring';
import { type Db, from, type Refused, since, to, until } from '../spans';
import { extendToBeginning, type Period } from '../timeline';
import { readCardsOf, type VehicleDrivers } from './cards';
import { readLocksOf, type VehicleLocks } from './locks';
import { readTripsOf, recentTripsSince, type VehicleTrips } from './trips';

export interface Probe {
  kind: string;
  channel: number;
  name: string;
  lower: number | null;
  upper: number | null;
  alarm: boolean;
  correction?: number | null;
  inverse?: boolean | null;
}
interface Tank {
  tank: number;
  /** capacity, thresholds and consumption, where the calibration sets them */
  limits: Partial<TankLimits>;
  table: ReadonlyArray<readonly [number, number]>;
}

export interface VehicleInputs extends VehicleDrivers, VehicleTrips, VehicleLocks {
  settingsAt: SettingsAt;
  tankCapacityL: number | null;
  refLPer100Km: number | null;
  trips: Period<TripRule>[];
  fleets: Period<string>[];
  orgs: Period<string>[];
  probes: Period<Probe[]>[];
  /** how readings are converted, where they are */
  wires: Period<Wires>[];
  tanks: Period<Tank>[];
  calls: Period<Surroundings['calls'][number][]>[];
  /** stops and entries of waybills that end after this, and cards and locks since then, have been read, epoch ms */
  tripsSince: number;
  /** the last answer, kept because reports come in order */
  moment?: Period<Moment>;
}

const isTable = (points: unknown): boolean =>
  Array.isArray(points) && points.every((pair) => Array.isArray(pair) && pair.every(Number.isFinite));

/** Reads what holds for each vehicle of a company, with its history. A tank table that cannot be read is left out and `refused` called with it. */
export async function readVehicles(
  db: Db,
  clientId: string,
  calc: CalcPeriods,
  refused: Refused,
  now: number,
): Promise<Map<string, VehicleInputs>> {
  const vehicles = new Map<string, VehicleInputs>();
  const tripsSince = recentTripsSince(now);
  const { rows } = await sql<{
    id: string;
    vehicle_type: string;
    coefficient: number;
    capacity: number | null;
    reference: number | null;
  }>`select id::text, vehicle_type, mileage_coefficient::float8 as coefficient,
      tank_capacity_l as capacity, ref_oil_100km::float8 as reference from vehicle where client_id = ${clientId}`.execute(
    db,
  );
  for (const { id, vehicle_type: vehicleType, coefficient, capacity, reference } of rows) {
    vehicles.set(id, {
      settingsAt: settingsOverTime(calc, { vehicleType, mileageCoefficient: coefficient }),
      tankCapacityL: capacity,
      refLPer100Km: reference,
      trips: [],
      fleets: [],
      orgs: [],
      assigned: [],
      drivers: [],
      probes: [],
      wires: [],
      tanks: [],
      calls: [],
      stops: [],
      entered: [],
      locked: [],
      tripsSince,
    });
  }
  await readPeriods(db, clientId, vehicles);
  await readCardsOf(db, clientId, vehicles, { since: tripsSince, vehicleId: null });
  await readCalls(db, clientId, vehicles);
  await readTripsOf(db, clientId, vehicles, { since: tripsSince, vehicleId: null });
  await readLocksOf(db, clientId, vehicles, { since: tripsSince, vehicleId: null });
  await readProbes(db, clientId, vehicles);
  await readTanks(db, clientId, vehicles, refused);
  await readTrips(db, clientId, vehicles);
  return vehicles;
}

/** Calibration of tanks; a row without points only sets consumption and thresholds. */
async function readTanks(
  db: Db,
  clientId: string,
  vehicles: Map<string, VehicleInputs>,
  refused: Refused,
): Promise<void> {
  interface Row {
    vehicle_id: string;
    from: number;
    to: number;
    tank: number;
    points: Array<[number, number]>;
    limits: Partial<TankLimits>;
  }
  const { rows } = await sql<Row>`select vehicle_id::text, ${from} as from, ${to} as to, tank, points,
      jsonb_strip_nulls(jsonb_build_object('capacityL', capacity_l, 'idleLPerH', idle_l_per_h, 'refLPer100Km', ref_l_per_100km, 'riseL', rise_l,
        'risePercent', rise_percent, 'dropL', drop_l, 'dropPercent', drop_percent)) as limits
    from tank_table where client_id = ${clientId} and not isempty(during)`.execute(db);
  for (const { vehicle_id: id, tank, points: table, limits, from: since, to: until } of rows) {
    if (!isTable(table)) refused({ vehicleId: id, tank }, 'tank table cannot be read');
    else vehicles.get(id)?.tanks.push({ from: since, to: until, value: { tank, table, limits } });
  }
}

/** How the trips of vehicles are separated. */
async function readTrips(db: Db, clientId: string, vehicles: Map<string, VehicleInputs>): Promise<void> {
  interface Row {
    vehicle_id: string;
    from: number;
    to: number;
    mode: number;
    gap_min: number | null;
    starts: string[];
    ends: string[];
    min_mileage_m: number | null;
  }
  const { rows } =
    await sql<Row>`select vehicle_id::text, ${from} as from, ${to} as to, mode, gap_min, start_place_ids::text[] as starts,
      end_place_ids::text[] as ends, min_mileage_m from trip_setting where client_id = ${clientId} and not isempty(during)`.execute(
      db,
    );
  for (const row of rows) {
    const { from: since, to: until, min_mileage_m: minMileageM } = row;
    const value: TripRule =
      row.mode === 2
        ? { mode: 'site', starts: new Set(row.starts), ends: new Set(row.ends), minMileageM }
        : row.mode === 4
          ? { mode: 'power', minMileageM }
          : { mode: 'gap', gapMs: (row.gap_min ?? 0) * minuteMs, minMileageM };
    vehicles.get(row.vehicle_id)?.trips.push({ from: since, to: until, value });
  }
}

const listOf = { fleet: 'fleets', org: 'orgs', driver: 'assigned' } as const;
/** Fleets, departments and drivers over time. */
async function readPeriods(db: Db, clientId: string, vehicles: Map<string, VehicleInputs>): Promise<void> {
  const { rows } = await sql<{
    vehicle_id: string;
    kind: 'fleet' | 'driver' | 'org';
    value: string;
    from: number;
    to: number;
  }>`select vehicle_id::text, kind, value,
      ${since} as from, ${until} as to from vehicle_period where client_id = ${clientId} and kind in ('fleet', 'driver', 'org')`.execute(
    db,
  );
  for (const { vehicle_id: id, kind, ...period } of rows) {
    vehicles.get(id)?.[listOf[kind]].push(period);
  }
  for (const vehicle of vehicles.values()) {
    vehicle.fleets = extendToBeginning(vehicle.fleets);
    vehicle.orgs = extendToBeginning(vehicle.orgs);
  }
}

/** Planned calls, plan by plan, each valid from half a day before the first call to a day and a half after the last. */
async function readCalls(db: Db, clientId: string, vehicles: Map<string, VehicleInputs>): Promise<void> {
  interface Row {
    vehicle_id: string;
    from: number;
    to: number;
    calls: Surroundings['calls'][number][];
  }
  const { rows } =
    await sql<Row>`select vehicle_id::text, (extract(epoch from min(arrive_at) - interval '12 hours') * 1000)::float8 as from,
      (extract(epoch from max(arrive_at) + interval '36 hours') * 1000)::float8 as to,
      jsonb_agg(jsonb_build_object('id', id::text, 'plan', plan_ref, 'placeId', place_id::text, 'arriveAt', extract(epoch from arrive_at) * 1000,
        'leaveAt', extract(epoch from leave_at) * 1000, 'cancelled', cancelled)
        order by seq) as calls
    from planned_call where client_id = ${clientId} group by vehicle_id, plan_ref order by vehicle_id, min(arrive_at), plan_ref`.execute(
      db,
    );
  for (const { vehicle_id: id, from: since, to: until, calls } of rows)
    vehicles.get(id)?.calls.push({ from: since, to: until, value: calls });
}

/** Sets of probes over time; for a vehicle without history the present set counts for all time. */
async function readProbes(db: Db, clientId: string, vehicles: Map<string, VehicleInputs>): Promise<void> {
  const versions = await sql<{
    vehicle_id: string;
    from: number;
    to: number;
    value: Probe[];
  }>`select vehicle_id::text, ${from} as from, ${to} as to,
      probes as value from probe_version where client_id = ${clientId}`.execute(db);
  for (const { vehicle_id: id, ...period } of versions.rows) vehicles.get(id)?.probes.push(period);
  const now = await sql<{
    vehicle_id: string;
    value: Probe[];
  }>`select vehicle_id::text, jsonb_agg(jsonb_build_object('kind', kind, 'channel', channel,
      'name', name, 'lower', lower_limit, 'upper', upper_limit, 'alarm', alarm) order by kind, channel) as value
    from probe where client_id = ${clientId} group by vehicle_id`.execute(db);
  for (const { vehicle_id: id, value } of now.rows) {
    const vehicle = vehicles.get(id);
    if (vehicle && vehicle.probes.length === 0)
      vehicle.probes.push({ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, value });
  }
  for (const vehicle of vehicles.values()) {
    vehicle.wires = wiresPeriodsOf(vehicle.probes.map(({ from: since, to: until, value }) => [since, until, value]));
    vehicle.probes = extendToBeginning(vehicle.probes);
  }
}
