import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { append, storedAt } from '../../../test/point-kit';
import { sheetOf, uploadSheet } from '../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../test/test-app';

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
  expect(await a.post(`${api}/loss`, { id, version: 1, lost: false })).toMatchObject({ code: 4009 });
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

it('says what a card lacks', async () => {
  const errors = async (body: Record<string, unknown>) => (await a.post(`${api}/write`, body)).data.errors;
  expect(await errors({ cardNo: 'xyz', cardType: 2 })).toEqual([
    { field: 'cardNo', msg: '卡号为8~20位十六进制数字，如 0A1B2C3D' },
    { field: 'driverId', msg: '司机卡请选择司机' },
  ]);
  expect(await errors({ cardNo: 'AABBCCDD', cardType: 1 })).toEqual([
    { field: 'ownerName', msg: '请输入绑定的门店或部门' },
  ]);
});

it('comes from spreadsheets', async () => {
  const bytes = await sheetOf(
    ['卡号', '卡类型', '司机', '绑定对象'],
    [
      ['11223344', '司机卡', '许佳', null],
      ['11223345', '司机卡', '许佳', null],
      ['11223346', '门店卡', null, '徐汇店'],
    ],
  );
  const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
  expect(check.data.errors).toMatchObject([{ row: 3, msg: '与第2行重复' }]);
  await uploadSheet(app, `${api}/import`, bytes, a.token, { commit: 'valid' });
  expect((await a.post(`${api}/page`, { cardNo: '112233' })).data.list).toMatchObject([
    { ownerName: '徐汇店' },
    { ownerName: '许佳' },
  ]);
});

it('a writer is listed by the cards that it wrote; its model and department are entered once', async () => {
  const write = (cardNo: string, ownerName: string) =>
    a.post(`${api}/write`, { cardType: 1, cardNo, ownerName, writerNo: 'XK-09' });
  await write('0A1B2CA1', '一号门店');
  await write('0A1B2CA2', '二号门店');
  const listed = async () => (await a.post(`${api}/writers`, { keyword: 'xk-09' })).data.list;
  const [writer] = await listed();
  expect(writer).toMatchObject({ writerNo: 'XK-09', model: '', orgName: '', cardCount: 2, version: 1 });
  expect(writer.lastTime).not.toBeNull();
  const change = { id: writer.id, version: 1, model: 'ACR122U', orgId: a.orgId };
  expect(await a.post(`${api}/writerUpdate`, change)).toMatchObject({ code: 200, data: { version: 2 } });
  expect(await a.post(`${api}/writerUpdate`, change)).toMatchObject({ code: 4009 });
  expect(await b.post(`${api}/writerUpdate`, change)).toMatchObject({ code: 4004 });
  expect(await listed()).toMatchObject([{ model: 'ACR122U', orgName: expect.stringMatching(/./u) }]);
});
