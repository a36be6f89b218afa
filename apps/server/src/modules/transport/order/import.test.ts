import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SheetCell, sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';
import { seenBook } from '../../../../test/workbook-kit';

const api = '/api/tms/customerOrder';
let app: TestApp;
let a: TransportFixture;
const customer = '导入客户';

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '导入');
});
afterAll(() => app.close());

const heads = [
  ...[
    '客户名称*',
    '客户单号*',
    '发货人*',
    '发货电话*',
    '发货省市区*',
    '发货详细地址*',
    '收货人*',
    '收货电话*',
    '收货省市区*',
  ],
  ...['收货详细地址*', '要求到达*', '温层*', '温度下限(℃)', '温度上限(℃)', '代收货款(元)', '备注'],
  ...['品名*', '包装单位', '件数*', '重量(kg)*', '体积(m³)*', '货物温层'],
];
const head = (no: string, more: Partial<Record<number, SheetCell>> = {}): SheetCell[] => {
  const cells: SheetCell[] = [
    ...[customer, no, '赵仓管', '13800138000', '上海市青浦区', '华新镇1号', '观前店', '0512-65221234', '江苏省苏州市'],
    ...['观前街88号', inHours(30), '冷冻', -25, -18, 100, '轻放'],
  ];
  for (const [at, cell] of Object.entries(more)) cells[Number(at)] = cell ?? null;
  return cells;
};
const goods = (name: string, pieces: number, more: SheetCell[] = []): SheetCell[] => [
  name,
  '箱',
  pieces,
  pieces * 8,
  0.5,
  ...more,
];
/** a further line of an order: customer, number, and the goods */
const further = (no: string): SheetCell[] => [customer, no, ...Array.from({ length: 14 }, () => null)];
const send = async (call: string, rows: SheetCell[][], fields: Record<string, string> = {}) =>
  uploadSheet(app, `${api}/${call}`, await sheetOf(heads, rows), a.token, fields);
const ordersOf = async (codes: string) => (await a.post(`${api}/page`, { codes })).data.list;
const goodsOf = async (no: string) =>
  (await a.orderOf((await ordersOf(no))[0].orderCode)).items.map((item: { cargoName: string; pieces: number }) => [
    item.cargoName,
    item.pieces,
  ]);

