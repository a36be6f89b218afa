import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingDay, readingTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { verdictOf } from './temperature';

it('concludes: too long outside fails, too few samples are for somebody to judge', () => {
  const probe = (overMin: number | null, completeRate: number | null) => ({ overMin, completeRate });
  expect(verdictOf([probe(30, 95), probe(0, 100)], 30)).toBe('pass');
  expect(verdictOf([probe(31, 95), probe(0, 100)], 30)).toBe('fail');
  expect(verdictOf([probe(0, 89.9)], 30)).toBe('check');
  // without bounds
  expect(verdictOf([probe(null, 100)], 30)).toBe('check');
  expect(verdictOf([probe(0, 0)], 30)).toBe('none');
  expect(verdictOf([], 30)).toBe('none');
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('has a row a trip with figures of its own time, and keeps what somebody concluded', async () => {
  // every ten minutes 5 ℃, from 02:00 on 9.5 ℃ for forty minutes; before it left it was warm, which does not count
  const readings = Array.from({ length: 25 }, (_, i) => i * 10).map(
    (minute) => [minute, minute < 60 ? 20 : minute >= 120 && minute < 160 ? 9.5 : 5] as const,
  );
  const { ask, vehicle, token } = await readingTruck(app, '单程公司', readings);
  const at = (minute: number): Date => new Date(readingDay + minute * 60_000);
  await sql`insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, from_name, to_name, plan_depart_at, plan_arrive_at,
      actual_depart_at, actual_arrive_at, busy_from, busy_until, cooler_status)
    values (${vehicle.clientId}, 'YD1', 1, ${vehicle.vehicleId}, 3, '总仓', '一店', ${at(60)}, ${at(240)}, ${at(60)}, ${at(240)}, ${at(60)}, ${at(240)}, 1)`.execute(
    app.database.systemDb,
  );
  const page = async (more: object = {}) => (await ask('custom/temperature/page', more)).data.list[0];
  const row = await page();
  expect(row).toMatchObject({
    ...{ code: 'YD1', fromName: '总仓', toName: '一店', max: 9.5, min: 5, overCount: 1, overMin: 40 },
    ...{ completeRate: 100, precool: 'done', reckoned: 'fail', verdict: 'fail', reviewVersion: 0 },
  });
  expect(await page({ allowedMin: 60 })).toMatchObject({ verdict: 'pass' });
  const details = await ask('custom/temperature/detail', {
    startTime: '2026-03-01 01:00:00',
    endTime: '2026-03-01 03:59:59',
  });
  expect(details.data.list).toMatchObject([
    {
      probe: '后仓',
      side: 'above',
      startTime: '2026-03-01 02:00:00',
      minutes: 40,
      extreme: 9.5,
      excess: 1.5,
      degreeMin: 60,
    },
  ]);
  const review = { id: row?.id, version: 0, verdict: 'pass', opinion: '客户确认收货' };
  const send = (input: object, who = token) => app.post('/api/report/custom/temperature/review', input, who);
  const { token: stranger } = await app.company('别家公司');
  expect((await send(review, stranger)).code).toBe(4004);
  expect((await send(review)).code).toBe(200);
  expect((await send(review)).code).toBe(4009);
  expect(await page()).toMatchObject({ reckoned: 'fail', verdict: 'pass', opinion: '客户确认收货', reviewVersion: 1 });
  expect(await page({ reviewed: 'no' })).toBeUndefined();
});
