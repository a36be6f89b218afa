import { sql } from 'kysely';
import type { Database } from '../core/db/database';
import { type StoredWiring, tanksOf, wiringOf } from '../core/telemetry/wiring';
import type { SensorMeaning } from '../kernel/live/sensors';
import { type TankPeriod, tanksOverTime } from '../kernel/motion/fuel-level';
import { type CalcPeriods, type SettingsAt, settingsOverTime } from '../kernel/settings';
import { wiresOverTime, wiresPeriodsOf } from '../kernel/temperature/wiring';
import { loadCalcPeriods } from '../modules/base/org/door';

/** What the stream needs to know of a vehicle. */
export interface VehicleFacts {
  /** time zone of the owning company: it decides which day mileage counts for */
  timeZone: string;
  mileageCoefficient: number;
  /** constants of the calculation at the time of a report */
  settingsAt: SettingsAt;
  initMileageM: number;
  /** how readings are converted before they are shown; null for nearly every vehicle */
  meaning: SensorMeaning | null;
}

interface Row {
  id: string;
  time_zone: string;
  client_id: string;
  vehicle_type: string;
  coefficient: number;
  init: string;
  wiring: StoredWiring[] | null;
  tanks: TankPeriod[] | null;
}

function factsOf(row: Row, calc: CalcPeriods): VehicleFacts {
  const { time_zone: timeZone, coefficient: mileageCoefficient, vehicle_type: vehicleType } = row;
  const settingsAt = settingsOverTime(calc, { vehicleType, mileageCoefficient });
  return { timeZone, mileageCoefficient, settingsAt, initMileageM: Number(row.init), meaning: meaningOf(row) };
}

function meaningOf({ wiring, tanks }: Row): SensorMeaning | null {
  if (!wiring && !tanks) return null;
  return { wiresAt: wiresOverTime(wiresPeriodsOf(wiring ?? [])), tanksAt: tanksOverTime(tanks ?? []) };
}

/**
 * Facts of vehicles by id, in memory. All are read again once a minute, those of a company at once when it changes something, and a new vehicle is
 * looked up when its first report comes.
 */
export class FactsCache {
  private known = new Map<string, VehicleFacts>();

  constructor(private readonly db: Database['systemDb']) {}

  /** Reads every vehicle again. */
  async reload(): Promise<void> {
    this.known = await this.read({});
  }

  /** Reads the vehicles of a company again: its constants, or something of a vehicle, changed. */
  async changed(clientId: string): Promise<void> {
    for (const [id, facts] of await this.read({ clientId })) this.known.set(id, facts);
  }

  get(vehicleId: string): VehicleFacts | undefined {
    return this.known.get(vehicleId);
  }

  /** Facts of one vehicle, from the database when it is new; null when there is no such vehicle. */
  async find(vehicleId: string): Promise<VehicleFacts | null> {
    const known = this.known.get(vehicleId);
    if (known) return known;
    const facts = (await this.read({ vehicleId })).get(vehicleId) ?? null;
    if (facts) this.known.set(vehicleId, facts);
    return facts;
  }

  private async read({
    vehicleId = null,
    clientId = null,
  }: {
    vehicleId?: string | null;
    clientId?: string | null;
  }): Promise<Map<string, VehicleFacts>> {
    const { rows } =
      await sql<Row>`select v.id::text, c.time_zone, v.client_id::text, v.vehicle_type, v.mileage_coefficient::float8 as coefficient, v.init_mileage_m::text as init,
        case when v.id in (select vehicle_id from probe_version where rewired) then ${wiringOf('v.id')} end as wiring,
        case when v.id in (select vehicle_id from tank_table) then ${tanksOf('v.id')} end as tanks
      from vehicle v join client c on c.id = v.client_id where (${vehicleId}::bigint is null or v.id = ${vehicleId}::bigint)
        and (${clientId}::bigint is null or v.client_id = ${clientId}::bigint)`.execute(this.db);
    const calc = await loadCalcPeriods(this.db, [...new Set(rows.map((row) => row.client_id))]);
    return new Map(rows.map((row) => [row.id, factsOf(row, calc.get(row.client_id) ?? [])]));
  }
}
