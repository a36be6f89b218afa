import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { append, storedAt } from '../../../../test/point-kit';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { addStore } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/writeDevice';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '写卡公司');
  b = await fleetFixture(app, '别家写卡');
});
afterAll(() => app.close());

it('a driver has one valid card; a lost one can be found again, replaced and cancelled', async () => {
  const write = (body: Record<string, unknown>) =>
    a.post(`${api}/write`, { cardType: 2, driverId: a.driverId, ...body });
  const { id } = (await write({ cardNo: '0a:1b:2c:3d' })).data;
  expect((await a.post(`${api}/page`, { cardNo: '0A1B' })).data.list).toMatchObject([
    { id, cardNo: '0A1B2C3D', ownerName: '周立群', cardStatus: 1, version: 1 },
  ]);
  expect((await write({ cardNo: '0A1B2C3E' })).data.errors).toEqual([
    { field: 'driverId', msg: '该司机已有有效的卡，请使用换卡' },
  ]);
  expect((await write({ cardNo: '0A1B2C3D', driverId: a.coDriverId })).data.errors).toEqual([
    { field: 'cardNo', msg: '该卡号已在使用，请先注销或换卡' },
  ]);
  expect(await a.post(`${api}/loss`, { id, version: 1, lost: true })).toMatchObject({ code: 200 });
  expect(await a.post(`${api}/loss`, { id, version: 2, lost: true })).toMatchObject({ code: 4010 });
  expect(await a.post(`${api}/loss`, { id, version: 1, lost: false })).toMatchObject(changedByOther);
  const next = (await a.post(`${api}/replace`, { id, version: 2, cardNo: '0A1B2C3F' })).data.id;
  const { list } = (await a.post(`${api}/page`, { ownerName: '周立群', sort: 'cardNo asc' })).data;
  expect(list).toMatchObject([
    { id, cardStatus: 3 },
    { id: next, cardNo: '0A1B2C3F', cardStatus: 1 },
  ]);
  const vehicleId = await a.addVehicle('沪C50001', { deviceId: a.deviceIds[0] });
  const swipe = {
    client_id: a.clientId,
    device_id: a.deviceIds[0] ?? '',
    vehicle_id: vehicleId,
    driver_id: a.driverId,
  };
  const at = Date.now() - 3_600_000;
  await app.database.systemDb
    .insertInto('driver_card')
    .values([
      { ...swipe, at: new Date(at), inserted: true, result: 0 },
      { ...swipe, at: new Date(at + 1_800_000), inserted: false, result: null },
    ])
    .execute();
  const point = { clientId: a.clientId, deviceId: a.deviceIds[0] ?? '', vehicleId };
  await append(app.database, [storedAt(point, at - 60_000, { lng: 121.38, lat: 31.25 })]);
  const [shown] = (await a.post(`${api}/page`, { cardNo: '0A1B2C3F' })).data.list;
  expect(shown).toMatchObject({ lastSwipePlate: '沪C50001', lastSwipePlace: expect.stringContaining('上海') });
  expect((await a.post(`${api}/swipes`, { id: next })).data.list).toMatchObject([
    { plateNo: '沪C50001', inserted: false, result: null, place: '' },
    { plateNo: '沪C50001', inserted: true, result: 0, place: shown.lastSwipePlace },
  ]);
  expect(await b.post(`${api}/swipes`, { id: next })).toMatchObject({ code: 4004 });
  expect(await a.post(`${api}/cancel`, { id: next, version: 1 })).toMatchObject({ code: 200 });
  expect(await write({ cardNo: '0A1B2C3D' })).toMatchObject({ code: 200 });
  expect(await b.post(`${api}/cancel`, { id, version: 3 })).toMatchObject({ code: 4004 });
});

const storeOf = (storeName: string, storeCode: string, of = a): Promise<{ id: string; version: number }> =>
  addStore(of, { storeName, storeCode, address: '上海市静安区' });

