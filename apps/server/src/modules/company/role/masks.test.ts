import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maskOf, neverMasked } from '@tongda/contract/core/field/hidden';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { exportPath, runExport } from '../../../core/export/run';
import { listEndpoints } from '../../../core/http/endpoints';
import { hideMaskedFields } from '../../../core/masks/hide';
import { Authenticator } from '../../base/identity/session/authenticate';

let app: TestApp;
let a: FleetFixture;
let customerId = '';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '脱敏公司');
  ({ id: customerId } = await app.database.systemDb
    .insertInto('customer')
    .values({ client_id: a.clientId, code: 'KH1', name: '光明乳业' })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(() => app.close());

const store = '/api/base/manage/store';
const storeRights = {
  menus: ['store', 'fleet', 'rolePermissions'],
  buttons: [
    'customer/store/add',
    'customer/store/edit',
    'customer/store/exportStore',
    'rolePermissions/save',
    'rolePermissions/add',
  ],
};
/** Somebody whose only role hides `masks`. */
async function hiddenFrom(...masks: string[]) {
  const user = await a.user(storeRights);
  const { systemDb: db } = app.database;
  const { role_id } = await db
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  await db.updateTable('role').set({ masks }).where('id', '=', role_id).execute();
  await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
  const post = (path: string, body: unknown = {}) => app.post(path, body, user.token);
  return { ...user, roleId: role_id, post };
}
const field = (storeCode: string, phone: string) => ({
  storeCode,
  storeName: `门店${storeCode}`,
  address: '路1号',
  customerId,
  shape: { kind: 'circle', lng: 121.5, lat: 31.2, radiusM: 100 },
  phone,
});
const phoneOf = async (id: string): Promise<string> =>
  (await a.post(`${store}/page`, { size: 100 })).data.list.find((s: { id: string }) => s.id === id).phone;

describe('what a role hides', () => {
  it('is hidden in lists, histories and exports, and stays in the record that is changed', async () => {
    const id = String((await a.post(`${store}/add`, field('M1', '13800138000'))).data.id);
    await a.post(`${store}/update`, { ...field('M1', '13900139000'), id, version: 1 });
    const u = await hiddenFrom('phone');
    const [row] = (await u.post(`${store}/page`, { storeCode: 'M1' })).data.list;
    expect(row.phone).toBe('139****9000');
    const his = (await u.post(`${store}/changeHis`, { id })).data.list[0].changes;
    expect(his).toContainEqual({ field: 'phone', label: '联系电话', before: '138****8000', after: '139****9000' });

    const change = { ...field('M1', row.phone), storeName: '改名', id, version: row.version };
    expect(await u.post(`${store}/update`, change)).toMatchObject({ code: 200 });
    expect(await phoneOf(id)).toBe('13900139000');
    // what a picker filled in is the one number of the registers that looks so; what nobody has is refused
    const other = await u.post(`${store}/add`, field('M2', '139****9000'));
    expect(await phoneOf(other.data.id)).toBe('13900139000');
    expect(await u.post(`${store}/add`, field('M3', '137****0000'))).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'phone', msg: '137****0000 是脱敏后的号码，请输入完整的号码' }] },
    });
    // whoever sees numbers has no use for a masked one
    expect(await a.post(`${store}/add`, field('M4', '139****9000'))).toMatchObject({ code: 4000 });

    expect(await fileOf(u, `${store}/exportStore`)).toMatch(/139\*\*\*\*9000/u);
    expect(await fileOf(u, `${store}/exportStore`)).not.toMatch(/13900139000/u);
  });

  it('is shown when one of several roles shows it', async () => {
    const id = String((await a.post(`${store}/add`, field('N1', '13700137000'))).data.id);
    const u = await hiddenFrom('phone');
    const roleId = String((await a.post('/api/base/role/add', { name: '看号码' })).data.id);
    const seen = async () => (await u.post(`${store}/page`, { storeCode: 'N1' })).data.list[0];
    expect(await seen()).toMatchObject({ id, phone: '137****7000' });
    await a.post('/api/base/role/addMembers', { roleId, userIds: [u.userId] });
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    expect(await seen()).toMatchObject({ phone: '13700137000' });
  });

  it('is saved with the data scope, with a line in the history, and not shown to others by who does not see it', async () => {
    const roleId = String((await a.post('/api/base/role/add', { name: '脱敏角色' })).data.id);
    const save = (body: object, post = a.post) =>
      post('/api/base/role/saveDataScope', { roleId, dataScope: 1, ...body });
    expect(await save({ version: 1, masks: ['phone', 'cost'] })).toMatchObject({ data: { version: 2 } });
    expect((await a.post('/api/base/role/changeHis', { id: roleId })).data.list[0]).toMatchObject({
      action: '改数据权限',
      changes: [{ label: '脱敏字段', before: '', after: '成本与毛利、手机号' }],
    });
    // absent: as they are
    expect(await save({ version: 2, dataScope: 2 })).toMatchObject({ data: { version: 3 } });
    const u = await hiddenFrom('phone');
    expect(await save({ version: 3, masks: ['cost'] }, u.post)).toMatchObject({
      code: 4003,
      msg: '您自己看不到手机号，不能取消其脱敏',
    });
    expect(await save({ version: 3, masks: ['phone'] }, u.post)).toMatchObject({ code: 200 });
    const made = String((await u.post('/api/base/role/add', { name: '他建的' })).data.id);
    const list = (await a.post('/api/base/role/page', { size: 100 })).data.list;
    expect(list.find((r: { id: string }) => r.id === made).masks).toEqual(['phone']);
    const preview = await a.post('/api/base/role/menuPreview', { roleIds: [made, roleId] });
    expect(preview.data.masks).toEqual(['phone']);
  });

  it('keeps costs of repairs out of lists, sums and changes', async () => {
    const vehicleId = await a.addVehicle('沪D70001');
    const repair = '/api/base/manage/vehicle/repair';
    const day = (n: number): string =>
      new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const facts = { vehicleId, kind: 1, reason: '换制动片', reportTime: day(3), startTime: day(3), endTime: day(2) };
    const { id } = (await a.post(`${repair}/add`, { ...facts, costYuan: 1280.5 })).data;
    const u = await hiddenFrom('cost');
    await app.database.systemDb
      .insertInto('role_menu')
      .values({ client_id: a.clientId, role_id: u.roleId, menu_key: 'vehicle' })
      .execute();
    await app.database.systemDb
      .insertInto('role_button')
      .values({ client_id: a.clientId, role_id: u.roleId, menu_id: 111, path: 'vehicle/repair' })
      .execute();
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    expect((await u.post(`${repair}/page`, { vehicleId })).data.list[0].costYuan).toBeNull();
    expect((await u.post(`${repair}/summary`, { vehicleId })).data.costYuan).toBeNull();
    const change = { ...facts, id, version: 1, reason: '换制动片和油', costYuan: null };
    expect(await u.post(`${repair}/update`, change)).toMatchObject({ code: 200 });
    expect((await a.post(`${repair}/page`, { vehicleId })).data.list[0]).toMatchObject({ costYuan: 1280.5 });
  });
});

