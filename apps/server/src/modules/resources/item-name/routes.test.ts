import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

const api = '/api/tms/cargoconfig';
let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '品名甲');
});
afterAll(() => app.close());

const wings = { cargoName: '冷冻鸡翅', temperatureType: 3, packUnit: '箱', unitWeight: 10, unitVolume: 0.031 };
const rowOf = async (keyword: string) => (await a.post(`${api}/page`, { keyword })).data.list[0];

describe('item names', () => {
  it('are unique per customer, changed with their version, and kept while an order uses them', async () => {
    const { data } = await a.post(`${api}/add`, wings);
    expect(await a.post(`${api}/verificationCompany`)).toMatchObject({ code: 4011, msg: '贵公司的品名不按客户区分' });
    expect(await a.post(`${api}/add`, wings)).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'cargoName', msg: '该客户已有同名的品名' }] },
    });
    expect(await a.post(`${api}/add`, { ...wings, customerId: a.customerId })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/verificationCompany`)).toMatchObject({ code: 200, data: true });
    expect(await a.post(`${api}/add`, { ...wings, cargoName: '坏', tempMin: -18, tempMax: -25 })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'tempMax', msg: '温度上限须高于下限−18℃' }] },
    });
    const changed = await a.post(`${api}/update`, { ...wings, id: data.id, version: 1, packUnit: '袋' });
    expect(changed).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await a.post(`${api}/update`, { ...wings, id: data.id, version: 1 })).toMatchObject(changedByOther);

    const options = (await a.post(`${api}/options`, { keyword: '鸡翅', customerId: a.customerId })).data;
    expect(options.map((one: { customerName: string }) => one.customerName !== '')).toEqual([true, false]);
    // by the initials of 冷冻鸡翅
    expect((await a.post(`${api}/options`, { keyword: 'ldjc', customerId: a.customerId })).data).toEqual(options);
    await a.order({}, { cargoId: data.id, cargoName: '冷冻鸡翅' });
    expect(await a.post(`${api}/del`, { ids: [data.id] })).toMatchObject({
      code: 4011,
      msg: '冷冻鸡翅已有1行订单货物使用，可改为停用',
    });
    expect((await a.post(`${api}/status`, { ids: [data.id], status: 0 })).data).toMatchObject([{ ok: true }]);
    expect((await a.post(`${api}/options`, { keyword: '鸡翅' })).data).toEqual([]);
  });

  it('come from a spreadsheet, found again by customer and name', async () => {
    const send = async (call: string, rows: Array<Array<string | number | null>>) =>
      uploadSheet(
        app,
        `${api}/${call}`,
        await sheetOf(['品名*', '温层*', '包装单位*', '客户', '禁配组'], rows),
        a.token,
        {},
      );
    const check = await send('importCheck', [
      ['头孢', '冷藏', '盒', null, '药品'],
      ['热货', '热', '盒', null, null],
      ['头孢', '冷藏', '盒', null, null],
    ]);
    expect(check.data).toMatchObject({ total: 3, valid: 1 });
    const { data } = await send('import', [
      ['头孢', '冷藏', '盒', null, '药品'],
      ['酸奶', '冷藏', '筐', '品名甲客户', '食品'],
    ]);
    expect(data).toMatchObject({ added: 2, updated: 0 });
    expect((await send('import', [['酸奶', '冷藏', '箱', '品名甲客户', '食品']])).data).toMatchObject({
      added: 0,
      updated: 1,
    });
    expect(await rowOf('酸奶')).toMatchObject({ packUnit: '箱', customerName: '品名甲客户', conflictGroup: '食品' });
  });

  it('exclude each other by groups: goods of an excluded pair never share a truck', async () => {
    expect(await a.post(`${api}/setConflicts`, { pairs: [['药品', '不存在']] })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'pairs', msg: '没有品名属于禁配组“不存在”' }] },
    });
    expect(
      await a.post(`${api}/setConflicts`, {
        pairs: [
          ['食品', '药品'],
          ['药品', '食品'],
        ],
      }),
    ).toMatchObject({
      code: 200,
      data: { count: 1 },
    });
    expect((await a.post(`${api}/conflicts`)).data).toMatchObject({
      groups: expect.arrayContaining([
        { name: '药品', count: 1 },
        { name: '食品', count: 1 },
      ]),
      pairs: [['药品', '食品']],
    });
    const cold = { temperatureType: 2, tempMin: null, tempMax: null };
    const small = { pieces: 10, weightKg: 60, volumeM3: 0.5, temperatureType: 2 };
    const one = await a.order(cold, { ...small, cargoId: (await rowOf('头孢')).id, cargoName: '头孢' });
    const other = await a.order(cold, { ...small, cargoId: (await rowOf('酸奶')).id, cargoName: '酸奶' });
    const refused = await a.post('/api/tms/stowage/check', {
      waybillKind: 3,
      vehicleId: await a.truck(),
      planDepartTime: inHours(1),
      orderCodes: [one, other],
    });
    expect(refused.data.checks).toContainEqual({
      code: 'CONFLICT',
      level: 'block',
      msg: `药品（${one}）与食品（${other}）禁止同车`,
      value: null,
      limit: null,
    });
  });
});
