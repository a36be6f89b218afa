import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changedByOther } from '../../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { Quota } from '../machine/quota';
import { signatureOf } from '../machine/signature';
import { samplesOf } from '../samples';

const snapshot = '/api/gis/monitor/snapshot';
let app: TestApp;
let owner: { token: string; clientId: string; account: string };
let provider: { token: string; clientId: string; account: string };
let key: { id: string; appKey: string; secret: string };
beforeAll(async () => {
  app = await testApp();
  owner = await app.company('冷链公司');
  provider = await app.company('平台');
  await app.database.pool.query(`update client set kind = 'provider' where id = $1`, [provider.clientId]);
  // his rights were read before
  provider.token = String((await app.login(provider.account, 'Test@2026')).data.access_token);
  await app.database.pool.query(
    `insert into open_interface (key, category, name, summary, sort, status) values ('store', '基础资料', '门店档案', '门店', 80, 1)`,
  );
  key = (await own('app/add', { name: '仓储系统', scope: 1 })).data;
});
afterAll(() => app.close());

const own = (what: string, input: unknown = {}, token = owner.token) =>
  app.post(`/api/base/interface/${what}`, input, token);
const apps = async () => (await own('app/list')).data;
const versionOf = async (id: string) => (await apps()).find((one: { id: string }) => one.id === id).version;

interface How {
  secret?: string;
  time?: number;
  nonce?: string;
  body?: string;
  signedBody?: string;
  ip?: string;
  appKey?: string;
}
async function signed(path: string, { body = '{}', appKey = key.appKey, ...how }: How = {}) {
  const time = String(how.time ?? Math.floor(Date.now() / 1000));
  const nonce = how.nonce ?? randomUUID();
  const bodyHash = createHash('sha256')
    .update(how.signedBody ?? body)
    .digest('hex');
  const signature = signatureOf(how.secret ?? key.secret, { appKey, method: 'POST', path, time, nonce, bodyHash });
  const answer = await app.http.inject({
    method: 'POST',
    url: path,
    remoteAddress: how.ip ?? '203.0.113.7',
    headers: {
      'content-type': 'application/json',
      'x-app-key': appKey,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-signature': signature,
    },
    payload: body,
  });
  return { status: answer.statusCode, retry: answer.headers['retry-after'], ...answer.json() };
}

async function open(interfaceKey: string, dailyLimit = 1000, perMinute = 600) {
  const applied = await own('apply', {
    key: interfaceKey,
    appId: key.id,
    purpose: '对接仓储系统看板',
    dailyCalls: 500,
  });
  expect(applied).toMatchObject({ code: 200 });
  const { list } = (await app.post('/api/base/open/authorize/page', { status: 0 }, provider.token)).data;
  const { id, version } = list[0];
  const input = { id, version, open: true, dailyLimit, perMinute };
  expect(await app.post('/api/base/open/authorize/grant', input, owner.token)).toMatchObject({ code: 4003 });
  expect(await app.post('/api/base/open/authorize/grant', input, provider.token)).toMatchObject({ code: 200 });
  return { id, version: version + 1 };
}

it('what was not opened is refused, what was opened answers, and stopping counts at once', async () => {
  expect(await signed(snapshot)).toMatchObject({
    status: 200,
    code: 4003,
    msg: expect.stringContaining('未对此应用开通'),
  });
  const grant = await open('position');
  expect(await signed(snapshot)).toMatchObject({ status: 200, code: 200 });
  expect(await signed('/api/base/manage/vehicle/page')).toMatchObject({ code: 4003 });
  expect(await signed('/api/base/interface/app/list')).toMatchObject({ code: 4003, msg: '此接口不对程序开放' });
  const stop = { ...grant, enabled: false, remark: '超出约定用途' };
  expect(await app.post('/api/base/open/authorize/enable', stop, provider.token)).toMatchObject({ code: 200 });
  expect(await signed(snapshot)).toMatchObject({ code: 4003 });
  const again = { id: grant.id, version: grant.version + 1, enabled: true };
  expect(await app.post('/api/base/open/authorize/enable', again, provider.token)).toMatchObject({ code: 200 });
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
});

