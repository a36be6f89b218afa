import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { makeTruck, makeVehicle } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';
import { followShipments } from './follow';

const minute = 60_000;
const zone = 'Asia/Shanghai';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function company(name: string) {
  const { token, clientId, userId } = await app.company(name);
  const { vehicleId } = await makeVehicle(app.database, name);
  const { systemDb } = app.database;
  const idOf = async (insert: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
    (await insert.execute(systemDb)).rows[0]?.id ?? '';
  const place = (title: string) =>
    idOf(sql`with p as (insert into place (client_id, kind, place_type, name) values (${clientId}, 'site', 1, ${title}) returning id),
      s as (insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat)
        select ${clientId}, id, '(,)', 'circle', '{"type":"Point","coordinates":[121.4,31.2]}', 100, 121.39, 31.19, 121.41, 31.21, 121.4, 31.2 from p)
      select id::text from p`);
  const customerId = await idOf(
    sql`insert into customer (client_id, name, code) values (${clientId}, '蒙牛', 'MN') returning id::text`,
  );
  const driverId = await idOf(
    sql`insert into driver (client_id, name, phone) values (${clientId}, '张三', '13900000001') returning id::text`,
  );
  const post = (path: string, input: object, who = token) =>
    app.post(`/api/report/custom/dispatch/${path}`, input, who);
  /** a visit of a place, minutes from `zero` */
  const visit = (zero: number, placeId: string, from: number, until: number | null) =>
    sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, place_id)
      values (${clientId}, ${vehicleId}, 'visit', false, ${`place:${placeId}`}, ${new Date(zero + from * minute)}, ${until === null ? null : new Date(zero + until * minute)},
        ${new Date(zero + from * minute)}, ${until === null ? 0 : 1}, ${placeId})`.execute(systemDb);
  return { token, clientId, userId, vehicleId, systemDb, place, customerId, driverId, post, visit };
}

it('follows a shipment by the visits of its vehicle and tells the people of it; one vehicle has one at a time', async () => {
  const c = await company('发运公司');
  const [depot, shopA, shopB] = [await c.place('总仓'), await c.place('一店'), await c.place('二店')];
  const zero = Math.floor(Date.now() / minute) * minute - 240 * minute;
  const at = (minutes: number): string => wireTime(zero + minutes * minute, zone);
  const form = {
    code: 'FY-001',
    ...{ customerId: c.customerId, vehicleId: c.vehicleId, driverId: c.driverId, loadPlaceId: depot },
    planLoadTime: at(0),
    stops: [
      { placeId: shopA, planArriveTime: at(60), pieces: 10 },
      { placeId: shopB, planArriveTime: at(120), pieces: 5, contact: '李四' },
    ],
    ...{ goods: '酸奶', pieces: 15, weightT: 1.25, temperatureType: 2, lowerC: 0, upperC: 8, notifyIds: [c.userId] },
  };
  const faultsOf = async (more: object) =>
    ((await c.post('add', { ...form, ...more })).data?.errors ?? []) as Array<{ field: string; msg: string }>;
  expect(await faultsOf({ code: 'FY 001' })).toMatchObject([{ field: 'code' }]);
  expect(await faultsOf({ stops: [] })).toMatchObject([{ field: 'stops', msg: '请至少添加一个卸货点' }]);
  expect(await faultsOf({ upperC: 0, lowerC: 8 })).toMatchObject([{ field: 'upperC', msg: '上限应高于下限' }]);
  expect(await faultsOf({ stops: [form.stops[1], form.stops[0]] })).toMatchObject([
    { field: 'stops.1.planArriveTime', msg: '第2个卸货点的计划到达应晚于前一个卸货点' },
  ]);
  expect(await faultsOf({ precoolC: 4 })).toEqual([{ field: 'precoolC', msg: '计划装货已过，不能再下发预冷任务' }]);
  const { id } = (await c.post('add', form)).data;
  expect(await faultsOf({})).toMatchObject([{ field: 'vehicleId', msg: '车辆时间冲突：此时段已有发运FY-001' }]);
  expect(
    await faultsOf({ planLoadTime: at(1000), stops: [{ placeId: shopA, planArriveTime: at(1060) }] }),
  ).toMatchObject([{ field: 'code', msg: '发运单号FY-001已存在' }]);
  const page = async (more: object = {}) =>
    (await c.post('page', { startTime: at(-600), endTime: at(600), ...more })).data.list;
  expect(await page()).toMatchObject([
    { code: 'FY-001', status: 1, progress: '0/2', trouble: '晚点3小时0分', required: '0~8' },
  ]);

  await c.visit(zero, depot, -30, 20);
  await c.visit(zero, shopA, 70, 90);
  await c.visit(zero, shopB, 220, null);
  await followShipments(c.systemDb, zero + 230 * minute);
  expect(await page()).toMatchObject([
    {
      ...{ status: 2, customer: '蒙牛', driver: '张三', loadName: '总仓', unloads: '一店、二店', progress: '2/2' },
      ...{ departTime: at(20), arriveTime: at(220), finishTime: null, trouble: '晚点1小时40分', weightT: 1.25 },
    },
  ]);
  expect((await page({ trouble: 'none' })).length).toBe(0);
  // the arrival is news, the departure of hours ago is not told any more
  const told = async () =>
    (
      await sql<{
        title: string;
      }>`select title from message where client_id = ${c.clientId} and type = 12010 order by id`.execute(c.systemDb)
    ).rows.map(({ title }) => title);
  expect(await told()).toEqual(['发运FY-001已到达二店']);

  // late data: it had left later
  await sql`update episode set end_time = ${new Date(zero + 25 * minute)} where vehicle_id = ${c.vehicleId} and place_id = ${depot}`.execute(
    c.systemDb,
  );
  await sql`update episode set end_time = ${new Date(zero + 235 * minute)}, status = 1 where vehicle_id = ${c.vehicleId} and place_id = ${shopB}`.execute(
    c.systemDb,
  );
  await followShipments(c.systemDb, zero + 238 * minute);
  await followShipments(c.systemDb, zero + 239 * minute);
  expect(await page()).toMatchObject([{ status: 3, departTime: at(25), finishTime: at(235) }]);
  expect(await told()).toEqual(['发运FY-001已到达二店', '发运FY-001已完成']);
  const { data: detail } = await c.post('detail', { id });
  expect(detail).toMatchObject({ loadArriveTime: at(-30), stops: [{ leaveTime: at(90) }, { arriveTime: at(220) }] });
  expect((await c.post('save', { ...form, id, version: 1 })).msg).toBe('发运已完成，不能编辑');
  // it is over: the vehicle is free again
  expect((await c.post('add', { ...form, code: 'FY-002' })).code).toBe(200);
});

it('follows on without a word while the company has no 发运调度', async () => {
  const c = await company('停用发运公司');
  const [depot, shop] = [await c.place('总仓'), await c.place('一店')];
  const zero = Math.floor(Date.now() / minute) * minute - 60 * minute;
  const at = (minutes: number): string => wireTime(zero + minutes * minute, zone);
  const form = {
    ...{ code: 'T1', customerId: c.customerId, vehicleId: c.vehicleId, driverId: c.driverId, loadPlaceId: depot },
    ...{ planLoadTime: at(0), stops: [{ placeId: shop, planArriveTime: at(60), pieces: 10 }] },
    ...{ goods: '酸奶', pieces: 10, weightT: 1.25, temperatureType: 2, lowerC: 0, upperC: 8, notifyIds: [c.userId] },
  };
  expect((await c.post('add', form)).code).toBe(200);
  await sql`insert into module_off (client_id, module) values (${c.clientId}, 'customDispatch')`.execute(c.systemDb);
  await c.visit(zero, depot, -5, 50);
  await followShipments(c.systemDb, zero + 55 * minute);
  const { rows } = await sql<{ status: number; told: number }>`select status,
    (select count(*)::int from message where client_id = ${c.clientId} and type = 12010) as told
    from shipment where client_id = ${c.clientId}`.execute(c.systemDb);
  expect(rows).toEqual([{ status: 2, told: 0 }]);
  await sql`delete from module_off where client_id = ${c.clientId}`.execute(c.systemDb);
  await c.visit(zero, shop, 52, null);
  await followShipments(c.systemDb, zero + 58 * minute);
  const { rows: told } = await sql`select title from message where client_id = ${c.clientId} and type = 12010`.execute(
    c.systemDb,
  );
  expect(told).toEqual([{ title: '发运T1已到达一店' }]);
});

it('departs, finishes and cancels by hand; others see nothing of it', async () => {
  const c = await company('手动发运公司');
  const [depot, shop] = [await c.place('总仓'), await c.place('一店')];
  const { vehicleId: other } = await makeTruck(app.database, c.clientId, '沪B20001');
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${c.clientId}, ${c.vehicleId}, 'tem', 1, '后仓')`.execute(
    c.systemDb,
  );
  const zero = Math.floor(Date.now() / minute) * minute;
  const at = (minutes: number): string => wireTime(zero + minutes * minute, zone);
  const form = {
    code: 'S1',
    ...{ customerId: c.customerId, vehicleId: c.vehicleId, driverId: c.driverId, loadPlaceId: depot },
    planLoadTime: at(60),
    stops: [{ placeId: shop, planArriveTime: at(180) }],
    ...{ temperatureType: 3, upperC: -18, precoolC: -18, precoolMin: 30 },
  };
  const { id } = (await c.post('add', form)).data;
  const task = async () =>
    (
      await sql<{
        target: number;
        plan: Date;
        stopped: boolean;
      }>`select t.target_c::float8 as target, t.plan_load_at as plan, t.stopped_at is not null as stopped
        from pre_cooling t where t.client_id = ${c.clientId} order by t.id`.execute(c.systemDb)
    ).rows;
  expect(await task()).toMatchObject([{ target: -18, stopped: false }]);
  // another truck and another time: it gets the task, the first one's ends
  const noProbe = await c.post('save', { ...form, id, version: 1, vehicleId: other });
  expect(noProbe.data.errors).toEqual([{ field: 'precoolC', msg: '所选车辆未安装温度探头' }]);
  expect((await c.post('save', { ...form, id, version: 1, planLoadTime: at(90) })).code).toBe(200);
  expect((await task()).map(({ plan }) => plan.getTime())).toEqual([zero + 90 * minute]);
  expect(await c.post('save', { ...form, id, version: 1 })).toMatchObject(changedByOther);
  const { token: stranger } = await app.company('旁观公司');
  expect((await c.post('depart', { id, version: 2, time: at(-1) }, stranger)).code).toBe(4004);
  expect((await c.post('detail', { id }, stranger)).code).toBe(4004);
  expect((await c.post('finish', { id, version: 2, time: at(-1) })).msg).toBe('发运还没有发车');
  expect((await c.post('depart', { id, version: 2, time: at(5) })).data.errors).toEqual([
    { field: 'time', msg: '时间不能晚于现在' },
  ]);
  expect((await c.post('depart', { id, version: 2, time: at(-10) })).code).toBe(200);
  expect((await c.post('cancel', { id, version: 3, reason: '客户退单' })).msg).toBe('发运已发车，不能取消');
  const moved = await c.post('save', { ...form, id, version: 3, loadPlaceId: shop });
  expect(moved.data.errors).toEqual([{ field: 'loadPlaceId', msg: '已发车，不能更换装货站点' }]);
  expect((await c.post('finish', { id, version: 3, time: at(-20) })).data.errors).toMatchObject([{ field: 'time' }]);
  expect((await c.post('finish', { id, version: 3, time: at(-1) })).code).toBe(200);
  // what a person said is not moved by visits
  await c.visit(zero, depot, -60, -40);
  await followShipments(c.systemDb, zero);
  expect((await c.post('detail', { id })).data).toMatchObject({ status: 3, departTime: at(-10), finishTime: at(-1) });
  const { id: second } = (await c.post('add', { ...form, code: 'S2' })).data;
  expect((await c.post('cancel', { id: second, version: 1, reason: '客户退单' })).code).toBe(200);
  expect((await task()).map(({ stopped }) => stopped)).toEqual([false, true]);
  const range = { startTime: at(-600), endTime: at(1200) };
  expect((await c.post('page', range)).data.list.map(({ code }: { code: string }) => code)).toEqual(['S1']);
  expect((await c.post('page', { ...range, status: '9' })).data.list).toMatchObject([
    { code: 'S2', status: 9, trouble: '客户退单' },
  ]);
  expect((await c.post('changeHis', { id: second, page: 1, size: 10 })).data.list).toMatchObject([
    { action: '取消' },
    { action: '新增' },
  ]);
});

