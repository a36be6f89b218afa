import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type SheetCell, sheetOf, uploadSheet } from '../../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { changePart, seenBook } from '../../../../../test/workbook-kit';

let app: TestApp;
let a: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '导入公司');
});
afterAll(() => app.close());

const head = [
  '车牌号*',
  '所属部门*',
  '车辆类型*',
  '温区',
  '车辆来源',
  '承运商',
  '主驾司机',
  '终端编号',
  '核定载质量(t)',
  '年检到期',
  '车辆备注',
];

const workbook = (rows: SheetCell[][], headings: string[] = head): Promise<Buffer> => sheetOf(headings, rows);

const send = (path: string, bytes: Buffer, fields: Record<string, string> = {}, token = a.token) =>
  uploadSheet(app, `${api}/${path}`, bytes, token, fields);
const plateCount = async (plateNo: string): Promise<number> => (await a.post(`${api}/page`, { plateNo })).data.total;

describe('template', () => {
  it('opens with drop-downs of the company and is accepted when filled in', async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: `${api}/importTemplate`,
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('车辆导入模板.xlsx'));
    const [sheet, example, notes, options] = seenBook(answer.rawPayload);
    expect([sheet, example, notes, options].map((s) => s?.name)).toEqual(['数据', '示例', '填写说明', '选项']);
    expect(sheet?.all('dataValidation')).toContainEqual(
      expect.objectContaining({ type: 'list', sqref: expect.stringMatching(/^D2:D\d+$/u) }),
    );
    const filled = await changePart(answer.rawPayload, 'xl/worksheets/sheet1.xml', (xml) => {
      const cells = (example?.row(2) ?? []).map((value) => `<c t="inlineStr"><is><t>${value ?? ''}</t></is></c>`);
      return xml.replace('</sheetData>', `<row r="2">${cells.join('')}</row></sheetData>`);
    });
    const checked = await send('importCheck', filled);
    expect(checked).toMatchObject({ code: 200, data: { total: 1, valid: 1, adds: 1, errors: [], annotated: null } });
  });
});

describe('check', () => {
  it('names row, column and reason of every wrong cell, and writes nothing', async () => {
    const bytes = await workbook([
      ['沪K00001', '华东分公司', '冷藏', '冷冻', null, null, '周立群', null, 9.5, new Date('2027-01-31'), '好'],
      ['沪K00001', '华东分公司', '厢式'],
      ['沪O00002', '不存在', '飞船', '冰镇', '外协', null, '张三', 'T0', '重', '2027-13-01', 'x'.repeat(31)],
      [null, '华东分公司', '冷藏', null, null, null, null, null, null, '下月', null],
    ]);
    const { code, data } = await send('importCheck', bytes);
    expect([code, data.total, data.valid, data.invalid, data.adds]).toEqual([200, 4, 1, 3, 1]);
    const found = data.errors.map((e: { row: number; column: string; msg: string }) => `${e.column}${e.row} ${e.msg}`);
    expect(found).toEqual(
      [
        'A3 与第2行车牌号重复',
        'H4 终端不存在或已绑定其他车辆',
        'B4 部门“不存在”不存在',
        'D4 温区“冰镇”不正确，应为：常温、冷藏、冷冻、普货',
        'G4 司机“张三”不存在',
        'I4 请输入数字',
        'A4 请输入正确的车牌号',
        'K4 最多30个字符',
        'C4 应为：冷藏、保温、厢式、平板、牵引、挂车、面包、新能源、其他',
        'J4 日期不存在',
        'J5 日期格式应为 2027-01-31',
        'A5 请输入车牌号',
      ].sort((x, y) => found.indexOf(x) - found.indexOf(y)),
    );
    expect(data.rows[0].errors).not.toEqual([]);
    expect(await plateCount('沪K00001')).toBe(0);
    const [sheet] = seenBook(Buffer.from(data.annotated, 'base64'));
    expect(sheet?.cell('B4')).toMatchObject({ note: '部门“不存在”不存在', fill: 'FDEDEC' });
    expect(sheet?.cell('A2').note).toBeUndefined();
  });

  it('tells the modes apart', async () => {
    await a.addVehicle('沪K10001');
    const bytes = await workbook([
      ['沪K10001', '华东分公司', '厢式'],
      ['沪K10002', '华东分公司', '厢式'],
    ]);
    const messages = async (mode: string) =>
      (await send('importCheck', bytes, { mode })).data.errors.map(
        (e: { row: number; msg: string }) => `${e.row} ${e.msg}`,
      );
    expect(await messages('add')).toEqual(['2 车牌号已存在']);
    expect(await messages('update')).toEqual(['3 车牌号不存在，无法更新']);
    expect(await messages('both')).toEqual([]);
    expect((await send('importCheck', bytes, { mode: 'x' })).msg).toBe('请选择导入方式');
  });

  it.each([
    ['nothing', Buffer.alloc(0), '请选择要上传的文件'],
    [
      'text',
      Buffer.from('车牌号,部门\n沪A12345,总部\n'.repeat(5)),
      '文件不是有效的 xlsx 工作簿，请下载模板填写后重新上传',
    ],
    [
      'an old xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      '文件是旧版 .xls 或已加密，请另存为不加密的 .xlsx 后重新上传',
    ],
    [
      'a broken zip',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(600, 7)]),
      '文件不是有效的 xlsx 工作簿，请下载模板填写后重新上传',
    ],
    [
      'another zip',
      readFileSync(join(import.meta.dirname, '../../../../../../../package.json')),
      '文件不是有效的 xlsx 工作簿，请下载模板填写后重新上传',
    ],
    ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 80), '文件过大，最多10 MB'],
  ])('refuses %s', async (_what, bytes, sentence) => {
    expect(await send('importCheck', bytes)).toMatchObject({ code: 4000, msg: sentence });
  });

  it('refuses sheets without rows, without a required column, with a column twice, with too many rows', async () => {
    const sentence = async (bytes: Promise<Buffer>) => (await send('importCheck', await bytes)).msg;
    expect(await sentence(workbook([]))).toBe('文件中没有数据，请从第2行开始填写');
    expect(await sentence(workbook([['沪A12345']], ['车牌号']))).toBe(
      '第1行缺少列：所属部门、车辆类型，请使用模板填写',
    );
    expect(await sentence(workbook([], [...head, '车牌号']))).toBe('第1行有两列“车牌号”，请删除一列');
    expect(await sentence(workbook(Array.from({ length: 10_001 }, () => ['沪A12345'])))).toBe(
      '一次最多导入10000行，请拆分后重试',
    );
  });

  it('refuses a workbook that unpacks to hundreds of megabytes', async () => {
    const bytes = await workbook([['沪K00001', '华东分公司', '厢式']]);
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    bytes.writeUInt32LE(0xf0000000, bytes.readUInt32LE(end + 16) + 24);
    expect(await send('importCheck', bytes)).toMatchObject({ code: 4000, msg: '文件内容过大，请拆分后重试' });
  });
});

