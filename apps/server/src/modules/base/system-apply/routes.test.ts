import { builtRoutes } from '@tongda/contract/shell/built';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { chaptersOf } from './manual';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const path = '/api/base/user/systemApply';

test('a primary user applies once; what the body says about him is not believed', async () => {
  const { clientId, userId, token, account } = await app.company('申请公司');
  const info = await app.post(`${path}/getClientInfo`, { clientId }, token);
  expect(info.data).toEqual({ systemCodeList: ['TMS'], appliedCodeList: [] });
  const forged = {
    systemCode: 'WMS',
    applyUserId: '1',
    applyUserCode: 'root',
    clientId: '999999',
    mobile: '13900000000',
  };
  expect((await app.post(`${path}/apply`, forged, token)).code).toBe(200);
  const row = await app.database.systemDb
    .selectFrom('trial_application')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ user_id: userId, user_code: account, client_name: '申请公司', mobile: '', status: 0 });
  expect((await app.post(`${path}/getClientInfo`, {}, token)).data.appliedCodeList).toEqual(['WMS']);
  expect(await app.post(`${path}/apply`, forged, token)).toMatchObject({ code: 4011, msg: '已提交申请，请耐心等待' });
  // Refused: one may ask again.
  await app.database.systemDb.updateTable('trial_application').set({ status: 2 }).where('id', '=', row.id).execute();
  expect((await app.post(`${path}/apply`, forged, token)).code).toBe(200);
});

test('two windows that apply at the same time make one application', async () => {
  const { clientId, token } = await app.company('双窗公司');
  const answers = await Promise.all([1, 2, 3].map(() => app.post(`${path}/apply`, { systemCode: 'WMS' }, token)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 4011, 4011]);
  const rows = await app.database.systemDb
    .selectFrom('trial_application')
    .select('id')
    .where('client_id', '=', clientId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('no system, one that is there already, a user who is not primary', async () => {
  const { token } = await app.company('拒绝公司');
  expect(await app.post(`${path}/apply`, {}, token)).toMatchObject({ code: 4000, msg: '请选择要试用的系统' });
  expect(await app.post(`${path}/apply`, { systemCode: 'TMS' }, token)).toMatchObject({
    code: 4000,
    msg: '贵公司已开通运输管理系统',
  });
  const plain = await app.company('普通用户公司', { primary: false });
  expect(await app.post(`${path}/apply`, { systemCode: 'WMS' }, plain.token)).toMatchObject({ code: 4003 });
});

test('the list is the provider’s: other companies have no right to it', async () => {
  const one = await app.company('列表公司');
  await app.post(`${path}/apply`, { systemCode: 'WMS' }, one.token);
  expect((await app.post(`${path}/list`, {}, one.token)).code).toBe(4003);
  const staff = await app.company('运营商');
  await app.database.systemDb
    .updateTable('client')
    .set({ kind: 'provider' })
    .where('id', '=', staff.clientId)
    .execute();
  const { data } = await app.login(staff.account, 'Test@2026');
  const list = await app.post(`${path}/list`, { keyword: '列表', systemCode: 'WMS', status: 0 }, data.access_token);
  expect(list.data).toMatchObject({ total: 1, list: [{ clientName: '列表公司', systemCode: 'WMS', status: 0 }] });
});

test('每次申请都以系统公告类消息告知有“试用申请”菜单的服务商人员，一次申请一条', async () => {
  const db = app.database.systemDb;
  const staff = await app.company('试用运营商');
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', staff.clientId).execute();
  const one = await app.company('想试用的公司');
  await app.post(`${path}/apply`, { systemCode: 'WMS' }, one.token);
  await app.post(`${path}/apply`, { systemCode: 'WMS' }, one.token);
  const told = await app.post('/api/base/msg/page', { categorys: [14] }, staff.token);
  expect(told.data.list).toMatchObject([{ type: 14005, typeName: '试用申请', title: '试用申请：想试用的公司' }]);
  expect(told.data.list[0].content).toContain(`想试用的公司申请试用仓储管理系统。申请人${one.account}`);
  // who has nothing to do with applications is not told, nor is the applicant's company
  const { n } = await db
    .selectFrom('message_user')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('type', '=', 14005)
    .where('client_id', '=', one.clientId)
    .executeTakeFirstOrThrow();
  expect(n).toBe('0');
});

test('the company of the login, by GET and by POST', async () => {
  const { clientId, token } = await app.company('登录公司');
  const own = {
    clientId,
    clientName: '登录公司',
    shortName: '登录公司',
    systemCodeList: ['TMS'],
    status: 1,
    serviceEnd: null,
  };
  const path = '/api/base/client/getLoginCompanyInfo';
  expect((await app.get(path, token)).data).toMatchObject(own);
  expect((await app.post(path, {}, token)).data).toMatchObject(own);
  expect((await app.get(path)).status).toBe(401);
});

test.each(['TMS', 'WMS'] as const)('%s has a manual as PDF, of the chapters whose screens work', async (system) => {
  const answer = await app.http.inject({ url: `/api/base/open/manual?system=${system}` });
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe(`inline; filename="${system}.pdf"`);
  expect(answer.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  // contents and at least three pages of chapters
  expect(answer.rawPayload.toString('latin1').match(/\/Type \/Page\b/gu)?.length).toBeGreaterThanOrEqual(4);
  const shown = chaptersOf(system);
  expect(shown.length).toBeGreaterThanOrEqual(9);
  for (const { needs, text, steps } of shown) {
    expect(needs.every((key) => builtRoutes.has(key))).toBe(true);
    expect(text.length + steps.join('').length).toBeGreaterThan(40);
  }
});

test('there is no manual of anything else', async () => {
  expect((await app.get('/api/base/open/manual?system=ERP')).code).toBe(4000);
});
