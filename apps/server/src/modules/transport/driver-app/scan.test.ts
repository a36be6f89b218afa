import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { addStore } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';
import { storeCodePath, vehicleCodePath } from '../../../core/record/scan-code';
import { pickStopsAtStore } from './scan';

const api = '/api/tms/driverApp';
const vehicles = '/api/base/manage/vehicle';
let app: TestApp;
let a: TransportFixture;
let b: TransportFixture;
let serial = 0;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '扫码甲');
  b = await transportFixture(app, '扫码乙');
});
afterAll(() => app.close());

const codeIn = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? '');

/** A driver with an account that has no rights at all. */
async function driver(of: TransportFixture = a, orgId = of.subOrgId) {
  const name = `扫码司机${++serial}`;
  const { id } = await of.db
    .insertInto('driver')
    .values({ client_id: of.clientId, name, phone: `137${String(serial).padStart(8, '0')}`, org_id: orgId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { userId, token } = await of.user({ orgId });
  const tied = await of.post('/api/base/manage/driver/account', { id, userId });
  if (tied.code !== 200) throw new Error(tied.msg);
  const post = (path: string, body: unknown) => app.post(`${api}/${path}`, body, token);
  return { id: String(id), name, token, post };
}
const plate = (): string => `沪B${20_000 + ++serial}`;
const qrcode = async (id: string) => (await a.post(`${vehicles}/qrcode`, { id })).data;
const mainDriver = async (id: string) => (await a.post(`${vehicles}/detail`, { id })).data.driverName as string;

describe('the code of a vehicle', () => {
  it('makes the driver who scans it its main driver, and everybody can read how', async () => {
    const plateNo = plate();
    const id = await a.addVehicle(plateNo, { vehicleType: '平板' });
    const { url, no } = await qrcode(id);
    expect(no).toBe(1);
    expect(url).toMatch(/^\/transport\/m\/driver\/scan\/v\d+-1-[\w-]{22}$/u);
    const code = codeIn(url);
    // the vehicle lies in the department above his: the code is his right
    const he = await driver();
    expect(await he.post('scanVehicle', { code })).toMatchObject({
      code: 200,
      data: { plateNo, vehicleType: '平板', mine: false, driver: null, others: [] },
    });
    expect(await mainDriver(id)).toBe('');
    expect(await he.post('bindVehicle', { code, replaces: null, leaves: [] })).toMatchObject({ data: { plateNo } });
    expect(await mainDriver(id)).toBe(he.name);
    expect((await he.post('tasks', {})).data.driver.vehicles).toEqual([
      { id, plateNo, vehicleColor: 0, vehicleType: '平板' },
    ]);
    expect((await he.post('scanVehicle', { code })).data).toMatchObject({ mine: true, driver: null });
    // scanning it again changes nothing
    expect(await he.post('bindVehicle', { code, replaces: null, leaves: [] })).toMatchObject({ code: 200 });
    const { list } = (await a.post(`${vehicles}/changeHis`, { id })).data;
    const scans = list.filter(({ action }: { action: string }) => action === '扫码绑定司机');
    expect(scans).toMatchObject([{ changes: [{ label: '主驾司机', before: '', after: he.name }] }]);
    const his = (await a.post('/api/base/manage/driver/changeHis', { id: he.id })).data.list;
    expect(his[0]).toMatchObject({ action: '扫码绑定', changes: [{ label: '驾驶车辆', after: plateNo }] });
    expect((await a.post(`${vehicles}/periods`, { id })).data).toContainEqual(
      expect.objectContaining({ kind: 'driver', name: he.name, endTime: null }),
    );
  });

  it('asks before it replaces another driver or moves him: what he was asked must still be so', async () => {
    const [from, to] = [plate(), plate()];
    const old = await a.addVehicle(from);
    const id = await a.addVehicle(to);
    const [he, other] = [await driver(), await driver()];
    const bind = (who: typeof he, code: string, replaces: string | null, leaves: string[]) =>
      who.post('bindVehicle', { code, replaces, leaves });
    const code = codeIn((await qrcode(id)).url);
    await bind(he, codeIn((await qrcode(old)).url), null, []);
    await a.post(`${vehicles}/batchUpdate`, { ids: [id], driverId: other.id });
    expect((await he.post('scanVehicle', { code })).data).toMatchObject({
      mine: false,
      driver: { id: other.id, name: other.name },
      others: [{ id: old, plateNo: from }],
    });
    for (const [replaces, leaves] of [
      [null, [old]],
      [other.id, []],
      [he.id, [old]],
      [other.id, [id]],
    ] as const)
      expect(await bind(he, code, replaces, [...leaves])).toMatchObject(changedByOther);
    expect(await mainDriver(id)).toBe(other.name);
    expect(await bind(he, code, other.id, [old])).toMatchObject({ code: 200 });
    expect([await mainDriver(id), await mainDriver(old)]).toEqual([he.name, '']);
    const { list } = (await a.post(`${vehicles}/changeHis`, { id: old })).data;
    expect(list[0]).toMatchObject({ action: '扫码绑定司机', changes: [{ before: he.name, after: '' }] });
    expect((await a.post(`${vehicles}/periods`, { id })).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'driver', name: other.name, endTime: expect.any(String) }),
        expect.objectContaining({ kind: 'driver', name: he.name, endTime: null }),
      ]),
    );
  });

  it('who was second man is not both', async () => {
    const he = await driver();
    const id = await a.addVehicle(plate());
    await a.db.updateTable('vehicle').set({ co_driver_id: he.id }).where('id', '=', id).execute();
    await he.post('bindVehicle', { code: codeIn((await qrcode(id)).url), replaces: null, leaves: [] });
    expect((await a.post(`${vehicles}/detail`, { id })).data).toMatchObject({ driverName: he.name, coDriverName: '' });
  });

  it('that was withdrawn no longer works, and two people do not withdraw each other’s', async () => {
    const id = await a.addVehicle(plate());
    const he = await driver();
    const first = await qrcode(id);
    const renewed = await a.post(`${vehicles}/qrcodeRenew`, { id, no: 1 });
    expect(renewed).toMatchObject({ code: 200, data: { no: 2, renewTime: expect.any(String) } });
    expect(await a.post(`${vehicles}/qrcodeRenew`, { id, no: 1 })).toMatchObject(changedByOther);
    const gone = { code: 4011, msg: expect.stringMatching(/的这张二维码已作废，请扫描重新打印的二维码$/u) };
    expect(await he.post('scanVehicle', { code: codeIn(first.url) })).toMatchObject(gone);
    expect(await he.post('bindVehicle', { code: codeIn(first.url), replaces: null, leaves: [] })).toMatchObject(gone);
    expect(await he.post('scanVehicle', { code: codeIn(renewed.data.url) })).toMatchObject({ code: 200 });
    const { list } = (await a.post(`${vehicles}/changeHis`, { id })).data;
    expect(list[0]).toMatchObject({ action: '作废二维码', changes: [{ before: '第1版', after: '第2版' }] });
  });

  it('is refused in words: forged, of another company, of a store, of a vehicle that is gone, for who left or drives nothing', async () => {
    const plateNo = plate();
    const id = await a.addVehicle(plateNo);
    const he = await driver();
    const code = codeIn((await qrcode(id)).url);
    const says = async (given: string, who = he) => {
      const look = await who.post('scanVehicle', { code: given });
      const bind = await who.post('bindVehicle', { code: given, replaces: null, leaves: [] });
      expect([bind.code, bind.msg]).toEqual([look.code, look.msg]);
      return [look.code, look.msg];
    };
    const swapped = code.endsWith('A') ? `${code.slice(0, -1)}B` : `${code.slice(0, -1)}A`;
    const other = await a.addVehicle(plate());
    for (const forged of [swapped, code.replace(`v${id}-`, `v${other}-`), code.replace('-1-', '-2-')])
      expect(await says(forged)).toEqual([4011, '二维码是伪造或损坏的，请联系管理员重新打印']);
    expect(await says('6901028001915')).toEqual([4000, '二维码无法识别，请扫描平台打印的车辆或门店二维码']);
    expect(await says(codeIn(storeCodePath(app.secrets, '1')))).toEqual([4011, '这是门店收货二维码，不是车辆二维码']);
    expect(await says(code, await driver(b))).toEqual([4011, '这是其他公司的二维码，不能使用']);
    const shared = { client_id: b.clientId, vehicle_id: id, source: 'share', valid_from: new Date('2026-01-01') };
    await a.db.insertInto('vehicle_access').values(shared).execute();
    expect(await says(code, await driver(b))).toEqual([4011, '这是其他公司的二维码，不能使用']);
    const { token } = await a.user({});
    expect(await app.post(`${api}/scanVehicle`, { code }, token)).toMatchObject({
      code: 4003,
      msg: '当前账号没有关联司机，请联系管理员在司机详情中关联登录账号',
    });
    const gone = await driver();
    await a.post('/api/base/manage/driver/status', { ids: [gone.id], status: 2 });
    expect(await says(code, gone)).toEqual([4011, `司机${gone.name}已离职，不能绑定车辆`]);
    await a.post(`${vehicles}/status`, { ids: [id], vehicleStatus: 2 });
    expect(await says(code)).toEqual([4011, `车辆${plateNo}已停用，不能绑定`]);
    await a.post(`${vehicles}/status`, { ids: [id], vehicleStatus: 1 });
    expect((await says(code))[0]).toBe(200);
    await a.post(`${vehicles}/batchUpdate`, { ids: [id], driverId: null });
    expect(await a.post(`${vehicles}/del`, { ids: [id] })).toMatchObject({ code: 200 });
    expect(await says(code)).toEqual([4011, `车辆${plateNo}已删除，不能绑定`]);
  });

  it('is shown to who holds the button and may change the vehicle', async () => {
    const id = await a.addVehicle(plate());
    const reader = await a.user({ menus: ['vehicle'], buttons: ['vehicle/edit'] });
    expect(await app.post(`${vehicles}/qrcode`, { id }, reader.token)).toMatchObject({ code: 4003 });
    const holder = await a.user({ menus: ['vehicle'], buttons: ['vehicle/qrcode'] });
    expect(await app.post(`${vehicles}/qrcode`, { id }, holder.token)).toMatchObject({ code: 200 });
    const below = await a.user({ menus: ['vehicle'], buttons: ['vehicle/qrcode'], orgId: a.subOrgId });
    expect(await app.post(`${vehicles}/qrcode`, { id }, below.token)).toMatchObject({ code: 4004 });
    expect(await b.post(`${vehicles}/qrcode`, { id })).toMatchObject({ code: 4004 });
    expect(await b.post(`${vehicles}/qrcodeRenew`, { id, no: 1 })).toMatchObject({ code: 4004 });
    expect((await qrcode(id)).no).toBe(1);
  });
});

