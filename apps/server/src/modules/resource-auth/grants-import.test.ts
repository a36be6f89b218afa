import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../test/test-app';

const api = '/api/base/resourceAuth';
const headings = ['车牌/设备号', '被授权部门', '被授权账号', '权限', '含下级', '有效期至', '说明'];
let app: TestApp;
let a: FleetFixture;
let user: { userId: string; token: string };
let account: string;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
  for (const plate of ['沪A80001', '沪A80002']) await a.addVehicle(plate);
  user = await a.user({ orgId: a.subOrgId, menus: ['vehicle'] });
  const row = await sql<{
    account: string;
  }>`select account_code as account from app_user where id = ${user.userId}`.execute(app.database.systemDb);
  account = row.rows[0]?.account ?? '';
});
afterAll(() => app.close());

const upload = async (call: 'importCheck' | 'import', rows: Array<Array<string | null>>, token = a.token) =>
  uploadSheet(app, `${api}/${call}`, await sheetOf(headings, rows), token, { mode: 'both', commit: 'all' });
const seen = async (plateNo: string): Promise<number> =>
  (await app.post('/api/base/manage/vehicle/page', { plateNo }, user.token)).data.total;

describe('grants from a spreadsheet', () => {
  it('open and change what the lines say, and are taken back as a whole', async () => {
    const first = await upload('import', [
      ['沪A80001', null, account, '查看、控制', null, '2099-12-31', '协作'],
      ['沪A80002', '华东分公司/上海部', null, null, '是', '永久', null],
    ]);
    expect(first.data, JSON.stringify(first)).toMatchObject({ added: 2, updated: 0 });
    expect(await seen('沪A80001')).toBe(1);
    expect(await seen('沪A80002')).toBe(1);
    const list = (await a.post(`${api}/page`, { keyword: '沪A80001' })).data.list;
    expect(list).toMatchObject([{ rights: ['view', 'control'], endTime: '2099-12-31 23:59:59', remark: '协作' }]);
    const second = await upload('import', [['沪A80001', null, account, '查看', null, '永久', null]]);
    expect(second.data).toMatchObject({ added: 0, updated: 1 });
    expect((await a.post(`${api}/page`, { keyword: '沪A80001' })).data.list).toMatchObject([
      { rights: ['view'], endTime: null },
    ]);
    expect((await a.post(`${api}/importUndo`, { id: second.data.runId })).data).toEqual({ undone: 1, left: 0 });
    expect((await a.post(`${api}/page`, { keyword: '沪A80001' })).data.list).toMatchObject([
      { rights: ['view', 'control'], endTime: '2099-12-31 23:59:59' },
    ]);
    expect((await a.post(`${api}/importUndo`, { id: first.data.runId, rest: true })).data).toEqual({
      undone: 1,
      left: 1,
    });
    expect(await seen('沪A80002')).toBe(0);
  });

  it('say what is wrong in which cell', async () => {
    const check = (
      await upload('importCheck', [
        ['沪A99999', '上海部', null, null, null, null, null],
        ['沪A80001', '上海部', account, null, null, null, null],
        ['沪A80001', null, account, '驾驶', '也许', '2020-01-01', null],
      ])
    ).data;
    expect(check).toMatchObject({ valid: 0, invalid: 3 });
    const said = check.errors.map((e: { row: number; column: string; msg: string }) => `${e.row}${e.column} ${e.msg}`);
    expect(said).toEqual(
      expect.arrayContaining([
        '2A 车辆或设备“沪A99999”不存在或不在您的数据范围内',
        '3B 请填写被授权部门或被授权账号，只填一个',
        '4D 权限“驾驶”不正确，应为：查看、控制、视频、编辑',
        '4E 应为：是、否',
        '4F 有效期不能早于今天',
      ]),
    );
  });
});
