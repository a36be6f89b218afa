import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { addStore } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { seenBook } from '../../../../test/workbook-kit';
import { findRouteRuns, learnTimes } from '../../../kernel/ground/route-runs';
import { departuresAround, learnRuns } from './learning';

const api = '/api/base/manage/route';
let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
let places: string[];
let line: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '线路测试甲');
  b = await fleetFixture(app, '线路测试乙');
  const add = async (body: Record<string, unknown>): Promise<string> =>
    String((await a.post('/api/base/manage/region/add', body)).data.id);
  const site = (name: string, lng: number, lat: number) =>
    add({ kind: 'site', placeType: 2, name, shape: { kind: 'circle', lng, lat, radiusM: 300 } });
  places = [await site('江桥', 121.38, 31.25), await site('苏州', 120.63, 31.36), await site('南京', 118.9, 32.05)];
  line = await add({
    kind: 'line',
    placeType: 11,
    name: '沪宁走廊',
    shape: {
      kind: 'line',
      points: [
        [121.38, 31.25],
        [118.9, 32.05],
      ],
      halfWidthM: 500,
    },
  });
});
afterAll(() => app.close());

const stop = (placeId: string | undefined, more: Record<string, unknown> = {}) => ({ placeId: placeId ?? '', ...more });
const route = (routeCode: string, more: Record<string, unknown> = {}) => ({
  routeCode,
  routeName: `线路${routeCode}`,
  routeType: 1,
  departTimes: ['22:30', '06:00'],
  stops: [
    stop(places[0], { pointType: 1, stayMin: 30 }),
    stop(places[1], { distanceKm: 94.2, driveMin: 90, stayMin: 40 }),
    stop(places[2], { distanceKm: 210.5, driveMin: 180 }),
  ],
  ...more,
});

