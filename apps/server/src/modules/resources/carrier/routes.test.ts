import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/base/manage/carrier';
/** a made-up number whose check digit fits */
const person = '11010519491231002X';
let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '承运公司');
  b = await fleetFixture(app, '别家承运');
});
afterAll(() => app.close());

const form = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  carrierType: 2,
  contact: '周立群',
  phone: '13816502213',
  permitNo: '310000123456',
  permitEnd: '2031-06-30',
  ...more,
});
const add = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await a.post(`${api}/add`, form(name, more));
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.data.id;
};
const line = async (of: FleetFixture, name: string, code: string, orgId: string | null = null): Promise<string> => {
  const { id } = await app.database.systemDb
    .insertInto('transport_route')
    .values({ client_id: of.clientId, name, code, org_id: orgId, route_type: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

describe('the identity card of a carrier that is a person', () => {
  const seen = async (id: string, token: string) => (await app.post(`${api}/detail`, { id }, token)).data;

  it('is masked without the right, kept when the form comes back, and reading it in full is noted', async () => {
    const id = await add('个体周师傅', { creditCode: person });
    const { token } = await a.user({ menus: ['carrier'], buttons: ['carrier/edit'] });
    const shown = await seen(id, token);
    expect(shown).toMatchObject({ creditCode: '110*************2X', full: false });
    const back = await app.post(
      `${api}/update`,
      { ...form('个体周师傅', { creditCode: shown.creditCode, contact: '周建国' }), id, version: 1 },
      token,
    );
    expect(back).toMatchObject({ code: 200 });
    // who sees it reads what was stored, and that he did stands in the history, the number in it masked
    expect(await seen(id, a.token)).toMatchObject({ creditCode: person, full: true, contact: '周建国' });
    const { list } = (await a.post(`${api}/changeHis`, { id, page: 1, size: 20 })).data;
    expect(list.map((row: { action: string }) => row.action)).toEqual(['查看完整信息', '编辑', '新增']);
    expect(JSON.stringify(list)).not.toContain(person);
    expect(JSON.stringify(list)).toContain('110*************2X');
    // any other masked number is none
    const slip = { ...form('个体周师傅', { creditCode: '999*************99' }), id, version: 2 };
    expect((await a.post(`${api}/update`, slip)).data.errors).toEqual([
      { field: 'creditCode', msg: '请输入正确的18位身份证号' },
    ]);
    const company = { ...form('个体周师傅', { creditCode: shown.creditCode, carrierType: 1 }), id, version: 2 };
    expect((await app.post(`${api}/update`, company, token)).data.errors).toEqual([
      { field: 'creditCode', msg: '公司请填写统一社会信用代码，身份证号只用于个体' },
    ]);
  });

  it('numbers of companies are public and noted nowhere', async () => {
    const id = await add('顺达公司', { carrierType: 1, creditCode: '91350100M000100Y43' });
    const { token } = await a.user({ menus: ['carrier'] });
    expect(await seen(id, token)).toMatchObject({ creditCode: '91350100M000100Y43', full: true });
    expect((await a.post(`${api}/changeHis`, { id, page: 1, size: 20 })).data.total).toBe(1);
  });

  it('a masked number in a spreadsheet is told', async () => {
    const bytes = await sheetOf(
      ['承运商名称', '类型', '联系人', '联系电话', '道路运输经营许可证号', '许可证到期', '统一社会信用代码'],
      [['个体周师傅', '个体', '周立群', '13816502213', '310000123456', '2031-06-30', '110*************2X']],
    );
    const check = await uploadSheet(app, `${api}/importCheck`, bytes, a.token);
    expect(check.data.errors).toMatchObject([{ row: 2, msg: '证件号已隐藏，请填写完整号码或留空' }]);
  });
});

describe('the lines of a carrier', () => {
  it('are chosen among those that the caller sees, named in details and history, and not deleted under it', async () => {
    const [one, two] = [await line(a, '沪宁干线', 'HN'), await line(a, '沪杭干线', 'HH')];
    const foreign = await line(b, '别家的线', 'X');
    expect((await a.post(`${api}/routes`)).data).toHaveLength(2);
    const refused = await a.post(`${api}/add`, form('跑错线', { routeIds: [foreign] }));
    expect(refused.data.errors).toEqual([{ field: 'routeIds', msg: '所选线路不存在或不在您的权限范围内' }]);
    const id = await add('干线承运', { routeIds: [one] });
    expect(
      await a.post(`${api}/update`, { ...form('干线承运', { routeIds: [one, two] }), id, version: 1 }),
    ).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      routeIds: [one, two],
      routes: expect.arrayContaining([
        expect.objectContaining({ name: '沪杭干线' }),
        expect.objectContaining({ name: '沪宁干线' }),
      ]),
    });
    const [last] = (await a.post(`${api}/changeHis`, { id, page: 1, size: 5 })).data.list;
    expect(last.changes).toMatchObject([{ label: '线路', before: '沪宁干线', after: '沪宁干线、沪杭干线' }]);
    expect(await a.post('/api/base/manage/route/batchDel', { ids: [one] })).toMatchObject({
      code: 4011,
      msg: expect.stringContaining('干线承运'),
    });
  });

  it('a line of another department stays with a carrier whom somebody else edits, unnamed', async () => {
    const hidden = await line(a, '华东内线', 'IN', a.orgId);
    const id = await add('内线承运', { routeIds: [hidden] });
    const { token } = await a.user({ menus: ['carrier'], buttons: ['carrier/edit'], orgId: a.subOrgId });
    const seen = (await app.post(`${api}/detail`, { id }, token)).data;
    expect([seen.routeIds, seen.routes]).toEqual([[hidden], []]);
    const kept = await app.post(
      `${api}/update`,
      { ...form('内线承运', { routeIds: seen.routeIds, contact: '别人' }), id, version: 1 },
      token,
    );
    expect(kept).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ routes: [{ name: '华东内线' }] });
  });

  it('come from spreadsheets by name or code', async () => {
    await line(a, '双名线', 'S1');
    await line(a, '双名线', 'S2');
    const sheet = (lines: string) =>
      sheetOf(
        ['承运商名称', '类型', '联系人', '联系电话', '道路运输经营许可证号', '许可证到期', '线路'],
        [['表格承运', '公司', '周立群', '13816502213', '310000123456', '2031-06-30', lines]],
      );
    const told = await uploadSheet(app, `${api}/importCheck`, await sheet('沪宁干线、双名线'), a.token);
    expect(told.data.errors).toMatchObject([{ row: 2, msg: '有多条线路叫“双名线”，请填线路编码' }]);
    await uploadSheet(app, `${api}/import`, await sheet('沪宁干线、S2'), a.token);
    const [{ id }] = (await a.post(`${api}/page`, { name: '表格承运' })).data.list;
    expect((await a.post(`${api}/detail`, { id })).data.routes.map((r: { name: string }) => r.name).sort()).toEqual([
      '双名线',
      '沪宁干线',
    ]);
  });
});