it('a wrong signature, an old clock, a used nonce and another body are refused', async () => {
  expect(await signed(snapshot, { secret: 'wrong' })).toMatchObject({ status: 401, msg: 'AppKey或签名错误' });
  expect(await signed(snapshot, { appKey: 'ak_nobody' })).toMatchObject({ status: 401, msg: 'AppKey或签名错误' });
  expect(await signed(snapshot, { signedBody: '{"a":1}' })).toMatchObject({ status: 401 });
  expect(await signed(snapshot, { time: Math.floor(Date.now() / 1000) - 400 })).toMatchObject({
    status: 401,
    msg: expect.stringContaining('时间'),
  });
  const nonce = randomUUID();
  expect(await signed(snapshot, { nonce })).toMatchObject({ code: 200 });
  expect(await signed(snapshot, { nonce })).toMatchObject({ status: 401, msg: expect.stringContaining('随机串') });
  expect(await signed(snapshot, { nonce: 'x' })).toMatchObject({ status: 401, msg: '缺少请求头 X-Nonce 或格式错误' });
});

it('a body that is empty, no JSON or without what is needed is refused as any other input, once it is known who sent it', async () => {
  const track = '/api/gis/track/points';
  const { rows } = await app.database.pool.query(
    `select count(*)::int as n from open_interface where key = 'track' and status = 1`,
  );
  expect(rows[0].n).toBe(1);
  await open('track');
  const missing = { status: 200, code: 4000, data: { errors: [{ field: 'startTime' }, { field: 'endTime' }] } };
  expect(await signed(track, { body: '{}' })).toMatchObject(missing);
  // no bytes are no body, and the document says that its hash is that of nothing
  expect(await signed(track, { body: '' })).toMatchObject(missing);
  expect(await signed(snapshot, { body: '' })).toMatchObject({ status: 200, code: 200 });
  expect(await signed(track, { body: '[]' })).toMatchObject({
    status: 200,
    code: 4000,
    data: { errors: [{ field: '请求内容' }] },
  });
  expect(await signed(track, { body: '{"vehicleId":' })).toMatchObject({
    status: 200,
    code: 4000,
    msg: '请求内容不是有效的JSON',
    data: { errors: [{ field: '请求内容', msg: '请求内容不是有效的JSON' }] },
  });
  // nobody hears of his JSON before he is known
  for (const body of ['', '{"vehicleId":']) {
    expect(await signed(track, { body, secret: 'wrong' })).toMatchObject({ status: 401, msg: 'AppKey或签名错误' });
    expect(
      await app.http.inject({
        method: 'POST',
        url: track,
        headers: { 'content-type': 'application/json' },
        payload: body,
      }),
    ).toMatchObject({ statusCode: 401 });
  }
  // they count and stand in the log as refused inputs do
  await vi.waitFor(async () => {
    const log = await app.database.pool.query(
      `select code, count(*)::int as n from open_call_log where interface_key = 'track' group by code order by code`,
    );
    expect(log.rows).toEqual([
      { code: 401, n: 2 },
      { code: 4000, n: 4 },
    ]);
  }, 5_000);
});

