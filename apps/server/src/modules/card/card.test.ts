import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
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
