import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { readingDay, readingTruck } from '../../../../test/reading-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { verdictOf } from './verdict';

it('concludes: too long outside fails, too few samples are for somebody to judge', () => {
  const probe = (overMin: number | null, completeRate: number | null) => ({ overMin, completeRate });
  expect(verdictOf([probe(30, 95), probe(0, 100)], 30, { ended: true, cut: false })).toBe('pass');
  expect(verdictOf([probe(31, 95), probe(0, 100)], 30, { ended: true, cut: false })).toBe('fail');
  expect(verdictOf([probe(0, 89.9)], 30, { ended: true, cut: false })).toBe('check');
  // without bounds
  expect(verdictOf([probe(null, 100)], 30, { ended: true, cut: false })).toBe('check');
  // the air that the unit blows has no bounds: the other probes decide
  expect(verdictOf([probe(12, 95), probe(null, 40)], 30, { ended: true, cut: false })).toBe('pass');
  expect(verdictOf([probe(12, 80), probe(null, 100)], 30, { ended: true, cut: false })).toBe('check');
  expect(verdictOf([probe(0, 0)], 30, { ended: true, cut: false })).toBe('none');
  expect(verdictOf([], 30, { ended: true, cut: false })).toBe('none');
  // of a trip that was not read to its end nothing is certain but a failure
  expect(verdictOf([probe(0, 100)], 30, { ended: true, cut: true })).toBe('check');
  expect(verdictOf([probe(31, 100)], 30, { ended: true, cut: true })).toBe('fail');
  // under way nothing is certain but a failure
  expect(verdictOf([probe(0, 100)], 30, { ended: false, cut: false })).toBe('running');
  expect(verdictOf([probe(0, 80)], 30, { ended: false, cut: false })).toBe('running');
  expect(verdictOf([probe(31, 95)], 30, { ended: false, cut: false })).toBe('fail');
  expect(verdictOf([probe(0, 0)], 30, { ended: false, cut: false })).toBe('none');
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
  // as long as it has not been unloaded it is under way, in the list as in its report
  const { systemDb } = app.database;
  await sql`update waybill set actual_arrive_at = null, transport_status = 2 where waybill_code = 'YD1'`.execute(
    systemDb,
  );
  expect(await page({ allowedMin: 1440, upper: 40 })).toMatchObject({ endTime: null, verdict: 'running' });
  const underWay = { id: row?.id, allowedMin: 1440, upper: 40 };
  const shown = (await app.post('/api/report/custom/temperature/detail', underWay, token)).data.report;
  expect(shown).toMatchObject({ unloadTime: null, verdict: 'running', probes: [{ verdict: 'running' }] });
  await sql`update waybill set actual_arrive_at = ${at(240)}, transport_status = 3 where waybill_code = 'YD1'`.execute(
    systemDb,
  );
  // closed after months: so much of it is read as of one that nobody closed, and the list stands
  await sql`update waybill set actual_arrive_at = ${at(60 + 130 * 1440)}, busy_until = ${at(60 + 130 * 1440)} where waybill_code = 'YD1'`.execute(
    systemDb,
  );
  expect(await page({ allowedMin: 60 })).toMatchObject({ endTime: '2026-07-09 01:00:00', max: 9.5, verdict: 'check' });
  const long = (await app.post('/api/report/custom/temperature/detail', { id: row?.id, allowedMin: 60 }, token)).data;
  expect(long.report).toMatchObject({ unloadTime: '2026-07-09 01:00:00', verdict: 'check', figures: { max: 9.5 } });
  await sql`update waybill set actual_arrive_at = ${at(240)}, busy_until = ${at(240)} where waybill_code = 'YD1'`.execute(
    systemDb,
  );
  const { data } = await app.post('/api/report/custom/temperature/detail', { id: row?.id }, token);
  expect(data.report).toMatchObject({
    ...{ code: 'YD1', departTime: '2026-03-01 01:00:00', unloadTime: '2026-03-01 04:00:00', verdict: 'fail' },
    figures: { max: 9.5, min: 5, overCount: 1, overMin: 40, completeRate: 100 },
    pieces: [
      {
        ...{
          probe: '后仓',
          side: 'above',
          startTime: '2026-03-01 02:00:00',
          endTime: '2026-03-01 02:40:00',
          minutes: 40,
        },
        ...{ extreme: 9.5, excess: 1.5, degreeMin: 60, counts: true },
      },
    ],
  });
  const review = { id: row?.id, version: 0, verdict: 'pass', opinion: '客户确认收货' };
  const send = (input: object, who = token) => app.post('/api/report/custom/temperature/review', input, who);
  const { token: stranger } = await app.company('别家公司');
  expect((await send(review, stranger)).code).toBe(4004);
  expect((await send(review)).code).toBe(200);
  expect(await send(review)).toMatchObject(changedByOther);
  expect(await page()).toMatchObject({ reckoned: 'fail', verdict: 'pass', opinion: '客户确认收货', reviewVersion: 1 });
  expect(await page({ reviewed: 'no' })).toBeUndefined();
});