describe('transport routes', () => {
  it('keeps the order of stops and sums them up', async () => {
    const { data } = await a.post(`${api}/add`, route('R1', { lineId: line, tollYuan: 123.45 }));
    const [row] = (await a.post(`${api}/page`, { keyword: 'R1' })).data.list;
    expect(row).toMatchObject({
      startName: '江桥',
      endName: '南京',
      stopCount: 3,
      planMileage: 304.7,
      planDuration: 5.2,
      lineName: '沪宁走廊',
      tollYuan: 123.45,
      departTimes: ['06:00', '22:30'],
    });
    const detail = (await a.post(`${api}/detail`, { id: data.id })).data;
    expect(detail.stops.map((s: { name: string }) => s.name)).toEqual(['江桥', '苏州', '南京']);
    expect(detail.line).toHaveLength(2);
    expect((await a.post(`${api}/page`, { stop: '苏' })).data.total).toBe(1);
    expect((await a.post(`${api}/page`, { stop: '北京' })).data.total).toBe(0);
  });

  it('writes what changed, and refuses the second of two', async () => {
    const { data } = await a.post(`${api}/add`, route('R2'));
    const turned = { ...route('R2'), stops: [stop(places[2]), stop(places[0], { distanceKm: 300, driveMin: 240 })] };
    expect(await a.post(`${api}/update`, { ...turned, id: data.id, version: 1 })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/update`, { ...turned, id: data.id, version: 1 })).toMatchObject(changedByOther);
    const [last] = (await a.post(`${api}/changeHis`, { id: data.id })).data.list;
    expect(last).toMatchObject({
      action: '编辑',
      changes: [{ label: '停靠点', after: '南京(卸货) → 300km 240分 江桥(卸货)' }],
    });
    expect((await a.post(`${api}/page`, { keyword: 'R2' })).data.list[0]).toMatchObject({
      planMileage: 300,
      stopCount: 2,
    });
  });

  it.each([
    ['stops', { stops: [{ placeId: '1' }] }, '线路至少2个停靠点'],
    ['routeCode', { routeCode: '中文' }, '编码由字母、数字组成,可用-连接'],
    ['departTimes.0', { departTimes: ['25:00'] }, '时间格式应为 HH:mm'],
  ])('refuses a wrong %s', async (field, more, msg) => {
    expect(await a.post(`${api}/add`, { ...route('X'), ...more })).toMatchObject({
      code: 4000,
      msg,
      data: { errors: [{ field }] },
    });
  });

  it('names the stop that does not exist, also one of another company', async () => {
    const foreign = await b.post('/api/base/manage/region/add', {
      kind: 'site',
      placeType: 2,
      name: '乙的仓',
      shape: { kind: 'circle', lng: 121, lat: 31, radiusM: 300 },
    });
    const body = { ...route('R3'), stops: [stop(places[0]), stop(String(foreign.data.id))] };
    expect(await a.post(`${api}/add`, body)).toMatchObject({
      code: 4000,
      msg: '第2个停靠点不存在',
      data: { errors: [{ field: 'stops.1.placeId' }] },
    });
    expect(await a.post(`${api}/add`, { ...route('R3'), lineId: places[0] })).toMatchObject({
      msg: '所选电子线路不存在',
    });
  });

  it('keeps its places from being deleted until it goes itself', async () => {
    const { data } = await a.post(`${api}/add`, route('R4', { lineId: line }));
    const answer = await a.post('/api/base/manage/region/del', { ids: [line] });
    expect(answer.code).toBe(4011);
    expect(answer.msg).toContain('线路“线路R4”');
    expect(await a.post(`${api}/delete`, { id: data.id })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/detail`, { id: data.id })).toMatchObject({ code: 4004 });
    expect((await a.post(`${api}/add`, route('R4'))).code).toBe(200);
  });

  it('has vehicles that usually drive it; those are named when it should be deleted', async () => {
    const { data } = await a.post(`${api}/add`, route('R6', { vehicleTypes: ['冷藏'], fuelYuan: 300.5 }));
    const one = await a.addVehicle('沪D60001');
    const two = await a.addVehicle('沪D60002');
    const foreign = await b.addVehicle('沪D60003');
    const bind = (version: number, vehicleIds: string[]) =>
      a.post(`${api}/bindVehicle`, { id: data.id, version, vehicleIds });
    expect(await bind(1, [one, foreign])).toMatchObject({ code: 4000, data: { errors: [{ field: 'vehicleIds' }] } });
    expect(await bind(1, [one, two])).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await bind(1, [])).toMatchObject(changedByOther);
    expect((await a.post(`${api}/page`, { plateNo: 'd6000' })).data.list).toMatchObject([
      { routeCode: 'R6', vehicles: '沪D60001、沪D60002', fuelYuan: 300.5, vehicleTypes: ['冷藏'] },
    ]);
    expect((await a.post(`${api}/detail`, { id: data.id })).data.boundVehicles).toMatchObject([
      { id: one, plateNo: '沪D60001' },
      { id: two },
    ]);
    const used = { code: 4011, msg: '线路“线路R6”已绑定车辆沪D60001、沪D60002，请先解除绑定' };
    expect(await a.post(`${api}/delete`, { id: data.id })).toMatchObject(used);
    expect(await bind(2, [])).toMatchObject({ code: 200 });
    const [last] = (await a.post(`${api}/changeHis`, { id: data.id })).data.list;
    expect(last).toMatchObject({ action: '绑定车辆', changes: [{ before: '沪D60001、沪D60002', after: '' }] });
    expect((await a.post(`${api}/batchDel`, { ids: [data.id, '1'] })).data).toMatchObject([
      { ok: true },
      { ok: false, msg: '线路不存在或无权查看' },
    ]);
  });

  it('is stopped and started again, many at once', async () => {
    const ids = [];
    for (const code of ['R7', 'R8']) ids.push((await a.post(`${api}/add`, route(code))).data.id);
    expect((await a.post(`${api}/status`, { ids, status: 0 })).data).toMatchObject([{ ok: true }, { ok: true }]);
    expect((await a.post(`${api}/page`, { status: 0 })).data.total).toBe(2);
    const [last] = (await a.post(`${api}/changeHis`, { id: ids[0] })).data.list;
    expect(last).toMatchObject({ action: '停用', changes: [{ label: '状态', before: '启用', after: '停用' }] });
  });

  it('comes from a spreadsheet, a line a stop: estimates what is left out, keeps untouched cells, empties what says so, is taken back', async () => {
    const heads = [
      '线路编码',
      '线路名称',
      '类型',
      '过路费(元)',
      '备注',
      '停靠点',
      '停靠类型',
      '里程(km)',
      '行驶(分钟)',
    ];
    const upload = async (call: string, rows: Array<Array<string | number | null>>, fields = {}) =>
      uploadSheet(app, `${api}/${call}`, await sheetOf(heads, rows), a.token, fields);
    await addStore(a, {
      storeCode: 'NJ-1',
      storeName: '南京店',
      nodeType: 2,
      address: '南京',
      shape: { kind: 'circle', lng: 118.8, lat: 32.06, radiusM: 200 },
    });
    const stores = (
      await upload('importCheck', [
        ['M3', '门店线', '城配', null, null, '江桥', null, null, null],
        ['M3', null, null, null, null, 'NJ-1', null, null, null],
      ])
    ).data;
    expect(stores, JSON.stringify(stores)).toMatchObject({ adds: 1, invalid: 0 });
    const first = [
      ['M1', '导入一线', '干线', 100, '从表格来', '江桥', '装货', null, null],
      ['M1', null, null, null, null, '苏州', null, 94.2, null],
      ['M1', null, null, null, null, '南京', '卸货', null, null],
      ['M2', '导入二线', '支线', null, null, '没有这个站', null, null, null],
    ];
    const check = (await upload('importCheck', first)).data;
    expect(check).toMatchObject({ adds: 1, invalid: 1 });
    expect(check.errors).toMatchObject([
      { row: 5, column: 'F', msg: '站点“没有这个站”不存在' },
      { row: 5, column: 'F', msg: '线路至少2个停靠点' },
    ]);
    expect(check.annotated).not.toBeNull();
    expect(await upload('import', first)).toMatchObject({ code: 4000 });
    const added = (await upload('import', first, { commit: 'valid' })).data;
    expect(added).toMatchObject({ added: 1, skipped: 1 });
    const find = async () => (await a.post(`${api}/page`, { keyword: 'M1' })).data.list[0];
    const row = await find();
    // 94.2 km at 65 km/h; Suzhou to Nanjing 180.8 km by the bee line, times 1.3
    expect(row).toMatchObject({ stopCount: 3, tollYuan: 100, planMileage: 329.2 });
    const before = (await a.post(`${api}/detail`, { id: row.id })).data;
    expect(before.stops[1]).toMatchObject({ name: '苏州', distanceKm: 94.2, driveMin: 87 });

    // a blank cell leaves the name, 清空 empties the toll; no stop in the file, so the stops stay
    const second = [['M1', null, '支线', '清空', '改过', null, null, null, null]];
    expect(await upload('import', second, { mode: 'add' })).toMatchObject({ code: 4000 });
    const changed = (await upload('import', second, { mode: 'update' })).data;
    expect(await find()).toMatchObject({ routeName: '导入一线', routeType: 2, tollYuan: null, stopCount: 3 });
    const turned = [
      ['M1', null, null, null, null, '南京', null, null, null],
      ['M1', null, null, null, null, '江桥', null, 300, 240],
    ];
    const again = (await upload('import', turned)).data;
    expect(await find()).toMatchObject({ stopCount: 2, planMileage: 300, endName: '江桥' });
    const undo = (id: string) => a.post(`${api}/importUndo`, { id });
    expect(await undo(changed.runId)).toMatchObject({ code: 4011 });
    expect((await undo(again.runId)).data).toMatchObject({ undone: 1 });
    expect(await find()).toMatchObject({ stopCount: 3, planMileage: 329.2, tollYuan: null });
    expect((await a.post(`${api}/detail`, { id: row.id })).data.stops).toEqual(before.stops);
    const template = await app.http.inject({
      method: 'POST',
      url: `${api}/importTemplate`,
      headers: { authorization: `Bearer ${a.token}` },
    });
    const codes = seenBook(template.rawPayload)[1]
      ?.rows.slice(1)
      .map(([code]) => code);
    expect(codes).toEqual(['SH-NJ-01', 'SH-NJ-01', 'SH-NJ-01']);
  });

  it('shows another company nothing', async () => {
    const { data } = await a.post(`${api}/add`, route('R5'));
    for (const [call, body] of [
      ['detail', { id: data.id }],
      ['delete', { id: data.id }],
      ['changeHis', { id: data.id }],
      ['update', { ...route('R5'), id: data.id, version: 1 }],
    ] as const)
      expect(await b.post(`${api}/${call}`, body), call).toMatchObject({ code: 4004 });
    expect((await b.post(`${api}/page`, {})).data.total).toBe(0);
  });
});