it('hides sums and numbers in the words of a history', () => {
  const line = { field: 'commercial', label: '商业险', before: '平安 1,200.50元', after: '张三 13800138000' };
  expect(hideMaskedFields(new Set(['cost', 'phone'] as const), [line])).toEqual([
    { ...line, before: '平安 ***元', after: '张三 138****8000' },
  ]);
});

it('every phone and every cost of the contract is hidden or named here', () => {
  const names = new Set<string>();
  const walk = (schema: unknown, depth = 0): void => {
    if (depth > 14 || typeof schema !== 'object' || schema === null) return;
    const { shape, def } = schema as { shape?: Record<string, unknown>; def?: Record<string, unknown> };
    for (const [field, inner] of Object.entries(shape ?? {})) {
      names.add(field);
      walk(inner, depth + 1);
    }
    for (const part of ['innerType', 'element', 'in', 'out', 'valueType', 'left', 'right'])
      walk(def?.[part], depth + 1);
    for (const option of (def?.options as unknown[] | undefined) ?? []) walk(option, depth + 1);
  };
  for (const e of listEndpoints()) if (!neverMasked(e.path) && e.output instanceof z.ZodType) walk(e.output);
  const open = [...names]
    .filter((name) => /phones?$|mobile|yuan|cost|profit/iu.test(name) && maskOf(name) === null)
    .sort();
  // what carriers left as a security is no cost
  expect(open).toEqual(['depositYuan']);
});

async function fileOf(u: Awaited<ReturnType<typeof hiddenFrom>>, path: string): Promise<string> {
  const filesDir = mkdtempSync(join(tmpdir(), 'td-masks-'));
  try {
    const { id } = (await u.post(path, { format: 'csv' })).data;
    const { systemDb: db } = app.database;
    const authenticator = new Authenticator(app.database, app.secrets, app.log);
    await runExport({ db, filesDir, log: app.log, ctxOfUser: (who) => authenticator.ofUser(who) }, id);
    const task = await db.selectFrom('export_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return readFileSync(exportPath(filesDir, task), 'utf8');
  } finally {
    rmSync(filesDir, { recursive: true, force: true });
  }
}
