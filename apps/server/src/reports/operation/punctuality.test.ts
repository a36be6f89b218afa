import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import type { RunStop } from '../../kernel/ground/route-runs';
import { timetableCalls } from '../../kernel/ground/timetable-calls';
import { readDrives, wholeCompany } from './drives';
import { openSpan, settlePunctuality } from './settlement';

const minute = 60_000;
/** Six o'clock of 2 March 2026 in Shanghai, a Monday. */
const six = Date.UTC(2026, 2, 1, 22);
const stop = (placeId: string, driveMin: number, stayMin = 0): RunStop => ({
  ...{ placeId, driveMin, stayMin },
  ...{ earlyMin: 30, lateMin: 15, assess: true },
});

it('judges every stop by its tolerances (K14)', () => {
  const stops = [stop('1', 0), stop('2', 60, 10), stop('3', 60, 10), stop('4', 60)];
  const at = (minutes: number) => six + minutes * minute;
  // planned: leave 0, stop 2 at 60-70, stop 3 at 130-140, stop 4 at 200
  const calls = [
    { arrive: at(-90), leave: at(5) },
    { arrive: at(29), leave: at(70) },
    { arrive: at(146), leave: at(156) },
    { arrive: null, leave: null },
  ];
  const judged = timetableCalls(stops, six, calls, at(300));
  expect(judged.map(({ arriveResult, arriveDiffMs }) => [arriveResult, arriveDiffMs && arriveDiffMs / minute])).toEqual(
    [
      [null, null],
      ['early', -31],
      ['late', 16],
      ['missed', null],
    ],
  );
  expect(judged.map(({ leaveResult }) => leaveResult)).toEqual(['onTime', 'onTime', 'late', null]);
  const nobody = (hours: number) => timetableCalls(stops, six, null, at(hours * 60)).map((call) => call.arriveResult);
  expect(nobody(26)).toEqual([null, 'missed', null, null]);
  expect(nobody(28)).toEqual([null, 'missed', 'missed', 'missed']);
});