/** A store of the company with a fence around the point where the fixture's orders go. */
async function store(of: TransportFixture, storeName: string, more: Record<string, unknown> = {}) {
  const data = await addStore(of, {
    storeName,
    storeCode: `S${++serial}`,
    address: '观前街88号',
    shape: { kind: 'circle', lng: 120.62, lat: 31.3, radiusM: 200 },
    ...more,
  });
  const sheet = await of.post('/api/base/manage/store/qrcode', { ids: [data.id] });
  return { id: String(data.id), code: codeIn(sheet.data.stores[0].url) };
}
/** A task of the driver to 苏州观前店, accepted. */
async function task(he: Awaited<ReturnType<typeof driver>>): Promise<string> {
  const stowed = await a.stow(await a.truck({ driver_id: he.id }), [
    await a.order({}, { pieces: 12, weightKg: 90, volumeM3: 0.6 }),
  ]);
  if (stowed.code !== 200) throw new Error(stowed.msg);
  const { waybillCode } = stowed.data;
  await he.post('act', { key: randomUUID(), agoMs: 0, waybillCode, action: 'accept' });
  return waybillCode;
}

describe('the code of a store', () => {
  it('leads a driver to his stop there; his arrival is registered with the code as its evidence', async () => {
    const he = await driver();
    const waybillCode = await task(he);
    const own = await store(a, '苏州观前店');
    const { data } = await he.post('scanStore', { code: own.code });
    expect(data).toMatchObject({
      storeName: '苏州观前店',
      stops: [{ waybillCode, stopSeq: 2, stopName: '苏州观前店', scanTime: null }],
      msg: '',
    });
    const [{ stopId, stopSeq }] = data.stops;
    const act = (action: string, more: Record<string, unknown>) =>
      he.post('act', { key: randomUUID(), agoMs: 0, waybillCode, action, ...more });
    const arrive = { stopSeq, stopId, scanCode: own.code, lng: 120.6201, lat: 31.3 };
    expect(await act('arrive', arrive)).toMatchObject({
      data: { refused: true, msg: expect.stringContaining('待发车') },
    });
    await act('depart', { overrideReason: '没有厢温数据，已用手持测温' });
    const elsewhere = await store(a, '昆山店', { shape: { kind: 'circle', lng: 121, lat: 31.38, radiusM: 200 } });
    expect(await act('arrive', { ...arrive, scanCode: elsewhere.code })).toMatchObject({
      data: { refused: true, msg: '扫的是门店昆山店的二维码，不是苏州观前店的，到站没有登记' },
    });
    expect((await a.waybill(waybillCode)).stops[1]).toMatchObject({ stopStatus: 0 });
    expect(await act('arrive', arrive)).toMatchObject({ data: { refused: false, msg: '' } });
    expect((await a.waybill(waybillCode)).stops[1]).toMatchObject({ stopStatus: 1, arriveSource: 5 });
    const { data: steps } = await a.post(`${api}/actions`, { id: waybillCode });
    expect(steps.at(-1)).toMatchObject({ action: 'arrive', refused: false, scanStore: '苏州观前店', lng: 120.6201 });
    expect((await he.post('scanStore', { code: own.code })).data.stops).toMatchObject([
      { waybillCode, scanTime: expect.any(String) },
    ]);
    // 到店证据 shows it beside the visit that the fence found
    const { place_id, vehicle_id } = await a.db
      .selectFrom('store')
      .innerJoin('waybill', (j) => j.on('waybill.waybill_code', '=', waybillCode))
      .select(['store.place_id', 'waybill.vehicle_id'])
      .where('store.id', '=', own.id)
      .$narrowType<{ vehicle_id: string }>()
      .executeTakeFirstOrThrow();
    const visit = { client_id: a.clientId, place_id, vehicle_id, kind: 'visit', status: 1, alarm: false };
    const [then, before] = [new Date(Date.now() - 300_000), new Date(Date.now() - 7_200_000)];
    await a.db
      .insertInto('episode')
      .values([
        { ...visit, start_time: then, confirmed_at: then, end_time: null },
        { ...visit, start_time: before, confirmed_at: before, end_time: new Date(before.getTime() + 600_000) },
      ])
      .execute();
    const { list } = (await a.post('/api/base/manage/store/arrivals', { id: own.id })).data;
    expect(list.map(({ scanTime }: { scanTime: string | null }) => scanTime)).toEqual([expect.any(String), null]);
    // the fence or a clerk was quicker: the scan is kept as evidence all the same
    expect(await act('arrive', arrive)).toMatchObject({ data: { refused: false, msg: '苏州观前店到站已登记' } });
  });

  it('says which tasks he has when none stops there', async () => {
    const he = await driver();
    const far = await store(a, '宁波店', { shape: { kind: 'circle', lng: 121.55, lat: 29.87, radiusM: 200 } });
    expect((await he.post('scanStore', { code: far.code })).data).toMatchObject({
      stops: [],
      msg: '没有到门店宁波店的任务，您现在没有进行中的任务',
    });
    const waybillCode = await task(he);
    const { msg } = (await he.post('scanStore', { code: far.code })).data;
    expect(msg).toMatch(new RegExp(`^没有到门店宁波店的任务，您的任务是${waybillCode}（.+ → 苏州观前店）$`, 'u'));
    // somebody else's task is no task of his
    const other = await driver();
    const near = await store(a, '观前店二期');
    expect((await other.post('scanStore', { code: near.code })).data.stops).toEqual([]);
  });

  it('is refused in words: forged, of another company, of a vehicle, of a store that is gone, for who is no driver', async () => {
    const he = await driver();
    const own = await store(a, '将关门店');
    const says = async (code: string, who = he) => {
      const { code: said, msg } = await who.post('scanStore', { code });
      return [said, msg];
    };
    const swapped = own.code.endsWith('A') ? `${own.code.slice(0, -1)}B` : `${own.code.slice(0, -1)}A`;
    expect(await says(swapped)).toEqual([4011, '二维码是伪造或损坏的，请联系管理员重新打印']);
    expect(await says(codeIn(vehicleCodePath(app.secrets, '1', 1)))).toEqual([
      4011,
      '这是车辆二维码，不是门店收货二维码',
    ]);
    expect(await says(own.code, await driver(b))).toEqual([4011, '这是其他公司的二维码，不能使用']);
    const { token } = await a.user({});
    expect(await app.post(`${api}/scanStore`, { code: own.code }, token)).toMatchObject({ code: 4003 });
    const waybillCode = await task(he);
    await he.post('act', { key: randomUUID(), agoMs: 0, waybillCode, action: 'depart', overrideReason: '手持测温' });
    const foreign = await store(b, '苏州观前店');
    const arrive = { key: randomUUID(), agoMs: 0, waybillCode, action: 'arrive', stopSeq: 2 };
    expect(await he.post('act', { ...arrive, scanCode: foreign.code })).toMatchObject({
      data: { refused: true, msg: '这是其他公司的二维码，不能使用' },
    });
    await a.post('/api/base/manage/store/del', { id: own.id });
    expect(await says(own.code)).toEqual([4011, '门店将关门店已删除，二维码不再有效']);
  });

  it('is printed for stores that one may see, some hundred at a time', async () => {
    const sheet = (ids: string[], token = a.token) => app.post('/api/base/manage/store/qrcode', { ids }, token);
    const [one, two] = [await store(a, '打印一店'), await store(a, '打印二店')];
    const { data } = await sheet([two.id, one.id, two.id]);
    expect(data.stores).toMatchObject([
      { storeName: '打印二店', address: expect.stringContaining('观前街88号') },
      { storeName: '打印一店', url: expect.stringMatching(/^\/transport\/m\/driver\/scan\/s\d+-[\w-]{22}$/u) },
    ]);
    expect(data.companyName).toBe('扫码甲');
    const ids = Array.from({ length: 301 }, (_, i) => String(i + 1));
    expect(await sheet(ids)).toMatchObject({ code: 4000, msg: '一次最多打印300个门店，请分批选择' });
    expect(await sheet([one.id], b.token)).toMatchObject({ code: 4004 });
    const reader = await a.user({ menus: ['store'], buttons: ['customer/store/edit'] });
    expect(await sheet([one.id], reader.token)).toMatchObject({ code: 4003 });
    const holder = await a.user({ menus: ['store'], buttons: ['customer/store/print'] });
    expect(await sheet([one.id], holder.token)).toMatchObject({ code: 200 });
  });
});

describe('which stops are at a store', () => {
  const shape = { kind: 'circle', centre: [120.62, 31.3], radiusM: 200 } as const;
  const stop = (name: string, lng: number | null, placeId: string | null = null) => ({ name, placeId, lng, lat: 31.3 });
  it.each([
    ['in its fence', { placeId: '7', storeName: '甲店', shape }, [stop('甲', 120.621), stop('乙', 120.7)], ['甲']],
    ['at its site', { placeId: '7', storeName: '甲店', shape: null }, [stop('甲', 120.9, '7')], ['甲']],
    ['of its name without a point', { placeId: null, storeName: '甲店', shape: null }, [stop('甲店', 120.9)], ['甲店']],
    [
      'by name where fences meet',
      { placeId: '7', storeName: '甲店', shape },
      [stop('乙店', 120.62), stop('甲店', 120.62)],
      ['甲店'],
    ],
    ['not of its name elsewhere', { placeId: '7', storeName: '甲店', shape }, [stop('甲店', 121)], []],
  ])('%s', (_, at, stops, names) => {
    expect(
      pickStopsAtStore(at as unknown as Parameters<typeof pickStopsAtStore>[0], stops).map(({ name }) => name),
    ).toEqual(names);
  });
});
