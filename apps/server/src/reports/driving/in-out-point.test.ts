import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };

/** A company with a vehicle, places by their area, and episodes of 1 March by the company's wall clock. */
async function company(name: string) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  const db = app.database.systemDb;
  const place = async (title: string, areaM2: number): Promise<string> => {
    const { rows } = await sql<{
      id: string;
    }>`insert into place (client_id, kind, name, place_type) values (${vehicle.clientId}, 'site', ${title}, 1) returning id::text`.execute(
      db,
    );
    const id = rows[0]?.id ?? '';
    await sql`insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat, area_m2)
      values (${vehicle.clientId}, ${id}, tstzrange('2020-01-01', null), 'circle', '{}', 100, 121, 31, 122, 32, 121.5, 31.5, ${areaM2})`.execute(
      db,
    );
    return id;
  };
  const episode = (kind: string, from: string, until: string | null, more: { place?: string; values?: object } = {}) =>
    sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, lng, lat, place_id, values)
      values (${vehicle.clientId}, ${vehicle.vehicleId}, ${kind}, false, ${more.place ?? 'door1'}, ${`2026-03-01 ${from}+08`}, ${until === null ? null : `2026-03-01 ${until}+08`},
        ${`2026-03-01 ${from}+08`}, ${until === null ? 0 : 1}, 121.5, 31.5, ${more.place ?? null}, ${JSON.stringify(more.values ?? {})}::jsonb)`.execute(
      db,
    );
  const ask = async (call: string, more: object = {}) =>
    (await app.post(`/api/report/inOutPoint/${call}`, { ...range, ...more }, token)) as {
      code: number;
      data: { list: Row[]; values: Row } & Row;
    };
  const recalc = async (input: object) =>
    (await app.post('/api/report/inOutPoint/recalc', input, token)) as { code: number; data: unknown };
  return { ask, place, episode, vehicle, recalc };
}

test('visits by site and by vehicle: a passage counts only when asked for, queueing ends at the first opening, unloading is the open time', async () => {
  const { ask, place, episode } = await company('进出点公司');
  const [depot, store] = [await place('嘉定冷库', 30_000), await place('徐汇门店', 8_000)];
  await episode('visit', '06:00', '07:00', { place: depot });
  await episode('visit', '08:00', '12:00', {
    place: store,
    values: { inOdometerM: 100_000, outOdometerM: 100_200, inDoubtMs: 0, outDoubtMs: 120_000 },
  });
  // queues for three hours, then two openings of 20 and 10 minutes
  await episode('door', '11:00', '11:20');
  await episode('door', '11:30', '11:40');
  await episode('visit', '13:00', '13:02', { place: store });
  const sites = (await ask('page')).data.list;
  expect(sites).toMatchObject([
    { siteName: '嘉定冷库', visits: 1, stayHours: 1, queueMin: null, unloadMin: null },
    { siteName: '徐汇门店', visits: 1, vehicles: 1, stayHours: 4, longestMin: 240, queueMin: 180, unloadMin: 30 },
  ]);
  expect((await ask('totals')).data.values).toMatchObject({ visits: 2, stayHours: 5, meanMin: 150, unloadMin: 30 });
  expect((await ask('page', { groupBy: 'vehicle' })).data.list).toMatchObject([{ visits: 2, sites: 2, stayHours: 5 }]);
  expect((await ask('page', { includePass: true, siteIds: [store] })).data.list).toMatchObject([{ visits: 2 }]);
  const [second, first] = (await ask('detail')).data.list;
  expect(second).toMatchObject({
    siteName: '徐汇门店',
    startTime: '2026-03-01 08:00:00',
    endTime: '2026-03-01 12:00:00',
    state: 'left',
    minutes: 240,
    odometerIn: 100,
    odometerOut: 100.2,
    beforeName: '嘉定冷库',
    beforeMin: 60,
    doors: 2,
    doorMin: 30,
    doubtMin: 2,
    main: 'yes',
  });
  expect(first).toMatchObject({ beforeName: '', beforeMin: null, beforeKm: null });
});

test('overlapping places have a row each and the smallest is the main one; a visit that lasts has no end; other companies see nothing', async () => {
  const { ask, place, episode, vehicle } = await company('重叠站点公司');
  const other = await company('看不到进出点公司');
  const [yard, dock] = [await place('园区', 900_000), await place('3号月台', 400)];
  await episode('visit', '09:00', '10:00', { place: yard });
  await episode('visit', '09:10', '09:40', { place: dock });
  await episode('visit', '20:00', null, { place: yard });
  await sql`insert into device_state (device_id, vehicle_id, client_id, device_time, live, stream) values (${vehicle.deviceId}, ${vehicle.vehicleId}, ${vehicle.clientId},
    '2026-03-01 20:30+08', '{}', '{}')`.execute(app.database.systemDb);
  const rows = (await ask('detail', { sort: 'startTime asc' })).data.list;
  expect(rows.map(({ siteName, main, state, minutes, endTime }) => [siteName, main, state, minutes, endTime])).toEqual([
    ['园区', 'no', 'left', 60, '2026-03-01 10:00:00'],
    ['3号月台', 'yes', 'left', 30, '2026-03-01 09:40:00'],
    ['园区', 'yes', 'here', 30, null],
  ]);
  // the order by 点间用时 finds the visit before in another way
  const byWay = (await ask('detail', { sort: 'beforeMin desc' })).data.list;
  expect(byWay.map(({ siteName, beforeMin }) => [siteName, beforeMin])).toEqual([
    ['园区', 600],
    ['园区', null],
    ['3号月台', null],
  ]);
  const known = new Map(rows.map(({ id, beforeMin }) => [id, beforeMin]));
  expect(byWay.map(({ id, beforeMin }) => [id, beforeMin])).toEqual(byWay.map(({ id }) => [id, known.get(id)]));
  expect((await other.ask('detail')).data.list).toEqual([]);
});

test('回算: a place that was drawn today holds from the days before on, and its vehicles are computed again; foreign places are refused', async () => {
  const { place, vehicle, recalc } = await company('回算公司');
  const other = await company('别家回算公司');
  const site = await place('新站点', 8_000);
  const db = app.database.systemDb;
  await sql`update place_shape set during = tstzrange(now(), null) where place_id = ${site}`.execute(db);
  await sql`insert into device_state (device_id, vehicle_id, client_id, device_time, live, stream) values (${vehicle.deviceId}, ${vehicle.vehicleId}, ${vehicle.clientId}, now(), '{}', '{}')`.execute(
    db,
  );
  expect((await other.recalc({ siteIds: [site], days: 7 })).code).toBe(4004);
  expect(await recalc({ siteIds: [site], days: 40 })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'days' }] },
  });
  expect(await recalc({ siteIds: [site], days: 7 })).toMatchObject({ code: 200, data: { days: 1 } });
  const { rows } = await sql<{
    held: boolean;
    dirty: number;
  }>`select x.during @> (now() - interval '6 days') as held, (select count(*)::int from dirty_day d where d.vehicle_id = ${vehicle.vehicleId}) as dirty
    from place_shape x where x.place_id = ${site}`.execute(db);
  expect(rows).toEqual([{ held: true, dirty: 1 }]);
});