it('a new secret leaves a day for the former one, unless that is known to others', async () => {
  const former = key.secret;
  const rotate = async (atOnce: boolean) =>
    (await own('app/rotate', { id: key.id, version: await versionOf(key.id), atOnce })).data.secret;
  key.secret = await rotate(false);
  expect((await apps())[0].oldUntil).not.toBeNull();
  expect(await signed(snapshot, { secret: former })).toMatchObject({ code: 200 });
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
  const second = key.secret;
  key.secret = await rotate(true);
  expect(await signed(snapshot, { secret: second })).toMatchObject({ status: 401 });
  expect(await signed(snapshot, { secret: former })).toMatchObject({ status: 401 });
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
  const { rows } = await app.database.pool.query(
    `select (select count(*) from open_app where secret::text like '%' || $1 || '%')
       + (select count(*) from change_history where changes::text || action like '%' || $1 || '%')
       + (select count(*) from open_call_log) * 0 as n`,
    [key.secret],
  );
  expect(Number(rows[0].n)).toBe(0);
  expect(JSON.stringify(await apps())).not.toContain(key.secret);
  expect(
    (await own('app/changeHis', { id: key.id })).data.list.map(({ action }: { action: string }) => action),
  ).toContain('更换密钥，原密钥立即失效');
});

it('addresses, the last day and the switch are held', async () => {
  const change = async (more: object) =>
    own('app/update', { id: key.id, version: await versionOf(key.id), name: '仓储系统', scope: 1, ...more });
  expect(await change({ ipList: ['203.0.113.0/33'] })).toMatchObject({ code: 4000 });
  await change({ ipList: ['203.0.113.0/24'] });
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
  expect(await signed(snapshot, { ip: '198.51.100.1' })).toMatchObject({
    code: 4003,
    msg: expect.stringContaining('白名单'),
  });
  await change({ validUntil: '2020-01-01' });
  expect(await signed(snapshot)).toMatchObject({ code: 4003, msg: '对接应用已过有效期' });
  await change({});
  const version = await versionOf(key.id);
  expect(await own('app/switch', { id: key.id, version, enabled: false })).toMatchObject({ code: 200 });
  expect(await own('app/switch', { id: key.id, version, enabled: true })).toMatchObject(changedByOther);
  expect(await signed(snapshot)).toMatchObject({ code: 4003, msg: '对接应用已停用' });
  await own('app/switch', { id: key.id, version: version + 1, enabled: true });
  expect(await signed(snapshot)).toMatchObject({ code: 200 });
  // what is enabled already is not enabled again
  expect(await own('app/switch', { id: key.id, version: version + 2, enabled: true })).toMatchObject({ code: 200 });
  expect((await own('app/changeHis', { id: key.id })).data.list.slice(0, 2)).toMatchObject([
    { action: '启用', changes: [{ label: '状态', before: '停用', after: '启用' }] },
    { action: '停用', changes: [{ label: '状态', before: '启用', after: '停用' }] },
  ]);
});

/** An administrator of the company with these menus, whose only role hides these fields. */
async function administrator(menus: readonly string[], masks: readonly string[]): Promise<string> {
  const account = `gly${randomUUID().slice(0, 8)}`;
  await app.database.pool.query(
    `with u as (insert into app_user (client_id, account_code, name, org_type, pwd_hash)
        select client_id, $2, $2, 1, pwd_hash from app_user where client_id = $1 and is_primary returning id),
      r as (insert into role (client_id, name, masks) values ($1, $2, $4) returning id),
      m as (insert into role_menu (client_id, role_id, menu_key) select $1, r.id, k from r, unnest($3::text[]) k)
    insert into user_role (client_id, user_id, role_id) select $1, u.id, r.id from u, r`,
    [owner.clientId, account, menus, masks],
  );
  return String((await app.login(account, 'Test@2026')).data.access_token);
}

