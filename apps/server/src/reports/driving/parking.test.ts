import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsKit } from '../../../test/facts-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { degreesNorth } from '../../kernel/fixture';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-02 23:59:59' };
const minutes = 60_000;
type Row = Record<string, unknown>;

/** A company with a vehicle, and what `/api/report/parking/<call>` answers it. */
async function company(name: string) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  const ask = async (call: string, more: object = {}) =>
    (await app.post(`/api/report/parking/${call}`, { ...range, ...more }, token)) as {
      code: number;
      data: { list: Row[]; total: number } & Row;
    };
  /** a stay of the company's wall clock, half of it with the engine off; `until` '' = it still stands */
  const stay = (from: string, until: string, more: { placeId?: string; northM?: number } = {}) => {
    const end = until === '' ? null : `2026-${until}+08`;
    return sql`insert into episode (client_id, vehicle_id, kind, alarm, start_time, end_time, confirmed_at, status, lng, lat, place_id, values)
      select ${vehicle.clientId}, ${vehicle.vehicleId}, 'stay', false, s, ${end}::timestamptz, s, 1, 121.4737, ${31.2304 + degreesNorth(more.northM ?? 0)}::float8, ${more.placeId ?? null},
        jsonb_build_object('accOffMs', ms / 2, 'idleMs', ms / 2)
      from (select ${`2026-${from}+08`}::timestamptz as s) a, lateral (select extract(epoch from coalesce(${end}::timestamptz, s) - s) * 1000 as ms) b`.execute(
      app.database.systemDb,
    );
  };
  return { ask, stay, vehicle };
}

test('K17: 08:00-08:04 and 08:04:40-08:30 with 150 m between are one stay of 30 min with 精细停车, of 25 min 20 s without', async () => {
  const { ask, vehicle } = await company('精细停车公司');
  const kit = await factsKit(app.database);
  const at = (s: number) => Date.UTC(2026, 2, 1) + s * 1000;
  for (let s = -600; s <= 2400; s += 10) {
    const metres = s < 0 ? s * 10 : s <= 240 ? 0 : s < 280 ? (s - 240) * 3.75 : s <= 1800 ? 150 : 150 + (s - 1800) * 10;
    const stands = (s >= 0 && s <= 240) || (s >= 280 && s < 1800);
    await kit.send(
      report(vehicle, at(s), {
        lat: 31.2304 + degreesNorth(metres),
        speedKmh: stands ? 0 : 36,
        acc: !stands,
        receiveTime: at(s),
        channels: { tempC: [s > 1000 ? -15 : -18] },
      }),
    );
  }
  await kit.settle();
  await kit.stop();
  const lengths = async (parkingFine: boolean) =>
    (await ask('detail', { parkingFine })).data.list.map((row) => row.minutes);
  expect(await lengths(true)).toEqual([30]);
  expect(await lengths(false)).toEqual([25]);
  expect((await ask('page', { parkingFine: false })).data.list).toMatchObject([{ stops: 1, hours: 0.4 }]);
  // what was driven before and how warm it was come from the readings
  expect((await ask('detail')).data.list[0]).toMatchObject({
    state: 1,
    temStart: -18,
    temEnd: -15,
    temMax: -15,
    beforeKm: null,
  });
});

