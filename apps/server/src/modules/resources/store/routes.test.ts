import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowWords } from '@tongda/contract/core/field/time-window';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { storeNeeds } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { exportPath, runExport } from '../../../core/export/run';
import { Authenticator } from '../../base/identity/session/authenticate';
import { learnStores } from './learning';

const api = '/api/base/manage/store';
let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '门店测试甲');
  b = await fleetFixture(app, '门店测试乙');
});
afterAll(() => app.close());

const filesDir = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => rmSync(filesDir, { recursive: true }));
/** Conditions and lines of a file that was ordered. */
async function exported(id: string): Promise<[string, string[]]> {
  const { systemDb: db } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  await runExport({ db, filesDir, log: app.log, ctxOfUser: (user) => authenticator.ofUser(user) }, id);
  const task = await db.selectFrom('export_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return [task.condition, readFileSync(exportPath(filesDir, task), 'utf8').trim().split('\r\n')];
}

const circle = (lng = 113.3245, lat = 23.1066, radiusM = 200) => ({ kind: 'circle', lng, lat, radiusM });
let needs: Awaited<ReturnType<typeof storeNeeds>>;
beforeAll(async () => {
  needs = await storeNeeds(a);
});
const store = (storeCode: string, more: Record<string, unknown> = {}) => ({
  ...needs,
  storeCode,
  storeName: `门店${storeCode}`,
  ...more,
});
/** A store without a position, as one that came from a file. */
const unlocated = async (storeCode: string, more: Record<string, unknown> = {}): Promise<string> => {
  const id = await added(store(storeCode, more));
  const { systemDb } = app.database;
  const held = systemDb.selectFrom('store').select('place_id').where('id', '=', id);
  await systemDb.updateTable('place').set({ deleted_at: new Date() }).where('id', '=', held).execute();
  await systemDb.updateTable('store').set({ place_id: null }).where('id', '=', id).execute();
  return id;
};
const added = async (body: Record<string, unknown>): Promise<string> => {
  const answer = await a.post(`${api}/add`, body);
  if (answer.code !== 200) throw new Error(answer.msg);
  return String(answer.data.id);
};
const sites = async () =>
  (await a.post('/api/base/manage/region/page', { kind: 'site', size: 100 })).data.list as Array<
    Record<string, unknown>
  >;

it('says time windows as people do', () => {
  const window = (days: number[], from: string, to: string) => ({ days, from, to });
  expect(windowWords([window([1, 2, 3, 4, 5, 6, 7], '06:00', '10:00')])).toBe('每天 06:00-10:00');
  expect(windowWords([window([1, 2, 3, 4, 5], '22:00', '05:00'), window([6, 7], '08:00', '09:00')])).toBe(
    '周一至周五 22:00-次日05:00；周六、日 08:00-09:00',
  );
});

describe('a store and its site', () => {
  it('makes a site when it is located, knows its district, and moves it with the fence', async () => {
    const id = await added(store('S1', { shape: circle(), contact: '王芳', phone: '13800138000' }));
    const row = (await a.post(`${api}/page`, { storeCode: 'S1' })).data.list[0];
    expect(row).toMatchObject({ area: '广东省广州市海珠区', fence: '圆形 200 m', locateStatus: 1, lng: 113.3245 });
    expect((await sites()).find((s) => s.name === '门店S1')).toMatchObject({ placeType: 3, source: 2, radiusM: 200 });
    const change = { ...store('S1', { storeName: '塔下门店', shape: circle(113.33, 23.12, 300) }), id, version: 1 };
    expect(await a.post(`${api}/update`, change)).toMatchObject({ code: 200, data: { version: 2 } });
    expect((await sites()).find((s) => s.name === '塔下门店')).toMatchObject({ radiusM: 300, lng: 113.33 });
    expect(await a.post(`${api}/update`, change)).toMatchObject(changedByOther);
    const his = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(his[0].changes.map((c: { label: string }) => c.label)).toEqual(
      expect.arrayContaining(['门店名称', '围栏', '联系人']),
    );
  });

  it('stays without a site until siteAdd says where it is', async () => {
    const id = await unlocated('S2');
    expect((await a.post(`${api}/page`, { locateStatus: 0 })).data.list).toMatchObject([
      { storeCode: 'S2', fence: '' },
    ]);
    expect(await a.post(`${api}/siteAdd`, { id, shape: circle() })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ locateStatus: 1, shape: circle() });
    expect((await a.post(`${api}/siteAdd`, { id, shape: { ...circle(), radiusM: 3000 } })).msg).toBe(
      '围栏半径应在50~2000m之间',
    );
  });

  it('keeps its fence: it is moved, never cleared, while one from a file may wait for its place', async () => {
    const id = await added(store('S12'));
    const change = (of: string, code: string, version: number) =>
      a.post(`${api}/update`, { ...store(code, { shape: null }), id: of, version });
    expect(await change(id, 'S12', 1)).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'shape', msg: '门店要有围栏，可以移动或重画，不能清除' }] },
    });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ locateStatus: 1, version: 1 });
    expect(await change(await unlocated('S13'), 'S13', 1)).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/page`, { storeCode: 'S13' })).data.list).toMatchObject([{ locateStatus: 0 }]);
  });

  it('tells two stores of one name apart on the map', async () => {
    await added(store('S3', { storeName: '同名店', shape: circle() }));
    await added(store('S4', { storeName: '同名店', shape: circle() }));
    const names = (await sites()).map((s) => s.name);
    expect(names).toContain('同名店');
    expect(names).toContain('同名店(S4)');
  });

  it('takes its site along when it goes, unless a route calls there', async () => {
    const id = await added(store('S5', { shape: circle() }));
    const used = await added(store('S6', { shape: circle() }));
    const place = (await sites()).find((s) => s.name === '门店S6');
    const own = { client_id: a.clientId };
    const route = await app.database.systemDb
      .insertInto('transport_route')
      .values({ ...own, code: 'R1', name: '早班城配', route_type: 3 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.database.systemDb
      .insertInto('route_stop')
      .values({ ...own, route_id: route.id, seq: 1, place_id: String(place?.id), point_type: 2 })
      .execute();
    expect(await a.post(`${api}/del`, { id: used })).toMatchObject({
      code: 4011,
      msg: '“门店S6”正被线路“早班城配”使用，不能删除',
    });
    expect((await a.post(`${api}/page`, { storeCode: 'S6' })).data.list[0].routeCount).toBe(1);
    expect((await a.post(`${api}/batchDel`, { ids: [id, used] })).data).toMatchObject([{ ok: true }, { ok: false }]);
    expect((await sites()).map((s) => s.name)).not.toContain('门店S5');
    expect(await a.post('/api/base/manage/region/del', { ids: [String(place?.id)] })).toMatchObject({ code: 4011 });
  });
});

it('puts stores on a route where the way grows least and takes them off again', async () => {
  const at = (code: string, lng: number) => added(store(code, { shape: circle(lng, 23.1066), unloadMinutes: 25 }));
  const ids = [await at('L1', 113.1), await at('L2', 113.2), await at('L3', 113.3), await at('L4', 113.4)];
  const nowhere = await unlocated('L5');
  const placed = new Map((await sites()).map((s) => [s.name, String(s.id)]));
  const placeOf = (code: string) => placed.get(`门店${code}`) ?? '';
  const stop = (code: string, more = {}) => ({ placeId: placeOf(code), ...more });
  const body = {
    routeCode: 'LX1',
    routeName: '沿江线',
    routeType: 3,
    stops: [stop('L1'), stop('L4', { distanceKm: 40 })],
  };
  const routeId = String((await a.post('/api/base/manage/route/add', body)).data.id);
  const change = (ids: string[], step: 'join' | 'leave') =>
    a.post(`${api}/batchModify`, { ids, route: { id: routeId, step } });
  const stops = async () =>
    (await a.post('/api/base/manage/route/detail', { id: routeId })).data.stops.map(
      (s: { name: string; distanceKm: number; stayMin: number }) => [s.name, s.distanceKm, s.stayMin],
    );
  const [, second = '', third = '', last = ''] = ids;
  expect((await change([third, second, nowhere, last], 'join')).data).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: false, msg: '门店“门店L5”还没有定位，不能加入或移出线路，请先定位' },
    { ok: false, msg: '“门店L4”已在线路“沿江线”上' },
  ]);
  // 0.1 degrees of longitude here are 10.2 km by the bee line
  expect(await stops()).toEqual([
    ['门店L1', 0, 0],
    ['门店L2', 13.3, 25],
    ['门店L3', 13.3, 25],
    ['门店L4', 13.3, 0],
  ]);
  expect((await a.post('/api/base/manage/route/page', { keyword: 'LX1' })).data.list[0].planMileage).toBe(39.9);
  expect((await a.post(`${api}/page`, { routeId })).data.total).toBe(4);
  expect((await a.post(`${api}/changeHis`, { id: second })).data.list[0].changes).toMatchObject([
    { label: '所属线路', before: '', after: '沿江线' },
  ]);
  expect((await change([second, third], 'leave')).data).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await stops()).toMatchObject([
    ['门店L1', 0, 0],
    ['门店L4', 39.9, 0],
  ]);
  expect(await change([last], 'leave')).toMatchObject({ code: 4011 });
  const menusOnly = await a.post(`${api}/batchModify`, { ids: [last], route: { id: '1', step: 'join' } });
  expect(menusOnly).toMatchObject({ code: 4000, msg: expect.stringContaining('线路不存在') });
});

describe('rules', () => {
  it.each([
    ['storeCode', { storeCode: '中文' }],
    ['contact', { contact: '王' }],
    ['phone', { phone: '123' }],
    ['unloadMinutes', { unloadMinutes: 4 }],
    ['timeWindows', { timeWindows: [{ days: [], from: '06:00', to: '07:00' }] }],
    ['phone', { phone: '' }],
    ['customerId', { customerId: '999999999' }],
    ['customerId', { customerId: null }],
    ['shape', { shape: null }],
    ['nodeType', { nodeType: 1 }],
  ])('refuses a wrong %s', async (field, more) => {
    const answer = await a.post(`${api}/add`, store('X1', more));
    expect(answer.code).toBe(4000);
    expect(String(answer.data.errors[0].field).split('.')[0]).toBe(field);
  });

  it('shows those of the filters that have a place on the map, and counts the others', async () => {
    await added(store('MAP-1', { shape: circle() }));
    await unlocated('MAP-2');
    expect((await a.post(`${api}/map`, { storeCode: 'MAP-' })).data).toMatchObject({
      total: 2,
      missing: 1,
      pins: [{ storeCode: 'MAP-1', lng: 113.3245, lat: 23.1066, locateStatus: 1 }],
    });
    expect((await b.post(`${api}/map`, { storeCode: 'MAP-' })).data).toEqual({ total: 0, missing: 0, pins: [] });
  });

  it('knows a code once', async () => {
    await added(store('S7'));
    expect(await a.post(`${api}/add`, store('S7'))).toMatchObject({
      code: 4000,
      msg: '客户“门店的客户”已有编码为S7的门店',
    });
  });

  it('changes many at once and says what cannot be changed', async () => {
    const one = await added(store('S8', { shape: circle() }));
    const two = await unlocated('S9');
    const { data } = await a.post(`${api}/batchModify`, { ids: [one, two], radiusM: 500 });
    expect(data).toMatchObject([{ ok: true }, { ok: false, msg: '门店“门店S9”没有圆形围栏，不能改半径' }]);
    expect((await a.post(`${api}/page`, { storeCode: 'S8' })).data.list[0].fence).toBe('圆形 500 m');
    const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '09:00' }];
    await a.post(`${api}/batchModify`, { ids: [one, two], timeWindows: windows, status: 0 });
    expect((await a.post(`${api}/page`, { status: 0 })).data.list).toHaveLength(2);
  });

  it('learns where trucks unload and moves its fence there', async () => {
    const id = await added(store('S11', { shape: circle(113.4, 23.1, 200) }));
    const vehicleId = await a.addVehicle('粤A00011');
    const correct = async (ids = [id]) => a.post(`${api}/correct`, { ids });
    expect((await correct()).msg).toBe('门店“门店S11”近30天的卸货停留不足3次或很分散，还不能纠偏');
    const db = app.database.systemDb;
    // four stays 513 m east of the fence's centre, one of a whole night
    await sql`insert into episode (client_id, vehicle_id, kind, alarm, start_time, end_time, confirmed_at, status, lng, lat)
      select ${a.clientId}, ${vehicleId}, 'stay', false, t, t + make_interval(mins => case n when 5 then 500 else 20 end), t, 1, 113.405, 23.1
      from (select n, now() - make_interval(days => n) t from generate_series(1, 5) n) x`.execute(db);
    await learnStores(db, a.clientId);
    const row = async () => (await a.post(`${api}/page`, { storeCode: 'S11' })).data.list[0];
    expect(await row()).toMatchObject({ locateStatus: 2, visits: 4, avgStayMin: 20 });
    expect((await row()).offsetM).toBeGreaterThan(500);
    expect((await a.post(`${api}/page`, { locateStatus: 2 })).data.list).toMatchObject([{ id }]);
    expect(await correct()).toMatchObject({ data: [{ ok: true }] });
    expect(await row()).toMatchObject({ locateStatus: 1, offsetM: 0, lng: 113.405, fence: '圆形 200 m', version: 2 });
    expect((await correct()).msg).toBe('门店“门店S11”的坐标与实际卸货点相差0 m，不需要纠偏');
    expect((await a.post(`${api}/changeHis`, { id })).data.list[0]).toMatchObject({ action: '纠偏' });
  });

  it('exports what is shown, says by what it was narrowed, and as sites only those that have one', async () => {
    const customerId = (
      await a.post('/api/base/manage/customer/add', { name: '导出客户', customerType: 1, contacts: [], addresses: [] })
    ).data.id;
    await added(store('X1', { customerId, shape: circle(113.5, 23.2) }));
    await unlocated('X2', { customerId });
    const files = async (call: string, more: Record<string, unknown> = {}): Promise<[string, string[]]> => {
      const { data } = await a.post(`${api}/${call}`, { customerId, format: 'csv', ...more });
      return await exported(data.id);
    };
    const [condition, stores] = await files('exportStore', { fields: ['storeCode'] });
    expect([condition, stores.slice(-2)]).toEqual(['客户：导出客户', ['X1', 'X2']]);
    const codesOf = (lines: string[]) => lines.flatMap((line) => line.match(/^X\d/u) ?? []);
    expect(codesOf((await files('exportStation'))[1])).toEqual(['X1']);
    expect(codesOf((await files('exportStation', { locateStatus: 2 }))[1])).toEqual([]);
  });

  it('shows another company nothing', async () => {
    const id = await added(store('S10', { shape: circle() }));
    for (const [call, body] of [
      ['detail', { id }],
      ['update', { ...store('S10'), id, version: 1 }],
      ['del', { id }],
      ['siteAdd', { id, shape: circle() }],
      ['correct', { ids: [id] }],
      ['changeHis', { id }],
    ] as const)
      expect(await b.post(`${api}/${call}`, body), call).toMatchObject({ code: 4004 });
    expect((await b.post(`${api}/page`, {})).data.total).toBe(0);
  });
});

describe('arrivals, overlaps and routes', () => {
  it('lists who came into the fence, and warns of a fence on more than half of another', async () => {
    const id = await added(store('A1', { shape: circle(114.1, 22.6) }));
    const vehicle = await a.addVehicle('粤B10001');
    const db = app.database.systemDb;
    const placeId = String((await sites()).find((s) => s.name === '门店A1')?.id);
    const at = new Date('2030-01-05T04:00:00Z');
    const after = (min: number): Date => new Date(at.getTime() + min * 60_000);
    const own = { client_id: a.clientId, vehicle_id: vehicle, alarm: false };
    const visit = (from: number, to: number | null, passing: boolean, status = 1) => ({
      ...own,
      kind: 'visit',
      status,
      place_id: placeId,
      start_time: after(from),
      end_time: to === null ? null : after(to),
      confirmed_at: after(from),
      values: JSON.stringify({ inDoubtMs: 15_000, passing }),
    });
    await db
      .insertInto('episode')
      .values([
        visit(0, 40, false),
        visit(-600, -598, true),
        visit(300, 310, false, 2),
        { ...own, kind: 'door', status: 1, start_time: after(5), end_time: after(20), confirmed_at: after(5) },
      ])
      .execute();
    // the store's card was held to the reader at the dock, and another time on a road some km away; a lock of the truck was opened
    const swipe = {
      client_id: a.clientId,
      device_id: a.deviceIds[0] ?? '',
      vehicle_id: vehicle,
      card_no: '5A00',
      store_id: id,
    };
    await db
      .insertInto('card_swipe')
      .values([
        { ...swipe, at: after(2), distance_m: 4200 },
        { ...swipe, at: after(6), distance_m: 120 },
      ])
      .execute();
    const lock = await db
      .insertInto('bluetooth_lock')
      .values({ client_id: a.clientId, lock_no: 'LK-1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const held = { client_id: a.clientId, lock_id: lock.id };
    await db
      .insertInto('lock_binding')
      .values({ ...held, vehicle_id: vehicle, name: '粤B10001', during: sql`tstzrange(${after(-900)}, null)` })
      .execute();
    await db
      .insertInto('lock_open_log')
      .values({ ...held, action: 1, way: 1, allowed: true, at: after(8) })
      .execute();
    expect((await a.post(`${api}/arrivals`, { id })).data).toMatchObject({
      total: 2,
      list: [
        {
          plateNo: '粤B10001',
          arriveTime: '2030-01-05 12:00:00',
          leaveTime: '2030-01-05 12:40:00',
          stayMin: 40,
          doubtSec: 15,
          passing: false,
          doorOpens: 1,
          tempC: [],
          waybillCode: null,
          swipeTime: '2030-01-05 12:06:00',
          evidence: [3, 4],
        },
        { stayMin: 2, passing: true, doorOpens: 0, swipeTime: null, evidence: [] },
      ],
    });
    expect(await b.post(`${api}/arrivals`, { id })).toMatchObject({ code: 4004 });
    const overlaps = async (shape: unknown, self?: string) =>
      (await a.post(`${api}/overlaps`, { shape, ...(self ? { id: self } : {}) })).data.map(
        (o: { storeName: string; percent: number }) => [o.storeName, o.percent > 50],
      );
    // a small fence inside it, one that touches it, itself
    expect(await overlaps(circle(114.1003, 22.6, 80))).toEqual([['门店A1', true]]);
    expect(await overlaps(circle(114.1025, 22.6))).toEqual([]);
    expect(await overlaps(circle(114.1, 22.6), id)).toEqual([]);
    const { id: routeId } = await db
      .insertInto('transport_route')
      .values({ client_id: a.clientId, code: 'R-A1', name: '甲线', route_type: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('route_stop')
      .values({ client_id: a.clientId, route_id: routeId, place_id: placeId, seq: 1, point_type: 1 })
      .execute();
    expect((await a.post(`${api}/routes`)).data).toContainEqual({ id: routeId, name: '甲线' });
    expect((await a.post(`${api}/page`, { routeId })).data).toMatchObject({ total: 1, list: [{ storeCode: 'A1' }] });
    expect((await b.post(`${api}/routes`)).data).toEqual([]);
  });
});