it('a program does no more, and sees no more, than who holds its secret', async () => {
  await app.database.pool.query(
    `insert into store (client_id, code, name, phone, address) values ($1, 'MD1', '人民路店', '13816502213', '人民路1号')`,
    [owner.clientId],
  );
  const programs: Record<string, { id: string; appKey: string; secret: string }> = {};
  const make = async (name: string, token?: string) => {
    const { data } = await own('app/add', { name, scope: 1 }, token);
    programs[name] = data;
    return data;
  };
  const openFor = async (appId: string, interfaceKey: string) => {
    const input = { key: interfaceKey, appId, purpose: '对接仓储系统看板', dailyCalls: 500 };
    expect(await own('apply', input)).toMatchObject({ code: 200 });
    const { list } = (await app.post('/api/base/open/authorize/page', { status: 0 }, provider.token)).data;
    const grant = { id: list[0].id, version: list[0].version, open: true, dailyLimit: 1000, perMinute: 600 };
    expect(await app.post('/api/base/open/authorize/grant', grant, provider.token)).toMatchObject({ code: 200 });
  };
  const phones = async ({ appKey, secret }: { appKey: string; secret: string }) =>
    (await signed('/api/base/manage/store/page', { appKey, secret })).data.list.map(
      (row: { phone: string }) => row.phone,
    );
  const full = await make('门店系统');
  await openFor(full.id, 'store');
  const [shown, stars] = [['13816502213'], ['138****2213']];
  expect(await phones(full)).toEqual(shown);
  const may = ['store'];
  const [hidden, without] = [await administrator(may, ['phone']), await administrator(['location'], [])];
  const change = async (what: string, id: string, token: string, more: object = {}) =>
    own(`app/${what}`, { id, version: await versionOf(id), ...more }, token);
  const named = { name: '门店系统', scope: 1 };

  // without the menu of what is open for it he gets no secret, changes nothing, and applies for nothing of that kind
  const refused = { code: 4003, msg: expect.stringContaining('对应的权限') };
  expect(await change('rotate', full.id, without)).toMatchObject(refused);
  expect(await change('update', full.id, without, named)).toMatchObject(refused);
  expect(await change('switch', full.id, without, { enabled: false })).toMatchObject({ code: 200 });
  expect(await change('switch', full.id, without, { enabled: true })).toMatchObject(refused);
  expect(await change('switch', full.id, hidden, { enabled: true })).toMatchObject({ code: 200 });
  const application = { key: 'order', appId: full.id, purpose: '对接仓储系统看板', dailyCalls: 500 };
  expect(await own('apply', application, without)).toMatchObject(refused);

  // who does not see telephone numbers gets none through a program of his own …
  const blind = await make('看不到号码', hidden);
  await openFor(blind.id, 'store');
  expect(await phones(blind)).toEqual(stars);
  // … nor through one whose secret he changed: while the former one is good, neither of them shows any
  const rotated = (await change('rotate', full.id, hidden)).data;
  expect([await phones({ ...full, secret: rotated.secret }), await phones(full)]).toEqual([stars, stars]);
  expect((await own('app/list')).data.find((one: { id: string }) => one.id === full.id).masks).toEqual(['phone']);
  const history = (await own('app/changeHis', { id: full.id })).data.list[0];
  expect(history.changes.slice(1)).toEqual([{ field: 'masks', label: '脱敏字段', before: '', after: '手机号' }]);
  // it shows them again once nobody else holds a secret of it
  const again = (await change('rotate', full.id, owner.token)).data;
  expect(await phones({ ...full, secret: again.secret })).toEqual(stars);
  const alone = (await change('rotate', full.id, owner.token, { atOnce: true })).data;
  expect(await phones({ ...full, secret: alone.secret })).toEqual(shown);
  expect(await change('update', full.id, hidden, named)).toMatchObject({ code: 200 });
  expect(await phones({ ...full, secret: alone.secret })).toEqual(stars);
  for (const { id } of Object.values(programs)) await change('del', id, owner.token);
});

