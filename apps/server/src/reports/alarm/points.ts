import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { roundTo } from '@tongda/contract/core/round';
import { faultCodeWords } from '@tongda/contract/watch/alarm/fault-codes';
import type { Ctx } from '../../core/http/ctx';
import { AppError } from '../../core/http/errors';
import { mapFew } from '../../core/run/few-at-once';
import { computeWayFacts } from '../../kernel/day/facts';
import { readPermitted } from '../../modules/watch/track/door';
import { findReportVehicle } from '../kit/lent';
import { readsAtOnce } from '../kit/query';
import { type AlarmRow, nameAlarms, type StoredAlarm } from './frame';

/** A longer alarm is not read in whole. */
const mostMs = 31 * dayMs;

/** The vehicle of an alarm and its reports in a span (epoch ms); null where the caller may see the alarm and not the track. */
const pointsIn = async (ctx: Ctx, { vehicleId, until }: StoredAlarm, span: { from: number; to: number }) =>
  await ctx
    .db(async (trx) => {
      const vehicle = await findReportVehicle(trx, ctx, vehicleId, 'track', until);
      return { vehicle, points: await readPermitted(trx, vehicle, { ...span, extra: true, neighbours: true }) };
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });

/** Names alarms and fills in what `facts` says of each. */
const nameWith =
  <R extends AlarmRow, F extends object>(facts: (ctx: Ctx, alarm: StoredAlarm) => Promise<F | null>) =>
  (ctx: Ctx, rows: R[]): Promise<R[]> =>
    nameAlarms(ctx, rows, (named, stored) =>
      mapFew(named, readsAtOnce, async (row) => {
        const alarm = stored.get(row.id);
        return alarm ? { ...row, ...(await facts(ctx, alarm)) } : row;
      }),
    );

/** The report with which an alarm began, or the last one of the ten minutes before. */
async function pointAtStart(ctx: Ctx, alarm: StoredAlarm) {
  const found = await pointsIn(ctx, alarm, { from: alarm.from - 10 * minuteMs, to: alarm.from + 1 });
  return found?.points.findLast(({ t }) => t <= alarm.from);
}

/** Alarms of doors with the kilometres that were driven meanwhile. */
export const nameDriven: <R extends AlarmRow & { km: number | null }>(ctx: Ctx, rows: R[]) => Promise<R[]> = nameWith(
  async (ctx, alarm) => {
    const span = { from: alarm.from, to: Math.min(alarm.until, alarm.from + mostMs) };
    const found = await pointsIn(ctx, alarm, span);
    return found && { km: roundTo(computeWayFacts(found.points, span, found.vehicle.settingsAt).mileageM / 1000, 1) };
  },
);

/** Alarms of terminals with the voltage and the charge when they began. */
export const nameDevices: <R extends AlarmRow & { voltage: number | null; battery: number | null }>(
  ctx: Ctx,
  rows: R[],
) => Promise<R[]> = nameWith(async (ctx, alarm) => {
  const { extVoltageV = null, battPct = null } = (await pointAtStart(ctx, alarm))?.extra ?? {};
  return { voltage: extVoltageV, battery: battPct };
});

/** Alarms of faults with what their code is about, and the odometer of the terminal when they began. */
export const nameFaults: <R extends AlarmRow & { code: string; description: string; odometerKm: number | null }>(
  ctx: Ctx,
  rows: R[],
) => Promise<R[]> = async (ctx, rows) => {
  const named = await nameOdometers(ctx, rows);
  return named.map((row) => ({ ...row, description: faultCodeWords(row.code) }));
};

const nameOdometers: <R extends AlarmRow & { odometerKm: number | null }>(ctx: Ctx, rows: R[]) => Promise<R[]> =
  nameWith(async (ctx, alarm) => {
    const odometerM = (await pointAtStart(ctx, alarm))?.odometerM ?? null;
    return { odometerKm: odometerM === null ? null : roundTo(odometerM / 1000, 1) };
  });
