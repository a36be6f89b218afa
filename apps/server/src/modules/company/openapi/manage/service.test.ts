import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedByOther } from '../../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { offeredInterfaces } from '../catalogue';
import { signatureOf } from '../machine/signature';

const base = '/api/base/open/interface';
let app: TestApp;
let staff: { token: string; clientId: string; account: string };
let owner: { token: string; clientId: string; userId: string };
let key: { id: string; appKey: string; secret: string };
beforeAll(async () => {
  app = await testApp();
  staff = await app.company('平台');
  await app.database.pool.query(`update client set kind = 'provider' where id = $1`, [staff.clientId]);
  staff.token = String((await app.login(staff.account, 'Test@2026')).data.access_token);
  owner = await app.company('冷链公司');
  key = (await app.post('/api/base/interface/app/add', { name: '仓储系统', scope: 1 }, owner.token)).data;
  for (const one of ['position', 'alarm'])
    await app.database.pool.query(
      `insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
       values ($1, $2, $3, 1, '看板', 500, 500, $4, '管理员')`,
      [owner.clientId, one, key.id, owner.userId],
    );
});
afterAll(() => app.close());

const own = (what: string, input: unknown = {}, token = staff.token) => app.post(`${base}/${what}`, input, token);
const lines = async (more: object = {}) => (await own('page', { page: 1, size: 100, ...more })).data.list;
const lineOf = async (of: string) => (await lines()).find((one: { key: string }) => one.key === of);
const center = async (token = owner.token) =>
  (await app.post('/api/base/interface/page', {}, token)).data.list as Array<Record<string, unknown>>;

const words = ['name', 'category', 'summary', 'doc', 'notes', 'example', 'answerExample', 'charge', 'chargeNote'];
/** Saves an interface as it stands, with these changes. */
async function change(of: string, more: object) {
  const { data } = await own('detail', { id: (await lineOf(of)).id });
  const kept = [...words, 'perSecond', 'dailyLimit', 'sort', 'id', 'version'].map((name) => [name, data[name]]);
  return own('update', { ...Object.fromEntries(kept), ...more });
}

async function publish(of: string, more: object) {
  const { id, version } = await lineOf(of);
  return own('publish', { id, version, ...more });
}

async function signed(path: string, body = '{}') {
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const answer = await app.http.inject({
    method: 'POST',
    url: path,
    remoteAddress: '203.0.113.7',
    headers: {
      'content-type': 'application/json',
      'x-app-key': key.appKey,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-signature': signatureOf(key.secret, { appKey: key.appKey, method: 'POST', path, time, nonce, bodyHash }),
    },
    payload: body,
  });
  return { status: answer.statusCode, ...answer.json() };
}

it('a release begins with the words that the program proposes, published', async () => {
  const found = await lines();
  expect(found).toHaveLength(7);
  for (const { key: of, name, category, summary, method, path, status, clientCount } of found) {
    const offered = offeredInterfaces.find((one) => one.key === of);
    expect({ name, category, summary, method, path }).toEqual({
      name: offered?.name,
      category: offered?.group,
      summary: offered?.summary,
      method: offered?.endpoint.method,
      path: offered?.endpoint.path,
    });
    expect([status, clientCount]).toEqual([1, ['position', 'alarm'].includes(of) ? 1 : 0]);
  }
  expect((await lines({ category: '基础' })).map((one: { key: string }) => one.key)).toEqual(['vehicle', 'driver']);
  expect((await lines({ keyword: '/api/gis/track' })).map((one: { key: string }) => one.key)).toEqual(['track']);
  expect(await lines({ status: 2 })).toEqual([]);
});

it('companies may neither read nor change it', async () => {
  const { id, version } = await lineOf('track');
  for (const [what, input] of [
    ['page', {}],
    ['detail', { id }],
    ['offers', {}],
    ['add', { key: 'store' }],
    ['publish', { id, version, publish: false, reason: '不' }],
    ['debug', { id, body: '{}' }],
  ] as const)
    expect(await own(what, input, owner.token), what).toMatchObject({ code: 4003 });
});

