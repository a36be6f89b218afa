import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';

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

type Rows = Array<Array<string | null>>;
const uploadTo = async (path: string, columns: string[], rows: Rows, token = a.token) =>
  uploadSheet(app, `${api}/${path}`, await sheetOf(columns, rows), token, { mode: 'both', commit: 'all' });
const upload = (call: 'importCheck' | 'import', rows: Rows) => uploadTo(call, headings, rows);
const saidIn = (check: { errors: Array<{ row: number; column: string; msg: string }> }): string[] =>
  check.errors.map((e) => `${e.row}${e.column} ${e.msg}`);
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
      undone: 2,
      left: 0,
    });
    expect(await seen('沪A80002')).toBe(0);
  });

  it('take lists under the headings that companies give them; the own one goes before another', async () => {
    const titles = ['序号', '车牌', '设备号', '部门', '账号', '权限', '到期时间', '备注'];
    const check = (
      await uploadTo('importCheck', titles, [
        ['1', '沪A80001', '013912345678', null, account, '查看', '2099-12-31', '夜班'],
      ])
    ).data;
    expect(check, JSON.stringify(check)).toMatchObject({ valid: 1, ignored: ['A 序号', 'C 设备号'] });
    const own = ['车牌', '车牌/设备号', '被授权账号'];
    const both = (await uploadTo('importCheck', own, [['说明', '沪A80001', account]])).data;
    expect(both, JSON.stringify(both)).toMatchObject({ valid: 1, ignored: ['A 车牌'] });
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
    expect(saidIn(check)).toEqual(
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

describe('grants of places from a spreadsheet', () => {
  const columns = ['资源类型', '名称', '被授权部门', '被授权账号', '权限', '有效期至'];
  it('tell places of the same name apart by their kind, and say what is wrong', async () => {
    const place = (kind: string) => ({
      kind,
      placeType: 1,
      name: '青浦仓',
      orgId: a.orgId,
      visible: 2,
      shape: { kind: 'circle', lng: 121.1, lat: 31.1, radiusM: 200 },
    });
    const site = await a.post('/api/base/manage/region/add', place('site'));
    expect(site.code, site.msg).toBe(200);
    const region = await a.post('/api/base/manage/region/add', { ...place('region'), placeType: 9 });
    expect(region.code, region.msg).toBe(200);
    const done = await uploadTo('map/import', columns, [
      ['站点', '青浦仓', null, account, '查看、用于报警规则', '永久'],
    ]);
    expect(done.data, JSON.stringify(done)).toMatchObject({ added: 1, updated: 0 });
    const list = (await a.post(`${api}/map/page`, { keyword: '青浦仓' })).data.list;
    expect(list).toMatchObject([{ resourceKind: 'site', resourceId: site.data.id, rights: ['view', 'alarm'] }]);
    const check = (
      await uploadTo('map/importCheck', columns, [
        ['门店', '青浦仓', null, account, null, null],
        ['仓库', '青浦仓', null, account, null, null],
        ['站点', '青浦仓', '上海部', null, '控制', null],
      ])
    ).data;
    expect(saidIn(check)).toEqual(
      expect.arrayContaining([
        '2B 地图资源“青浦仓”不存在或不在您的数据范围内',
        '3A 应为：站点、区域、电子线路、门店',
        '4E 权限“控制”不正确，应为：查看、编辑、用于报警规则',
      ]),
    );
    // what the page of vehicles imported is not taken back here, and the other way round
    expect((await a.post(`${api}/map/importHis`, {})).data.total).toBe(1);
    expect((await a.post(`${api}/importUndo`, { id: done.data.runId })).code).toBe(4004);
    expect((await a.post(`${api}/map/importUndo`, { id: done.data.runId })).data).toEqual({ undone: 1, left: 0 });
  });
});

describe('grants of locks from a spreadsheet', () => {
  const columns = ['锁编号', '被授权账号', '开锁方式', '允许时段', '次数限制', '有效期至'];
  const end = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  const terms = async () => (await a.post(`${api}/lock/page`, { status: 1 })).data.list[0]?.terms;
  it('come with terms; a blank cell keeps its term, and the undo gives back all of them', async () => {
    await sql`insert into bluetooth_lock (client_id, org_id, lock_no) values (${a.clientId}, ${a.orgId}, 'L101')`.execute(
      app.database.systemDb,
    );
    const first = await uploadTo('lock/import', columns, [
      ['L101', account, '蓝牙、密码', '周一至周五 08:00-18:00；周六、日 22:00-次日04:00', '5', end],
    ]);
    expect(first.data, JSON.stringify(first)).toMatchObject({ added: 1 });
    const weekend = { days: [6, 7], from: '22:00', to: '04:00' };
    const was = {
      methods: [1, 3],
      timeWindows: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }, weekend],
      maxOpens: 5,
    };
    expect(await terms()).toMatchObject(was);
    const second = await uploadTo('lock/import', columns, [['L101', account, '蓝牙', null, null, end]]);
    expect(second.data, JSON.stringify(second)).toMatchObject({ added: 0, updated: 1 });
    expect(await terms()).toMatchObject({ ...was, methods: [1] });
    expect((await a.post(`${api}/lock/importUndo`, { id: second.data.runId })).data).toEqual({ undone: 1, left: 0 });
    expect(await terms()).toMatchObject(was);
  });

  it('say what is wrong in which cell', async () => {
    const check = (
      await uploadTo('lock/importCheck', columns, [
        ['L999', account, '刷卡', '上午', '-1', '2099-01-01'],
        ['L101', account, null, null, null, '永久'],
      ])
    ).data;
    expect(saidIn(check)).toEqual(
      expect.arrayContaining([
        '2A 蓝牙锁“L999”不存在或不在您的数据范围内',
        '2C 开锁方式“刷卡”不正确，应为：蓝牙、远程、密码',
        '2D 允许时段应为“周一至周五 08:00-18:00”，多个用；隔开',
        '2E 应在0~9999之间',
        '3F 蓝牙锁授权的有效期最长1年',
      ]),
    );
  });
});