it('is imported from a sheet, a line an unloading point: busy trucks and wrong cells are told, and it is taken back while nothing left', async () => {
  const c = await company('导入发运公司');
  for (const name of ['总仓', '一店', '二店']) await c.place(name);
  await sql`update vehicle set plate_no = '沪C30001' where id = ${c.vehicleId}`.execute(c.systemDb);
  const zero = Math.ceil(Date.now() / minute) * minute;
  const at = (minutes: number): string => wireTime(zero + minutes * minute, zone).slice(0, 16);
  const heads = [
    '发运单号',
    '客户',
    '车牌号',
    '司机',
    '装货站点',
    '计划装货',
    '温区',
    '温度上限(℃)',
    '货品',
    '卸货站点',
    '计划到达',
    '卸货件数',
  ];
  const first = (code: string, from: number, to: string, when: number, more: Array<string | number> = []) => [
    ...[code, '蒙牛', '沪C30001', '张三', '总仓', at(from), '冷藏', 8, '酸奶', to, at(when), ...more],
  ];
  const next = (code: string, to: string, when: number) => [code, '', '', '', '', '', '', '', '', to, at(when), 5];
  const send = async (lines: Array<Array<string | number>>, way = 'import') =>
    uploadSheet(app, `/api/report/custom/dispatch/${way}`, await sheetOf(heads, lines), c.token);
  const wrong = await send(
    [
      first('D1', 60, '一店', 120, [10]),
      next('D1', '二店', 100),
      first('D2', 60, '没有的店', 120),
      first('D3', 600, '一店', 700),
      first('D4', 650, '一店', 720),
    ],
    'importCheck',
  );
  expect(wrong.data.errors.map(({ row, msg }: { row: number; msg: string }) => [row, msg])).toEqual([
    [3, '第2个卸货点的计划到达应晚于前一个卸货点'],
    [4, '站点“没有的店”不存在'],
    [6, '车辆时间冲突：此时段已有发运D3'],
  ]);
  const done = await send([first('D1', 60, '一店', 120, [10]), next('D1', '二店', 180), first('D3', 600, '一店', 700)]);
  expect(done).toMatchObject({ code: 200, data: { added: 2 } });
  const range = { startTime: `${at(-600)}:00`, endTime: `${at(2000)}:00` };
  const page = async () => (await c.post('page', range)).data.list;
  expect(await page()).toMatchObject([
    { code: 'D3', unloads: '一店', status: 1 },
    { code: 'D1', unloads: '一店、二店', goods: '酸奶', required: '≤8', customer: '蒙牛', driver: '张三' },
  ]);
  expect((await send([first('D1', 2000, '一店', 2100)])).data.errors[1]).toMatchObject({
    msg: '发运单号已存在，请在页面上修改',
  });
  // one of them has left meanwhile: it stays
  const [, { id, version }] = await page();
  expect((await c.post('depart', { id, version, time: wireTime(Date.now() - minute, zone) })).code).toBe(200);
  expect(await c.post('importUndo', { id: done.data.runId })).toMatchObject({
    code: 4011,
    data: { checks: [expect.stringMatching(/^第2行 D1：/u)] },
  });
  expect((await c.post('importUndo', { id: done.data.runId, rest: true })).data).toEqual({ undone: 1, left: 1 });
  expect(await page()).toMatchObject([{ code: 'D1' }]);
});