it('what staff write stands in the interface centre at once', async () => {
  const notes = [{ side: 'params', path: 'vehicleId', note: '车辆档案返回的 id' }];
  const wanted = {
    name: '轨迹回放数据',
    category: '定位',
    doc: '一次最多查询31天。',
    notes,
    example: '{"vehicleId":"2002","startTime":"2026-11-01 00:00:00","endTime":"2026-11-01 12:00:00"}',
    answerExample: '{"code":200}',
    charge: 2,
    chargeNote: '每万次10元',
    dailyLimit: 3000,
    sort: 5,
  };
  const stale = (await lineOf('track')).version;
  expect(await change('track', wanted)).toMatchObject({ code: 200 });
  expect(await change('track', { version: stale })).toMatchObject(changedByOther);
  const [first] = await center();
  expect(first).toMatchObject({
    key: 'track',
    name: '轨迹回放数据',
    group: '定位',
    charge: 2,
    chargeNote: '每万次10元',
  });
  const { data } = await app.post('/api/base/interface/detail', { key: 'track' }, owner.token);
  expect(data).toMatchObject({ doc: wanted.doc, answerExample: wanted.answerExample, dailyLimit: 3000 });
  expect(JSON.parse(data.example)).toMatchObject({ vehicleId: '2002' });
  expect(data.samples[0].code).toContain('2002');
  const field = (name: string) => data.params.find((one: { name: string }) => one.name === name);
  expect(field('vehicleId').label).toBe('车辆档案返回的 id');
  expect(field('page').label).toBe('页码，从1开始');
  expect(await lineOf('track')).toMatchObject({ editionNo: 2, updateUser: expect.stringMatching(/./u) });
  const [history] = (await own('changeHis', { id: (await lineOf('track')).id, page: 1, size: 10 })).data.list;
  expect(history.changes).toContainEqual({ field: 'charge', label: '收费', before: '免费', after: '收费' });
  expect(history.changes).toContainEqual({
    field: 'notes',
    label: '字段与错误码说明',
    before: '',
    after: 'vehicleId：车辆档案返回的 id',
  });
});

it('a code of an answer has the words of this interface, those of the product elsewhere', async () => {
  const notes = [{ side: 'errors', path: '4004', note: '车辆不在应用的数据范围内' }];
  expect(await change('order', { notes })).toMatchObject({ code: 200 });
  const errorsOf = async (of: string) =>
    (await app.post('/api/base/interface/detail', { key: of }, owner.token)).data.errors;
  const own4004 = expect.objectContaining({ key: '4004', text: '查询的对象不存在，或不在应用的数据范围内' });
  expect(await errorsOf('order')).toContainEqual(
    expect.objectContaining({ key: '4004', text: '车辆不在应用的数据范围内' }),
  );
  expect(await errorsOf('order')).not.toContainEqual(own4004);
  expect(await errorsOf('driver')).toContainEqual(own4004);
  const lost = await change('order', { notes: [{ side: 'errors', path: '4999', note: '没有' }] });
  expect(lost.data.errors).toEqual([{ field: 'notes', msg: '接口没有错误码4999' }]);
});

it('what the call would not accept is refused at its field', async () => {
  const refused = async (more: object) => (await change('alarm', more)).data?.errors;
  expect(await refused({ example: '{"page":' })).toEqual([{ field: 'example', msg: '请求示例不是有效的JSON对象' }]);
  expect(await refused({ example: '{"page":0}' })).toEqual([
    { field: 'example', msg: expect.stringMatching(/^接口不接受此请求示例：/u) },
  ]);
  expect(await refused({ answerExample: '{' })).toEqual([{ field: 'answerExample', msg: '返回示例不是有效的JSON' }]);
  expect(await refused({ notes: [{ side: 'result', path: 'list.none', note: '没有' }] })).toEqual([
    { field: 'notes', msg: '接口没有字段list.none' },
  ]);
  expect(await refused({ charge: 2 })).toEqual([{ field: 'chargeNote', msg: '请填写收费说明' }]);
  expect(await refused({ name: '车辆实时位置' })).toEqual([{ field: 'name', msg: '接口名称已存在' }]);
  expect(await refused({ perSecond: 101 })).toEqual([{ field: 'perSecond', msg: '每秒上限应在1~100之间' }]);
  expect(await lineOf('alarm')).toMatchObject({ editionNo: 1, version: 1 });
});

it('a withdrawn interface is refused to machines, leaves the centre, and companies are told', async () => {
  const snapshot = '/api/gis/monitor/snapshot';
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
  expect(await publish('position', { publish: false })).toMatchObject({ code: 4000 });
  expect(await publish('position', { publish: true })).toMatchObject({ code: 4010 });
  expect(await publish('position', { publish: false, reason: '升级' })).toMatchObject({ code: 200 });
  expect(await signed(snapshot)).toMatchObject({ status: 200, code: 4003, msg: '接口已下线，暂不提供服务' });
  expect((await center()).map((one) => one.key)).not.toContain('position');
  expect(await app.post('/api/base/interface/detail', { key: 'position' }, owner.token)).toMatchObject({
    code: 4011,
    msg: '接口“车辆实时位置”已下线',
  });
  const again = { key: 'position', appId: key.id, purpose: '对接仓储系统的看板', dailyCalls: 10 };
  expect(await app.post('/api/base/interface/apply', again, owner.token)).toMatchObject({ code: 4011 });
  expect(await lines({ status: 2 })).toHaveLength(1);
  expect(await publish('position', { publish: true })).toMatchObject({ code: 200 });
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
  const { rows } = await app.database.pool.query('select title from message where client_id = $1 order by id', [
    owner.clientId,
  ]);
  expect(rows.map(({ title }) => title)).toEqual(['接口下线：车辆实时位置', '接口恢复：车辆实时位置']);
});

