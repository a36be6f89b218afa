import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecorder } from '../../../test/recorder-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { batteryChanges, dailyUseOf } from './battery';
import type { RecorderPoint } from './load';

const hour = 3_600_000;

/** A reading every hour: charge, and whether it charges. */
const charged = (...told: ReadonlyArray<readonly [battPct: number, charging: boolean]>): RecorderPoint[] =>
  told.map(([battPct, charging], i) => ({ t: i * hour, battPct, charging }) as RecorderPoint);

describe('battery', () => {
  it('has a row a change of one per cent or of charging; a jump is marked', () => {
    const points = charged([80, false], [80, false], [79, false], [79, true], [95, true], [60, false]);
    expect(batteryChanges(points).map(({ point, delta, jump }) => [point.battPct, delta, jump])).toEqual([
      [80, null, false],
      [79, -1, false],
      [79, 0, false],
      [95, 16, false],
      [60, -35, true],
    ]);
  });
  it('counts what was lost by the time off charge, jumps left out', () => {
    // two hours off charge lost 1 %; while charging and over the jump nothing counts
    expect(dailyUseOf(charged([80, false], [80, false], [79, false], [79, true], [95, true], [60, false]))).toBe(12);
    expect(dailyUseOf(charged([80, false]))).toBeNull();
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('电量变化明细: rows, figures and curves of a day that were reckoned by hand', async () => {
  const { token, clientId } = await app.company('电量公司');
  const start = Date.parse('2026-10-25T00:00:00+08:00');
  /** Charge (%) every six hours, voltage, and whether it charges. */
  const told = [
    [80, 3.92, false],
    [77, 3.9, false],
    [77, 3.9, false],
    [74, 3.87, true],
    [96, 4.1, false],
    [60, 3.7, false],
  ] as const;
  const id = await addRecorder(
    app.database,
    clientId,
    { name: '海运箱', place: [121.4, 31.2] },
    told.map(([batt_pct, batt_v, charging], i) => ({ t: start + i * 6 * hour, batt_pct, batt_v, charging })),
  );
  const range = { startTime: '2026-10-25 00:00:00', endTime: '2026-10-26 23:59:59', recorderIds: [id] };
  const ask = async (call: string) => (await app.post(`/api/base/portable/battery${call}`, range, token)).data;
  const { list } = await ask('Change');
  // 12:00 said nothing new; 96 to 60 % in six hours is more than a battery does
  expect(
    list.map((row: Record<string, unknown>) => [row.time, row.battery, row.delta, row.voltage, row.charging, row.mark]),
  ).toEqual([
    ['2026-10-26 06:00:00', 60, -36, 3.7, 'off', 'jump'],
    ['2026-10-26 00:00:00', 96, 22, 4.1, 'off', ''],
    ['2026-10-25 18:00:00', 74, -3, 3.87, 'on', ''],
    ['2026-10-25 06:00:00', 77, -3, 3.9, 'off', ''],
    ['2026-10-25 00:00:00', 80, null, 3.92, 'off', ''],
  ]);
  // off charge from 0:00 to 12:00: 3 % in 12 hours are 6 % a day; before and after charging, and over the jump, nothing counts
  expect((await ask('Totals')).stat).toMatchObject([{ recorder: 'WK1 海运箱', dailyUse: 6, charges: 1, jumps: 1 }]);
  const curve = await ask('Curve');
  expect(curve.lanes.map(({ name, unit }: Record<string, string>) => [name, unit])).toEqual([
    ['电量', '%'],
    ['电压', 'V'],
  ]);
  // from 18:00 on, until the next word
  expect(curve.strips).toMatchObject([
    { name: '充电', spans: [{ from: start + 18 * hour, until: start + 24 * hour }] },
  ]);
  expect((await app.post('/api/base/portable/options', {}, token)).data).toEqual([{ code: id, name: 'WK1 海运箱' }]);
});
