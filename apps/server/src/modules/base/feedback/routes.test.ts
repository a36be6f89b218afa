import { afterAll, beforeAll, expect, it } from 'vitest';
import { provedWork } from '../../../../test/login-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let staff: { clientId: string; token: string };
beforeAll(async () => {
  app = await testApp();
  staff = await app.company('平台运营商');
  await app.database.systemDb
    .updateTable('client')
    .set({ kind: 'provider' })
    .where('id', '=', staff.clientId)
    .execute();
});
afterAll(() => app.close());

const path = '/api/base/open/information/addInformation';
const told = async () =>
  (await app.post('/api/base/msg/page', { categorys: [14] }, staff.token)).data.list as Array<{
    title: string;
    content: string;
    type: number;
  }>;

it('登录用户的反馈带上本人的企业与姓名，写给服务商的人员', async () => {
  const { token, account, clientId, userId } = await app.company('反馈公司');
  const body = {
    type: 'suggestion',
    content: '希望列表可以按温度排序',
    companyName: '冒充公司',
    page: '/resources/vehicle',
  };
  expect((await app.post(path, body, token)).code).toBe(200);
  const row = await app.database.systemDb.selectFrom('feedback').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ client_id: clientId, user_id: userId, company_name: '反馈公司', contact: account });
  const [first] = await told();
  expect(first).toMatchObject({ type: 14006, title: '功能建议：反馈公司' });
  expect(first?.content).toBe(`希望列表可以按温度排序\n反馈公司　${account}\n页面：/resources/vehicle`);
  expect((await app.post('/api/base/msg/page', { categorys: [14] }, token)).data.total).toBe(0);
  // browseInformation: one's own only
  const browse = '/api/base/open/information/browseInformation';
  const own = { id: row.id, type: 'suggestion', content: '希望列表可以按温度排序', page: '/resources/vehicle' };
  expect((await app.get(browse, token)).data).toEqual([expect.objectContaining(own)]);
  expect((await app.get(`${browse}?id=${row.id}`, token)).data).toHaveLength(1);
  expect((await app.get(`${browse}?id=${row.id}`, staff.token)).data).toEqual([]);
  expect((await app.get(browse)).status).toBe(401);
});

it('未登录须留手机号并通过安全验证；每个地址每小时5条', async () => {
  const send = async (more: object = {}, solve = true) => {
    const proof = await provedWork(app);
    const body = {
      type: 'contact',
      content: '请联系我了解冷链方案',
      phone: '13800001111',
      ...proof,
      ...(solve ? {} : { captchaCode: 'wrong' }),
    };
    return app.post(path, { ...body, ...more });
  };
  expect(await send({ phone: '' })).toMatchObject({ code: 4000, msg: '请输入手机号' });
  expect(await send({ phone: '123' })).toMatchObject({ code: 4000 });
  expect(await send({}, false)).toMatchObject({ code: 4000, msg: '验证码错误或已过期' });
  expect(await send({ content: '短' })).toMatchObject({ code: 4000, msg: '反馈内容至少5个字' });
  expect(await send({ page: '//evil.example' })).toMatchObject({ code: 4000 });
  for (let i = 0; i < 5; i++) expect((await send({ companyName: '游客公司' })).code).toBe(200);
  expect(await send()).toMatchObject({ code: 4029 });
  expect((await told())[0]).toMatchObject({ title: '留下联系方式：游客公司' });
  expect((await app.post(path, { type: 'fault', content: '令牌过期时的反馈' }, 'made-up')).status).toBe(401);
});
