import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { annotateWorkbook } from './annotate';
import { asCode, asDate, asDateTime, asNumber, asWord, asYesNo } from './cells';
import { readImport, type SheetColumn } from './sheet';

type Field = 'plate' | 'org' | 'load' | 'day' | 'phone';
const columns: Array<SheetColumn<Field>> = [
  { field: 'plate', label: '车牌号', required: true, note: '', example: '' },
  { field: 'org', label: '所属组织', required: true, note: '', example: '' },
  { field: 'load', label: '核定载质量(t)', note: '', example: '' },
  { field: 'day', label: '年检到期', note: '', example: '' },
  { field: 'phone', label: '联系电话', note: '', example: '' },
];
const head = ['车牌号', '所属组织', '核定载质量(t)', '年检到期', '联系电话'];

async function bytesOf(book: ExcelJS.Workbook): Promise<Buffer> {
  return Buffer.from(await book.xlsx.writeBuffer());
}
/** A workbook whose first sheet is made by hand. */
async function made(fill: (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void, name = 'Sheet1') {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet(name), book);
  return readImport(await bytesOf(book), columns, 100);
}

describe('a sheet as companies have it', () => {
  it('has a title over the headings, in merged cells, and a date of print', async () => {
    const { rows, letters, headRow } = await made((sheet) => {
      sheet.getCell('A1').value = '鲜达冷链物流 2026年车辆台账';
      sheet.mergeCells('A1:F1');
      sheet.getCell('F2').value = '打印日期：2026-11-22';
      sheet.getRow(3).values = ['序号', ...head];
      sheet.getRow(4).values = [1, '沪A12345', '总部'];
    });
    expect(headRow).toBe(3);
    expect(rows).toEqual([{ row: 4, cells: { plate: '沪A12345', org: '总部', load: '', day: '', phone: '' } }]);
    expect(letters.plate).toBe('B');
  });

  it('has headings that stand in two merged rows', async () => {
    const { rows } = await made((sheet) => {
      sheet.getRow(1).values = ['车牌号', '所属组织', '联系电话', '负责人'];
      sheet.getRow(2).values = [null, null, null, '姓名'];
      for (const letter of ['A', 'B', 'C']) sheet.mergeCells(`${letter}1:${letter}2`);
      sheet.getRow(3).values = ['沪A12345', '总部', '13800138000', '张三'];
    });
    expect(rows.map(({ row, cells }) => [row, cells.plate])).toEqual([[3, '沪A12345']]);
  });

  it('says which columns are not known, and reads headings however they are written', async () => {
    const { rows, ignored } = await made((sheet) => {
      sheet.getRow(1).values = ['序号', ' 车牌号（必填）', '所属\n组织*', '核定载质量（ｔ）', '年检 到期：', '购车款'];
      sheet.getRow(2).values = [1, '沪A12345', '总部', 9.5, '2027-01-31', 380000];
    });
    expect(ignored).toEqual(['A 序号', 'F 购车款']);
    expect(rows[0]?.cells).toMatchObject({ plate: '沪A12345', org: '总部', load: '9.5', day: '2027-01-31' });
  });

  it('leaves the unit of a heading out, not another unit in', async () => {
    const of = async (heading: string) =>
      made((sheet) => {
        sheet.getRow(1).values = ['车牌号', '所属组织', heading];
        sheet.getRow(2).values = ['沪A12345', '总部', 9500];
      });
    expect((await of('核定载质量')).letters.load).toBe('C');
    expect(await of('核定载质量(kg)')).toMatchObject({ ignored: ['C 核定载质量(kg)'] });
  });

  it('has its list on another sheet than the first, and hidden sheets', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('旧数据', { state: 'hidden' }).addRows([head, ['沪A00001', '总部']]);
    book.addWorksheet('封面').addRow(['鲜达冷链物流']);
    book.addWorksheet('车辆').addRows([head, ['沪A12345', '总部']]);
    const found = await readImport(await bytesOf(book), columns, 100);
    expect(found.rows.map(({ cells }) => cells.plate)).toEqual(['沪A12345']);
    const errors = [{ row: 2, column: 'A', msg: '车牌号已存在' }];
    const back = new ExcelJS.Workbook();
    await back.xlsx.load((await annotateWorkbook(found, errors)) as unknown as ExcelJS.Buffer);
    expect(JSON.stringify(back.getWorksheet('车辆')?.getCell('A2').note)).toContain('车牌号已存在');
    expect(back.getWorksheet('旧数据')?.getCell('A2').note).toBeUndefined();
  });

  it('comes back with its errors whatever else is in it', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('车辆');
    sheet.addRow(['车辆台账']);
    sheet.mergeCells('A1:E1');
    sheet.addRow(head);
    for (let i = 0; i < 5; i++) sheet.addRow([`沪A1234${i}`, '总部', null, new Date('2027-01-31'), 13800138000]);
    sheet.mergeCells('B3:B5');
    sheet.fillFormula('C3:C7', 'ROW()', [3, 4, 5, 6, 7]);
    sheet.getCell('A3').note = '老板的批注';
    sheet.autoFilter = 'A2:E7';
    sheet.addConditionalFormatting({
      ref: 'A3:A7',
      rules: [{ type: 'expression', formulae: ['LEN(A3)>7'], priority: 1, style: { font: { bold: true } } }],
    });
    sheet.getCell('E3').dataValidation = { type: 'list', formulae: ['"甲,乙"'] };
    book.definedNames.add('车辆!$A$3:$A$7', '车牌');
    const list = book.addWorksheet('明细');
    list.addTable({ name: 'T1', ref: 'A1', columns: [{ name: '甲' }, { name: '乙' }], rows: [[1, 2]] });
    const found = await readImport(await bytesOf(book), columns, 100);
    expect(found.rows.map(({ cells }) => [cells.org, cells.load])).toEqual([
      ['总部', '3'],
      ['总部', '4'],
      ['总部', '5'],
      ['总部', '6'],
      ['总部', '7'],
    ]);
    const errors = ['A3', 'B4', 'C5', 'C3'].map((ref) => ({
      row: Number(ref[1]),
      column: ref[0] ?? '',
      msg: `错${ref}`,
    }));
    const back = new ExcelJS.Workbook();
    await back.xlsx.load((await annotateWorkbook(found, errors)) as unknown as ExcelJS.Buffer);
    const told = (ref: string) => JSON.stringify(back.getWorksheet('车辆')?.getCell(ref).note);
    for (const ref of ['A3', 'C5', 'C3']) expect(told(ref)).toContain(`错${ref}`);
    expect(told('B4') + told('B3')).toContain('错B4');
  });

  it('uploaded again with its comments, tells only what is wrong now', async () => {
    const first = await made((sheet) => sheet.addRows([head, ['沪A1', '总部'], ['沪A12345', '总部']]));
    first.sheet.getCell('B3').note = '老板的批注';
    const sent = await annotateWorkbook(first, [{ row: 2, column: 'A', msg: '请输入正确的车牌号' }]);
    const second = await readImport(sent, columns, 100);
    second.sheet.getCell('A2').value = '沪A12346';
    const back = new ExcelJS.Workbook();
    const bytes = await annotateWorkbook(second, [{ row: 3, column: 'A', msg: '车牌号已存在' }]);
    await back.xlsx.load(bytes as unknown as ExcelJS.Buffer);
    const cell = (ref: string) => back.worksheets[0]?.getCell(ref);
    expect([cell('A2')?.note, cell('A2')?.fill]).toEqual([undefined, undefined]);
    expect(JSON.stringify(cell('A3')?.note)).toContain('车牌号已存在');
    expect(JSON.stringify(cell('B3')?.note)).toContain('老板的批注');
  });

  it('is told where its headings were looked for', async () => {
    const sentence = (fill: (sheet: ExcelJS.Worksheet) => void) => made(fill).catch((e: Error) => e.message);
    expect(await sentence((sheet) => sheet.addRows([['台账'], ['车牌号'], ['沪A12345']]))).toBe(
      '第2行缺少列：所属组织，请使用模板填写',
    );
    expect(await sentence((sheet) => sheet.addRows([['甲'], ['乙']]))).toBe(
      '第1行缺少列：车牌号、所属组织，请使用模板填写（未识别的列：A 甲）',
    );
    expect(await sentence((sheet) => sheet.addRows([['台账'], head]))).toBe('文件中没有数据，请从第3行开始填写');
    expect(await sentence((sheet) => sheet.addRows([['台账'], [...head, '车牌号']]))).toBe(
      '第2行有两列“车牌号”，请删除一列',
    );
  });
});