test('stays are cut to the range and to 时段, filtered by length, site and engine, and summed up by vehicle and by place', async () => {
  const { ask, stay, vehicle } = await company('停车公司');
  const other = await company('别家停车公司');
  const {
    rows: [site],
  } = await sql<{
    id: string;
  }>`insert into place (client_id, kind, name, place_type) values (${vehicle.clientId}, 'site', '嘉定冷库', 1) returning id::text`.execute(
    app.database.systemDb,
  );
  await stay('02-28 23:00', '03-01 01:00', { placeId: site?.id });
  await stay('03-01 10:00', '03-01 10:10', { northM: 5_000 });
  await stay('03-01 12:00', '03-01 12:04');
  await stay('03-02 22:00', '03-03 02:00', { northM: 5_100 });
  await other.stay('03-01 10:00', '03-01 20:00');
  const [row] = (await ask('page')).data.list;
  // an hour of the first, ten minutes, two hours of the last
  expect(row).toMatchObject({
    stops: 3,
    hours: 3.2,
    offHours: 1.6,
    idleHours: 1.6,
    longestHours: 2,
    outside: 2,
    outsideHours: 2.2,
    meanMin: 63,
  });
  expect((await ask('page', { parkingDuration: 3 })).data.list[0]).toMatchObject({ stops: 4 });
  expect((await ask('page', { siteScope: 'inside' })).data.list[0]).toMatchObject({ stops: 1, hours: 1, outside: 0 });
  expect((await ask('page', { operatingHours: ['22:00', '00:29'] })).data.list[0]).toMatchObject({
    stops: 2,
    hours: 2.5,
  });
  expect((await ask('totals')).data).toMatchObject({ rows: 1, values: { stops: 3, hours: 3.2, meanMin: 63 } });
  const list = (await ask('detail', { sort: 'startTime asc' })).data.list;
  expect(
    list.map(({ startTime, endTime, minutes: min, clip, siteName }) => [startTime, endTime, min, clip, siteName]),
  ).toEqual([
    ['2026-03-01 00:00:00', '2026-03-01 01:00:00', 60, '<', '嘉定冷库'],
    ['2026-03-01 10:00:00', '2026-03-01 10:10:00', 10, '', ''],
    ['2026-03-02 22:00:00', '2026-03-03 00:00:00', 120, '>', ''],
  ]);
  // 100 m between the two outside
  expect((await ask('map')).data.list.map(({ kind, stops, hours }) => [kind, stops, hours])).toEqual([
    ['outside', 2, 2.2],
    ['site', 1, 1],
  ]);
  expect((await other.ask('page')).data.list).toMatchObject([{ stops: 1, hours: 10 }]);
});

test('a range within one stay has that part of it, once; a part of one day is cut as a part of many', async () => {
  const { ask, stay } = await company('一次停很久公司');
  await stay('02-28 10:00', '03-02 08:00');
  const cut = async (more: object) =>
    (await ask('page', { startTime: '2026-03-01 06:00:00', endTime: '2026-03-01 17:59:59', ...more })).data.list.map(
      ({ stops, hours, offHours }) => [stops, hours, offHours],
    );
  expect(await cut({})).toEqual([[1, 12, 6]]);
  expect(await cut({ operatingHours: ['08:00', '09:59'] })).toEqual([[1, 2, 1]]);
  expect(await cut({ startTime: '2026-03-01 00:00:00', endTime: '2026-03-02 23:59:59' })).toEqual([[1, 32, 16]]);
});

test('one that still stands has no end and reaches beyond the last report for as long as its vehicle counts as online; too many days of points at once are refused at their field', async () => {
  const { ask, stay, vehicle } = await company('还停着公司');
  await stay('03-02 20:00', '');
  await sql`insert into device_state (device_id, vehicle_id, client_id, device_time, live, stream) values (${vehicle.deviceId}, ${vehicle.vehicleId}, ${vehicle.clientId},
    ${new Date(Date.UTC(2026, 2, 2, 12) + 90 * minutes)}, '{"acc":false}', '{}')`.execute(app.database.systemDb);
  const row = { startTime: '2026-03-02 20:00:00', endTime: null, state: 0 };
  // with the engine off 40 minutes (K4), as the trajectory has it
  expect((await ask('detail')).data.list).toMatchObject([{ ...row, minutes: 130 }]);
  await sql`update device_state set live = '{"acc":true}' where vehicle_id = ${vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  expect((await ask('detail', { parkingDuration: 6 })).data.list).toMatchObject([{ ...row, minutes: 100 }]);
  for (let i = 0; i < 30; i++) await makeVehicle(app.database, '还停着公司');
  expect(await ask('page', { parkingFine: false })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'parkingFine' }] },
  });
  expect(await ask('page', { endTime: '2026-04-02 00:00:00' })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'endTime', msg: '查询时间跨度不能超过31天' }] },
  });
});