describe('import', () => {
  it('writes all or nothing when all is asked for', async () => {
    const bytes = await workbook([
      ['沪L00001', '华东分公司', '厢式'],
      ['沪O00001', '华东分公司', '厢式'],
    ]);
    const refused = await send('import', bytes, { commit: 'all' });
    expect(refused).toMatchObject({
      code: 4000,
      msg: '有1行数据有误，未导入任何数据',
      data: { errors: [{ field: 'file' }, { field: '车牌号', row: 3, msg: '请输入正确的车牌号' }] },
    });
    expect(await plateCount('沪L00001')).toBe(0);
    expect(await send('import', bytes, { commit: 'valid' })).toMatchObject({
      code: 200,
      data: { added: 1, updated: 0, skipped: 1 },
    });
    expect(await plateCount('沪L00001')).toBe(1);
    const none = await workbook([['沪O00001', '华东分公司', '厢式']]);
    expect((await send('import', none, { commit: 'valid' })).msg).toBe('没有可导入的数据，请按提示修改后重新上传');
  });

  it('brings papers of the register in columns of their own: blank cells keep, 清空 empties, the undo gives back', async () => {
    const papersOf = async () => {
      const { id } = (await a.post(`${api}/page`, { plateNo: '沪L29001' })).data.list[0];
      return (await a.post(`${api}/detail`, { id })).data.certificates;
    };
    const send1 = (path: string, row: SheetCell[], more: string[]) =>
      workbook([['沪L29001', '华东分公司', '厢式', ...row]], [...head.slice(0, 3), ...more]).then((book) =>
        send(path, book),
      );
    const heads = ['商业险单号', '商业险起保日期', '商业险到期', '商业险保费(元)', '下次二级维护', '年检提前提醒(天)'];
    const late = await send1('importCheck', ['PDAA1', '2027-02-01', '2027-01-31', 18600.5, '2026-12-31', 60], heads);
    expect(late.data.errors).toMatchObject([{ label: '商业险起保日期', column: 'E', msg: '开始日期须早于到期日期' }]);
    expect(
      await send1('import', ['PDAA1', '2026-02-01', '2027-01-31', 18600.5, '2026-12-31', 60], heads),
    ).toMatchObject({
      code: 200,
      data: { added: 1 },
    });
    const first = await papersOf();
    expect(first).toMatchObject({
      commercial: { docNo: 'PDAA1', startDate: '2026-02-01', endDate: '2027-01-31', amountYuan: 18600.5 },
      maintain: { endDate: '2026-12-31', remindDays: 30 },
      inspect: { remindDays: 60 },
    });
    const { data } = await send1('import', ['PDAA2', null, '清空'], [heads[0] ?? '', heads[2] ?? '', heads[4] ?? '']);
    const second = await papersOf();
    expect(second.commercial).toEqual({ ...first.commercial, docNo: 'PDAA2' });
    expect(second.maintain.endDate).toBeNull();
    expect(await a.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ code: 200, data: { undone: 1 } });
    expect(await papersOf()).toEqual(first);
  });

  it('adds with everything the line says, binds the terminal, and notes the history', async () => {
    const device = await app.database.systemDb
      .selectFrom('device')
      .select('terminal_no')
      .where('id', '=', a.deviceIds[0] ?? '')
      .executeTakeFirstOrThrow();
    const bytes = await workbook([
      [
        '沪L10001',
        '华东分公司/上海部',
        '冷藏',
        '冷藏,冷冻',
        '外协',
        '顺达承运',
        '13816502213',
        device.terminal_no,
        9.5,
        '2027/1/31',
        '新车',
      ],
    ]);
    expect(await send('import', bytes)).toMatchObject({ code: 200, data: { added: 1 } });
    const { data } = await a.post(`${api}/page`, { plateNo: '沪L10001' });
    expect(data.list[0]).toMatchObject({
      orgName: '上海部',
      temperatureTypes: [2, 3],
      carrierName: '顺达承运',
      driverName: '周立群',
      terminalNo: device.terminal_no,
      loadWeight: 9.5,
      inspectDate: '2027-01-31',
      remarkNo: '新车',
      vehicleColor: 0,
    });
    const his = await a.post(`${api}/changeHis`, { id: data.list[0].id });
    expect(his.data.list.map((h: { action: string }) => h.action).sort()).toEqual(['导入新增', '绑定设备']);
    const again = await send('importCheck', bytes);
    expect(again.data).toMatchObject({ updates: 1, errors: [] });
  });

  it('updates by plate and leaves blank cells as they were', async () => {
    const id = await a.addVehicle('沪L20001', { remarkNo: '旧', loadWeight: 5, fleetId: a.fleetId });
    const bytes = await workbook([['沪L20001', '华东分公司', '平板', null, null, null, null, null, 7, null, null]]);
    expect(await send('import', bytes, { mode: 'update' })).toMatchObject({ code: 200, data: { updated: 1 } });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      vehicleType: '平板',
      remarkNo: '旧',
      loadWeight: 7,
      fleetId: a.fleetId,
      version: 2,
    });
  });

  it('leaves nothing behind when the database refuses a later line', async () => {
    await sql`create function refuse_one() returns trigger language plpgsql as $$
      begin if new.plate_no = '苏L10299' then raise exception 'no'; end if; return new; end $$`.execute(
      app.database.systemDb,
    );
    await sql`create trigger refuse_one before insert on vehicle for each row execute function refuse_one()`.execute(
      app.database.systemDb,
    );
    const rows = Array.from({ length: 300 }, (_, i) => [`苏L${String(10_000 + i)}`, '华东分公司', '厢式']);
    expect(await send('import', await workbook(rows))).toMatchObject({ code: 5000 });
    expect(await plateCount('苏L1')).toBe(0);
    await sql`drop trigger refuse_one on vehicle`.execute(app.database.systemDb);
  });

  it('takes a thousand lines in a few seconds, and takes them back (10,000 of every import: bench/imports)', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => [
      `皖${'ABCDE'[i % 5]}${String(10_000 + i)}`,
      '华东分公司',
      '冷藏',
      '冷冻',
    ]);
    const bytes = await workbook(rows);
    const started = Date.now();
    expect(await send('import', bytes)).toMatchObject({ code: 200, data: { added: 1_000, updated: 0 } });
    const addMs = Date.now() - started;
    expect(addMs).toBeLessThan(30_000);
    expect(await plateCount('皖')).toBe(1_000);
    const [run] = (await a.post(`${api}/importHis`, {})).data.list;
    expect((await a.post(`${api}/importUndo`, { id: run.id })).data).toMatchObject({ undone: 1_000, left: 0 });
    expect(await plateCount('皖')).toBe(0);
  }, 60_000);

  it('does not see the vehicles of another company, nor take its terminals', async () => {
    const b = await fleetFixture(app, '别家公司');
    await b.addVehicle('沪L30001');
    const device = await app.database.systemDb
      .selectFrom('device')
      .select('terminal_no')
      .where('id', '=', b.deviceIds[0] ?? '')
      .executeTakeFirstOrThrow();
    const bytes = await workbook([['沪L30001', '华东分公司', '厢式', null, null, null, null, device.terminal_no]]);
    expect((await send('importCheck', bytes)).data.errors).toMatchObject([{ msg: '终端不存在或已绑定其他车辆' }]);
  });
});