it('has a row a shipment too, judged by the bounds that its customer asks for unless others are chosen', async () => {
  const readings = Array.from({ length: 25 }, (_, i) => i * 10).map(
    (minute) => [minute, minute < 160 ? 6 : 9.5] as const,
  );
  const { ask, vehicle, token } = await readingTruck(app, '发运温度公司', readings);
  const at = (minute: number): Date => new Date(readingDay + minute * 60_000);
  const { systemDb } = app.database;
  const { rows } = await sql<{ id: string }>`with p as (insert into place (client_id, kind, place_type, name)
        select ${vehicle.clientId}, 'site', 1, n from unnest(array['总仓', '一店']) n returning id, name),
      c as (insert into customer (client_id, name, code) values (${vehicle.clientId}, '蒙牛', 'MN') returning id),
      d as (insert into driver (client_id, name, phone) values (${vehicle.clientId}, '张三', '13900000001') returning id),
      s as (insert into shipment (client_id, code, customer_id, vehicle_id, driver_id, load_place_id, plan_load_at, plan_done_at, busy, temperature_type, lower_c, upper_c,
          status, depart_at, finish_at)
        select ${vehicle.clientId}, 'FY1', c.id, ${vehicle.vehicleId}, d.id, p.id, ${at(60)}, ${at(240)}, tstzrange(${at(0)}, ${at(360)}), 2, 0, 5, 3, ${at(60)}, ${at(240)}
        from p, c, d where p.name = '总仓' returning id),
      t as (insert into shipment_stop (shipment_id, client_id, seq, place_id, plan_arrive_at, arrive_at)
        select s.id, ${vehicle.clientId}, 1, p.id, ${at(240)}, ${at(230)} from s, p where p.name = '一店')
    select id::text from s`.execute(systemDb);
  const page = async (more: object = {}) => (await ask('custom/temperature/page', more)).data.list;
  expect(await page()).toMatchObject([
    {
      ...{ id: `s${rows[0]?.id}`, code: 'FY1', paper: 'shipment', fromName: '总仓', toName: '一店', askedUpper: 5 },
      ...{ startTime: '2026-03-01 01:00:00', endTime: '2026-03-01 04:00:00', max: 9.5, min: 6, verdict: 'fail' },
    },
  ]);
  // 9.5 ℃ for seventy minutes is too warm by 8 ℃ as well, but not by 10
  expect(await page({ upper: 10 })).toMatchObject([{ verdict: 'pass', overCount: 0 }]);
  expect(await page({ paper: 'waybill' })).toEqual([]);
  const review = { id: `s${rows[0]?.id}`, version: 0, verdict: 'check', opinion: '客户要求复检' };
  const send = (input: object, who = token) => app.post('/api/report/custom/temperature/review', input, who);
  const { token: stranger } = await app.company('看客公司');
  expect((await send(review, stranger)).code).toBe(4004);
  expect((await send(review)).code).toBe(200);
  expect(await send(review)).toMatchObject(changedByOther);
  expect(await page({ reviewed: 'yes' })).toMatchObject([
    { verdict: 'check', reckoned: 'fail', reviewer: expect.any(String) },
  ]);
});
