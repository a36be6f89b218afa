import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { offeredInterfaces } from './catalogue';
import { describeInterface } from './document';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const call = (what: string, input: unknown, token: string) => app.post(`/api/base/interface/${what}`, input, token);

describe.each(offeredInterfaces)('$key', (one) => {
  it('is bound, its example is accepted, and every field has a title', () => {
    expect(app.http.boundEndpoints.has(`${one.endpoint.method} ${one.endpoint.path}`)).toBe(true);
    expect(one.endpoint.input.safeParse(one.example).error?.issues).toBeUndefined();
    const { params, result } = describeInterface(one, 'https://example.com');
    const untitled = [...params, ...result].filter(({ label }) => label === '');
    expect(untitled.map(({ name }) => name)).toEqual([]);
    expect(result.length).toBeGreaterThan(0);
    // licence classes and levels of customers are words themselves
    const bare = [...params, ...result].filter(
      ({ name, rule }) => /^\w+(?:、\w+)+(?:；|$)/u.test(rule) && !['licenseClass', 'level'].includes(name),
    );
    expect(bare.map(({ path, rule }) => `${path}: ${rule}`)).toEqual([]);
  });
});

it('documents are held once, whatever host a caller names', () => {
  const [one] = offeredInterfaces;
  if (!one) throw new Error('no interface');
  const [a, b] = ['https://a.example', 'https://b.example'].map((origin) => describeInterface(one, origin));
  expect(b?.params).toBe(a?.params);
  expect([a?.url, b?.url]).toEqual([`https://a.example${one.endpoint.path}`, `https://b.example${one.endpoint.path}`]);
});

it('codes stand with what they mean, as the enumerations of the contract say it', () => {
  const ruleOf = (key: string, side: 'params' | 'result', path: string) => {
    const one = offeredInterfaces.find((offered) => offered.key === key);
    return one && describeInterface(one, '')[side].find((field) => field.path === path)?.rule;
  };
  expect(ruleOf('position', 'result', 'vehicles.driverBy')).toBe('1 指派、2 刷卡、3 刷卡(未登记)；可为 null');
  expect(ruleOf('position', 'result', 'vehicles.probes.kind')).toBe(
    'tem 温度、hum 湿度、co2 二氧化碳、door 车门、oil 油量',
  );
  expect(ruleOf('alarm', 'params', 'source')).toBe('platform 平台、terminal 终端、both 平台和终端');
  expect(ruleOf('order', 'result', 'list.late')).toBe('onTime 正常、expectedLate 预计晚到、late 已晚到');
  expect(ruleOf('vehicle', 'params', 'expire')).toBe('soon 30天内到期、expired 已过期');
  // the order is that of the enumeration
  expect(ruleOf('store', 'params', 'status')).toBe('1 启用、0 停用');
});

it('the document says what the call itself says', async () => {
  const { token } = await app.company('接口公司');
  const { data } = await call('detail', { key: 'track' }, token);
  expect(data).toMatchObject({
    method: 'POST',
    path: '/api/gis/track/points',
    right: '菜单“车辆监控”',
    readOnly: true,
  });
  const field = (name: string) => data.params.find((one: { name: string }) => one.name === name);
  expect(field('vehicleId')).toMatchObject({ required: false, type: '文本', rule: '数字编号' });
  // a customer's code stands in its place
  expect(field('extCode')).toMatchObject({ required: false, type: '文本' });
  expect(field('size')).toMatchObject({ required: false, type: '整数', rule: '1~200；默认 15' });
  expect(field('startTime').rule).toBe('YYYY-MM-DD HH:mm:ss');
  expect(data.url).toMatch(/^https?:\/\/.+\/api\/gis\/track\/points$/u);
  expect(data.samples.map(({ name }: { name: string }) => name)).toEqual(['curl', 'Node.js', 'Python', 'Java']);
  for (const { code } of data.samples) expect(code).toContain('/api/gis/track/points');
  expect(data.errors.map(({ http, code }: { http: number; code: number }) => `${http} ${code}`)).toEqual(
    expect.arrayContaining(['401 401', '429 4029', '200 4000', '200 4003', '200 4004', '200 5000']),
  );
  // what only browsers are answered
  expect(JSON.stringify(data.errors)).not.toMatch(/令牌|登录/u);
  const order = (await call('detail', { key: 'orderAdd' }, token)).data;
  expect(order).toMatchObject({ readOnly: false, right: '菜单“客户订单”的“新增”按钮' });
  const named = (name: string) => order.params.find((one: { name: string }) => one.name === name);
  expect(named('shipPhone').rule).toMatch(/[\u4e00-\u9fa5]/u);
  const items = order.params.findIndex((one: { name: string }) => one.name === 'items');
  expect(order.params[items]).toMatchObject({ type: '列表', required: true, depth: 0 });
  expect(order.params[items + 1]).toMatchObject({ depth: 1 });
  expect(named('temperatureType').rule).toContain('2 冷藏');
  expect(await call('detail', { key: 'none' }, token)).toMatchObject({ code: 4004 });
});