it('has several contacts, each with a number that is right, and the history names them', async () => {
  const one = { name: '陈调度', phone: '13800138001', post: '调度', email: '' };
  const two = { name: '李会计', phone: '021-62345678', post: '结算', email: 'li@shunda.cn' };
  const id = await add('多联系人承运', { contacts: [one] });
  const change = (contacts: object[], version: number) =>
    a.post(`${api}/update`, { ...form('多联系人承运', { contacts }), id, version });
  expect(await change([one, two], 1)).toMatchObject({ code: 200 });
  expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ contact: '周立群', contacts: [one, two] });
  const { list } = (await a.post(`${api}/changeHis`, { id, page: 1, size: 20 })).data;
  expect(list[0].changes).toEqual([
    {
      field: 'contacts',
      label: '其他联系人',
      before: '陈调度 13800138001 调度',
      after: '陈调度 13800138001 调度；李会计 021-62345678 结算',
    },
  ]);
  expect((await change([{ ...one, phone: '123' }], 2)).code).toBe(4000);
  expect((await change(Array(10).fill(one), 2)).data.errors).toEqual([{ field: 'contacts', msg: '其他联系人最多9个' }]);
});

it('the choices are found by a part of the name and by its initials, of the own company alone', async () => {
  const id = await add('欧亚冷运');
  const found = async (keyword: string, who = a) =>
    (await who.post(`${api}/options`, { keyword })).data.map((one: { id: string }) => one.id);
  expect(await found('冷运')).toContain(id);
  expect(await found('oyly')).toEqual([id]);
  expect(await found('oyly', b)).toEqual([]);
});