it('a program sees the vehicles that it was given, and is in no list of people', async () => {
  await open('vehicle');
  const { rows } = await app.database.pool.query(
    `with o as (insert into org (client_id, name) values ($1, '一部') returning id)
     insert into vehicle (client_id, org_id, plate_no) select $1, o.id, p from o, unnest('{沪A00001,沪A00002}'::text[]) p returning id::text, org_id::text`,
    [owner.clientId],
  );
  const [first] = rows;
  const seen = async () =>
    (await signed('/api/base/manage/vehicle/page')).data.list.map(({ plateNo }: { plateNo: string }) => plateNo).sort();
  const change = async (more: object) =>
    own('app/update', { id: key.id, version: await versionOf(key.id), name: '仓储系统', ...more });
  expect(await seen()).toEqual(['沪A00001', '沪A00002']);
  expect(await change({ scope: 3, targetIds: [] })).toMatchObject({ code: 4000 });
  expect(await change({ scope: 3, targetIds: ['999999'] })).toMatchObject({ code: 4000 });
  await change({ scope: 3, targetIds: [first.id] });
  expect(await seen()).toEqual(['沪A00001']);
  await change({ scope: 2, targetIds: [first.org_id] });
  expect(await seen()).toEqual(['沪A00001', '沪A00002']);
  await change({ scope: 3, targetIds: [first.id] });
  const people = await app.post('/api/base/user/page', {}, owner.token);
  expect(JSON.stringify(people.data)).not.toContain('仓储系统');
  await change({ scope: 1 });
});

it('a quota that is used up answers 429 with the seconds to wait; calls and figures tell of it', async () => {
  const grant = await open('alarm', 2);
  const input = { body: JSON.stringify({ startTime: '2026-11-20 00:00:00', endTime: '2026-11-20 23:59:59' }) };
  const path = '/api/alarm/record/page';
  expect(await signed(path, input)).toMatchObject({ code: 200 });
  expect(await signed(path, { body: '{"page":0}' })).toMatchObject({ code: 4000 });
  const third = await signed(path, input);
  expect(third).toMatchObject({ status: 429, code: 4029, msg: '调用次数超限：每日最多2次' });
  expect(Number(third.retry)).toBeGreaterThan(0);
  const log = (await own('log', { key: 'alarm' })).data;
  expect(log.list.map(({ result }: { result: string }) => result)).toEqual(['refused', 'failed', 'ok']);
  expect((await own('log', { result: 'refused', keyword: '签名错误' })).data.total).toBeGreaterThan(2);
  const usage = (await own('usage', { days: 7 })).data;
  expect(usage.days).toHaveLength(7);
  expect(usage.lines.find((one: { key: string }) => one.key === 'alarm')).toMatchObject({
    ok: 1,
    failed: 1,
    refused: 1,
    today: 2,
    dailyLimit: 2,
  });
  // the program, the interface and the figures count the same calls of today: those that the quota counts
  const mine = (await own('usage', { days: 7, appId: key.id })).data.lines;
  const { callsToday } = (await apps()).find((one: { id: string }) => one.id === key.id);
  expect(callsToday).toBe(mine.reduce((sum: number, one: { today: number }) => sum + one.today, 0));
  const offered = (await own('page')).data.list;
  expect(offered.find((one: { key: string }) => one.key === 'alarm').callsToday).toBe(2);
  const other = await app.company('旁人公司二');
  expect((await own('log', {}, other.token)).data.total).toBe(0);
  expect((await own('app/list', {}, other.token)).data).toEqual([]);
  expect(await own('app/switch', { id: key.id, version: 1, enabled: false }, other.token)).toMatchObject({
    code: 4004,
  });
  expect(grant.id).toBeTruthy();
});