it('the limits of an interface hold for every program, whatever was granted', async () => {
  const input = JSON.stringify({ startTime: '2026-11-20 00:00:00', endTime: '2026-11-20 23:59:59' });
  const path = '/api/alarm/record/page';
  expect(await change('alarm', { dailyLimit: 2 })).toMatchObject({ code: 200 });
  expect(await signed(path, input)).toMatchObject({ code: 200 });
  expect(await signed(path, input)).toMatchObject({ code: 200 });
  expect(await signed(path, input)).toMatchObject({ status: 429, msg: '调用次数超限：每日最多2次' });
  const apply = { key: 'driver', appId: key.id, purpose: '对接仓储系统的看板', dailyCalls: 100 };
  await app.post('/api/base/interface/apply', apply, owner.token);
  await change('driver', { dailyLimit: 50 });
  const [asked] = (await app.post('/api/base/open/authorize/page', { status: 0 }, staff.token)).data.list;
  const grant = { id: asked.id, version: asked.version, open: true, perMinute: 600 };
  expect(await app.post('/api/base/open/authorize/grant', { ...grant, dailyLimit: 51 }, staff.token)).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'dailyLimit', msg: '不能超过接口的每日上限50次' }] },
  });
  expect(await app.post('/api/base/open/authorize/grant', { ...grant, dailyLimit: 50 }, staff.token)).toMatchObject({
    code: 200,
  });
});

it('the limit of a second holds for each interface, that of a grant where it is smaller', async () => {
  const path = '/api/base/manage/vehicle/page';
  /** Eight calls at once are answered no more often than the limit allows in the seconds of the clock in which they fall. */
  const holds = async (most: number) => {
    const began = Math.floor(Date.now() / 1000);
    const all = await Promise.all(Array.from({ length: 8 }, () => signed(path)));
    const seconds = Math.floor(Date.now() / 1000) - began + 1;
    const refused = all.filter(({ status }) => status === 429);
    expect(all.filter(({ code }) => code === 200)).toHaveLength(8 - refused.length);
    expect(8 - refused.length).toBeLessThanOrEqual(most * seconds);
    for (const { msg } of refused) expect(msg).toBe(`调用次数超限：此接口每秒最多${most}次`);
  };
  const decide = (more: object) => app.post('/api/base/open/authorize/grant', more, staff.token);
  const apply = { key: 'vehicle', appId: key.id, purpose: '对接仓储系统的看板', dailyCalls: 500 };
  await app.post('/api/base/interface/apply', apply, owner.token);
  await change('vehicle', { perSecond: 4 });
  const asked = (await app.post('/api/base/open/authorize/page', { status: 0 }, staff.token)).data.list;
  const { id, version } = asked.find((one: { interfaceKey: string }) => one.interfaceKey === 'vehicle');
  const grant = { id, version, open: true, dailyLimit: 500, perMinute: 600 };
  expect((await decide({ ...grant, perSecond: 5 })).data.errors).toEqual([
    { field: 'perSecond', msg: '不能超过接口的每秒上限4次' },
  ]);
  expect(await decide({ ...grant, perSecond: 2 })).toMatchObject({ code: 200 });
  const { list } = (await app.post('/api/base/open/authorize/page', { status: 1 }, staff.token)).data;
  expect(list).toContainEqual(expect.objectContaining({ id, perSecond: 2 }));
  await holds(2);
  // a limit of the interface that is smaller than what was granted wins
  await change('vehicle', { perSecond: 1 });
  await holds(1);
});

it('only what the program offers can be added, once, and it begins unpublished', async () => {
  const offers = (await own('offers')).data.map((one: { key: string }) => one.key);
  expect(offers).toEqual(['customer', 'store', 'place']);
  expect(await own('add', { key: 'nothing' })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'key', msg: '接口不存在，请重新选择' }] },
  });
  expect(await own('add', { key: 'store' })).toMatchObject({ code: 200 });
  expect(await own('add', { key: 'store' })).toMatchObject({ code: 4000 });
  expect(await lineOf('store')).toMatchObject({ status: 0, editionNo: 1 });
  expect((await own('offers')).data).toHaveLength(2);
  expect((await center()).map((one) => one.key)).not.toContain('store');
  expect(await signed('/api/base/manage/store/page')).toMatchObject({ code: 4003, msg: '此接口不对程序开放' });
  await publish('store', { publish: true });
  expect((await center()).map((one) => one.key)).toContain('store');
  expect(await signed('/api/base/manage/store/page')).toMatchObject({
    code: 4003,
    msg: '接口未对此应用开通，请在接口中心申请',
  });
});

it('staff try what reads as themselves, and nothing that writes', async () => {
  const id = async (of: string) => (await lineOf(of)).id;
  const { data } = await own('debug', { id: await id('vehicle'), body: '{"page":1,"size":5}' });
  expect(data.status).toBe(200);
  expect(JSON.parse(data.text)).toMatchObject({ code: 200, data: { page: 1, size: 5 } });
  const wrong = await own('debug', { id: await id('vehicle'), body: '{"page":0}' });
  expect(JSON.parse(wrong.data.text)).toMatchObject({ code: 4000 });
  expect(await own('debug', { id: await id('orderAdd'), body: '{}' })).toMatchObject({ code: 4010 });
});