it('a store card belongs to a store of the register: called as the store is now, one live card each', async () => {
  const { id: storeId } = await storeOf('静安店', 'CARD-1');
  const { id: foreign } = await storeOf('别家的店', 'CARD-1', b);
  const write = (body: Record<string, unknown>) => a.post(`${api}/write`, { cardType: 1, ...body });
  expect((await write({ cardNo: '5A0000F1', storeId: foreign })).data.errors).toEqual([
    { field: 'storeId', msg: '所选门店不存在或不在您的权限范围内' },
  ]);
  const { id } = (await write({ cardNo: '5A0000F1', storeId })).data;
  expect((await write({ cardNo: '5A0000F2', storeId })).data.errors).toEqual([
    { field: 'storeId', msg: '该门店已有有效的卡，请使用换卡' },
  ]);
  // another store may have the same name
  expect(await write({ cardNo: '5A0000F3', storeId: (await storeOf('静安店', 'CARD-2')).id })).toMatchObject({
    code: 200,
  });
  // while the card is lost the store may get another one; then the lost one stays lost
  const lost = (at: number, yes: boolean) => a.post(`${api}/loss`, { id, version: at, lost: yes });
  expect(await lost(1, true)).toMatchObject({ code: 200 });
  const spare = (await write({ cardNo: '5A0000F2', storeId })).data.id;
  expect(await lost(2, false)).toMatchObject({ code: 4010, msg: '静安店已有另一张有效的卡，不能解除挂失' });
  expect(await a.post(`${api}/cancel`, { id: spare, version: 1 })).toMatchObject({ code: 200 });
  expect(await lost(2, false)).toMatchObject({ code: 200 });
  const stores = (await a.post('/api/base/manage/store/options', { keyword: 'card-1' })).data;
  expect(stores).toEqual([{ id: storeId, name: '静安店', code: 'CARD-1', customerName: '门店的客户' }]);

  await app.database.systemDb.updateTable('store').set({ name: '静安寺店' }).where('id', '=', storeId).execute();
  expect((await a.post(`${api}/page`, { ownerName: '静安寺', cardStatus: 1 })).data.list).toMatchObject([
    { id, storeId, ownerName: '静安寺店' },
  ]);
  const { id: next } = (await a.post(`${api}/replace`, { id, version: 3, cardNo: '5A0000F4' })).data;
  expect((await a.post(`${api}/page`, { cardNo: '5A0000F4' })).data.list).toMatchObject([{ id: next, storeId }]);
  expect(await a.post('/api/base/manage/store/del', { id: storeId })).toMatchObject({
    msg: '门店“静安寺店”正被门店卡5A0000F4使用，无法删除',
  });
  expect(await a.post(`${api}/cancel`, { id: next, version: 1 })).toMatchObject({ code: 200 });
  expect(await a.post('/api/base/manage/store/del', { id: storeId })).toMatchObject({ code: 200 });
});

it('a store card of before keeps its typed name, also when it is replaced, until a spreadsheet names its store', async () => {
  const { systemDb } = app.database;
  const old = { client_id: a.clientId, card_no: '5A0000E1', card_type: 1, owner_name: '老门店' };
  const { id } = await systemDb.insertInto('card').values(old).returning('id').executeTakeFirstOrThrow();
  expect(await a.post(`${api}/replace`, { id, version: 1, cardNo: '5A0000E2' })).toMatchObject({ code: 200 });
  expect((await a.post(`${api}/page`, { cardNo: '5A0000E2' })).data.list).toMatchObject([
    { ownerName: '老门店', storeId: null },
  ]);
  const { id: storeId } = await storeOf('黄浦店', 'CARD-5');
  const bytes = await sheetOf(['卡号', '卡类型', '门店'], [['5A0000E2', '门店卡', '黄浦店']]);
  await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid', mode: 'update' });
  expect((await a.post(`${api}/page`, { cardNo: '5A0000E2' })).data.list).toMatchObject([
    { ownerName: '黄浦店', storeId },
  ]);
});

it('a card of before is bound to its store, once', async () => {
  const { systemDb } = app.database;
  const old = { client_id: a.clientId, card_no: '5A0000D1', card_type: 1, owner_name: '虹口老店' };
  const { id } = await systemDb.insertInto('card').values(old).returning('id').executeTakeFirstOrThrow();
  const { id: storeId } = await storeOf('虹口店', 'CARD-6');
  const { id: foreign } = await storeOf('别家虹口', 'CARD-6', b);
  const bind = (body: Record<string, unknown>) => a.post(`${api}/bind`, { id, version: 1, ...body });
  expect((await bind({})).data.errors).toEqual([{ field: 'storeId', msg: '请选择门店' }]);
  expect((await bind({ storeId: foreign })).data.errors).toEqual([
    { field: 'storeId', msg: '所选门店不存在或不在您的权限范围内' },
  ]);
  expect(await b.post(`${api}/bind`, { id, version: 1, storeId: foreign })).toMatchObject({ code: 4004 });
  expect(await bind({ storeId })).toMatchObject({ code: 200, data: { version: 2 } });
  expect((await a.post(`${api}/page`, { cardNo: '5A0000D1' })).data.list).toMatchObject([
    { storeId, ownerName: '虹口店' },
  ]);
  expect(await a.post(`${api}/bind`, { id, version: 2, storeId })).toMatchObject({
    code: 4010,
    msg: '卡片5A0000D1已绑定虹口店，不能绑定',
  });
  expect((await a.post(`${api}/changeHis`, { id, page: 1, size: 10 })).data.list[0]).toMatchObject({
    changes: [{ label: '绑定对象', before: '虹口老店', after: '虹口店' }],
  });
});

