import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const time = (clock: string): string => `2026-03-01 ${clock}:00`;

it('a remark stands with every range that it touches, for its company alone, and is never changed', async () => {
  const { vehicle, token } = await readingTruck(app, '备注公司', [[60, 5]]);
  const { vehicleId } = vehicle;
  const add = (more: object = {}, who = token) =>
    app.post(
      '/api/report/temHum/remark',
      { vehicleId, startTime: time('01:00'), endTime: time('02:00'), text: '卸货等待，门开着', ...more },
      who,
    );
  const list = async (from: string, until: string, who = token) =>
    app.post(
      '/api/report/temHum/remarks',
      { vehicleIds: [vehicleId], startTime: time(from), endTime: time(until) },
      who,
    );
  expect((await add()).code).toBe(200);
  expect((await list('01:30', '01:40')).data).toMatchObject([
    { text: '卸货等待，门开着', startTime: time('01:00'), endTime: time('02:00'), userName: expect.any(String) },
  ]);
  expect((await list('02:00', '03:00')).data).toHaveLength(1);
  expect((await list('02:01', '03:00')).data).toEqual([]);
  expect((await add({ text: '好' })).msg).toBe('备注至少2个字');
  expect((await add({ endTime: time('00:30') })).code).toBe(4000);
  expect((await add({ startTime: '2026-02-30 00:00:00' })).code).toBe(4000);
  const { token: stranger } = await app.company('别家备注');
  expect((await add({}, stranger)).code).toBe(4004);
  expect((await list('01:00', '02:00', stranger)).code).toBe(4004);
});
