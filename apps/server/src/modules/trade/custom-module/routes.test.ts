import { menus } from '@tongda/contract/shell/menus';
import { findMenu } from '@tongda/contract/shell/tree';
import { customModules } from '@tongda/contract/trade/custom-module/calls';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { exportsOfMenus } from '../../../core/export/definition';
import { listEndpoints } from '../../../core/http/endpoints';
import { watchAccess } from '../../../core/watch/access';

let app: TestApp;
let own: { token: string; clientId: string };
let other: { token: string; clientId: string };
let staff: string;

beforeAll(async () => {
  app = await testApp();
  [own, other] = [await app.company('用户企业'), await app.company('别家企业')];
  const provider = await app.company('平台方');
  const db = app.database.systemDb;
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
  staff = String((await app.login(provider.account, 'Test@2026')).data.access_token);
});
afterAll(() => app.close());

const post = (call: string, body: object = {}, token = staff) =>
  app.post(`/api/base/customModule/${call}`, body, token);
const put = async (module: string, on: boolean, clientId = own.clientId) => {
  const answer = await post('switch', { id: clientId, module, on });
  // the database tells every process; here it is told at once
  await app.bus.publish('accessChanged', clientId, { clientId });
  return answer;
};
const treeOf = async (token: string) => (await app.post('/api/base/user/menuTree', {}, token)).data.menuTree;
/** The code that a call without input is answered with; 200 where it sends a file. */
const codeOf = async (url: string, token: string): Promise<number> => {
  const answer = await app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  });
  return String(answer.headers['content-type']).includes('json') ? answer.json().code : answer.statusCode;
};

/** Calls that nothing but the module's menu opens. */
const callsOf = (key: (typeof customModules)[number]) =>
  listEndpoints().filter(
    ({ access, method }) =>
      method === 'POST' && typeof access === 'object' && [access.menu].flat().every((id) => id === menus[key].id),
  );

it.each(customModules)('%s goes with its menu and all of its calls, and comes back', async (key) => {
  const shows = async (token: string) => findMenu(await treeOf(token), menus[key].id) !== undefined;
  const calls = callsOf(key);
  expect(calls.length).toBeGreaterThan(0);
  expect(await shows(own.token)).toBe(true);
  expect((await put(key, false)).code).toBe(200);
  expect([await shows(own.token), await shows(other.token)]).toEqual([false, true]);
  for (const { path } of calls) {
    expect(await codeOf(path, own.token), path).toBe(4003);
    expect(await codeOf(path, other.token), path).not.toBe(4003);
  }
  expect((await put(key, true)).code).toBe(200);
  expect(await shows(own.token)).toBe(true);
  for (const { path } of calls) expect(await codeOf(path, own.token), path).not.toBe(4003);
});

it('the group goes with the last of its modules, and staff see what each company has', async () => {
  for (const key of customModules) await put(key, false);
  expect(findMenu(await treeOf(own.token), menus.customReports.id)).toBeUndefined();
  const { list } = (await post('page', { keyword: '用户企业' })).data;
  expect(list).toMatchObject([{ name: '用户企业' }]);
  expect(list[0].off.toSorted()).toEqual([...customModules].sort());
  for (const key of customModules) await put(key, true);
  expect((await post('page', { keyword: '用户企业' })).data.list[0].off).toEqual([]);
  // the provider's own company is not switched
  expect((await post('page', { keyword: '平台方' })).data.total).toBe(0);
});

it('each change stands in the history of its company once, and nobody but staff makes one', async () => {
  const history = async () => (await post('changeHis', { id: other.clientId })).data.list;
  await put('operationLog', false, other.clientId);
  await put('operationLog', false, other.clientId);
  expect(await history()).toMatchObject([
    { action: '关闭', changes: [{ label: '操作日志', before: '已开通', after: '未开通' }] },
  ]);
  expect((await post('switch', { id: own.clientId, module: 'operationLog', on: false }, own.token)).code).toBe(4003);
  expect((await post('switch', { id: own.clientId, module: 'temHum', on: false })).code).toBe(4000);
  expect((await post('switch', { id: '999999', module: 'operationLog', on: false })).code).toBe(4004);
  await put('operationLog', true, other.clientId);
  expect((await history()).map(({ action }: { action: string }) => action)).toEqual(['开通', '关闭']);
});

it('a session that is open hears of it from the database', async () => {
  const page = '/api/report/custom/vehicleBinding/page';
  expect(await codeOf(page, own.token)).not.toBe(4003);
  const stop = watchAccess(app.database.pool, app.bus, pino({ level: 'silent' }));
  try {
    await vi.waitFor(async () => {
      await post('switch', { id: own.clientId, module: 'vehicleBinding', on: false });
      await post('switch', { id: own.clientId, module: 'operationLog', on: false });
      expect(await codeOf(page, own.token)).toBe(4003);
    }, 4_000);
  } finally {
    await stop();
  }
  await put('vehicleBinding', true);
  await put('operationLog', true);
});

it('a role keeps the rights of a module while it is off, and its holder stays who he was', async () => {
  const db = app.database.systemDb;
  const role = (await app.post('/api/base/role/add', { name: '绑定员' }, own.token)).data.id;
  const save = async (version: number, keys: string[], token = own.token) =>
    app.post('/api/base/role/saveMenu', { roleId: role, version, menus: keys, buttons: [] }, token);
  const version = async () =>
    (await db.selectFrom('role').select('version').where('id', '=', role).executeTakeFirstOrThrow()).version;
  expect((await save(await version(), ['vehicleBinding', 'vehicle'])).code).toBe(200);
  await put('vehicleBinding', false);
  const tree = (await app.post('/api/base/role/menuTree', { roleId: role }, own.token)).data;
  expect(JSON.stringify(tree.tree)).not.toContain('vehicleBinding');
  // saved without it, as the page no longer shows it
  expect((await save(await version(), ['vehicle', 'driver'])).code).toBe(200);
  await put('vehicleBinding', true);
  const { checked } = (await app.post('/api/base/role/menuTree', { roleId: role }, own.token)).data;
  expect(checked).toEqual(expect.arrayContaining(['vehicleBinding', 'vehicle', 'driver']));
});

it('files made before a module was switched off are not to be had until it is back', async () => {
  const [path = ''] = exportsOfMenus(new Set([menus.vehicleBinding.id]));
  expect(path).not.toBe('');
  const db = app.database.systemDb;
  const { id: user } = await db
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', own.clientId)
    .executeTakeFirstOrThrow();
  const task = { client_id: own.clientId, user_id: user, module: '车辆绑定', file_name: '车辆绑定.xlsx', status: 1 };
  await db
    .insertInto('export_task')
    .values({ ...task, endpoint: path, params: '{}' })
    .execute();
  const listed = async () =>
    (await app.post('/api/file/download/getDownLoadList', { page: 1, size: 15 }, own.token)).data;
  const [{ pathUrl }] = (await listed()).list;
  const fetched = async () => (await app.http.inject({ method: 'GET', url: pathUrl })).json().code;
  await put('vehicleBinding', false);
  expect(await listed()).toMatchObject({ total: 0, list: [] });
  expect(await fetched()).toBe(4004);
  await put('vehicleBinding', true);
  expect((await listed()).total).toBe(1);
});