it('a spreadsheet that gives a card another driver gives it his name', async () => {
  const driver = async (name: string, phone: string): Promise<string> =>
    (
      await a.post('/api/base/manage/driver/add', {
        ...{ name, phone, licenseClass: 'A2', licenseEnd: '2031-01-01' },
        emergencyPhone: '13900139000',
      })
    ).data.id;
  const [one] = [await driver('甲一', '13700139001'), await driver('乙二', '13700139002')];
  expect(await a.post(`${api}/write`, { cardType: 2, cardNo: '0C000001', driverId: one })).toMatchObject({ code: 200 });
  const bytes = await sheetOf(['卡号', '卡类型', '司机'], [['0C000001', '司机卡', '乙二']]);
  await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
  const [row] = (await a.post(`${api}/page`, { ownerName: '乙二' })).data.list;
  expect(row).toMatchObject({ cardNo: '0C000001', ownerName: '乙二' });
  expect((await a.post(`${api}/page`, { ownerName: '甲一' })).data.total).toBe(0);
  const [last] = (await a.post(`${api}/changeHis`, { id: row.id, page: 1, size: 10 })).data.list;
  expect(last.changes).toEqual(
    expect.arrayContaining([expect.objectContaining({ label: '绑定对象', before: '甲一', after: '乙二' })]),
  );
});

it('says what a card lacks', async () => {
  const errors = async (body: Record<string, unknown>) => (await a.post(`${api}/write`, body)).data.errors;
  expect(await errors({ cardNo: 'xyz', cardType: 2 })).toEqual([
    { field: 'cardNo', msg: '卡号为8~20位十六进制数字，如 0A1B2C3D' },
    { field: 'driverId', msg: '司机卡请选择司机' },
  ]);
  expect(await errors({ cardNo: 'AABBCCDD', cardType: 1 })).toEqual([{ field: 'storeId', msg: '门店卡请选择门店' }]);
  expect(await errors({ cardNo: 'AABBCCDD', cardType: 1, ownerName: '徐汇店' })).toEqual([
    { field: 'storeId', msg: '门店卡请选择门店' },
  ]);
  expect(await errors({ cardNo: 'AABBCCDD', cardType: 3 })).toEqual([{ field: 'ownerName', msg: '请输入绑定的部门' }]);
});

it('comes from spreadsheets', async () => {
  const bytes = await sheetOf(
    ['卡号', '卡类型', '司机', '绑定对象', '门店'],
    [
      ['11223344', '司机卡', '许佳', null, null],
      ['11223345', '司机卡', '许佳', null, null],
      ['11223346', '门店卡', null, null, 'CARD-8'],
      ['11223347', '门店卡', null, '杨浦店', null],
      ['11223348', '门店卡', null, null, '长宁店'],
      ['11223349', '管理卡', null, '调度室', null],
    ],
  );
  await storeOf('徐汇店', 'CARD-8');
  const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
  expect(check.data.errors).toMatchObject([
    { row: 3, msg: '与第2行重复' },
    { row: 5, label: '门店', msg: '门店卡请选择门店' },
    { row: 6, label: '门店', msg: '门店“长宁店”不存在' },
  ]);
  await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
  expect((await a.post(`${api}/page`, { cardNo: '112233' })).data.list).toMatchObject([
    { ownerName: '调度室', storeId: null },
    { ownerName: '徐汇店', storeId: expect.stringMatching(/^\d+$/u) },
    { ownerName: '许佳' },
  ]);
});

it('a writer is listed by the cards that it wrote; its model and department are entered once', async () => {
  const write = (cardNo: string, ownerName: string) =>
    a.post(`${api}/write`, { cardType: 3, cardNo, ownerName, writerNo: 'XK-09' });
  await write('0A1B2CA1', '一号仓库');
  await write('0A1B2CA2', '二号仓库');
  const listed = async () => (await a.post(`${api}/writers`, { keyword: 'xk-09' })).data.list;
  const [writer] = await listed();
  expect(writer).toMatchObject({ writerNo: 'XK-09', model: '', orgName: '', cardCount: 2, version: 1 });
  expect(writer.lastTime).not.toBeNull();
  const change = { id: writer.id, version: 1, model: 'ACR122U', orgId: a.orgId };
  expect(await a.post(`${api}/writerUpdate`, change)).toMatchObject({ code: 200, data: { version: 2 } });
  expect(await a.post(`${api}/writerUpdate`, change)).toMatchObject(changedByOther);
  expect(await b.post(`${api}/writerUpdate`, change)).toMatchObject({ code: 4004 });
  expect(await listed()).toMatchObject([{ model: 'ACR122U', orgName: expect.stringMatching(/./u) }]);
});