it('is shown to whom it was shared: from the loading until it is done, and no more after it was cancelled or stopped', async () => {
  const c = await company('分享发运公司');
  const [depot, shop] = [await c.place('总仓'), await c.place('一店')];
  const zero = Math.floor(Date.now() / minute) * minute;
  const at = (minutes: number): string => wireTime(zero + minutes * minute, zone);
  const form = {
    code: 'FX-1',
    ...{ customerId: c.customerId, vehicleId: c.vehicleId, driverId: c.driverId, loadPlaceId: depot },
    planLoadTime: at(-90),
    stops: [{ placeId: shop, planArriveTime: at(60) }],
    temperatureType: 2,
  };
  const { id } = (await c.post('add', form)).data;
  const share = async () => {
    const { data } = await c.post('share', { id, expireHours: 24 });
    return { id: data.id, token: String(data.url).split('/').at(-1) };
  };
  // the truck still carries somebody else's goods: where it is before the loading is nobody's business
  const link = await share();
  const look = (token = link.token) => app.post('/api/open/trip', { token }, '');
  expect((await look()).data).toMatchObject({
    ...{ running: true, company: '分享发运公司', path: [], stops: [], minutes: 0 },
    shipment: { code: 'FX-1', unloads: [{ name: '一店', planTime: at(60), arriveTime: null }] },
  });
  await c.visit(zero, depot, -80, -70);
  await c.visit(zero, shop, -20, -5);
  await followShipments(c.systemDb, zero);
  await followShipments(c.systemDb, zero + minute);
  expect((await look()).data).toMatchObject({
    ...{ running: false, startTime: at(-80), endTime: at(-5) },
    shipment: { unloads: [{ arriveTime: at(-20) }] },
  });
  const { token: stranger } = await app.company('无关公司');
  expect((await c.post('share', { id, expireHours: 24 }, stranger)).code).toBe(4004);
  expect((await c.post('shareList', { id })).data).toMatchObject([{ id: link.id, live: true, views: 2 }]);
  // the calls of trips do not stop it
  expect((await app.post('/api/report/trip/shareRevoke', { id: link.id }, c.token)).code).toBe(4004);
  expect((await c.post('shareRevoke', { id: link.id })).code).toBe(200);
  expect((await look()).code).toBe(4004);

  const other = (
    await c.post('add', {
      ...form,
      code: 'FX-2',
      planLoadTime: at(600),
      stops: [{ placeId: shop, planArriveTime: at(700) }],
    })
  ).data.id;
  const { data } = await c.post('share', { id: other, expireHours: 24 });
  const token = String(data.url).split('/').at(-1);
  expect((await look(token)).code).toBe(200);
  expect((await c.post('cancel', { id: other, version: 1, reason: '客户取消' })).code).toBe(200);
  expect((await look(token)).code).toBe(4004);
});
