import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnName } from '../../src/core/workbook/address';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { uploadSheet } from '../sheet-kit';
import { type TestApp, testApp } from '../test-app';
import { seenBook, TestBook, type TestValue } from '../workbook-kit';

/**
 * Lists as companies keep them, not as the template has them: titles above, columns of their own, numbers for phones, dates in four ways. They
 * just work, or the cell is named in a sentence.
 */
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '导入公司');
});
afterAll(() => app.close());

/** A title in merged cells, a line of print, headings in row 3, a hidden sheet before it, formulas drawn down below and a sum at the end. */
async function companyList(title: string, heads: string[], lines: TestValue[][]): Promise<Buffer> {
  const book = new TestBook();
  book.sheet('参数', 'veryHidden').addRow(['总部', '华东分公司']);
  const sheet = book.sheet('Sheet1');
  sheet.addRow([title]);
  sheet.merge(`A1:${columnName(heads.length)}1`);
  sheet.addRow(['制表：张珊', null, null, '2026-11-22']);
  sheet.addRow(['序号', ...heads]);
  for (const [i, line] of lines.entries()) sheet.addRow([i + 1, ...line]);
  for (let i = 0; i < 20; i++) sheet.addRow([{ formula: 'IF(B9="","",ROW()-3)', result: '' }]);
  sheet.before = '<cols><col min="20" max="20" width="8" customWidth="1"/></cols>';
  return book.bytes();
}
const check = async (base: string, bytes: Buffer) => {
  const answer = await uploadSheet(app, `${base}/importCheck`, bytes, a.token);
  const errors: Array<{ row: number; column: string; msg: string }> = answer.data?.errors ?? [];
  return { ...answer, told: errors.map(({ row, column, msg }) => `${column}${row} ${msg}`) };
};
const run = (base: string, bytes: Buffer) => uploadSheet(app, `${base}/import`, bytes, a.token, { commit: 'valid' });

describe('vehicles', () => {
  const base = '/api/base/manage/vehicle';
  it('of a ledger', async () => {
    const bytes = await companyList(
      '鲜达冷链物流 2026年车辆台账',
      [
        '车牌号（必填）',
        '所属部门',
        '车辆类型',
        '温区',
        '核定载质量(ｔ)',
        '年检到期',
        '注册日期',
        '购车款',
        '联系电话',
      ],
      [
        ['沪 A·12３45', '华东分公司\u3000', '冷藏', '冷藏/冷冻', '９．５', 46418, '2024.1.2', 380000, 13800138000],
        [
          '沪a12346 ',
          { formula: 'B4', result: '华东分公司' },
          '厢式',
          null,
          0.1 + 0.2,
          '20270131',
          new Date('2024-01-02'),
          null,
          '\u202d021-62345678',
        ],
      ],
    );
    const checked = await check(base, bytes);
    expect([checked.told, checked.data.ignored]).toEqual([[], ['A 序号', 'I 购车款']]);
    expect((await run(base, bytes)).data).toMatchObject({ added: 2, skipped: 0 });
    const { data } = await a.post(`${base}/page`, { plateNo: '沪A1234', sort: 'plateNo asc' });
    expect(data.list).toMatchObject([
      { plateNo: '沪A12345', temperatureTypes: [2, 3], loadWeight: 9.5, inspectDate: '2027-01-31' },
      { plateNo: '沪A12346', loadWeight: 0.3, inspectDate: '2027-01-31' },
    ]);
  });

  it('with slips names each cell', async () => {
    const bytes = await companyList(
      '车辆台账',
      ['车牌号', '所属部门', '车辆类型', '核定载质量(t)', '年检到期', '终端编号', '联系电话'],
      [
        [
          '沪A22345',
          { formula: 'VLOOKUP(1,A:B,2)', result: { error: '#N/A' } },
          '大车',
          '9,5',
          '2027年1月',
          13800138000,
          '1.38E+10',
        ],
        ['合计', null, null, { formula: 'SUM(E4:E4)', result: 9.5 }],
      ],
    );
    expect((await check(base, bytes)).told).toEqual([
      'C4 公式出错（#N/A），请改正或粘贴为数值',
      'D4 应为：冷藏、保温、厢式、平板、牵引、挂车、面包、新能源、其他',
      'E4 请输入数字',
      'F4 日期格式应为 2027-01-31',
      'G4 终端不存在或已绑定其他车辆',
      'H4 请输入正确的联系电话',
      'B5 请输入正确的车牌号',
      'C5 请选择所属部门',
      'D5 请选择车辆类型',
    ]);
  });
});

