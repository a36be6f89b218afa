import { percentOf, roundTo } from '@tongda/contract/core/round';
import { onRoadKm } from '@tongda/contract/reports/driving/daily-summary';
import type { FleetFigures } from '@tongda/contract/resources/fleet/figures';
import { figureDays } from '@tongda/contract/watch/track/day-figures';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { visibleVehicleRows } from '../../base/org/door';
import { countAlarmsByDay, countAlarmsByKind } from '../../watch/alarm/door';
import { loadSumsByDay } from '../../watch/track/door';
import { findFleet } from './repo';

const days = figureDays.mileage;
const roundToTenth = (value: number): number => roundTo(value, 1);

/** Figures of thirty days, of the vehicles that are in the fleet now and that the caller sees. */
export function loadFleetFigures(ctx: Ctx, id: string): Promise<FleetFigures> {
  return ctx.db(async (trx) => {
    requireRow(await findFleet(trx, ctx, id), '车队');
    const its = sql<boolean>`v.fleet_id = ${id} and v.deleted_at is null`;
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from vehicle v where ${its} and ${visibleVehicleRows(ctx, 'v')}`.execute(trx);
    const vehicles = rows[0]?.n ?? 0;
    const byDay = await loadSumsByDay(trx, ctx, its, days, onRoadKm * 1000);
    const alarms = await countAlarmsByDay(trx, ctx, its, days);
    const kinds = await countAlarmsByKind(trx, ctx, its, days);
    const sum = (of: (day: (typeof byDay)[number]) => number | null): number =>
      byDay.reduce((all, day) => all + (of(day) ?? 0), 0);
    // days before the fleet's first report do not count as offline
    const since = byDay.findIndex((day) => day.online > 0);
    const vehicleDays = since < 0 ? 0 : vehicles * (days - since);
    const mileageKm = sum((day) => day.mileageKm);
    const count = kinds.reduce((all, kind) => all + kind.count, 0);
    return {
      vehicles,
      mileageKm: roundToTenth(mileageKm),
      drivingHours: roundToTenth(sum((day) => day.drivingH)),
      onlinePercent: percentOf(
        sum((day) => day.online),
        vehicleDays,
      ),
      outPercent: percentOf(
        sum((day) => day.out),
        vehicleDays,
      ),
      tempPercent: percentOf(
        sum((day) => day.inRangeMs),
        sum((day) => day.monitoredMs),
      ),
      alarms: count,
      overTemperature: kinds.find(({ kind }) => kind === 'temperatureAlarm')?.count ?? 0,
      alarmsPer100Km: mileageKm >= 100 ? roundToTenth((100 * count) / mileageKm) : null,
      days: byDay.map(({ day, mileageKm: km }) => ({
        day,
        mileageKm: km === null ? null : roundToTenth(km),
        ...(alarms.get(day) ?? { notice: 0, ordinary: 0, severe: 0 }),
      })),
      kinds,
    };
  });
}
