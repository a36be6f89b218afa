import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

const base = '/api/base/org';
const headings = ['部门路径', '部门编码', '类型', '电话', '排序'];
let app: TestApp;
let a: FleetFixture;
let root: string;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
  root = '华东分公司';
});
afterAll(() => app.close());

const upload = async (call: 'importCheck' | 'import', rows: Array<Array<string | null>>, more = {}) =>
  uploadSheet(app, `${base}/${call}`, await sheetOf(headings, rows), a.token, { mode: 'both', commit: 'all', ...more });
const names = async (): Promise<string[]> =>
  (await a.post(`${base}/tree`)).data.map((o: { name: string }) => o.name).sort();

describe('departments from a spreadsheet', () => {
  it('stand below each other however the lines are ordered, and go back as a whole', async () => {
    const before = await names();
    const done = await upload('import', [
      [`${root}/苏州部/一组`, 'SZ1', '车队', null, '2'],
      [`${root} / 苏州部`, 'SZ', '分公司', '0512-52341234', '1'],
      [`${root}/上海部`, 'SH', null, null, null],
    ]);
    expect(done.data).toMatchObject({ added: 2, updated: 1, skipped: 0 });
    const tree = (await a.post(`${base}/tree`)).data as Array<{
      id: string;
      parentId: string;
      name: string;
      code: string;
      orgType: number;
    }>;
    const of = (name: string) => tree.find((o) => o.name === name);
    expect(of('一组')).toMatchObject({ parentId: of('苏州部')?.id, orgType: 4 });
    expect(of('苏州部')).toMatchObject({ parentId: a.orgId, orgType: 2 });
    expect(of('上海部')?.code).toBe('SH');
    const undone = await a.post(`${base}/importUndo`, { id: done.data.runId });
    expect(undone.data).toEqual({ undone: 3, left: 0 });
    expect(await names()).toEqual(before);
    expect((await a.post(`${base}/detail`, { id: a.subOrgId })).data.code).toBe('');
  });

  it('say what is wrong in which cell and write nothing', async () => {
    const before = await names();
    const rows = [
      [`${root}/没有的部/一组`, null, null, null, null],
      [`${root}/甲`, null, null, null, null],
      [`${root}/乙部`, '编码', '小组', '12', 'x'],
      ['别的公司', null, null, null, null],
      [Array.from({ length: 9 }, (_, i) => (i === 0 ? root : `第${i}级`)).join('/'), null, null, null, null],
    ];
    const check = (await upload('importCheck', rows)).data;
    expect(check).toMatchObject({ total: 5, valid: 0, invalid: 5 });
    const said = check.errors.map((e: { row: number; column: string; msg: string }) => `${e.row}${e.column} ${e.msg}`);
    expect(said).toEqual(
      expect.arrayContaining([
        `2A 上级部门“${root}/没有的部”不存在，请在同一文件中填写或先新增`,
        '3A 部门名称应为2~30个字符',
        expect.stringMatching(/^4B /u),
        '4C 应为：公司、分公司、部门、车队、站点',
        `5A 路径应从“${root}”开始，如 ${root}/别的公司`,
        expect.stringMatching(/^6A .*8/u),
      ]),
    );
    expect(check.annotated).not.toBeNull();
    expect(await upload('import', rows)).toMatchObject({ code: 4000 });
    expect(await names()).toEqual(before);
  });

  it('stay when something uses them: 4011 names it', async () => {
    const done = await upload('import', [[`${root}/仓储部`, null, null, null, null]]);
    const made = (await a.post(`${base}/tree`)).data.find((o: { name: string }) => o.name === '仓储部');
    await a.addVehicle('沪A90001', { orgId: made.id });
    const answer = await a.post(`${base}/importUndo`, { id: done.data.runId });
    expect(answer).toMatchObject({ code: 4011 });
    expect(JSON.stringify(answer)).toContain('已有车辆');
  });
});