describe('drivers', () => {
  const base = '/api/base/manage/driver';
  const heads = ['姓名', '手机号', '准驾车型', '驾驶证到期', '身份证号', '入职日期', '工资'];
  it('of a roster', async () => {
    const bytes = await companyList('司机花名册', heads, [
      ['张建军\u00a0', 13800138001, 'a2', '2028/6/30 00:00:00', '11010519491231002x', 43831, 9000],
      [{ rich: ['李', '梅'] }, '138-0013-8002', 'Ａ２', new Date('2028-06-30'), null, '', null],
    ]);
    expect((await check(base, bytes)).told).toEqual([]);
    expect((await run(base, bytes)).data).toMatchObject({ added: 2 });
    const { data } = await a.post(`${base}/page`, { phone: '1380013800' });
    expect(data.list.map((row: { name: string }) => row.name).sort()).toEqual(['张建军', '李梅']);
  });

  it('with slips names each cell', async () => {
    const bytes = await companyList('司机花名册', heads, [
      ['张建军', 13800138003, 'D', '长期', Number('110105194912310021'), '2020-13-01'],
      ['王五', 1380013800, 'A2', { formula: 'B4', result: 'x' }, '110105194912310021'],
    ]);
    expect((await check(base, bytes)).told).toEqual([
      'D4 应为：A1、A2、A3、B1、B2、C1、C2、C3、C4',
      'E4 日期格式应为 2027-01-31',
      'F4 数字超过15位，末尾几位已丢失，请将单元格设为文本后重新填写',
      'G4 日期不存在',
      'C5 请输入正确的手机号码',
      'E5 日期格式应为 2027-01-31',
      'F5 请输入正确的18位身份证号',
    ]);
  });
});

describe('stores', () => {
  const base = '/api/base/manage/store';
  it('of a list with codes that are numbers with zeros in front', async () => {
    await app.database.systemDb
      .insertInto('customer')
      .values({ client_id: a.clientId, code: 'KH1', name: '光明乳业' })
      .execute();
    const template = await app.http.inject({
      method: 'POST',
      url: `${base}/importTemplate`,
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    const [heads = [], example = []] = seenBook(template.rawPayload)[1]?.rows ?? [];
    const book = new TestBook();
    book.sheet('数据').addRows([heads, example]).set('A2', 101, '000000');
    expect((await check(base, await book.bytes())).data.rows).toMatchObject([{ name: '000101', errors: [] }]);
  });
});

describe('users', () => {
  const base = '/api/base/user';
  it('of a telephone list: what cannot be meant is told', async () => {
    const line = ['ｚｈａｎｇｓａｎ', '张珊', 13800138009, '华东分公司', '没有这个角色', '２０２７－１２－３１'];
    const bytesWith = (org: string) =>
      companyList('通讯录', ['账号', '姓名', '手机', org, '角色', '账号有效期'], [line]);
    expect((await check(base, await bytesWith('所属部门'))).msg).toBe(
      '第3行缺少列：部门，请使用模板填写（未识别的列：A 序号、E 所属部门、G 账号有效期）',
    );
    expect((await check(base, await bytesWith('部门'))).told).toEqual(['F4 角色“没有这个角色”不存在']);
  });
});