describe('undo', () => {
  const his = async () => (await a.post(`${api}/importHis`, {})).data.list[0];
  const undo = (id: string, rest = false) => a.post(`${api}/importUndo`, { id, rest });

  it('deletes what was added and gives back what was changed, once', async () => {
    const id = await a.addVehicle('沪M10001', { remarkNo: '原来', loadWeight: 5 });
    const bytes = await workbook([
      ['沪M10001', '华东分公司', '平板', null, null, null, null, null, 7, null, '改了'],
      ['沪M10002', '华东分公司', '厢式'],
    ]);
    const { data } = await send('import', bytes);
    expect(data).toMatchObject({ added: 1, updated: 1 });
    expect(await his()).toMatchObject({ id: data.runId, added: 1, updated: 1, fileName: 'a.xlsx', undoneTime: null });
    expect(await undo(data.runId)).toMatchObject({ code: 200, data: { undone: 2, left: 0 } });
    expect(await plateCount('沪M10002')).toBe(0);
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      vehicleType: '厢式',
      remarkNo: '原来',
      loadWeight: 5,
      version: 3,
    });
    const lines = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(lines[0]).toMatchObject({ action: '撤销导入' });
    expect(lines[0].changes).toContainEqual({ field: 'remarkNo', label: '车辆备注', before: '改了', after: '原来' });
    expect(await his()).toMatchObject({ undoneRows: 2, undoneTime: expect.stringMatching(/^\d{4}/u) });
    expect(await undo(data.runId)).toMatchObject({ code: 4011, msg: '这次导入已经撤销过' });
  });

  it('names the lines that were changed since, and takes back the rest when asked', async () => {
    const bytes = await workbook([
      ['沪M20001', '华东分公司', '厢式'],
      ['沪M20002', '华东分公司', '厢式'],
    ]);
    const { data } = await send('import', bytes);
    const [one] = (await a.post(`${api}/page`, { plateNo: '沪M20001' })).data.list;
    await a.post(`${api}/status`, { ids: [one.id], vehicleStatus: 2 });
    const refused = await undo(data.runId);
    expect(refused).toMatchObject({ code: 4011, msg: '有1辆车辆不能撤销，未撤销任何数据' });
    expect(refused.data.checks).toEqual([expect.stringMatching(/^第2行 沪M20001：已被.+于.+修改$/u)]);
    expect(await plateCount('沪M20002')).toBe(1);
    expect(await undo(data.runId, true)).toMatchObject({ code: 200, data: { undone: 1, left: 1 } });
    expect([await plateCount('沪M20001'), await plateCount('沪M20002')]).toEqual([1, 0]);
  });

  it('frees the terminal that the import bound', async () => {
    const device = await app.database.systemDb
      .selectFrom('device')
      .select('terminal_no')
      .where('id', '=', a.deviceIds[1] ?? '')
      .executeTakeFirstOrThrow();
    const bytes = await workbook([
      ['沪M30001', '华东分公司', '厢式', null, null, null, null, device.terminal_no, null, null, null],
    ]);
    const { data } = await send('import', bytes);
    await app.database.systemDb
      .updateTable('device_binding')
      .set({ during: sql`tstzrange(now() - interval '1 hour', null)` })
      .where('device_id', '=', a.deviceIds[1] ?? '')
      .execute();
    expect(await undo(data.runId)).toMatchObject({ code: 200 });
    const again = await workbook([
      ['沪M30002', '华东分公司', '厢式', null, null, null, null, device.terminal_no, null, null, null],
    ]);
    expect((await send('importCheck', again)).data.errors).toEqual([]);
  });

  it('belongs to the company that imported', async () => {
    const b = await fleetFixture(app, '撤销别家');
    const { data } = await send('import', await workbook([['沪M40001', '华东分公司', '厢式']]));
    expect(await b.post(`${api}/importUndo`, { id: data.runId })).toMatchObject({ code: 4004 });
  });
});

describe('blank and emptied cells', () => {
  it('a blank cell keeps, 清空 empties, and what is required cannot be emptied', async () => {
    const id = await a.addVehicle('沪N10001', { remarkNo: '留下', loadWeight: 5, inspectDate: '2027-05-01' });
    const bytes = await workbook([['沪N10001', null, null, null, null, null, null, null, '清空', '清空', null]]);
    // blank cells in required columns keep what the vehicle has
    expect(await send('import', bytes, { mode: 'update' })).toMatchObject({ code: 200, data: { updated: 1 } });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
      remarkNo: '留下',
      loadWeight: null,
      inspectDate: null,
      vehicleType: '厢式',
    });
    const wrong = await workbook([['沪N10001', '清空', '厢式']]);
    expect((await send('importCheck', wrong)).data.errors).toMatchObject([
      { column: 'B', msg: '所属部门必填，不能清空' },
    ]);
  });
});
