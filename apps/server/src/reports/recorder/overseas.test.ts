import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRecorder, type Recorder } from '../../../test/recorder-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('海外温湿度报表: rows and figures of an hour near Duisburg that were reckoned by hand', async () => {
  const { token, clientId } = await app.company('海外公司');
  // 12:00 in Beijing is 06:00 of summer in Germany; a reading every ten minutes
  const start = Date.parse('2026-07-01T12:00:00+08:00');
  const told = [4, 5, 6, 9, 10, 8, 7].map((temp, i) => ({ t: start + i * 600_000, temp_c: [temp], hum_pct: [50 + i] }));
  const box: Recorder = { name: '医药箱', limits: [2, 8], place: [6.76, 51.43] };
  const id = await addRecorder(app.database, clientId, box, told);
  const range = { startTime: '2026-07-01 12:00:00', endTime: '2026-07-01 13:00:00', recorderIds: [id] };
  const ask = async (call: string, more: object = {}) =>
    (await app.post(`/api/report/temHumOverseas/${call}`, { ...range, temTimeInterval: '10', ...more }, token)).data;
  const rows = async (more: object = {}): Promise<Array<Record<string, unknown>>> => (await ask('list', more)).list;

  const local = await rows({ timeZone: 'local' });
  // a row at the end of each interval, the first of which ends ten minutes after the range began
  expect(local.map(({ clock, tem1, hum1 }) => [clock, tem1, hum1])).toEqual([
    ['2026-07-01 06:10:00 +02:00', 5, 51],
    ['2026-07-01 06:20:00 +02:00', 6, 52],
    ['2026-07-01 06:30:00 +02:00', 9, 53],
    ['2026-07-01 06:40:00 +02:00', 10, 54],
    ['2026-07-01 06:50:00 +02:00', 8, 55],
    ['2026-07-01 07:00:00 +02:00', 7, 56],
  ]);
  expect(local[0]).toMatchObject({ country: '德国', region: '德国时间', data: 'real' });
  // 9 and 10 ℃ are above 8 ℃, 8 ℃ itself is not; 9 ℃ are 9 × 9/5 + 32 = 48.2 ℉, 10 ℃ are 50 ℉
  expect((await rows({ onlyOver: true, unit: 'f' })).map(({ clock, tem1, over }) => [clock, tem1, over])).toEqual([
    ['2026-07-01 12:30:00 +08:00', 48.2, ['tem1']],
    ['2026-07-01 12:40:00 +08:00', 50, ['tem1']],
  ]);
  // (4 + 5 + 6 + 9 + 10 + 8 + 7) / 7 = 7; highest at 12:40, lowest at 12:00
  expect((await ask('totals')).stat[0]).toMatchObject({
    ...{ recorder: 'WK1 医药箱', limits: '2 ~ 8', max: 10, min: 4, avg: 7 },
    ...{ maxTime: '2026-07-01 12:40:00', minTime: '2026-07-01 12:00:00' },
  });
});
