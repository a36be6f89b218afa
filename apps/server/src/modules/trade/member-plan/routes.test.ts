import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { loadAllowance } from '../../base/allowance/door';

const api = '/api/base/memberPlan';
const member = '/api/base/member';
let app: TestApp;
let a: FleetFixture;
let staff: string;
let today: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '买方公司');
  const provider = await app.company('套餐平台方');
  const db = app.database.systemDb;
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
  staff = String((await app.login(provider.account, 'Test@2026')).data.access_token);
  today = await dayIn(0);
});
afterAll(() => app.close());

const dayIn = async (days: number): Promise<string> =>
  (
    await sql<{ day: string }>`select ((now() at time zone 'Asia/Shanghai')::date + ${days}::int)::text as day`.execute(
      app.database.systemDb,
    )
  ).rows[0]?.day ?? '';
const post = (call: string, body: object = {}) => app.post(`${api}/${call}`, body, staff);
const rowOf = async (name: string) =>
  (await post('page', { size: 50 })).data.list.find((p: { name: string }) => p.name === name);
const fields = (name: string, level: number, more: object = {}) => ({
  name,
  level,
  quotas: { accounts: 20, smsPerMonth: null },
  benefits: [{ name: '服务支持', valueText: '工作日客服' }],
  models: [],
  ...more,
});
const price = (months: number, unitPriceFen: number, more: object = {}) => ({
  months,
  unitPriceFen,
  listPriceFen: unitPriceFen,
  ...more,
});
const offers = async () => (await app.get(`${member}/queryMemberPrice`, a.token)).data.plans;
const history = async (id: string) => (await post('changeHis', { id })).data.list;

it('a plan is added, priced and put on sale, and companies see it as it was entered', async () => {
  const added = await post('add', fields('标准版', 1));
  expect(added.code, added.msg).toBe(200);
  const { id } = added.data;
  expect(await offers()).toEqual([]);
  expect(await post('enable', { id, version: 1, status: 1 })).toMatchObject({
    code: 4011,
    msg: '“标准版”今天没有价格，请先设置价格再上架',
  });
  const prices = [price(12, 30_600, { listPriceFen: 36_000, promoText: '一年85折' }), price(1, 3_000)];
  expect((await post('savePrices', { id, version: 1, from: today, prices })).data).toEqual({ version: 2 });
  expect((await post('enable', { id, version: 2, status: 1 })).code).toBe(200);
  expect(await offers()).toMatchObject([
    {
      planName: '标准版',
      benefits: [{ name: '服务支持', valueText: '工作日客服' }],
      prices: [
        { months: 1, unitPriceFen: 3_000 },
        { months: 12, unitPriceFen: 30_600, listPriceFen: 36_000 },
      ],
    },
  ]);
  expect(await rowOf('标准版')).toMatchObject({
    monthFen: 2_550,
    accounts: '20个',
    exportRows: '按基础额度',
    status: 1,
  });
  expect((await history(id)).map(({ action }: { action: string }) => action)).toEqual(['上架', '调价', '新增']);
  const [, priced] = await history(id);
  expect(priced).toMatchObject({
    userName: expect.any(String),
    changes: [
      {
        label: `价格（${today}起）`,
        before: '',
        after: expect.stringContaining('12个月 全部型号 306.00元（原价360.00元，一年85折）'),
      },
    ],
  });
});

it('an order keeps the price and the plan it was made at; the next buyer pays the new price', async () => {
  const { id, version } = await rowOf('标准版');
  const [deviceId = ''] = a.deviceIds;
  const wish = { planId: id, items: [{ deviceId, months: 12 }] };
  const ticketInfo = { type: 1, title: '甲公司', taxNo: '91310118MA1JL0000N', email: 'fp@example.com' };
  const order = { ...wish, payType: 2, ticketInfo, agreed: true };
  const made = await a.post(`${member}/createOrder`, { ...order, payFen: 30_600 });
  expect(made.code, made.msg).toBe(200);
  const saved = await post('savePrices', { id, version, from: today, prices: [price(12, 40_000)] });
  expect(saved.code, saved.msg).toBe(200);
  await post('update', { id, version: version + 1, ...fields('标准会员', 1) });
  const kept = (await a.post(`${member}/queryOrderDetail`, { orderNo: made.data.orderNo })).data;
  expect(kept).toMatchObject({ planName: '标准版', payFen: 30_600 });
  expect((await a.post(`${member}/closeOrder`, { orderNo: made.data.orderNo, version: kept.version })).code).toBe(200);
  // what was on his screen is not sold any more
  expect(await a.post(`${member}/createOrder`, { ...order, payFen: 30_600 })).toMatchObject({
    code: 4009,
    msg: '价格已变化，请刷新后重试',
  });
  expect((await a.post(`${member}/orderPreview`, wish)).data).toMatchObject({ payFen: 40_000, planName: '标准会员' });
  await app.database.systemDb.deleteFrom('member_order').execute();
});