const holding = (value: unknown) => (cell: ExcelJS.Cell) => {
  cell.value = value as ExcelJS.CellValue;
};

describe('cells as companies have them', () => {
  const cellOf = async (fill: (cell: ExcelJS.Cell) => void) => {
    const { rows } = await made((sheet) => {
      sheet.addRow(head);
      sheet.addRow(['沪A12345', '总部']);
      fill(sheet.getCell('E2'));
    });
    return { text: rows[0]?.cells.phone, broken: rows[0]?.broken };
  };

  it.each([
    ['full-width digits and letters', '１３８００１３８０００Ａ', '13800138000A'],
    ['spaces of every kind around', '\u3000 13800138000\u00a0 \n', '13800138000'],
    ['signs that nobody sees', '\u202d13800138000\u202c\u200b', '13800138000'],
    ['a phone number as a number', 13800138000, '13800138000'],
    ['what a sum leaves behind', 0.1 + 0.2, '0.3'],
    ['a whole sentence as it is', '上海市（徐汇区），１号楼', '上海市（徐汇区），1号楼'],
    ['a tick', true, '是'],
    ['a formula with its result', { formula: 'A2', result: '沪A12345' }, '沪A12345'],
    ['a link', { text: '13800138000', hyperlink: 'tel:13800138000' }, '13800138000'],
  ])('%s', async (_what, value, text) => {
    expect(await cellOf(holding(value))).toEqual({ text, broken: undefined });
  });

  it('keeps the leading zeros that a number is shown with', async () => {
    const shown = await cellOf((cell) => {
      cell.value = 13800138000;
      cell.numFmt = '000000000000';
    });
    expect(shown.text).toBe('013800138000');
  });

  it.each([
    [
      'a formula that fails',
      { formula: 'VLOOKUP(1,A:B,2)', result: { error: '#N/A' } },
      '公式出错（#N/A），请改正或粘贴为数值',
    ],
    ['a failure pasted as a value', { error: '#REF!' }, '公式出错（#REF!），请改正或粘贴为数值'],
    [
      'more digits than a number keeps',
      Number('310110198805124321'),
      '数字超过15位，末尾几位已丢失，请将单元格设为文本后重新填写',
    ],
  ])('%s is told and not taken', async (_what, value, msg) => {
    const { text, broken } = await cellOf(holding(value));
    expect(text).toBe('');
    expect(broken).toMatchObject([{ field: 'phone', msg }]);
  });

  it('an empty text from a formula is a blank cell, and drawn down below the list it is no line', async () => {
    expect(await cellOf(holding({ formula: 'IF(A2="","","")', result: '' }))).toEqual({
      text: '',
      broken: undefined,
    });
    const { rows } = await made((sheet) => {
      sheet.addRow(head);
      sheet.addRow(['沪A12345', { formula: 'VLOOKUP(A2,组织!A:B,2,0)' }]);
      sheet.addRow([
        { formula: 'IF(B3="","",B3)', result: '' },
        { formula: 'IF(A3="","",A3)', result: '' },
      ]);
    });
    expect(rows.map(({ row, broken }) => [row, broken?.map(({ msg }) => msg)])).toEqual([
      [2, ['公式没有计算结果，请在表格软件中打开并保存，或粘贴为数值']],
    ]);
  });

  it('a formula that answers a text in a cell of a date’s format is told', async () => {
    const { broken } = await cellOf((cell) => {
      cell.value = { formula: 'A2', result: '沪A12345' };
      cell.numFmt = 'yyyy-mm-dd';
    });
    expect(broken?.[0]?.msg).toBe('公式的结果不是日期，请改正或粘贴为数值');
  });
});