it('the provider narrows a grant and the addresses of its program later, gives a new secret and reads the calls', async () => {
  const authorize = (what: string, input: object, token = provider.token) =>
    app.post(`/api/base/open/authorize/${what}`, input, token);
  const rowOf = async () =>
    (await authorize('page', { page: 1, size: 100 })).data.list.find(
      (one: { interfaceKey: string }) => one.interfaceKey === 'position',
    );
  const row = await rowOf();
  expect(row).toMatchObject({ appId: key.id, ipList: [], scope: '全公司', validUntil: null });
  const ofRow = { id: row.id, version: row.version };
  const limits = {
    dailyLimit: 1000,
    perMinute: 300,
    // more than the tests before call within a second on a fast machine
    perSecond: 40,
    ipList: ['198.51.100.0/24'],
    remark: '只在机房调用',
  };
  expect(await authorize('change', { ...ofRow, ...limits }, owner.token)).toMatchObject({ code: 4003 });
  expect(await authorize('change', { ...ofRow, ...limits, remark: '' })).toMatchObject({ code: 4000 });
  const mostDaily = (most: number | null) =>
    app.database.pool.query(`update open_interface set daily_limit = $1 where key = 'position'`, [most]);
  await mostDaily(5000);
  expect(await authorize('change', { ...ofRow, ...limits, dailyLimit: 5001 })).toMatchObject({ code: 4000 });
  await mostDaily(null);
  expect(await authorize('change', { ...ofRow, ...limits })).toMatchObject({ code: 200 });
  expect(await authorize('change', { ...ofRow, ...limits })).toMatchObject(changedByOther);
  expect(await signed(snapshot)).toMatchObject({ code: 4003, msg: expect.stringContaining('白名单') });
  expect(await signed(snapshot, { ip: '198.51.100.9' })).toMatchObject({ code: 200 });
  expect(await rowOf()).toMatchObject({ perSecond: 40, perMinute: 300, ipList: ['198.51.100.0/24'] });
  const history = (await authorize('changeHis', { id: row.id, page: 1, size: 20 })).data.list;
  expect(history[0].changes.map(({ label, after }: { label: string; after: string }) => [label, after])).toEqual(
    expect.arrayContaining([
      ['每秒上限', '40'],
      ['应用每分钟上限', '300'],
      ['IP白名单', '198.51.100.0/24'],
    ]),
  );
  const former = key.secret;
  const reset = { id: row.id, version: row.version + 1, atOnce: true };
  expect(await authorize('resetSecret', reset, owner.token)).toMatchObject({ code: 4003 });
  const answer = (await authorize('resetSecret', reset)).data;
  expect(answer).toMatchObject({ id: key.id, appKey: key.appKey });
  key.secret = answer.secret;
  expect(await signed(snapshot, { secret: former, ip: '198.51.100.9' })).toMatchObject({ status: 401 });
  expect(await signed(snapshot, { ip: '198.51.100.9' })).toMatchObject({ code: 200 });
  expect(await authorize('log', { id: row.id, page: 1, size: 20 }, owner.token)).toMatchObject({ code: 4003 });
  const { list } = (await authorize('log', { id: row.id, page: 1, size: 20 })).data;
  expect(list.slice(0, 3).map(({ result }: { result: string }) => result)).toEqual(['ok', 'refused', 'ok']);
  const told = await app.database.pool.query(
    `select content from message where client_id = $1 order by id desc limit 1`,
    [owner.clientId],
  );
  expect(told.rows[0].content).toContain('密钥已由平台重置');
  expect(JSON.stringify([told.rows, history])).not.toContain(answer.secret);
  const { version } = await rowOf();
  const open = { id: row.id, version, ...limits, ipList: [], remark: '恢复不限地址' };
  expect(await authorize('change', open)).toMatchObject({ code: 200 });
});

it('programs log in to no account: they sign their calls', async () => {
  const ask = async (client: string, form: Record<string, string>) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/sso/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${client}:${client}`).toString('base64')}`,
      },
      payload: new URLSearchParams(form).toString(),
    });
    return answer.json();
  };
  const password = { grant_type: 'password', username: owner.account, password: await clientHash('Test@2026') };
  const { data: page } = await ask('tongda-web', password);
  const sessions = () => app.database.systemDb.selectFrom('auth_session').select('terminal_kind').execute();
  const before = await sessions();
  for (const form of [password, { grant_type: 'refresh_token', refresh_token: page.refresh_token }])
    expect(await ask('tongda-open', form)).toMatchObject({
      code: 4003,
      msg: '程序不再以账号登录：请在接口中心新增对接应用，并以其密钥为请求签名',
      data: null,
    });
  expect(await sessions()).toEqual(before);
  expect(await app.post('/api/base/user/info', {}, page.access_token)).toMatchObject({ code: 200 });
});

