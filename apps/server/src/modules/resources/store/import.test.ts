import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type SheetCell, sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { addStore, storeCustomer, storeNeeds } from '../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/base/manage/store';
const heads = [
  '门店编码*',
  '门店名称*',
  '详细地址*',
  '经度',
  '纬度',
  '围栏半径(m)',
  '收货时间窗',
  '温区',
  '联系人',
  '客户',
  '联系电话',
];
/** What each line says besides: whose store it is, and whom to call. */
const owner = ['门店的客户', '13800138000'];
let app: TestApp;
let a: FleetFixture;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '门店导入');
  await storeCustomer(a);
});
afterAll(() => app.close());

const send = async (call: string, rows: SheetCell[][], fields: Record<string, string> = {}) =>
  uploadSheet(app, `${api}/${call}`, await sheetOf(heads, rows.map(withOwner)), a.token, fields);
const withOwner = (row: SheetCell[]): SheetCell[] => [...row, ...heads.slice(row.length, -2).map(() => null), ...owner];
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

  it('refuses an address in a province that does not exist, or in a city that lies elsewhere; a street alone may stand there', async () => {
    const addresses = [
      '江东省苏州市观前街88号',
      '江苏省杭州市延安路1号',
      '江苏省苏洲市观前街1号',
      '江苏省苏州市观前街1号',
      '阅江西路222号',
    ];
    const { data } = await send(
      'importCheck',
      addresses.map((address, i) => [`A${i}`, `地址${i}店`, address, null, null, null, null, null, null]),
    );
    expect(data.errors.map((one: { row: number; msg: string }) => `${one.row} ${one.msg}`)).toEqual([
      '2 没有这个省市区，应如 江苏省苏州市姑苏区',
      '3 江苏省没有“杭州市”，应如 浙江省杭州市',
      '4 江苏省没有“苏洲市”，应如 江苏省苏州市姑苏区',
    ]);
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

  it('asks for customer and phone of a new store, and takes neither away from one that is known', async () => {
    const bare = async (call: string, heads: string[], row: SheetCell[]) =>
      uploadSheet(app, `${api}/${call}`, await sheetOf(heads, [row]), a.token);
    const short = ['门店编码*', '门店名称*', '详细地址*'];
    const told = await bare('importCheck', short, ['I8', '八店', '地址']);
    expect(told.data.errors.map((e: { label: string; msg: string }) => `${e.label} ${e.msg}`)).toEqual([
      '客户 请选择客户',
      '联系电话 请输入联系电话',
    ]);
    await send('import', [['I8', '八店', '地址']]);
    expect((await bare('importCheck', short, ['I8', '八店', '新地址'])).data).toMatchObject({ updates: 1, valid: 1 });
    const emptied = await bare('importCheck', [...short, '联系电话'], ['I8', '八店', '地址', '清空']);
    expect(emptied.data.errors).toMatchObject([{ label: '联系电话', msg: '联系电话必填，不能清空' }]);
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

describe('a code is one store’s of its customer', () => {
  const customer = async (name: string): Promise<string> => {
    const answer = await a.post('/api/base/manage/customer/add', {
      name,
      customerType: 3,
      contacts: [{ name: '王芳', phone: '13800138000', main: true }],
      addresses: [],
    });
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return answer.data.id;
  };
  const wide = ['门店编码*', '门店名称*', '详细地址*', '客户', '到店证据', '联系电话'];
  const upload = async (call: string, rows: SheetCell[][], fields: Record<string, string> = {}) =>
    uploadSheet(
      app,
      `${api}/${call}`,
      await sheetOf(
        wide,
        rows.map((row) => [...row, owner[1] ?? null]),
      ),
      a.token,
      fields,
    );

  it('in the form, in spreadsheets, and wherever a store is named by its code', async () => {
    const [one, two] = [await customer('鲜果一号'), await customer('鲜果二号')];
    const form = {
      ...(await storeNeeds(a)),
      ...{ storeCode: 'K1', storeName: '一号店', address: '阅江西路', customerId: one, evidence: [2, 4] },
    };
    expect(await a.post(`${api}/add`, form)).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/add`, form)).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'storeCode', msg: '客户“鲜果一号”已有编码为K1的门店' }] },
    });
    expect(await a.post(`${api}/add`, { ...form, storeName: '二号店', customerId: two })).toMatchObject({ code: 200 });
    expect((await page('K1')).map((s: { evidence: number[] }) => s.evidence)).toEqual([
      [2, 4],
      [2, 4],
    ]);
    // a line without a customer cannot mean one of the two; one with a customer can, and changes that one alone
    const check = await upload('importCheck', [
      ['K1', '一号店', '改过的地址', null, null],
      ['K1', '二号店', '改过的地址', '鲜果二号', '照片'],
      ['K1', '新店', '别的客户', '没有的客户', null],
    ]);
    expect(check.data.errors.map((e: { row: number; msg: string }) => `${e.row} ${e.msg}`)).toEqual([
      '2 多个客户都有编码为K1的门店，请填写客户',
      '4 客户“没有的客户”不存在',
    ]);
    await upload('import', [['K1', '二号店', '改过的地址', '鲜果二号', '照片']]);
    expect(
      (await page('K1')).map((s: { storeName: string; address: string; evidence: number[] }) => [
        s.storeName,
        s.address,
        s.evidence,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['一号店', '阅江西路', [2, 4]],
        ['二号店', '改过的地址', [1]],
      ]),
    );
    // cards name their store by code: where two have it, by customer and code
    const cards = '/api/base/manage/writeDevice';
    const sheet = (store: string) => sheetOf(['卡号', '卡类型', '门店'], [['5B0000A1', '门店卡', store]]);
    const told = await uploadSheet(app, `${cards}/importCheck`, await sheet('K1'), a.token);
    expect(told.data.errors).toMatchObject([{ msg: '有多个门店叫“K1”，请填门店编码，编码也相同时填“客户/编码”' }]);
    expect((await uploadSheet(app, `${cards}/import`, await sheet('鲜果二号/K1'), a.token)).data).toMatchObject({
      added: 1,
    });
    expect((await a.post(`${cards}/page`, { cardNo: '5B0000A1' })).data.list).toMatchObject([{ ownerName: '二号店' }]);
  });

  it('a store without a customer gets the one that the file names; a code that one store has needs none', async () => {
    await customer('鲜果三号');
    const { id } = await addStore(a, { storeCode: 'K2', storeName: '无主店' });
    await app.database.systemDb.updateTable('store').set({ customer_id: null }).where('id', '=', id).execute();
    await upload('import', [['K2', '无主店', '地址', '鲜果三号', null]]);
    expect(await page('K2')).toMatchObject([{ customerName: '鲜果三号' }]);
    const again = await upload('importCheck', [
      ['K2', '无主店', '新地址', null, null],
      ['K2', '无主店', '新地址', '鲜果三号', null],
    ]);
    expect(again.data.errors).toMatchObject([{ row: 3, msg: '与第2行是同一家门店' }]);
    expect((await upload('import', [['K2', '无主店', '新地址', null, null]])).data).toMatchObject({ updated: 1 });
    expect(await page('K2')).toMatchObject([{ customerName: '鲜果三号', address: '新地址' }]);
  });
});
