import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { seenBook, TestBook, type TestValue } from '../../../../test/workbook-kit';
import { exportPath, runExport } from '../../../core/export/run';
import { Authenticator } from '../../base/identity/session/authenticate';

const base = '/api/base/role';
const headings = ['角色名称', '角色编码', '数据范围', '备注', '菜单', '按钮'];
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
});
afterAll(() => app.close());

type Line = Array<string | null>;
const upload = async (call: 'importCheck' | 'import', rows: Line[], token = a.token) =>
  uploadSheet(app, `${base}/${call}`, await sheetOf(headings, rows), token, { mode: 'both', commit: 'all' });
const roleOf = async (name: string) =>
  (await a.post(`${base}/page`, { size: 100 })).data.list.find((r: { name: string }) => r.name === name);
const rightsOf = async (name: string) => {
  const { checked, buttons } = (await a.post(`${base}/menuTree`, { roleId: (await roleOf(name)).id })).data;
  return { checked, buttons: buttons.map((b: { path: string }) => b.path.split('/').at(-1)) };
};
const said = (check: { errors: Array<{ row: number; column: string; msg: string }> }) =>
  check.errors.map((e) => `${e.row}${e.column} ${e.msg}`);

describe('roles from a spreadsheet', () => {
  it('have a line a menu with its buttons, are changed by another file, and go back as a whole', async () => {
    const made = await upload('import', [
      ['车队调度', 'FLEET', '本部门', '早班', '运输资源/车辆管理', '新增、编辑'],
      ['车队调度', null, null, null, '司机管理', null],
      ['客服', null, null, null, '运输资源/客户管理', '全部'],
    ]);
    expect(made.data).toMatchObject({ added: 2, updated: 0 });
    expect(await roleOf('车队调度')).toMatchObject({ code: 'FLEET', dataScope: 2, remark: '早班' });
    expect(await rightsOf('车队调度')).toEqual({ checked: ['vehicle', 'driver'], buttons: ['add', 'edit'] });
    expect((await rightsOf('客服')).buttons).toContain('del');

    const changed = await upload('import', [
      ['车队调度', null, null, '晚班', null, null],
      ['客服', null, null, null, '运输资源/客户管理', '新增'],
    ]);
    expect(changed.data).toMatchObject({ added: 0, updated: 2 });
    expect(await rightsOf('车队调度')).toEqual({ checked: ['vehicle', 'driver'], buttons: ['add', 'edit'] });
    expect(await rightsOf('客服')).toMatchObject({ buttons: ['add'] });
    const log = (await a.post(`${base}/changeHis`, { id: (await roleOf('客服')).id })).data.list;
    expect(JSON.stringify(log)).toContain('客户管理-删除');

    expect((await a.post(`${base}/importUndo`, { id: changed.data.runId })).data).toEqual({ undone: 2, left: 0 });
    expect((await rightsOf('客服')).buttons).toContain('del');
    expect((await a.post(`${base}/importUndo`, { id: made.data.runId })).data).toEqual({ undone: 2, left: 0 });
    expect(await roleOf('客服')).toBeUndefined();
  });

  it('say what is wrong in which cell', async () => {
    const check = (
      await upload('importCheck', [
        ['甲', null, null, null, null, null],
        ['夜班', null, '自定义部门', null, '运输资源/没有的页', null],
        ['夜班', null, null, null, '车辆管理', '新增、起飞'],
        ['夜班', null, null, null, '车辆管理、司机管理', null],
        ['夜班', null, null, null, null, '新增'],
      ])
    ).data;
    expect(said(check)).toEqual(
      expect.arrayContaining([
        '2A 角色名称应为2~20个字符',
        '3C 自定义部门请在角色权限中设置',
        '3E 没有菜单“运输资源/没有的页”，请按模板中的菜单填写',
        expect.stringMatching(/^4F “车辆管理”没有按钮“起飞”，可填：.*新增/u),
        '5E 一行只填一个菜单，多个菜单请分成多行，角色名称相同',
        '6E 请填写菜单',
      ]),
    );
  });

  it('hold nothing that their maker does not hold; a preset one is not changed; a role with members stays', async () => {
    const { token } = await a.user({ menus: ['rolePermissions'], buttons: ['rolePermissions/import'] });
    const check = (await upload('importCheck', [['越权', null, null, null, '运输资源/车辆管理', '删除']], token)).data;
    expect(said(check)).toEqual(['2E 您没有菜单“运输资源/车辆管理”的权限，不能授予']);
    await app.database.systemDb
      .insertInto('role')
      .values({ client_id: a.clientId, name: '全权', all_rights: true })
      .execute();
    const touched = (await upload('importCheck', [['全权', null, null, '改', null, null]])).data;
    expect(said(touched)[0]).toContain('不能修改，可复制后调整');

    const done = await upload('import', [['仓管', null, null, null, '运输资源/门店管理', null]]);
    const { id } = await roleOf('仓管');
    const { userId } = await a.user({});
    await a.post(`${base}/addMembers`, { roleId: id, userIds: [userId] });
    const stays = await a.post(`${base}/importUndo`, { id: done.data.runId });
    expect(stays.code).toBe(4011);
    expect(JSON.stringify(stays)).toContain('该角色已有成员');
  });

  it('are taken from the file that 导出 gives: what may not be changed is left out while it is as it was', async () => {
    const made = await upload('import', [['导出再导入', 'BACK', '本部门', '原样', '运输资源/车辆管理', '新增、编辑']]);
    expect(made.data, JSON.stringify(made)).toMatchObject({ added: 1 });
    await app.database.systemDb
      .insertInto('role')
      .values({ client_id: a.clientId, name: '企业管理员', all_rights: true, preset: true })
      .execute();
    const rows: TestValue[][] = seenBook(await exported())[0]?.rows ?? [];
    const lines = (name: string) => rows.filter(([first]) => first === name);
    expect(lines('企业管理员').length).toBeGreaterThan(20);
    for (const row of lines('导出再导入')) {
      row[3] = '改过';
      row[5] = '新增';
      row[6] = '视频、手机号';
    }
    const send = async (call: 'importCheck' | 'import') => {
      const book = new TestBook();
      book.sheet().addRows(rows);
      return uploadSheet(app, `${base}/${call}`, await book.bytes(), a.token, { mode: 'both' });
    };
    const check = (await send('importCheck')).data;
    expect(said(check)).toEqual([]);
    expect(check).toMatchObject({ adds: 0, invalid: 0 });
    expect(check.same).toBeGreaterThan(0);
    expect(check.rows.find((r: { name: string }) => r.name === '企业管理员')).toMatchObject({ action: 'same' });
    const done = (await send('import')).data;
    expect(done).toMatchObject({ added: 0, updated: check.updates, skipped: check.same });
    expect(await roleOf('导出再导入')).toMatchObject({ code: 'BACK', remark: '改过', masks: ['phone', 'video'] });
    expect(await rightsOf('导出再导入')).toEqual({ checked: ['vehicle'], buttons: ['add'] });

    for (const row of lines('企业管理员')) row[3] = '换';
    expect(said((await send('importCheck')).data)[0]).toContain('不能修改，可复制后调整');
  });
});

/** The workbook of 导出. */
async function exported(): Promise<Buffer> {
  const filesDir = mkdtempSync(join(tmpdir(), 'td-roles-'));
  try {
    const { id } = (await a.post(`${base}/export`, {})).data;
    const { systemDb: db } = app.database;
    const authenticator = new Authenticator(app.database, app.secrets, app.log);
    await runExport({ db, filesDir, log: app.log, ctxOfUser: (who) => authenticator.ofUser(who) }, id);
    const task = await db.selectFrom('export_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return readFileSync(exportPath(filesDir, task));
  } finally {
    rmSync(filesDir, { recursive: true, force: true });
  }
}
