import { orderStatus } from '@tongda/contract/transport/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/tms/customerOrder';
let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
let customerA: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '订单甲');
  b = await fleetFixture(app, '订单乙');
  customerA = await customerOf(a, '味邻餐饮');
});
afterAll(() => app.close());

async function customerOf(company: FleetFixture, name: string): Promise<string> {
  const { data } = await company.post('/api/base/manage/customer/add', { name, customerType: 3 });
  return data.id;
}

const inDays = (days: number, time = '10:00:00'): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} ${time}`;
const item = (more: object = {}) => ({
  cargoName: '速冻水饺',
  packUnit: '箱',
  pieces: 10,
  weightKg: 333.33,
  volumeM3: 1.111,
  temperatureType: 3,
  ...more,
});
const draft = (more: object = {}) => ({
  customerId: customerA,
  businessType: 2,
  freightPayMode: 3,
  pickUpFlag: 1,
  deliveryMode: 1,
  shipper: '赵仓管',
  shipPhone: '13800138000',
  shipArea: '上海市青浦区',
  shipAddress: '华新镇嘉松中路1号',
  receiver: '观前店',
  receivePhone: '0512-65221234',
  receiveArea: '江苏省苏州市姑苏区',
  receiveAddress: '观前街88号',
  arriveTo: inDays(2),
  temperatureType: 3,
  tempMin: -22,
  tempMax: -18,
  codAmount: 1000,
  goodsValue: 5000,
  insuredAmount: 4000,
  items: [item()],
  ...more,
});
async function enter(more: object = {}): Promise<string> {
  const answer = await a.post(`${api}/add`, draft(more));
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.orderCode;
}
const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;

describe('entering', () => {
  it('gives numbers by day, adds up the goods and keeps what was entered', async () => {
    const first = await enter({ customerOrderNo: 'PO-1' });
    expect(first).toMatch(/^DD\d{6}\d{5}$/u);
    const second = await enter();
    expect(Number(second.slice(2))).toBe(Number(first.slice(2)) + 1);
    expect(await detail(first)).toMatchObject({
      orderCode: first,
      customerName: '味邻餐饮',
      orderStatus: orderStatus.toDispatch,
      totalPieces: 10,
      totalWeight: 333.33,
      totalVolume: 1.111,
      codAmount: 1000,
      tempMin: -22,
      items: [{ cargoName: '速冻水饺', lineNo: 1 }],
      allowActions: ['edit', 'splitOrder', 'merge', 'stowage', 'void'],
    });
    const log = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: first });
    expect(log.data).toHaveLength(2);
    expect(log.data).toContainEqual(expect.objectContaining({ action: '下单', toStatus: 1, partCode: null }));
    const partCode = expect.stringMatching(/^TH/u);
    expect(log.data).toContainEqual(expect.objectContaining({ action: '生成提货单', partCode }));
    const actions = log.data.map(({ action }: { action: string }) => action);
    expect(actions.indexOf('下单')).toBeLessThan(actions.indexOf('生成提货单'));
  });

  it('gives no number twice when two enter at once', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => enter()));
    expect(new Set(codes).size).toBe(8);
  });

  it('names the field that is wrong', async () => {
    const wrong = async (more: object) => (await a.post(`${api}/add`, draft(more))).data.errors[0];
    expect(await wrong({ customerId: '' })).toMatchObject({ field: 'customerId', msg: '请选择客户' });
    expect(await wrong({ shipPhone: '12' })).toMatchObject({ field: 'shipPhone' });
    expect(await wrong({ items: [] })).toMatchObject({ field: 'items', msg: '请至少填写一行货物' });
    expect(await wrong({ items: [item({ pieces: 1.5 })] })).toMatchObject({
      field: 'items.0.pieces',
      msg: '请输入整数',
    });
    expect(await wrong({ tempMin: -10 })).toMatchObject({ field: 'tempMax', msg: '温度上限须高于下限−10℃' });
    expect(await wrong({ codAmount: 50_001 })).toMatchObject({ field: 'codAmount', msg: '应在0~50000元之间' });
    expect(await wrong({ insuredAmount: 6000 })).toMatchObject({ field: 'insuredAmount', msg: '保价金额不能大于货值' });
    expect(await wrong({ receiptRequire: 2 })).toMatchObject({ field: 'receiptCopies', msg: '纸质回单请填写份数' });
    expect(await wrong({ arriveTo: inDays(-1) })).toMatchObject({
      field: 'arriveTo',
      msg: '要求到达时间不能早于当前时间',
    });
    expect(await wrong({ arriveFrom: inDays(3) })).toMatchObject({
      field: 'arriveTo',
      msg: '到达结束时间不能早于开始时间',
    });
    const foreign = await customerOf(b, '别家客户');
    expect(await wrong({ customerId: foreign })).toMatchObject({
      field: 'customerId',
      msg: '所选客户不存在或不在您的权限范围内',
    });
  });

  it('warns of what looks odd, and finds orders that look the same', async () => {
    const answer = await a.post(`${api}/add`, {
      ...draft({ customerOrderNo: 'PO-1', tempMax: -12, items: [item(), item({ temperatureType: 2 })] }),
    });
    expect(answer.data.warnings).toEqual([
      '冷冻通常为−30~−18℃，请确认温度要求',
      '货物含多个温层，可按温层拆单',
      expect.stringMatching(/^客户单号PO-1已用于订单DD/u),
    ]);
    const same = await a.post(`${api}/duplicateCheck`, {
      customerId: customerA,
      receiver: '观前店',
      receivePhone: '0512-65221234',
      pieces: 20,
    });
    expect(same.data).toMatchObject([{ orderCode: answer.data.orderCode }]);
  });
});

describe('the address book', () => {
  it('offers the customer’s addresses and the company’s stores, and nobody else’s', async () => {
    const { data } = await a.post('/api/base/manage/customer/add', {
      name: '麦朵烘焙',
      customerType: 3,
      contacts: [{ name: '何晓燕', phone: '13800138001', main: true }],
      addresses: [
        { name: '中央厨房', area: '上海市松江区', address: '沪松公路9号', lng: 121.20000012, lat: 31.03, main: true },
      ],
    });
    const org = { orgId: a.orgId };
    await app.database.systemDb
      .insertInto('store')
      .values([
        {
          client_id: a.clientId,
          org_id: org.orgId,
          customer_id: data.id,
          code: 'S1',
          name: '徐汇店',
          address: '漕溪路1号',
          city: '上海市',
          district: '徐汇区',
          contact: '李强',
          phone: '13900139000',
        },
        { client_id: b.clientId, code: 'S1', name: '徐汇别家店', address: '漕溪路2号' },
      ])
      .execute();
    const places = async (more: object) => (await a.post(`${api}/places`, more)).data;
    expect(await places({ customerId: data.id })).toMatchObject([
      { name: '中央厨房', contact: '何晓燕', phone: '13800138001', area: '上海市松江区', lng: 121.2 },
      { name: '徐汇店', contact: '李强', area: '上海市徐汇区', address: '漕溪路1号', lng: null },
    ]);
    expect((await places({ keyword: '徐汇' })).map((p: { name: string }) => p.name)).toEqual(['徐汇店']);
  });

  it('places an address however it is typed: a known one exactly, another one at the seat of what it begins with', async () => {
    const at = async (area: string, address: string) => (await a.post(`${api}/locate`, { area, address })).data;
    const known = { exact: true, lng: 121.2, lat: 31.03 };
    expect(await at('上海市松江区', '沪松公路9号')).toMatchObject(known);
    expect(await at('', '上海市松江区沪松公路9号')).toMatchObject(known);
    const seat = await at('江苏省苏州市姑苏区', '观前街1号');
    expect(seat).toMatchObject({ exact: false, name: '江苏省苏州市姑苏区' });
    expect(await at('', '江苏省苏州市姑苏区观前街1号')).toEqual(seat);
    // a street without its town may be anywhere
    expect([await at('', '观前街1号'), await at('', ''), await at('江苏省', '观前街1号')]).toEqual([null, null, null]);
  });
});

describe('changing', () => {
  it('writes what changed, and tells the second of two editors', async () => {
    const orderCode = await enter();
    const change = (more: object, version: number) => a.post(`${api}/update`, { ...draft(more), orderCode, version });
    const answer = await change({ receiver: '十全街店', items: [item({ pieces: 12 })] }, 1);
    expect(answer).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await detail(orderCode)).toMatchObject({ receiver: '十全街店', totalPieces: 12, version: 2 });
    expect(await change({ receiver: '山塘街店' }, 1)).toMatchObject({
      code: 4009,
      msg: expect.stringMatching(/^\S+ \d\d-\d\d \d\d:\d\d 已编辑（收货人、货物明细），请刷新后重试$/u),
    });
    expect((await detail(orderCode)).receiver).toBe('十全街店');
    const log = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: orderCode });
    expect(log.data.at(-1)).toMatchObject({ action: '编辑', remark: '收货人、货物明细' });
  });

  it('voids with a reason, a line for each, and nothing else may follow', async () => {
    const [one, two] = [await enter(), await enter()];
    expect(await a.post(`${api}/void`, { orderCodes: [one], reason: ' ' })).toMatchObject({ code: 4000 });
    expect(await a.post(`${api}/void`, { orderCodes: [one], reason: '客户取消' })).toMatchObject({
      code: 200,
      data: [{ orderCode: one, ok: true }],
    });
    expect(await detail(one)).toMatchObject({
      orderStatus: orderStatus.voided,
      voidReason: '客户取消',
      allowActions: [],
    });
    expect(await a.post(`${api}/void`, { orderCodes: [one], reason: '再来' })).toMatchObject({
      code: 4010,
      msg: '已作废的订单不能作废，只有待调度、待装车时可以',
    });
    expect((await a.post(`${api}/void`, { orderCodes: [one, two, 'DD0'], reason: '客户取消' })).data).toEqual([
      { orderCode: one, ok: false, msg: '已作废的订单不能作废，只有待调度、待装车时可以' },
      { orderCode: two, ok: true, msg: '' },
      { orderCode: 'DD0', ok: false, msg: '订单不存在或无权查看' },
    ]);
    const late = await a.post(`${api}/update`, { ...draft(), orderCode: one, version: 2 });
    expect(late).toMatchObject({ code: 4010, data: { from: orderStatus.voided } });
  });
});

describe('dividing and joining (acceptance scenario 3)', () => {
  const split = async (orderCode: string, counts: number[], more: object = {}) => {
    const { items, version } = await detail(orderCode);
    return a.post(`${api}/split`, {
      orderCode,
      version,
      children: counts.map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] })),
      ...more,
    });
  };

  it('holds the worked example 3/3/4: goods and money reconcile', async () => {
    const orderCode = await enter();
    const { data } = await split(orderCode, [3, 3, 4]);
    expect(data.childCodes).toEqual(['01', '02', '03'].map((no) => `${orderCode}-${no}`));
    const children = await Promise.all(data.childCodes.map(detail));
    expect(children.map((c) => [c.totalPieces, c.totalWeight, c.totalVolume, c.codAmount])).toEqual([
      [3, 100, 0.333, 300],
      [3, 100, 0.333, 300],
      [4, 133.33, 0.445, 400],
    ]);
    expect(children[0]).toMatchObject({ parentCode: orderCode, allowActions: ['edit', 'stowage', 'void'] });
    expect(await detail(orderCode)).toMatchObject({ splitFlag: 1, orderStatus: 1, allowActions: ['cancelSplit'] });
  });

  it('refuses what does not add up, a second division, and a parent that is voided by itself', async () => {
    const orderCode = await enter();
    expect(await split(orderCode, [3, 3, 3])).toMatchObject({
      code: 4000,
      msg: '速冻水饺拆分件数之和为9件，必须等于原件数10件',
    });
    expect(await split(orderCode, [10, 0])).toMatchObject({ code: 4000, msg: '第2个子单没有货物' });
    const { data } = await split(orderCode, [5, 5]);
    expect(await split(orderCode, [5, 5])).toMatchObject({ code: 4010, msg: `订单${orderCode}已经拆分过，不能再拆` });
    expect(await split(data.childCodes[0], [2, 3])).toMatchObject({ code: 4010 });
    expect(await a.post(`${api}/void`, { orderCodes: [orderCode], reason: '取消' })).toMatchObject({
      code: 4010,
      msg: `订单${orderCode}已拆单，请先撤销拆单`,
    });
  });

  it('takes typed weights only when they add up', async () => {
    const orderCode = await enter();
    const { items, version } = await detail(orderCode);
    const wish = (kg: number[]) =>
      a.post(`${api}/split`, {
        orderCode,
        version,
        children: kg.map((weightKg) => ({ items: [{ itemId: items[0].itemId, pieces: 5, weightKg }] })),
      });
    expect(await wish([200, 200])).toMatchObject({
      code: 4000,
      msg: '速冻水饺各子单重量之和为400 kg，必须等于原重量333.33 kg',
    });
    const { data } = await wish([200, 133.33]);
    expect((await detail(data.childCodes[0])).totalWeight).toBe(200);
  });

  it('sends a child elsewhere and until another time, for whom has that right', async () => {
    const orderCode = await enter();
    const { items, version, customerId } = await detail(orderCode);
    const receive = {
      receiver: '平江路店',
      receivePhone: '13800138001',
      receiveArea: '江苏省苏州市姑苏区',
      receiveAddress: '平江路9号',
      receiveLng: 120.63,
      receiveLat: 31.31,
    };
    const arriveTo = inDays(3);
    const body = {
      orderCode,
      version,
      children: [5, 5].map((pieces, i) => ({
        items: [{ itemId: items[0].itemId, pieces }],
        ...(i === 1 ? { receive, arriveTo } : {}),
      })),
    };
    const clerk = await a.user({ menus: ['customerOrder'], buttons: ['orderManage/customerOrder/splitOrder'] });
    expect(await app.post(`${api}/split`, body, clerk.token)).toMatchObject({ code: 4003 });
    const { data } = await a.post(`${api}/split`, body);
    expect(await detail(data.childCodes[0])).toMatchObject({ receiver: '观前店', arriveTo: inDays(2) });
    expect(await detail(data.childCodes[1])).toMatchObject({ ...receive, arriveTo, customerId });
  });

  it('follows its children, and is whole again while none of them has moved', async () => {
    const orderCode = await enter();
    const { data } = await split(orderCode, [5, 5]);
    await a.post(`${api}/void`, { orderCodes: data.childCodes, reason: '客户取消' });
    expect(await detail(orderCode)).toMatchObject({ orderStatus: orderStatus.voided });

    const again = await enter();
    await split(again, [5, 5]);
    const { version } = await detail(again);
    expect(await a.post(`${api}/cancelSplit`, { orderCode: again, version })).toMatchObject({ code: 200 });
    expect(await detail(again)).toMatchObject({ splitFlag: 0, orderStatus: 1 });
    expect((await detail(`${again}-01`)).orderStatus).toBe(orderStatus.voided);
    const third = await split(again, [4, 6]);
    expect(third.data.childCodes).toEqual([`${again}-03`, `${again}-04`]);
  });

  it('joins orders to one receiver, and says which one stands in the way', async () => {
    const [one, two] = [await enter({ tempMin: -25 }), await enter({ tempMax: -17 })];
    const other = await enter({ receiver: '平江路店' });
    expect(await a.post(`${api}/merge`, { orderCodes: [one, other] })).toMatchObject({
      code: 4011,
      msg: `订单${other}：收货点不同，不能合单`,
    });
    const { data } = await a.post(`${api}/merge`, { orderCodes: [one, two] });
    expect(await detail(data.orderCode)).toMatchObject({
      totalPieces: 20,
      totalWeight: 666.66,
      codAmount: 2000,
      tempMin: -22,
      tempMax: -18,
      mergedFrom: [one, two],
    });
    expect(await detail(one)).toMatchObject({ orderStatus: orderStatus.voided, mergedInto: data.orderCode });
  });
});

describe('the list', () => {
  it('filters, counts and adds up', async () => {
    const orderCode = await enter({ customerOrderNo: 'LIST-1', receiver: '李想', codAmount: 12.34 });
    const page = async (more: object) => (await a.post(`${api}/page`, more)).data;
    expect(await page({ codes: `LIST-1, ${orderCode}` })).toMatchObject({
      total: 1,
      list: [{ orderCode }],
      sums: { pieces: 10, weightKg: 333.33, codAmount: 12.34 },
    });
    expect((await page({ receiver: '李想' })).total).toBe(1);
    expect((await page({ receiveArea: '没有的地方' })).total).toBe(0);
    expect((await page({ createTo: inDays(-1).slice(0, 10) })).total).toBe(0);
    expect((await page({ split: 'child' })).list.every((row: { splitFlag: number }) => row.splitFlag === 2)).toBe(true);
    const counts = (await a.post(`${api}/statusCount`, {})).data;
    expect(counts.all).toBe(Object.entries(counts).reduce((sum, [k, n]) => sum + (k === 'all' ? 0 : Number(n)), 0));
    expect((await page({ orderStatus: 6, size: 200 })).total).toBe(counts['6']);
  });

  it('gives an order the nearest sites, and is found by them, by who entered it and by what became of it', async () => {
    const site = async (company: FleetFixture, name: string, lng: number, lat: number): Promise<string> =>
      (
        await company.post('/api/base/manage/region/add', {
          kind: 'site',
          placeType: 1,
          name,
          shape: { kind: 'circle', lng, lat, radiusM: 300 },
        })
      ).data.id;
    const [qingpu, suzhou] = [await site(a, '青浦分拨', 121.12, 31.15), await site(a, '苏州仓', 120.62, 31.3)];
    const foreign = await site(b, '别家分拨', 121.121, 31.151);
    const ends = { shipLng: 121.15, shipLat: 31.17, receiveLng: 120.63, receiveLat: 31.31 };
    const near = await enter(ends);
    const chosen = await enter({ ...ends, originSiteId: suzhou, receiveLng: 100, receiveLat: 30 });
    expect(await detail(near)).toMatchObject({
      originSiteId: qingpu,
      originSite: '青浦分拨',
      destSiteId: suzhou,
      receiptStatus: null,
      dispatchSource: null,
    });
    // more than 100 km from any site: none
    expect(await detail(chosen)).toMatchObject({ originSite: '苏州仓', destSite: null });
    expect((await a.post(`${api}/add`, draft({ originSiteId: foreign }))).data.errors).toMatchObject([
      { field: 'originSiteId', msg: '所选发站不存在或不在您的权限范围内' },
    ]);
    expect((await a.post(`${api}/merge`, { orderCodes: [near, chosen] })).msg).toContain('发站不同');
    const found = async (more: object) =>
      (await a.post(`${api}/page`, more)).data.list.map((row: { orderCode: string }) => row.orderCode);
    expect(await found({ originSiteId: qingpu })).toEqual([near]);
    expect(await found({ destSiteId: suzhou, orderSource: 1 })).toEqual([near]);
    const { data: makers } = await a.post(`${api}/creators`, {});
    expect(makers).toHaveLength(1);
    expect(await found({ originSiteId: suzhou, createUserId: makers[0].id, abnormal: 'no' })).toEqual([chosen]);
    for (const nothing of [{ abnormal: 'yes' }, { receiptStatus: 1 }, { dispatchSource: 2 }, { orderSource: 2 }])
      expect(await found({ originSiteId: qingpu, ...nothing })).toEqual([]);
    expect((await a.post(`${api}/sites`, {})).data).toEqual(
      expect.arrayContaining([
        { id: qingpu, name: '青浦分拨' },
        { id: suzhou, name: '苏州仓' },
      ]),
    );
  });

  it('is the company’s own, and its buttons are rights', async () => {
    const orderCode = await enter();
    expect((await b.post(`${api}/page`, {})).data.total).toBe(0);
    expect(await b.post(`${api}/detail`, { id: orderCode })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/void`, { orderCodes: [orderCode], reason: '别家的' })).toMatchObject({ code: 4004 });
    const reader = await a.user({ menus: ['customerOrder'] });
    expect(await app.post(`${api}/page`, {}, reader.token)).toMatchObject({ code: 200 });
    expect(await app.post(`${api}/add`, draft(), reader.token)).toMatchObject({ code: 4003 });
    expect(await app.post(`${api}/void`, { orderCodes: [orderCode], reason: '不行' }, reader.token)).toMatchObject({
      code: 4003,
    });
  });
});
