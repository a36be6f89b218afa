import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { type SheetCell, sheetOf, uploadSheet } from '../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../test/test-app';

const api = '/api/base/manage/store';
const heads = ['门店编码*', '门店名称*', '详细地址*', '经度', '纬度', '围栏半径(m)', '收货时间窗', '温区', '联系人'];
let app: TestApp;
let a: FleetFixture;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '门店导入');
});
afterAll(() => app.close());

const send = async (call: string, rows: SheetCell[][], fields: Record<string, string> = {}) =>
  uploadSheet(app, `${api}/${call}`, await sheetOf(heads, rows), a.token, fields);
const page = async (storeCode: string) => (await a.post(`${api}/page`, { storeCode })).data.list;

describe('stores from a spreadsheet', () => {
  it('makes the sites of those with a position, and takes everything back', async () => {
    const rows: SheetCell[][] = [
      ['I1', '导入一店', '阅江西路222号', 113.3245, 23.1066, 300, '06:00-10:00；22:00-04:00', '冷藏、冷冻', '王芳'],
      ['I2', '导入二店', '待定', null, null, null, null, null, null],
    ];
    const check = await send('importCheck', rows);
    expect(check.data).toMatchObject({ total: 2, valid: 2, adds: 2 });
    const { data } = await send('import', rows);
    expect(data).toMatchObject({ added: 2 });
    expect((await page('I1'))[0]).toMatchObject({
      area: '广东省广州市海珠区',
      fence: '圆形 300 m',
      windows: '每天 06:00-10:00；每天 22:00-次日04:00',
      temperatureTypes: [2, 3],
      contact: '王芳',
    });
    expect((await page('I2'))[0]).toMatchObject({ locateStatus: 0, unloadMinutes: 30 });
    const undone = await a.post(`${api}/importUndo`, { id: data.runId });
    expect(undone.code, undone.msg).toBe(200);
    expect(await page('I1')).toEqual([]);
    const sites = (await a.post('/api/base/manage/region/page', { keyword: '导入' })).data.list;
    expect(sites).toEqual([]);
  });

  it('gives stores of one name, and of the name of another site, sites that are told apart by their codes', async () => {
    await a.post('/api/base/manage/region/add', {
      kind: 'site',
      placeType: 1,
      name: '同名店',
      shape: { kind: 'circle', lng: 113.3, lat: 23.1, radiusM: 100 },
    });
    const rows: SheetCell[][] = ['T1', 'T2'].map((code) => [code, '同名店', '地址', 113.31, 23.11, 200]);
    rows.push(['T3', '单名店', '地址', 113.32, 23.12, 200], ['T4', '单名店', '地址', 113.32, 23.12, 200]);
    const { data, msg } = await send('import', rows);
    expect(data, msg).toMatchObject({ added: 4 });
    const names = async () =>
      (await a.post('/api/base/manage/region/page', { keyword: '名店', size: 30 })).data.list
        .map(({ name }: { name: string }) => name)
        .sort();
    expect(await names()).toEqual(['单名店', '单名店(T4)', '同名店', '同名店(T1)', '同名店(T2)']);
    const [stored] = await page('T3');
    const history = (await a.post(`${api}/changeHis`, { id: stored.id })).data.list;
    expect(history[0].action).toBe('导入新增');
    const undone = await a.post(`${api}/importUndo`, { id: data.runId });
    expect(undone.code, undone.msg).toBe(200);
    expect(await names()).toEqual(['同名店']);
  });

  it('finds every fault and writes nothing', async () => {
    const { data } = await send('importCheck', [
      ['坏编码', '店', '地址', null, null, null, null, null, null],
      ['I3', '店', '地址', 113.3, null, null, null, null, null],
      ['I4', '店', '地址', 113.3, 23.1, 5000, null, null, null],
      ['I5', '店', '地址', null, null, null, '早上', null, null],
      ['I6', '店', '地址', null, null, null, null, '热', null],
    ]);
    expect(data.valid).toBe(0);
    const told = data.errors.map((e: { label: string; msg: string }) => `${e.label} ${e.msg}`);
    expect(told).toEqual([
      '门店编码 编码由字母、数字组成,可用-连接',
      '纬度 经度和纬度要一起填写',
      '围栏半径(m) 围栏半径应在50~2000m之间',
      '收货时间窗 时间窗应为 06:00-10:00，多个用；隔开',
      expect.stringContaining('温区“热”不正确'),
    ]);
  });

  it('changes what the cells say, and neither name nor position', async () => {
    await send('import', [['I7', '七店', '地址', 113.3245, 23.1066, null, null, null, '王芳']]);
    const moved = await send('importCheck', [['I7', '八店', '地址', 113.4, 23.1, null, null, null, null]]);
    expect(moved.data.errors.map((e: { msg: string }) => e.msg)).toEqual([
      '导入不能修改已有门店的名称，请在页面修改',
      '导入不能修改已有门店的位置，请在页面定位',
    ]);
    const { data } = await send('import', [['I7', '七店', '新地址', null, null, null, null, null, '清空']]);
    expect(data).toMatchObject({ updated: 1 });
    expect((await page('I7'))[0]).toMatchObject({ address: '新地址', contact: '', locateStatus: 1 });
    const [site] = (await a.post('/api/base/manage/region/page', { keyword: '七店' })).data.list;
    expect(site).toMatchObject({ address: '新地址', contact: '' });
  });
});