describe('drives along a route', () => {
  const hour = 3_600_000;
  const visit = (placeId: string, inH: number, outH: number | null) => ({
    placeId,
    inAt: inH * hour,
    outAt: outH === null ? null : outH * hour,
  });
  const stops = [
    { placeId: 'A', driveMin: 0, stayMin: 30, earlyMin: 30, lateMin: 15, assess: true },
    { placeId: 'B', driveMin: 60, stayMin: 30, earlyMin: 30, lateMin: 15, assess: true },
    { placeId: 'C', driveMin: 90, stayMin: 0, earlyMin: 30, lateMin: 15, assess: true },
  ];

  it('begins with leaving the first stop, ends at the last one, and is held against the nearest departure', () => {
    // 08:10 instead of 08:00; B planned 09:00 reached 09:10, C planned 11:00 reached 11:40
    const visits = [
      visit('A', 6, 8 + 1 / 6),
      visit('B', 9 + 1 / 6, 9.5),
      visit('C', 11 + 2 / 3, 13),
      visit('A', 16, null),
    ];
    expect(findRouteRuns(stops, visits, () => [8 * hour, 20 * hour])).toEqual([
      {
        departAt: (8 + 1 / 6) * hour,
        arriveAt: (11 + 2 / 3) * hour,
        planAt: 8 * hour,
        calls: [
          { arrive: 6 * hour, leave: (8 + 1 / 6) * hour },
          { arrive: (9 + 1 / 6) * hour, leave: 9.5 * hour },
          { arrive: (11 + 2 / 3) * hour, leave: 13 * hour },
        ],
        assessed: 2,
        onTime: 1,
      },
    ]);
  });

  it('is none when the vehicle came back first, and comes home on a loop only after stops', () => {
    expect(
      findRouteRuns(stops, [visit('A', 0, 1), visit('B', 2, 3), visit('A', 4, 5), visit('C', 30, 31)], () => []),
    ).toEqual([]);
    const loop = [
      ...stops,
      { ...stops[0], placeId: 'A', driveMin: 60, stayMin: 0, earlyMin: 30, lateMin: 15, assess: true },
    ];
    // the plan leaves no time at C: home half an hour late
    const home = [visit('A', 0, 1), visit('A', 1.2, 2), visit('B', 3, 3.5), visit('C', 5, 5.5), visit('A', 6.5, 8)];
    const runs = findRouteRuns(loop, home, () => []);
    expect(runs).toMatchObject([{ departAt: 2 * hour, planAt: null, arriveAt: 6.5 * hour, assessed: 3, onTime: 2 }]);
    expect(learnTimes(runs, (at) => Math.floor(at / hour))).toEqual({
      stops: [
        { driveMin: null, stayMin: null },
        { driveMin: 60, stayMin: 30 },
        { driveMin: 90, stayMin: 30 },
        { driveMin: 60, stayMin: null },
      ],
      hours: [{ hour: 2, runs: 1, minutes: 270 }],
    });
  });

  it('reads departures of the timetable by weekday in the zone of the company', () => {
    // Monday 2026-01-05 06:00 in Shanghai
    const monday = Date.UTC(2026, 0, 4, 22);
    expect(departuresAround({ weekdays: [1], departTimes: ['06:00', '22:30'] }, 'Asia/Shanghai')(monday)).toEqual([
      monday,
      monday + 16.5 * hour,
    ]);
  });

  it('is found in the visits of bound vehicles, shown, and teaches its times', async () => {
    const db = app.database.systemDb;
    const { id: routeId } = (await a.post(`${api}/add`, route('RUN', { departTimes: [] }))).data;
    const vehicleId = await a.addVehicle('沪A7R001');
    await a.post(`${api}/bindVehicle`, { id: routeId, version: 1, vehicleIds: [vehicleId] });
    const seen = async (placeId: string | undefined, from: number, to: number): Promise<void> => {
      await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, place_id, start_time, end_time, confirmed_at, status)
        values (${a.clientId}, ${vehicleId}, 'visit', false, ${`place:${placeId} ${from}`}, ${placeId}, now() - make_interval(mins => ${6000 - from}),
          now() - make_interval(mins => ${6000 - to}), now(), 1)`.execute(db);
    };
    for (const day of [0, 1440, 2880]) {
      await seen(places[0], day, day + 30);
      await seen(places[1], day + 130, day + 160);
      await seen(places[2], day + 340, day + 400);
    }
    await learnRuns(db, a.clientId, 'Asia/Shanghai');
    const [row] = (await a.post(`${api}/page`, { keyword: 'RUN', sort: 'runs desc' })).data.list;
    // both stops on time: 90 and 220 minutes planned, 100 and 210 driven
    expect(row).toMatchObject({ runs: 3, avgHours: 5.2, onTimeRate: 100 });
    const { list, learned } = (await a.post(`${api}/runs`, { id: routeId })).data;
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ minutes: 310, assessed: 2, onTime: 2 });
    expect(list[0].calls.map((c: { lateMin: number | null }) => c.lateMin)).toEqual([null, 10, 0]);
    expect(learned.stops).toEqual([
      { driveMin: null, stayMin: null },
      { driveMin: 100, stayMin: 30 },
      { driveMin: 180, stayMin: null },
    ]);
    expect((await a.post(`${api}/adoptLearned`, { id: routeId, version: 2 })).data.version).toBe(3);
    expect((await a.post(`${api}/detail`, { id: routeId })).data).toMatchObject({
      planDuration: 5.2,
      stops: [{}, { driveMin: 100, stayMin: 30 }, { driveMin: 180 }],
    });
    expect(await a.post(`${api}/adoptLearned`, { id: routeId, version: 2 })).toMatchObject(changedByOther);
    expect((await b.post(`${api}/runs`, { id: routeId })).code).toBe(4004);
    // another truck takes the route over: what the first one drove stays
    await a.post(`${api}/bindVehicle`, { id: routeId, version: 3, vehicleIds: [await a.addVehicle('沪A7R002')] });
    await learnRuns(db, a.clientId, 'Asia/Shanghai');
    expect((await a.post(`${api}/runs`, { id: routeId })).data.list).toHaveLength(3);
    expect((await a.post(`${api}/page`, { start: '江', end: '南' })).data.total).toBeGreaterThan(0);
    expect(
      (await a.post(`${api}/page`, { start: '南京' })).data.list.some((r: { id: string }) => r.id === routeId),
    ).toBe(false);
  });
});
