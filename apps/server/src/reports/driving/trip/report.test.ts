import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { factsKit } from '../../../../test/facts-kit';
import { makeVehicle, report } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { degreesNorth } from '../../../kernel/fixture';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown> & { fromMs: number; untilMs: number };
type Answer = { code: number; msg: string; data: { list: Row[]; values: Row; errors: unknown } };
const minuteMs = 60_000;
const at = (minute: number): number => Date.UTC(2026, 2, 1, 15, 30) + minute * minuteMs;
// 23:30 on the first of March until two hours into the second
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-02 23:59:59' };

/** Three drives of 20 km in 20 minutes with 30 minutes of parking between them; the second one begins before midnight and ends after it. */
async function driven(name: string) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit) values (${vehicle.clientId}, ${vehicle.vehicleId}, 'tem', 1, '后仓', -25, -17.5)`.execute(
    app.database.systemDb,
  );
  const kit = await factsKit(app.database);
  const km = (m: number): number => [0, 50, 100].reduce((sum, begin) => sum + Math.min(20, Math.max(0, m - begin)), 0);
  const isDriving = (m: number): boolean => m % 50 > 0 && m % 50 <= 20 && m < 130;
  const sent = Array.from({ length: 161 }, (_, m) =>
    kit.send(
      report(vehicle, at(m), {
        lat: 31.2304 + degreesNorth(km(m) * 1000),
        speedKmh: isDriving(m) ? 60 : 0,
        acc: isDriving(m),
        receiveTime: at(m),
        channels: { tempC: [-18 + (m % 2)] },
      }),
    ),
  );
  await Promise.all(sent);
  await kit.settle();
  const post = async (path: string, input: object, who = token) =>
    (await app.post(`/api/report/trip/${path}`, input, who)) as Answer;
  const rows = async (more: object = {}) => (await post('page', { ...range, ...more })).data.list;
  return { vehicle, kit, post, rows };
}

const endsOf = ({ fromMs, untilMs }: Row) => ({ fromMs, untilMs });
const need = (row: Row | undefined): Row => {
  if (!row) throw new Error('the list has no such trip');
  return row;
};

test('行程报表: trips are merged, split, remarked and restored, and a recompute leaves that as it is', async () => {
  const { vehicle, kit, post, rows } = await driven('行程公司');
  const { vehicleId } = vehicle;
  const found = await rows();
  expect(found).toHaveLength(3);
  const [third, second, first] = [need(found[0]), need(found[1]), need(found[2])];
  expect(Number(first.km)).toBeCloseTo(20, 0);
  expect(first).toMatchObject({
    state: 'over',
    mode: 'pause',
    locked: false,
    stops: 0,
    maxSpeed: 60,
    temMin: -18,
    temMax: -17,
    remark: '',
  });
  expect(Number(first.temAvg)).toBeCloseTo(-17.5, 0);
  // every other minute is too warm
  expect(Number(first.passRate)).toBeCloseTo(50, -1);
  // one over midnight is a row of the day on which it began
  expect(second.startTime).toBe('2026-03-02 00:20:00');
  expect(await rows({ minKm: 30 })).toEqual([]);
  expect(await rows({ temperature: 'bad' })).toEqual([]);
  expect(await rows({ temperature: 'good' })).toHaveLength(3);

  const merge = (...trips: Row[]) => post('merge', { vehicleId, trips: trips.map(endsOf) });
  expect(await merge(first, third)).toMatchObject({ code: 4011 });
  expect(await merge(first)).toMatchObject({ code: 4000 });
  expect(await merge(second, first)).toMatchObject({ code: 200, data: { done: 2 } });
  // whoever looked at the list before sees that it is another one by now
  expect(await merge(second, third)).toMatchObject(changedByOther);
  const merged = need((await rows())[1]);
  expect(await rows()).toMatchObject([
    { locked: false },
    { mode: 'hand', locked: true, stops: 1, startTime: first.startTime, endTime: second.endTime },
  ]);
  expect(Number(merged.km)).toBeCloseTo(40, 0);
  expect(Number(merged.stopMin)).toBeCloseTo(30, -1);
  expect(await rows({ modes: ['hand'] })).toHaveLength(1);

  const remark = (text: string, version: number) =>
    post('remark', { vehicleId, ...endsOf(merged), remark: text, version });
  expect((await remark('两家门店一趟', 0)).code).toBe(200);
  expect(await remark('别的说法', 0)).toMatchObject(changedByOther);
  expect((await rows())[1]).toMatchObject({ remark: '两家门店一趟', remarkVersion: 1 });

  // late data for the day: the drive before the first one was already known to be none
  await kit.send(
    report(vehicle, at(10) + 30_000, {
      lat: 31.2304 + degreesNorth(10_500),
      speedKmh: 60,
      late: true,
      receiveTime: Date.now(),
      channels: { tempC: [-17] },
    }),
  );
  await sql`insert into dirty_day (vehicle_id, day, client_id, due_at) values (${vehicleId}, '2026-03-01', ${vehicle.clientId}, now()), (${vehicleId}, '2026-03-02', ${vehicle.clientId}, now())
    on conflict (vehicle_id, day) do update set due_at = now()`.execute(app.database.systemDb);
  await kit.recompute();
  expect(await rows()).toMatchObject([{ locked: false }, { ...endsOf(merged), locked: true, remark: '两家门店一趟' }]);

  const split = (trip: Row, moment: string) => post('split', { vehicleId, ...endsOf(trip), at: moment });
  expect(await split(merged, '2026-03-01 23:00:00')).toMatchObject({ code: 4000, data: { errors: [{ field: 'at' }] } });
  expect((await split(merged, '2026-03-02 00:00:00')).code).toBe(200);
  expect(await split(merged, '2026-03-02 00:00:00')).toMatchObject(changedByOther);
  const parts = await rows();
  expect(parts).toMatchObject([
    { locked: false },
    { startTime: '2026-03-02 00:00:00', locked: true },
    { endTime: '2026-03-02 00:00:00', locked: true },
  ]);
  const restored = await post('restore', { vehicleId, ...endsOf(need(parts[1])) });
  expect(restored).toMatchObject({ code: 200, data: { done: 2 } });
  expect((await rows()).map(({ locked }) => locked)).toEqual([false, false, false]);
  const { rows: history } = await sql<{
    action: string;
  }>`select action from change_history where entity = 'vehicle' and entity_id = ${vehicleId} order by id`.execute(
    app.database.systemDb,
  );
  expect(history.map(({ action }) => action)).toEqual(['合并行程', '备注行程', '拆分行程', '还原行程']);

  const { token: stranger } = await app.company('别家行程公司');
  const now = need((await rows())[0]);
  const foreign = { vehicleId, ...endsOf(now), remark: '越权', version: 0 };
  expect((await post('remark', foreign, stranger)).code).toBe(4004);
  expect((await post('split', { vehicleId, ...endsOf(now), at: '2026-03-02 01:20:00' }, stranger)).code).toBe(4004);
  const link = await post('share', { vehicleId, ...endsOf(now), expireHours: 24 });
  expect(link.code).toBe(200);
  const { url, id } = link.data as unknown as { url: string; id: string };
  const look = async () =>
    (await app.post('/api/open/trip', { token: url.split('/').at(-1) })) as unknown as { code: number; data: Row };
  const seen = (await look()).data;
  expect(seen).toMatchObject({
    company: '行程公司',
    startTime: now.startTime,
    endTime: now.endTime,
    temMin: -18,
    temMax: -17,
    stops: [],
  });
  expect(Number(seen.km)).toBeCloseTo(20, 0);
  expect(await post('shareList', { vehicleId, ...endsOf(now) })).toMatchObject({
    data: [{ id, views: 1, live: true }],
  });
  expect((await post('shareRevoke', { id }, stranger)).code).toBe(4004);
  expect((await post('shareRevoke', { id })).code).toBe(200);
  expect((await look()).code).toBe(4004);
  expect(await post('share', { vehicleId, ...endsOf(merged), expireHours: 24 })).toMatchObject(changedByOther);
  const { rows: noted } = await sql<{
    source: string;
  }>`select source from outside_query where client_id = ${vehicle.clientId} and direction = 2`.execute(
    app.database.systemDb,
  );
  expect(noted).toEqual([{ source: '行程分享链接 2026-03-02 01:10' }]);
  const paper = { vehicleId, ...endsOf(now), startTime: now.startTime, endTime: now.endTime };
  expect((await post('print', paper)).code).toBe(200);
  await kit.stop();
});
