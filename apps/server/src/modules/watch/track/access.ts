import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { tanksOf } from '../../../core/telemetry/wiring';
import { litresOfTanks, type TankPeriod, tanksOverTime } from '../../../kernel/motion/fuel-level';
import type { TrackPoint } from '../../../kernel/point';
import { type SettingsAt, settingsOverTime } from '../../../kernel/settings';
import { anyCustomer, calcPeriodsOf, readCalcPeriods, visibleVehicleRows } from '../../base/org/door';
import { type PointOf, readTrack, type TrackWish } from './repo';

/** Kinds of a vehicle's data; a share opens some of them. */
export type DataScope = 'position' | 'track' | 'temperature';

export interface Period {
  from: number;
  until: number;
}

/** A vehicle whose history the caller may read, and the periods of which he may. */
export interface ReadableVehicle {
  id: string;
  /** the plate that it carried at the moment that was asked for, or carries now */
  plateNo: string;
  vehicleColor: number;
  vehicleType: string;
  /** constants of the calculation of the owning company, by time */
  settingsAt: SettingsAt;
  /** what these constants are made of, as a text */
  settingsSource: string;
  /** end of the paid service: nothing after it may be read; null: no end */
  serviceEnd: string | null;
  periods: Period[];
  /** calibration tables of its tanks over time */
  tanks: readonly TankPeriod[];
}

/**
 * The vehicle, or 4004 when it is foreign, outside the user's data scope, not shared now, or shared without this scope; the error does not tell
 * whether it exists.
 */
export async function findReadableVehicle(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  scope: DataScope,
  plateAt = Date.now(),
): Promise<ReadableVehicle> {
  const vehicle = await trx
    .selectFrom('vehicle as v')
    .select(['v.id', 'v.vehicle_color', 'v.vehicle_type', 'v.service_end', 'v.client_id'])
    .select([sql<number>`v.mileage_coefficient::float8`.as('coefficient'), tanksOf('v.id').as('tanks')])
    .select([periodsOf(ctx, scope).as('periods'), calcPeriodsOf('v.client_id').as('calc')])
    .select(sql<string>`plate_at(v.id, ${new Date(plateAt)})`.as('plate_no'))
    .where('v.id', '=', vehicleId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(anyCustomer(ctx), 'v'))
    .executeTakeFirst();
  if (!vehicle?.periods) throw notFound('车辆');
  // whose vehicle it is may read who looked (设备共享)
  if (vehicle.client_id !== ctx.clientId)
    await sql`select app_note_share_look(${vehicleId}, ${ctx.userId}, ${ctx.userName}, ${scope})`.execute(trx);
  const kind = { vehicleType: vehicle.vehicle_type, mileageCoefficient: vehicle.coefficient };
  const calcPeriods = readCalcPeriods(vehicle.calc);
  return {
    id: vehicle.id,
    plateNo: vehicle.plate_no,
    vehicleColor: vehicle.vehicle_color,
    vehicleType: vehicle.vehicle_type,
    settingsAt: settingsOverTime(calcPeriods, kind),
    settingsSource: JSON.stringify([calcPeriods, kind]),
    serviceEnd: vehicle.service_end,
    periods: vehicle.periods.map(({ from, until }) => ({ from, until: until ?? Number.POSITIVE_INFINITY })),
    tanks: vehicle.tanks ?? [],
  };
}

/**
 * An SQL expression for the periods in which the caller may read the vehicle `v`, null where there is none: always for his company's own ones, else those of the shares; for the
 * program of a customer, of them what lies within the bindings. `until` null: for ever.
 */
function periodsOf({ clientId, customerId }: Ctx, scope: DataScope) {
  const bound = customerId !== undefined;
  const binding = bound
    ? sql`join vehicle_binding b on b.client_id = a.client_id and b.vehicle_id = a.vehicle_id and b.customer_id = ${customerId}
        and b.during && tstzrange(a.valid_from, a.valid_until)`
    : sql``;
  const from = sql`greatest(valid_from, '1970-01-01'::timestamptz${bound ? sql`, lower(b.during)` : sql``})`;
  const until = sql`nullif(least(valid_until${bound ? sql`, upper(b.during)` : sql``}), 'infinity')`;
  return sql<Array<{ from: number; until: number | null }> | null>`(
    select jsonb_agg(jsonb_build_object('from', (extract(epoch from ${from}) * 1000)::float8, 'until', (extract(epoch from ${until}) * 1000)::float8) order by valid_from)
    from vehicle_access a ${binding} where a.client_id = ${clientId} and a.vehicle_id = v.id and (source = 'own' or ${scope} = any(scopes)))`;
}

/** Stored points of a range, only those of the periods that the caller may read. */
export async function readPermitted<const W extends Omit<TrackWish, 'vehicleId'>>(
  trx: Trx,
  vehicle: ReadableVehicle,
  wish: W,
): Promise<Array<PointOf<W>>> {
  return permitPoints(vehicle, await readTrack(trx, { ...wish, vehicleId: vehicle.id }));
}

/** Of a vehicle's points those of the periods that the caller may read, their tank readings in litres. The points are changed in place. */
export function permitPoints<P extends TrackPoint>(vehicle: ReadableVehicle, points: P[]): P[] {
  const inside = ({ t }: TrackPoint) => vehicle.periods.some(({ from, until }) => t >= from && t < until);
  toLitres(vehicle.tanks, points);
  return vehicle.periods.some(({ from, until }) => from <= 0 && until === Number.POSITIVE_INFINITY)
    ? points
    : points.filter(inside);
}

/**
 * Turns tank readings of the points into litres by the calibration table of their time, as the oil facts do. Detectors work on points without
 * this.
 */
function toLitres(periods: readonly TankPeriod[], points: TrackPoint[]): void {
  if (periods.length === 0) return;
  const tanksAt = tanksOverTime(periods);
  for (const point of points) {
    const tanks = point.fuelL.length > 0 ? tanksAt(point.t) : null;
    if (tanks) point.fuelL = litresOfTanks(point.fuelL, tanks);
  }
}
