import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/modules/base/identity/password/hash';
import { makeFirstCompany } from '../../src/modules/company/user/founding';
import { type SheetCell, sheetOf, uploadSheet } from '../sheet-kit';
import { type TestApp, testApp } from '../test-app';

/**
 * The morning of an administrator: an empty installation becomes a company by the lists that it has, written as such lists are written (黄色, 冷藏车,
 * 收货, names that two people have, stores by their codes), one after the other, without a cell that has to be changed.
 */
let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await testApp();
  const first = await makeFirstCompany(app.database.systemDb, (plain) => hashPassword(plain, app.secrets.pwdSalt));
  // a changed password and a second factor stand before everything else: founding.test.ts
  await app.database.systemDb.updateTable('app_user').set({ must_change_pwd: false }).execute();
  await app.database.systemDb.updateTable('client').set({ second_factor: 'optional' }).execute();
  admin = String((await app.login('admin', first?.password ?? '')).data.access_token);
});
afterAll(() => app.close());

/** Imports a list as it is; fails with what the check says of its cells. */
async function enter(base: string, heads: string[], rows: SheetCell[][]): Promise<void> {
  const bytes = await sheetOf(heads, rows);
  const check = await uploadSheet(app, `/api/base/${base}/importCheck`, bytes, admin);
  expect(check.data?.errors ?? check, `check of ${base}`).toEqual([]);
  const done = await uploadSheet(app, `/api/base/${base}/import`, bytes, admin, { commit: 'all' });
  expect(done, base).toMatchObject({ code: 200 });
}
const list = <T>(n: number, row: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => row(i));
const digits = (i: number, width: number) => String(i).padStart(width, '0');
const branch = (i: number) => (i % 2 === 0 ? '华东分公司' : '华南分公司');

describe('an empty installation', () => {
  it('becomes a company by its own lists', async () => {
    await enter(
      'org',
      ['部门路径', '类型'],
      [
        ['总部/华东分公司', '分公司'],
        ['总部/华南分公司', '分公司'],
        ['总部/华东分公司/车队一', '车队'],
        ['总部/华南分公司/车队一', '车队'],
      ],
    );
    await enter(
      'user',
      ['账号', '姓名', '手机', '部门', '角色', '账号类型'],
      list(30, (i) => [
        `yonghu${digits(i, 3)}`,
        i < 2 ? '王芳' : `王${'一二三四五六七八九十'[i % 10]}${'甲乙丙'[i % 3]}`,
        `138${digits(i, 8)}`,
        branch(i),
        ['调度员', '车队长', '只读监控'][i % 3] ?? '',
        '普通用户',
      ]),
    );
    // two people are called 王芳: the number beside the name tells which
    await enter(
      'manage/fleet',
      ['车队名称', '所属部门', '负责人', '联系电话', '默认温区'],
      [
        ['东一队', '华东分公司/车队一', '王芳', `138${digits(1, 8)}`, '冷冻'],
        ['南一队', '华南分公司/车队一', '还没来的人', null, null],
      ],
    );
    await enter(
      'manage/driver',
      ['姓名', '手机号', '准驾车型', '驾驶证到期', '性别', '所属部门', '所属车队'],
      [
        ...list(20, (i) => [
          '李强',
          `139${digits(i, 8)}`,
          'B2',
          '2031/5/6',
          '男',
          branch(i),
          i % 2 ? '南一队' : '东一队',
        ]),
      ],
    );
    await enter(
      'manage/customer',
      ['客户名称', '客户类型', '结算方式'],
      [
        ['苏果超市', '收货', '月结'],
        ['光明乳业', '发货', '现结'],
      ],
    );
    await enter(
      'manage/store',
      ['门店编码', '门店名称', '类型', '客户', '联系电话', '详细地址', '经度', '纬度', '月台'],
      list(40, (i) => [
        `S${i}`,
        i < 2 ? '同名店' : `门店${i}`,
        '门店',
        '苏果超市',
        `137${digits(i, 8)}`,
        `大道${i}号`,
        118 + i / 100,
        32,
        i % 2 ? '有' : '无',
      ]),
    );
    await enter(
      'manage/route',
      ['线路编码', '线路名称', '类型', '停靠点', '停靠类型'],
      [
        ['L1', '城配一线', '城配', 'S0', '装'],
        ['L1', null, null, 'S1', '卸'],
      ],
    );
    await enter(
      'manage/device',
      ['终端编号', 'SIM卡号'],
      list(60, (i) => [`1390${digits(i, 8)}`, `144${digits(i, 8)}`]),
    );
    await enter(
      'manage/vehicle',
      [
        '车牌号',
        '车牌颜色',
        '所属部门',
        '所属车队',
        '车辆类型',
        '温区',
        '主驾司机',
        '联系电话',
        '终端编号',
        '年检到期',
        '尾板',
      ],
      list(60, (i) => [
        `苏A${digits(i, 4)}K`,
        i % 3 ? '黄色' : '黄',
        branch(i),
        i % 2 ? '南一队' : '东一队',
        '冷藏车',
        '冷冻',
        i < 20 ? '李强' : null,
        i < 20 ? `139${digits(i, 8)}` : null,
        `1390${digits(i, 8)}`,
        '2027年6月1日',
        '无',
      ]),
    );
    await enter('resourceAuth', ['车牌/设备号', '被授权账号', '权限'], [['苏A0001K', 'yonghu000', '查看']]);

    const { data } = await app.post('/api/base/enterprise/home/setup', {}, admin);
    expect(data).toMatchObject({
      orgs: 5,
      users: 31,
      fleets: 2,
      drivers: 20,
      stores: 40,
      vehicles: 60,
      bound: 60,
      grants: 1,
    });
  });

  it('and everybody in it sees what is his', async () => {
    // a dispatcher of 华东分公司, who was given one truck of the other branch
    await sql`update app_user set must_change_pwd = false, pwd_hash = ${await hashPassword('Abc@2026', app.secrets.pwdSalt)}
      where account_code = 'yonghu000'`.execute(app.database.systemDb);
    const token = String((await app.login('yonghu000', 'Abc@2026')).data.access_token);
    const { total, list: seen } = (await app.post('/api/base/manage/vehicle/page', { size: 60 }, token)).data;
    expect(total).toBe(31);
    const foreign = seen.filter((v: { orgName: string }) => v.orgName !== '华东分公司');
    expect(foreign.map((v: { plateNo: string }) => v.plateNo)).toEqual(['苏A0001K']);
    expect(await app.post('/api/base/user/page', {}, token)).toMatchObject({ code: 4003 });
    const first = seen.find((v: { plateNo: string }) => v.plateNo === '苏A0004K');
    expect(first).toMatchObject({ vehicleColor: 0, vehicleType: '冷藏', driverName: '李强' });
    const [fleet] = (await app.post('/api/base/manage/fleet/page', { name: '东一队' }, admin)).data.list;
    expect(fleet).toMatchObject({ leaderName: '王芳', phone: `138****${digits(1, 4)}`, vehicleCount: 30 });
  });
});