it('asks for the part of a span that is not settled', () => {
  const zone = 'Asia/Shanghai';
  const at = (day: number, hour = 0) => Date.UTC(2026, 2, day, hour - 8);
  const span = { from: at(2, 6), until: at(5) };
  const asked = (...days: string[]) => openSpan(span, new Set(days), zone);
  expect(asked()).toEqual(span);
  expect(asked('2026-03-02')).toEqual({ from: at(3), until: at(5) });
  expect(asked('2026-03-02', '2026-03-04')).toEqual({ from: at(3), until: at(4) });
  expect(asked('2026-03-02', '2026-03-03', '2026-03-04')).toBeNull();
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('holds drives against the timetable, counts departures that nobody drove, and leaves out what is exempt', async () => {
  const company = '准点公司';
  const { token, clientId } = await app.company(company);
  const { vehicleId } = await makeVehicle(app.database, company);
  const { systemDb } = app.database;
  const place = async (name: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`insert into place (client_id, kind, place_type, name)
      values (${clientId}, 'site', 1, ${name}) returning id::text`.execute(systemDb);
    return rows[0]?.id ?? '';
  };
  const [depot, shop] = [await place('总仓'), await place('一店')];
  const { rows } = await sql<{ id: string }>`
    insert into transport_route (client_id, code, name, route_type, weekdays, depart_times, created_at)
    values (${clientId}, 'R1', '早班线', 1, '{1}', '{06:00,18:00}', '2026-01-01') returning id::text`.execute(systemDb);
  const routeId = rows[0]?.id ?? '';
  await sql`insert into route_stop (route_id, seq, client_id, place_id, point_type, drive_min) values
    (${routeId}, 1, ${clientId}, ${depot}, 1, 0), (${routeId}, 2, ${clientId}, ${shop}, 2, 60)`.execute(systemDb);
  await sql`insert into route_vehicle (route_id, vehicle_id, client_id) values (${routeId}, ${vehicleId}, ${clientId})`.execute(
    systemDb,
  );
  const calls = [
    { arrive: six - minute, leave: six + minute },
    { arrive: six + 80 * minute, leave: null },
  ];
  await sql`insert into route_run (client_id, route_id, vehicle_id, depart_at, arrive_at, plan_at, stops, assessed, on_time)
    values (${clientId}, ${routeId}, ${vehicleId}, ${new Date(six + minute)}, ${new Date(six + 80 * minute)}, ${new Date(six)},
      ${JSON.stringify(calls)}::jsonb, 1, 0)`.execute(systemDb);
  const driver = await systemDb
    .insertInto('driver')
    .values({ client_id: clientId, name: '周师傅', phone: '13800000001' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into episode (client_id, vehicle_id, kind, subject, place_id, driver_id, start_time, end_time, confirmed_at, alarm, values, blind_ratio)
    values (${clientId}, ${vehicleId}, 'visit', ${shop}, ${shop}, ${driver.id}, ${new Date(six + 80 * minute)}, null, ${new Date(six + 80 * minute)}, false, '{"inDoubtMs": 300000}', 0.5)`.execute(
    systemDb,
  );
  const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-03 23:59:59' };
  const ask = async (path: string, more: object = {}, who = token) =>
    app.post(`/api/report/punctuality/${path}`, { ...range, ...more }, who);
  const list = (await ask('page')).data.list as Array<Record<string, unknown>>;
  expect(list.map((row) => [row.shift, row.site, row.arriveResult, row.arriveDiff, row.leaveResult])).toEqual([
    ['06:00', '总仓', '', null, 'onTime'],
    ['06:00', '一店', 'late', 20, ''],
    ['18:00', '一店', 'missed', null, ''],
  ]);
  // who drove, and how sure the times are, is what the visit says
  expect(list[1]).toMatchObject({ driver: '周师傅', data: 'late', doubtMin: 5 });
  expect(list[2]).toMatchObject({ driver: '', data: '', doubtMin: null });
  const ways = async (more: object) =>
    ((await ask('page', more)).data.list as Array<Record<string, unknown>>).map((row) => [row.shift, row.site]);
  expect(await ways({ way: 'in' })).toEqual([
    ['06:00', '一店'],
    ['18:00', '一店'],
  ]);
  expect(await ways({ way: 'out', results: ['onTime'] })).toEqual([['06:00', '总仓']]);
  const stat = async () => (await ask('stat')).data.stat;
  const all = { planned: 2, onTime: 0, late: 1, missed: 1, arriveRate: 0, leaveRate: 100, avgLate: 20, maxLate: 20 };
  expect(await stat()).toMatchObject([{ name: '合计', ...all }, { name: '早班线' }]);
  const ids = [String(list[2]?.id)];
  expect((await ask('reason', { ids, reason: '车辆年检', exempt: true })).data).toEqual({ done: 1 });
  expect(await stat()).toMatchObject([{ planned: 1, missed: 0 }, {}]);
  const missed = (await ask('page', { results: ['missed'] })).data.list;
  expect(missed).toMatchObject([{ reason: '车辆年检', exempt: 'no', plateNo: '' }]);
  const { token: stranger } = await app.company('别家公司');
  expect((await ask('reason', { ids, reason: '不是我的' }, stranger)).code).toBe(4004);

  // who does not see the truck that drove has not missed its departure, whatever stops the route has now
  const { vehicleId: other } = await makeVehicle(app.database, company);
  await sql`insert into route_vehicle (route_id, vehicle_id, client_id) values (${routeId}, ${other}, ${clientId})`.execute(
    systemDb,
  );
  const day = { from: six - 6 * 60 * minute, until: six + 18 * 60 * minute };
  const missedBy = async (vehicle: string): Promise<number[]> => {
    const sight = {
      ...wholeCompany(clientId, 'Asia/Shanghai'),
      ofVehicle: (column: string) => sql<boolean>`${sql.ref(column)} = ${vehicle}`,
    };
    const drives = await systemDb.transaction().execute((trx) => readDrives(trx, sight, day, '', six + 9 * 86_400_000));
    return drives.flatMap(({ run, planAt }) => (run === null ? [(planAt - six) / minute] : []));
  };
  expect(await missedBy(other)).toEqual([720]);
  expect(await missedBy(vehicleId)).toEqual([720]);
  await sql`delete from route_vehicle where vehicle_id = ${other}`.execute(systemDb);

  // by day and by site, of what counts
  const { trend, heat } = (await ask('stat')).data;
  expect(trend).toEqual([{ date: '2026-03-02', planned: 1, onTime: 0 }]);
  expect(heat).toEqual([{ placeId: shop, site: '一店', planned: 1, bad: 1, days: { '2026-03-02': 1 } }]);

  // a day is judged anew for a week, then it stays as it is
  const before = (await ask('page')).data.list;
  expect(before.map((row: { settled: string }) => row.settled)).toEqual(['no', 'no', 'no']);
  const tenth = Date.UTC(2026, 2, 9, 16);
  expect(await settlePunctuality(systemDb, tenth)).toBe(0);
  await sql`insert into route_learning (client_id, learned_at, runs) values (${clientId}, now(), 1)`.execute(systemDb);
  await sql`insert into dirty_day (vehicle_id, day, client_id, due_at) values (${vehicleId}, '2026-03-01', ${clientId}, now())`.execute(
    systemDb,
  );
  expect(await settlePunctuality(systemDb, tenth)).toBe(0);
  await sql`delete from dirty_day where vehicle_id = ${vehicleId}`.execute(systemDb);
  await settlePunctuality(systemDb, tenth - 1);
  expect((await ask('page')).data.list).toEqual(before);
  expect(await settlePunctuality(systemDb, tenth)).toBe(1);
  await sql`update route_stop set late_min = 60, drive_min = 600 where route_id = ${routeId}`.execute(systemDb);
  await sql`update transport_route set name = '晚班线', depart_times = '{05:00}' where id = ${routeId}`.execute(
    systemDb,
  );
  await sql`delete from route_run where route_id = ${routeId}`.execute(systemDb);
  const after = (await ask('page')).data.list;
  expect(after).toEqual(before.map((row: object) => ({ ...row, settled: 'yes' })));
  expect((await ask('page', { route: '早班' })).data.total).toBe(3);
  expect(await ask('reason', { ids, reason: '来不及了' })).toMatchObject({
    code: 4011,
    msg: '2026-03-02的准点已结算锁定，不能再填写原因',
  });
  expect((await ask('page', {}, stranger)).data.total).toBe(0);
});