it('prices may begin later and end where the next list begins; one that waits can be taken back', async () => {
  const { id } = (await post('add', fields('专业版', 2))).data;
  const [soon, later] = [await dayIn(10), await dayIn(30)];
  const save = (version: number, from: string, fen: number) =>
    post('savePrices', { id, version, from, prices: [price(12, fen)] });
  expect((await save(1, today, 100)).code).toBe(200);
  expect((await save(2, later, 300)).code).toBe(200);
  expect((await save(3, soon, 200)).code).toBe(200);
  const shown = async () =>
    (await post('prices', { id })).data.prices.map((p: { unitPriceFen: number; from: string; to: string | null }) => [
      p.unitPriceFen,
      p.from,
      p.to,
    ]);
  expect(await shown()).toEqual([
    [300, later, null],
    [200, soon, await dayIn(29)],
    [100, today, await dayIn(9)],
  ]);
  expect(await rowOf('专业版')).toMatchObject({ nextFrom: soon, monthFen: 9 });
  expect((await post('dropPrices', { id, version: 4, from: soon })).code).toBe(200);
  expect(await shown()).toEqual([
    [300, later, null],
    [100, today, await dayIn(29)],
  ]);
  expect(await post('dropPrices', { id, version: 5, from: today })).toMatchObject({ code: 4000 });
  expect(await save(5, await dayIn(-1), 1)).toMatchObject({ code: 4000, msg: expect.stringContaining('不能早于今天') });
});

it('prices that were written by hand and reach over the next list go on behind it', async () => {
  const { id } = (await post('add', fields('旗舰版', 3))).data;
  const later = await dayIn(30);
  await sql`insert into member_price (plan_id, device_model, months, unit_price_fen, list_price_fen, effective_from) values
    (${id}, null, 12, 700, 700, '2000-01-01'), (${id}, 'TD-1', 12, 500, 500, ${later}::date)`.execute(
    app.database.systemDb,
  );
  const saved = await post('savePrices', { id, version: 1, from: today, prices: [price(12, 800)] });
  expect(saved.code, saved.msg).toBe(200);
  const { prices } = (await post('prices', { id })).data;
  const lines = prices.map((p: { unitPriceFen: number; from: string; to: string | null }) => [
    p.unitPriceFen,
    p.from,
    p.to,
  ]);
  expect(lines).toEqual([
    [700, later, null],
    [500, later, null],
    [800, today, await dayIn(29)],
    [700, '2000-01-01', await dayIn(-1)],
  ]);
});

it('the base has quotas alone, and they hold at once for who has no plan', async () => {
  const { id, version, name } = await rowOf('基础额度');
  const base = { id, version, name, level: 0, quotas: { accounts: 5 }, benefits: [], models: [] };
  expect((await post('update', base)).data).toEqual({ id, version: version + 1 });
  const allowed = await loadAllowance(app.database.systemDb, a.clientId);
  expect(allowed.accounts).toMatchObject({ most: 5, by: 'base' });
  expect((await history(id))[0]).toMatchObject({
    action: '编辑',
    changes: [
      {
        label: '额度',
        before: expect.stringContaining('企业账号系统默认'),
        after: expect.stringContaining('企业账号5个'),
      },
    ],
  });
  const now = { ...base, version: version + 1 };
  expect(await post('update', { ...now, level: 4 })).toMatchObject({
    code: 4000,
    msg: expect.stringContaining('级别'),
  });
  expect(await post('update', { ...now, models: ['TD-1'] })).toMatchObject({ code: 4000 });
  expect(await post('enable', { id, version: version + 1, status: 1 })).toMatchObject({ code: 4011 });
  expect(await post('savePrices', { id, version: version + 1, from: today, prices: [price(1, 100)] })).toMatchObject({
    code: 4011,
  });
  await post('update', { ...now, quotas: {} });
});

it('refuses what is wrong by its field, and who comes second', async () => {
  const wrong = async (body: object, call = 'add') => (await post(call, body)).msg;
  expect(await wrong(fields('专业版', 9))).toContain('套餐名称已存在');
  expect(await wrong(fields('再一个', 2))).toContain('该级别已有套餐');
  expect(await wrong(fields('再一个', 0))).toContain('级别应为1~99');
  expect(await wrong(fields('再一个', 9, { quotas: { accounts: 1.5 } }))).toContain('额度应为整数');
  expect(await wrong(fields('再一个', 9, { quotas: { storageDays: 1 } }))).not.toBe('');
  const { id, version } = await rowOf('专业版');
  const list = (...prices: object[]) => ({ id, version, from: today, prices });
  expect(await wrong(list(price(12, 0)), 'savePrices')).toContain('售价至少0.01元');
  expect(await wrong(list(price(12, 200, { listPriceFen: 100 })), 'savePrices')).toContain('原价不能低于售价');
  expect(await wrong(list(price(12, 200), price(12, 300)), 'savePrices')).toContain('只能有一条价格');
  expect(await wrong(list(price(5, 200)), 'savePrices')).toContain('请选择时长');
  // no list at all would end what is sold, show nowhere and be beyond 撤销
  const { prices: before } = (await post('prices', { id })).data;
  expect(await post('savePrices', list())).toMatchObject({
    code: 4000,
    msg: expect.stringContaining('至少一条价格；不再销售请停售'),
  });
  expect((await post('prices', { id })).data.prices).toEqual(before);
  expect(await post('savePrices', { ...list(price(12, 1)), version: version - 1 })).toMatchObject(changedByOther);
  expect(await post('update', { id, version: version - 1, ...fields('专业版', 2) })).toMatchObject(changedByOther);
});

it("is the provider's alone", async () => {
  expect(await app.post(`${api}/page`, {}, a.token)).toMatchObject({ code: 4003 });
  expect(await app.post(`${api}/add`, fields('自己的', 8), a.token)).toMatchObject({ code: 4003 });
});
