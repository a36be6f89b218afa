import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleetFigures } from '@tongda/contract/resources/fleet/figures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf, writeExport } from '../paper-kit';
import { sceneTruck } from '../reading-kit';
import { type TestApp, testApp } from '../test-app';

let app: TestApp;
const dir = mkdtempSync(join(tmpdir(), 'equal-temperatures-'));
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

/**
 * A truck of one probe, 2-8 ℃, watched from 8:00 to 12:00: an hour at 5, an hour of which every fourth reading is at 9, an hour driven at 6, an hour at 1. One
 * figure has one definition: what each page says of the day's temperatures is the same.
 */
test('合格率, highest, lowest and mean of a vehicle-day are the same in every report, on the record, the vehicle and the fleet', async () => {
  const { ask, vehicle, token, date } = await sceneTruck(app, '同温公司', [['后仓', 2, 8]], [480, 720], (minute) => {
    if (minute < 540) return { tempC: [5] };
    if (minute < 600) return { tempC: [minute % 4 === 0 ? 9 : 5] };
    return minute < 660 ? { tempC: [6], kmh: 60 } : { tempC: [1] };
  });
  const [readings] = (await ask('temHum/totals')).data.stat as Array<Record<string, number>>;
  if (!readings) throw new Error('no readings');
  // of 240 minutes 15 were at 9 and 60 at 1: (105 · 5 + 15 · 9 + 60 · 6 + 60 · 1) / 240
  expect(readings).toMatchObject({ max: 9, min: 1, avg: 4.5 });
  expect(readings.passRate).toBeCloseTo((165 / 240) * 100, 0);

  const [day] = (await ask('dailyDriving/page')).data.list;
  expect(day).toMatchObject({ temMax: readings.max, temMin: readings.min });
  const oneDecimal = (value: unknown): number => Math.round(Number(value) * 10) / 10;
  const rate = oneDecimal(readings.passRate);
  expect(oneDecimal(day?.passRate)).toBe(rate);

  const [summary] = (await ask('dailyDrivingSummary/page', { metric: 'temperature' })).data.list;
  expect(summary).toMatchObject({ total: rate, days: [rate] });

  const over = (await ask('overTemperature/totals')).data.values as Record<string, number>;
  expect(oneDecimal(over.passRate)).toBe(rate);

  const days = (await app.post('/api/base/manage/vehicle/days', { id: vehicle.vehicleId, days: 2 }, token))
    .data as Array<{
    day: string;
    inRangePercent: number;
    temps: unknown[];
  }>;
  const shown = days.find((one) => one.day === date);
  expect(oneDecimal(shown?.inRangePercent)).toBe(rate);
  expect(shown?.temps).toMatchObject([{ max: readings.max, min: readings.min }]);

  const db = app.database.systemDb;
  const fleet = await db
    .insertInto('fleet')
    .values({ client_id: vehicle.clientId, name: '同温车队' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('vehicle').set({ fleet_id: fleet.id }).where('id', '=', vehicle.vehicleId).execute();
  const figures = (await app.post(fleetFigures.path, { id: fleet.id }, token)).data as { tempPercent: number };
  expect(oneDecimal(figures.tempPercent)).toBe(rate);

  // the sealed record has it in the line of the probe, before the minutes outside
  const { id: print } = (await ask('temHum/print')).data as unknown as { id: string };
  const { text } = await readPdf((await writeExport(app, print, dir)).file);
  expect(text).toContain(` ${rate} 75 分`);

  // a trip is judged over its own time, as the readings of that time are
  const [trip] = (await ask('trip/page', { minKm: 0, temperature: 'all' })).data.list;
  const during = { startTime: String(trip?.startTime), endTime: String(trip?.endTime) };
  const [sameTime] = (await ask('temHum/totals', during)).data.stat as Array<Record<string, number>>;
  expect(trip?.passRate).toBe(oneDecimal(sameTime?.passRate));
  expect(trip?.temAvg).toBe(sameTime?.avg);
});