it('administrators apply once, the provider is told, and take back what is in review', async () => {
  const { token, clientId } = await app.company('申请公司');
  const other = await app.company('旁人公司');
  const plain = await app.company('普通账号公司', { primary: false });
  const { id: appId } = (await call('app/add', { name: '看板', scope: 1 }, token)).data;
  const input = { key: 'position', appId, purpose: '对接仓储系统的到货看板', dailyCalls: 5000 };
  expect((await call('page', {}, plain.token)).data.mayApply).toBe(false);
  expect(await call('apply', input, plain.token)).toMatchObject({ code: 4003 });
  expect(await call('apply', { ...input, purpose: '对接' }, token)).toMatchObject({ code: 4000 });
  expect(await call('app/list', {}, plain.token)).toMatchObject({ code: 4003 });
  expect(await call('apply', input, other.token)).toMatchObject({ code: 4004 });
  expect(await call('apply', input, token)).toMatchObject({ code: 200 });
  expect(await call('apply', input, token)).toMatchObject({ code: 4011 });
  const mine = async (who: string) =>
    (await call('page', {}, who)).data.list.find(({ key }: { key: string }) => key === 'position').application;
  const { id, version, ...rest } = await mine(token);
  expect(rest).toMatchObject({ status: 0, purpose: input.purpose, dailyCalls: 5000, remark: '' });
  expect(await mine(other.token)).toBeNull();
  expect(await call('withdraw', { id, version }, other.token)).toMatchObject({ code: 4004 });
  expect(await call('withdraw', { id, version: version + 1 }, token)).toMatchObject({ code: 4009 });
  expect(await call('withdraw', { id, version }, token)).toMatchObject({ code: 200 });
  expect(await call('withdraw', { id, version: version + 1 }, token)).toMatchObject({ code: 4010 });
  expect(await call('apply', input, token)).toMatchObject({ code: 200 });
  expect(await mine(token)).toMatchObject({ status: 0 });
  const { rows } = await app.database.pool.query('select count(*)::int n from interface_apply where client_id = $1', [
    clientId,
  ]);
  expect(rows[0].n).toBe(2);
});

it('who may not list the programs of his company is not told of them by the list of interfaces', async () => {
  const plain = await app.company('客户账号公司', { primary: false });
  await app.database.pool.query(
    `with a as (insert into open_app (client_id, user_id, name, app_key, secret, scope, created_by)
         values ($1, $2, '仓储系统', 'ak_plain', '', 1, $2) returning id),
       u as (insert into open_usage (app_id, client_id, interface_key, day, ok, failed, refused, ms)
         select id, $1, 'position', (now() at time zone 'Asia/Shanghai')::date, 7, 0, 0, 70 from a)
     insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
       select $1, key, id, 1, '看板', 500, 500, $2, '管理员' from a, unnest('{position,track}'::text[]) key`,
    [plain.clientId, plain.userId],
  );
  const read = async () => {
    const token = String((await app.login(plain.account, 'Test@2026')).data.access_token);
    return [(await call('page', {}, token)).data, (await call('detail', { key: 'position' }, token)).data];
  };
  const hidden = await read();
  expect(JSON.stringify(hidden)).not.toMatch(/仓储系统|看板/u);
  const [page, detail] = hidden;
  expect(page).toMatchObject({ seesPrograms: false, mayApply: false, apps: [] });
  expect(page.list.length).toBeGreaterThan(1);
  for (const one of [...page.list, detail])
    expect(one).toMatchObject({ application: null, applications: [], callsToday: 0 });
  await app.database.pool.query('update app_user set is_primary = true where id = $1', [plain.userId]);
  const [seen, known] = await read();
  expect(seen).toMatchObject({ seesPrograms: true });
  expect(known).toMatchObject({ seesPrograms: true, callsToday: 7, applications: [{ appName: '仓储系统' }] });
});
