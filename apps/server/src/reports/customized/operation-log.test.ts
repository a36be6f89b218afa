import { readdirSync, readFileSync } from 'node:fs';
import { changedThings } from '@tongda/contract/reports/customized/operation-log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('lists who changed what, of everybody for the primary user, of oneself for others', async () => {
  const company = '日志公司';
  const { token, userId, clientId, account } = await app.company(company);
  const { vehicleId } = await makeVehicle(app.database, company);
  const { systemDb } = app.database;
  const changes = JSON.stringify([{ field: 'remarkNo', label: '车辆备注', before: '1号', after: '2号' }]);
  await sql`insert into change_history (client_id, entity, entity_id, action, user_id, user_name, actor_user_id, changes, at) values
    (${clientId}, 'vehicle', ${vehicleId}, '编辑', ${userId}, '王主管', null, ${changes}, '2026-03-01 08:00+08'),
    (${clientId}, 'somethingNew', 1, '新增', ${userId}, '王主管（客服代操作）', ${userId}, '[]', '2026-03-01 09:00+08'),
    (${clientId}, 'role', 1, '删除', 1, '李四', null, '[]', '2026-03-01 10:00+08'),
    (${clientId}, 'role', 1, '删除', 1, '李四', null, '[]', '2026-03-02 00:00+08')`.execute(systemDb);
  const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };
  const ask = async (more: object = {}, who = token) =>
    (await app.post('/api/report/custom/operationLog/page', { ...range, ...more }, who)).data.list as Array<
      Record<string, unknown>
    >;
  const all = await ask();
  expect(all.map(({ time, thing, action }) => [time, thing, action])).toEqual([
    ['2026-03-01 10:00:00', 'role', '删除'],
    ['2026-03-01 09:00:00', 'other', '新增'],
    ['2026-03-01 08:00:00', 'vehicle', '编辑'],
  ]);
  expect(all[1]).toMatchObject({ user: '王主管' });
  expect(all[1]?.proxy).not.toBe('');
  expect(all[2]).toMatchObject({ fields: '车辆备注', changes: [{ before: '1号', after: '2号' }] });
  expect(all[2]?.name).not.toBe('');
  expect(await ask({ proxy: 'only' })).toHaveLength(1);
  expect(await ask({ keyword: '备注' })).toHaveLength(1);
  expect(await ask({ action: '删' })).toHaveLength(1);
  // who takes the log out stands in it
  expect((await app.post('/api/report/custom/operationLog/export', { ...range, format: 'csv' }, token)).code).toBe(200);
  const now = wireTime(Date.now(), 'Asia/Shanghai').slice(0, 10);
  const todays = { startTime: `${now} 00:00:00`, endTime: `${now} 23:59:59` };
  expect(await ask({ ...todays, things: ['export'] })).toMatchObject([
    {
      action: '导出',
      name: expect.stringMatching(/^操作日志_\d{8}_\d{6}\.csv$/u),
      fields: '文件、条件',
      ip: '127.0.0.1',
    },
  ]);
  // and no number that he looked for
  const byPhone = { phone: '13816502213', format: 'csv' };
  expect((await app.post('/api/base/manage/driver/export', byPhone, token)).code).toBe(200);
  const [exported] = await ask({ ...todays, things: ['export'], keyword: '司机' });
  expect(JSON.stringify(exported?.changes)).toContain('138****2213');
  expect(JSON.stringify(exported?.changes)).not.toContain('13816502213');
  // a change that came by a request says from where
  const today = wireTime(Date.now(), 'Asia/Shanghai').slice(0, 10);
  await app.post('/api/base/portable/add', { deviceNo: 'LOG-1' }, token);
  const [made] = await ask({
    startTime: `${today} 00:00:00`,
    endTime: `${today} 23:59:59`,
    things: ['portableDevice'],
  });
  expect(made).toMatchObject({ action: '新增', name: 'LOG-1', ip: '127.0.0.1', terminal: 'web' });
  // nobody knows any more from where the changes of before came
  expect(all.map(({ terminal }) => terminal)).toEqual(['', '', '']);
  expect(await ask({ things: ['other', 'role'] })).toHaveLength(2);
  // who does not see the whole company finds what he did himself
  const role = await systemDb
    .insertInto('role')
    .values({ client_id: clientId, name: '调度', all_rights: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await systemDb.insertInto('user_role').values({ client_id: clientId, user_id: userId, role_id: role.id }).execute();
  await systemDb.updateTable('app_user').set({ is_primary: false }).where('id', '=', userId).execute();
  const { token: own } = (await app.login(account, 'Test@2026').then(({ data }) => ({ token: data.access_token }))) as {
    token: string;
  };
  expect((await ask({}, own)).map(({ thing }) => thing)).toEqual(['other', 'vehicle']);
});

it('has a word for everything whose changes the server writes down', () => {
  const src = new URL('../../', import.meta.url);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((f) => /(?<!\.test)\.ts$/u.test(f));
  const written = new Set(
    files.flatMap((file) => {
      const text = readFileSync(new URL(file, src), 'utf8');
      return [...text.matchAll(/(?:\bentity:|\b(?:entity|[a-z]+Entity) =) '(\w+)'/gu)].map(
        ([, entity]) => entity ?? '',
      );
    }),
  );
  expect(written.size).toBeGreaterThan(40);
  expect([...written].filter((entity) => !(entity in changedThings))).toEqual([]);
});

it('names the application and the forwarding that was changed, and what became of a secret', async () => {
  const { token, clientId, userId } = await app.company('日志转发公司');
  const today = wireTime(Date.now(), 'Asia/Shanghai').slice(0, 10);
  const range = { startTime: `${today} 00:00:00`, endTime: `${today} 23:59:59` };
  const ask = async (thing: string) =>
    (await app.post('/api/report/custom/operationLog/page', { ...range, things: [thing] }, token)).data.list;
  const fields = { name: '对接一号', ipList: [], scope: 1, targetIds: [], validUntil: null, remark: '' };
  const made = await app.post('/api/base/interface/app/add', fields, token);
  expect(made).toMatchObject({ code: 200 });
  const rotated = await app.post(
    '/api/base/interface/app/rotate',
    { id: made.data.id, version: 1, atOnce: true },
    token,
  );
  expect(rotated).toMatchObject({ code: 200 });
  expect((await ask('open_app'))[0]).toMatchObject({
    thing: 'open_app',
    name: '对接一号',
    fields: '原密钥',
    changes: [{ label: '原密钥', before: '有效', after: '立即失效' }],
  });
  // every thing finds its table and its column
  await sql`insert into change_history (client_id, entity, entity_id, action, user_id, user_name, changes)
    select ${clientId}, e, ${clientId}, '试', ${userId}, '甲', '[]' from unnest(${Object.keys(changedThings)}::text[]) e`.execute(
    app.database.systemDb,
  );
  expect((await ask('calc'))[0]).toMatchObject({ name: '日志转发公司' });
});