describe('orders from a spreadsheet', () => {
  it('makes one order of several lines, and takes everything back', async () => {
    const rows = [
      [...head('A1'), ...goods('水饺', 10)],
      [...further('A1'), ...goods('汤圆', 5, ['冷藏'])],
      [...head('A2'), ...goods('鲜肉', 3)],
    ];
    const check = await send('importCheck', rows);
    expect(check.data).toMatchObject({ total: 2, valid: 2, adds: 2, invalid: 0 });
    const { data } = await send('import', rows);
    expect(data).toMatchObject({ added: 2, updated: 0 });
    const [order] = await ordersOf('A1');
    expect(order).toMatchObject({ totalPieces: 15, totalWeight: 120, codAmount: 100, orderSource: 2, orderStatus: 1 });
    expect((await a.orderOf(order.orderCode)).items).toMatchObject([
      { cargoName: '水饺', temperatureType: 3 },
      { cargoName: '汤圆', temperatureType: 2 },
    ]);
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ code: 200, data: { undone: 2 } });
    expect(await a.orderOf(order.orderCode)).toMatchObject({ orderStatus: 6, voidReason: '撤销导入' });
  });

  it('tells every wrong cell at its own line, in the file too, and writes nothing', async () => {
    const rows = [
      [...head('B1', { 10: '明天', 7: '12' }), ...goods('水饺', 10)],
      [...further('B1'), ...goods('汤圆', 0)],
      [...head('B2', { 0: '没有的客户' }), ...goods('鲜肉', 3)],
      [...head('B3', { 10: '2020-01-01 08:00' }), ...goods('鲜肉', 3)],
      [...head('B4'), ...goods('水饺', 10)],
      [...head('B4', { 6: '另一家店' }), ...goods('汤圆', 1)],
    ];
    const { data } = await send('importCheck', rows);
    expect(data.errors.map((e: { row: number; label: string; msg: string }) => `${e.row} ${e.label} ${e.msg}`)).toEqual(
      [
        expect.stringMatching(/^2 收货电话 /u),
        '2 要求到达 时间格式应为 2027-01-31 08:30',
        expect.stringMatching(/^3 件数 应在1~999999件之间/u),
        expect.stringMatching(/^3 重量\(kg\) /u),
        '4 客户名称 客户“没有的客户”不存在',
        '5 要求到达 要求到达时间不能早于当前时间',
        '7 收货人 与第6行不一致，同一单的各行应相同或留空',
      ],
    );
    expect(seenBook(Buffer.from(data.annotated, 'base64'))[0]?.cell('S3').note).toContain('应在1~999999件之间');
    expect((await send('import', rows)).code).toBe(4000);
    expect(await ordersOf('B4')).toEqual([]);
    expect(
      (await send('import', [...rows, [...head('B5'), ...goods('水饺', 1)]], { commit: 'valid' })).data,
    ).toMatchObject({
      added: 1,
      skipped: 4,
    });
  });

  it('refuses a province that does not exist, and places both ends where nobody gave coordinates', async () => {
    await a.post('/api/base/manage/customer/add', {
      name: '定位客户',
      customerType: 3,
      addresses: [{ name: '观前店', area: '江苏省苏州市', address: '观前街88号', lng: 120.6201, lat: 31.3101 }],
    });
    const wrong = await send('importCheck', [[...head('P1', { 8: '江东省苏州市' }), ...goods('水饺', 1)]]);
    expect(wrong.data.errors).toMatchObject([
      { row: 2, label: '收货省市区', msg: '没有这个省市区，应如 江苏省苏州市姑苏区' },
    ]);
    const unknown = await send('importCheck', [[...head('P2', { 8: '江苏省苏洲市' }), ...goods('水饺', 1)]]);
    expect(unknown.data.errors).toMatchObject([
      { row: 2, label: '收货省市区', msg: '江苏省没有“苏洲市”，应如 江苏省苏州市姑苏区' },
    ]);
    const elsewhere = await send('importCheck', [[...head('P2', { 8: '江苏省杭州市' }), ...goods('水饺', 1)]]);
    expect(elsewhere.data.errors).toMatchObject([
      { row: 2, label: '收货省市区', msg: '江苏省没有“杭州市”，应如 浙江省杭州市' },
    ]);
    expect(await send('import', [[...head('P2'), ...goods('水饺', 1)]])).toMatchObject({ code: 200 });
    const order = await a.orderOf((await ordersOf('P2'))[0].orderCode);
    expect(order).toMatchObject({ receiveLng: 120.6201, receiveLat: 31.3101 });
    // the seat of 青浦区
    expect(Math.abs(order.shipLng - 121.12) + Math.abs(order.shipLat - 31.15)).toBeLessThan(0.1);
    expect(order.originSite).toBe('青浦分拨中心');
  });

  it('updates what waits, keeps goods that the file does not name, and gives them back', async () => {
    await send('import', [[...head('C1'), ...goods('水饺', 10)]]);
    const again = [...head('C1', { 15: '加急' }), null, null, null, null, null];
    expect((await send('importCheck', [again], { mode: 'add' })).data.errors[0].msg).toBe('客户单号已存在');
    await send('import', [again], { mode: 'update' });
    expect((await ordersOf('C1'))[0]).toMatchObject({ remark: '加急', totalPieces: 10 });
    const { data } = await send('import', [
      [...head('C1'), ...goods('汤圆', 4)],
      [...further('C1'), ...goods('馄饨', 3)],
    ]);
    expect(data).toMatchObject({ updated: 1 });
    expect(await goodsOf('C1')).toEqual([
      ['汤圆', 4],
      ['馄饨', 3],
    ]);
    await a.post(`${api}/importUndo`, { id: data.runId });
    expect(await goodsOf('C1')).toEqual([['水饺', 10]]);
    expect((await ordersOf('C1'))[0]).toMatchObject({ totalPieces: 10, remark: '加急' });
  });

  it('leaves alone what is on its way', async () => {
    const { data } = await send('import', [[...head('D1'), ...goods('水饺', 10)]]);
    const [{ orderCode }] = await ordersOf('D1');
    await a.stow(await a.truck(), [orderCode]);
    expect((await send('importCheck', [[...head('D1'), ...goods('水饺', 9)]])).data.errors[0].msg).toBe(
      `订单${orderCode}待装车，不能用导入修改`,
    );
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ code: 4011 });
  });
});