const clientHash = async (password: string): Promise<string> =>
  (await import('../../../base/identity/password/hash')).hashAsClient(password, app.secrets.pwdSalt);

it('a quota counts minutes of the clock and days, and processes share it', async () => {
  let now = 1_795_500_010_000;
  const { systemDb } = app.database;
  const { id, client_id: clientId } = await systemDb
    .selectFrom('open_app')
    .select(['id', 'client_id'])
    .where('app_key', '=', key.appKey)
    .executeTakeFirstOrThrow();
  const [one, other] = [new Quota(systemDb, () => now), new Quota(systemDb, () => now)];
  const take = (quota: Quota, day = '2026-11-24') =>
    quota.take({ id, clientId, perMinute: 2 }, 'shared', { daily: 3, perSecond: 100 }, { day, endsAt: now + 7000 });
  expect(await take(one)).toBeNull();
  expect(await take(other)).toBeNull();
  expect(await take(one)).toEqual({ limit: 'minute', most: 2, retryAfterS: 50 });
  now += 50_000;
  expect(await take(other)).toBeNull();
  // three now: what was refused was not counted
  expect(await take(one)).toEqual({ limit: 'day', most: 3, retryAfterS: 7 });
  now += 60_000;
  expect(await take(other, '2026-11-25')).toBeNull();
  // many at the same moment take no more than there is
  now += 60_000;
  const taken = await Promise.all(Array.from({ length: 8 }, (_, i) => take(i % 2 ? one : other, '2026-11-26')));
  expect(taken.filter((reached) => reached === null)).toHaveLength(2);
});

it('a quota counts the calls of one interface in a second of the clock', async () => {
  let now = 1_795_600_000_900;
  const { systemDb } = app.database;
  const { id, client_id: clientId } = await systemDb
    .selectFrom('open_app')
    .select(['id', 'client_id'])
    .where('app_key', '=', key.appKey)
    .executeTakeFirstOrThrow();
  const quota = new Quota(systemDb, () => now);
  const take = (of: string) =>
    quota.take({ id, clientId, perMinute: 100 }, of, { daily: 100, perSecond: 2 }, { day: '2026-11-27', endsAt: now });
  expect(await take('quick')).toBeNull();
  expect(await take('quick')).toBeNull();
  expect(await take('quick')).toEqual({ limit: 'second', most: 2, retryAfterS: 1 });
  // another interface counts alone, and the next second begins at nothing
  expect(await take('other')).toBeNull();
  now += 100;
  expect(await take('quick')).toBeNull();
});

it('the examples of the page run as they stand there', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'tongda-samples-'));
  const samples = samplesOf({
    method: 'POST',
    origin: `http://127.0.0.1:${port}`,
    path: '/api/base/manage/vehicle/page',
    body: { page: 1, size: 50, keyword: "沪A'00001" },
  });
  const programs: Record<string, [file: string, command: string]> = {
    curl: ['call.sh', 'bash'],
    node: ['call.mjs', process.execPath],
    python: ['call.py', 'python3'],
    java: ['TongdaCall.java', 'java'],
  };
  const run = promisify(execFile);
  try {
    await Promise.all(
      samples.map(async ({ key: language, code }) => {
        const [file, command] = programs[language] ?? [];
        if (!file || !command) return;
        writeFileSync(join(folder, file), code);
        const env = { ...process.env, TONGDA_APP_KEY: key.appKey, TONGDA_APP_SECRET: key.secret };
        const answer = await run(command, [join(folder, file)], { env }).catch((error: { code?: unknown }) => {
          // a machine without Python or a JDK
          if (error.code === 'ENOENT' && (language === 'python' || language === 'java')) return null;
          throw error;
        });
        if (answer)
          expect(JSON.parse(answer.stdout), language).toMatchObject({ code: 200, data: { page: 1, size: 50 } });
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