describe('values of cells', () => {
  it.each([
    ['2027-1-3', '2027-01-03'],
    ['2027/01/31', '2027-01-31'],
    ['2027年1月31日', '2027-01-31'],
    ['20270131', '2027-01-31'],
    ['2027－01－31', '2027-01-31'],
    ['2027-01-31 00:00:00', '2027-01-31'],
    ['2027/1/31 8:30', '2027-01-31'],
    // a date in a cell of the format “general”
    ['46418', '2027-01-31'],
  ])('the day %s', (text, day) => expect(asDate(text, {})).toBe(day));
  it.each(['下月', '长期', '2027-01', '1.31', '5', '202701'])('%s is no day', (text) =>
    expect(asDate(text, {})).toEqual({ fault: '日期格式应为 2027-01-31' }),
  );
  it('a time with full-width signs', () => expect(asDateTime('2027/1/3 8：05', {})).toBe('2027-01-03 08:05:00'));
  it.each([
    ['9,600', 9600],
    ['1,234,567.5', 1234567.5],
    ['９．６', 9.6],
    ['-3', -3],
  ])('the number %s', (text, n) => expect(asNumber(text, {})).toBe(n));
  it.each(['1,5', '9.6t', '0x10', '1e3', '--'])('%s is no number', (text) =>
    expect(asNumber(text, {})).toEqual({ fault: '请输入数字' }),
  );
  it('words in either case', () => expect(asCode({ options: [{ code: 2, name: 'A2' }] })('a2', {})).toBe(2));
  it('yes and no', () =>
    expect(['是', '有', '√', 'y'].map((text) => asYesNo(text, {}))).toEqual([true, true, true, true]));
  it('no', () => expect(['否', '无', '×', 'n'].map((text) => asYesNo(text, {}))).toEqual([false, false, false, false]));
  it.each([
    ['黄', 0],
    ['黄色', 0],
    ['黄牌', 0],
    ['绿色', 1],
    ['1', 1],
  ])('words with or without what only pads them: %s', (text, code) =>
    expect(asCode({ options: ['黄牌', '绿牌', '蓝牌'].map((name, i) => ({ code: i, name })) })(text, {})).toBe(code),
  );
  it('收货 is 收货方, not 收发货方', () => expect(asWord(['发货方', '收货方', '收发货方'])('收货', {})).toBe('收货方'));
  it.each(['冷藏半挂车', '红', '牌'])('no guess beyond that: %s', (text) =>
    expect(asWord(['冷藏', '挂车', '牵引', '黄牌'])(text, {})).toEqual({ fault: '应为：冷藏、挂车、牵引、黄牌' }),
  );
  it('a word that two options could be is none of them', () =>
    expect(asWord(['货车', '货箱车', '货'])('货色', {})).toEqual({ fault: '应为：货车、货箱车、货' }));
});
