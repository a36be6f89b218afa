import { describe, expect, it } from 'vitest';
import {
  changePart,
  seenBook,
  TestBook,
  type TestSheet,
  type TestValue,
  unzipped,
  zipOf,
} from '../../../test/workbook-kit';
import { annotateWorkbook } from './annotate';
import { asCode, asDate, asDateTime, asNumber, asWord, asYesNo } from './cells';
import { readImport, type SheetColumn } from './sheet';

type Field = 'plate' | 'org' | 'load' | 'day' | 'phone';
const columns: Array<SheetColumn<Field>> = [
  { field: 'plate', label: '车牌号', required: true, note: '', example: '' },
  { field: 'org', label: '所属部门', required: true, note: '', example: '' },
  { field: 'load', label: '核定载质量(t)', note: '', example: '' },
  { field: 'day', label: '年检到期', note: '', example: '' },
  { field: 'phone', label: '联系电话', note: '', example: '' },
];
const head = ['车牌号', '所属部门', '核定载质量(t)', '年检到期', '联系电话'];

/** A workbook whose first sheet is made by hand. */
async function made(fill: (sheet: TestSheet) => void) {
  const book = new TestBook();
  fill(book.sheet());
  return readImport(await book.bytes(), columns, 100);
}

describe('a sheet as companies have it', () => {
  it('has a title over the headings, in merged cells, and a date of print', async () => {
    const { rows, letters, headRow } = await made((sheet) => {
      sheet.set('A1', '鲜达冷链物流 2026年车辆台账');
      sheet.merge('A1:F1');
      sheet.set('F2', '打印日期：2026-11-22');
      sheet.setRow(3, ['序号', ...head]);
      sheet.setRow(4, [1, '沪A12345', '总部']);
    });
    expect(headRow).toBe(3);
    expect(rows).toEqual([{ row: 4, cells: { plate: '沪A12345', org: '总部', load: '', day: '', phone: '' } }]);
    expect(letters.plate).toBe('B');
  });

  it('has headings that stand in two merged rows', async () => {
    const { rows } = await made((sheet) => {
      sheet.setRow(1, ['车牌号', '所属部门', '联系电话', '负责人']);
      sheet.setRow(2, [null, null, null, '姓名']);
      sheet.merge(...['A', 'B', 'C'].map((letter) => `${letter}1:${letter}2`));
      sheet.setRow(3, ['沪A12345', '总部', '13800138000', '张三']);
    });
    expect(rows.map(({ row, cells }) => [row, cells.plate])).toEqual([[3, '沪A12345']]);
  });

  it('says which columns are not known, and reads headings however they are written', async () => {
    const { rows, ignored } = await made((sheet) => {
      sheet.setRow(1, ['序号', ' 车牌号（必填）', '所属\n部门*', '核定载质量（ｔ）', '年检 到期：', '购车款']);
      sheet.setRow(2, [1, '沪A12345', '总部', 9.5, '2027-01-31', 380000]);
    });
    expect(ignored).toEqual(['A 序号', 'F 购车款']);
    expect(rows[0]?.cells).toMatchObject({ plate: '沪A12345', org: '总部', load: '9.5', day: '2027-01-31' });
  });

  it('reads headings by their former names too: companies keep their sheets', async () => {
    const { rows, ignored } = await made((sheet) => {
      sheet.setRow(1, ['车牌号', '所属组织']);
      sheet.setRow(2, ['沪A12345', '总部']);
    });
    expect([ignored, rows[0]?.cells.org]).toEqual([[], '总部']);
  });

  it('leaves the unit of a heading out, not another unit in', async () => {
    const of = async (heading: string) =>
      made((sheet) => {
        sheet.setRow(1, ['车牌号', '所属部门', heading]);
        sheet.setRow(2, ['沪A12345', '总部', 9500]);
      });
    expect((await of('核定载质量')).letters.load).toBe('C');
    expect(await of('核定载质量(kg)')).toMatchObject({ ignored: ['C 核定载质量(kg)'] });
  });

  it('has its list on another sheet than the first, and hidden sheets', async () => {
    const book = new TestBook();
    book.sheet('旧数据', 'hidden').addRows([head, ['沪A00001', '总部']]);
    book.sheet('封面').addRow(['鲜达冷链物流']);
    book.sheet('车辆').addRows([head, ['沪A12345', '总部']]);
    const found = await readImport(await book.bytes(), columns, 100);
    expect(found.rows.map(({ cells }) => cells.plate)).toEqual(['沪A12345']);
    const errors = [{ row: 2, column: 'A', msg: '车牌号已存在' }];
    const [hidden, , cars] = seenBook(await annotateWorkbook(found, errors));
    expect(cars?.cell('A2')).toMatchObject({ value: '沪A12345', note: '车牌号已存在', fill: 'FDEDEC' });
    expect(hidden?.cell('A2').note).toBeUndefined();
  });

  it('is found whatever way its parts are written', async () => {
    const book = new TestBook({ date1904: true });
    book.sheet().addRows([head, ['沪A12345', '总部', 9.5, new Date('2027-01-31')]]);
    const bytes = await book.bytes();
    const cells = { plate: '沪A12345', org: '总部', load: '9.5', day: '2027-01-31', phone: '' };
    expect((await readImport(bytes, columns, 100)).rows).toEqual([{ row: 2, cells }]);
    const parts = [...unzipped(bytes)].map(([name, content]): [string, string] => [name, content.toString('utf8')]);
    const changed = async (change: (xml: string, name: string) => string | Buffer, name = (old: string) => old) =>
      zipOf(Object.fromEntries(parts.map(([old, xml]) => [name(old), change(xml, old)])));
    const ways: Record<string, Buffer> = {
      'names of another case and with backslashes': await changed(
        (xml) => xml,
        (name) => (name.startsWith('xl/') ? name.replace('sheet1', 'SHEET1').replaceAll('/', '\\') : name),
      ),
      'the strict form': await changed((xml) =>
        xml
          .replaceAll(
            'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
            'http://purl.oclc.org/ooxml/spreadsheetml/main',
          )
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006',
            'http://purl.oclc.org/ooxml/officeDocument',
          ),
      ),
      prefixes: await changed((xml, name) =>
        /sheet1|sharedS|workbook\.xml$|styles/u.test(name) && !name.includes('rels')
          ? xml
              .replace(/<(?=\w)/gu, '<x:')
              .replace(/<\/(?=\w)/gu, '</x:')
              .replace(' xmlns=', ' xmlns:x=')
          : xml,
      ),
      'UTF-16': await changed((xml, name) =>
        name.endsWith('sharedStrings.xml') ? Buffer.from(`\ufeff${xml}`, 'utf16le') : xml,
      ),
      'cells that do not say where they are': await changed((xml) => xml.replace(/ r="[A-Z]*\d+"/gu, '')),
      'addresses from the root of the file': await changed((xml) =>
        xml.replaceAll('Target="worksheets/', 'Target="/xl/worksheets/'),
      ),
    };
    for (const [way, file] of Object.entries(ways))
      expect((await readImport(file, columns, 100)).rows, way).toEqual([{ row: 2, cells }]);
  });

  it('comes back with its errors, and with whatever else is in it', async () => {
    const book = new TestBook({
      definedNames: '<definedNames><definedName name="车牌">车辆!$A$3:$A$7</definedName></definedNames>',
    });
    const sheet = book.sheet('车辆');
    sheet.addRow(['车辆台账']);
    sheet.addRow(head);
    for (let i = 0; i < 5; i++)
      sheet.addRow([
        `沪A1234${i}`,
        i === 0 || i > 2 ? '总部' : null,
        { formula: 'ROW()', result: i + 3 },
        new Date('2027-01-31'),
        13800138000,
      ]);
    sheet.merge('A1:E1', 'B3:B5');
    sheet.before = '<cols><col min="1" max="5" width="20" customWidth="1"/></cols>';
    sheet.after = `<autoFilter ref="A2:E7"/>${sheet.after}<conditionalFormatting sqref="A3:A7"><cfRule type="expression" priority="1"><formula>LEN(A3)&gt;7</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="E3"><formula1>"甲,乙"</formula1></dataValidation></dataValidations><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><drawing r:id="rId7"/><tableParts count="1"><tablePart r:id="rId8"/></tableParts><extLst><ext uri="{x}"/></extLst>`;
    book.sheet('明细').addRow([1, 2]);
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" Target="../drawings/drawing1.xml"/><Relationship Id="rId8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.xml"/></Relationships>`;
    const sent = await book.bytes({
      'xl/worksheets/_rels/sheet1.xml.rels': rels,
      'xl/drawings/drawing1.xml': '<wsDr/>',
      'xl/tables/table1.xml': '<table/>',
      'xl/media/photo.png': 'a photo',
    });
    const found = await readImport(sent, columns, 100);
    expect(found.rows.map(({ cells }) => [cells.org, cells.load])).toEqual([
      ['总部', '3'],
      ['总部', '4'],
      ['总部', '5'],
      ['总部', '6'],
      ['总部', '7'],
    ]);
    const errors = ['A3', 'B4', 'C5', 'C3', 'F5', 'B9'].map((ref) => ({
      row: Number(ref[1]),
      column: ref[0] ?? '',
      msg: `错${ref}`,
    }));
    const back = await annotateWorkbook(found, errors);
    const [cars] = seenBook(back);
    const notes = ['A3', 'B3', 'B4', 'C5', 'C3', 'F5', 'B9'].map((ref) => [cars?.cell(ref).note, cars?.cell(ref).fill]);
    expect(notes).toEqual([
      ['错A3', 'FDEDEC'],
      // a comment shows only at the first of merged cells
      ['第4行：错B4', 'FDEDEC'],
      [undefined, undefined],
      ['错C5', 'FDEDEC'],
      ['错C3', 'FDEDEC'],
      ['错F5', 'FDEDEC'],
      ['错B9', 'FDEDEC'],
    ]);
    const [before, after] = [unzipped(sent), unzipped(back)];
    for (const part of [
      'xl/workbook.xml',
      'xl/sharedStrings.xml',
      'xl/worksheets/sheet2.xml',
      'xl/drawings/drawing1.xml',
      'xl/tables/table1.xml',
      'xl/media/photo.png',
    ])
      expect(after.get(part), part).toEqual(before.get(part));
    // what was marked and what names the comments is all that changed in the sheet
    const plain = (xml: Buffer = Buffer.alloc(0)) =>
      xml
        .toString('utf8')
        .replace(/^<\?xml.*\?>\n/u, '')
        .replace(/ s="\d+"/gu, '')
        .replace(/<legacyDrawing [^>]*>/u, '')
        .replace('<c r="F5"/>', '')
        .replace('<row r="9"><c r="B9"/></row>', '')
        .replaceAll('&quot;', '"');
    expect(plain(after.get('xl/worksheets/sheet1.xml'))).toBe(plain(before.get('xl/worksheets/sheet1.xml')));
    expect(after.get('xl/worksheets/sheet1.xml')?.toString()).toMatch(
      /<drawing r:id="rId7"\/><legacyDrawing [^>]*\/><tableParts/u,
    );
  });

  it('uploaded again with its comments, tells only what is wrong now', async () => {
    const before = await made((sheet) =>
      sheet.addRows([head, ['沪A1', '总部', null, null, '1'], ['沪A12345', '总部']]),
    );
    const first = await readImport(
      await annotateWorkbook(before, [
        { row: 3, column: 'B', msg: 'x' },
        { row: 2, column: 'E', msg: 'y' },
      ]),
      columns,
      100,
    );
    expect(seenBook(await annotateWorkbook(first, []))[0]?.cell('B3')).toMatchObject({
      note: undefined,
      fill: undefined,
    });
    // a comment of the boss in a cell that is right, and one in a cell that is wrong
    const noted = await changePart(
      await annotateWorkbook(before, [
        { row: 3, column: 'B', msg: '老板的批注' },
        { row: 2, column: 'E', msg: '老板的电话' },
      ]),
      'xl/styles.xml',
      (xml) => xml.replaceAll('FDEDEC', 'FFFF00'),
    );
    const sent = await annotateWorkbook(await readImport(noted, columns, 100), [
      { row: 2, column: 'A', msg: '请输入正确的车牌号' },
      { row: 2, column: 'E', msg: '请输入正确的电话' },
    ]);
    expect(seenBook(sent)[0]?.cell('E2').note).toBe('请输入正确的电话\n原批注：老板的电话');
    const corrected = await changePart(sent, 'xl/sharedStrings.xml', (xml) => xml.replace('沪A1<', '沪A12346<'));
    const second = await readImport(corrected, columns, 100);
    expect(second.rows[0]?.cells.plate).toBe('沪A12346');
    const [back] = seenBook(await annotateWorkbook(second, [{ row: 3, column: 'A', msg: '车牌号已存在' }]));
    expect(back?.cell('A2')).toMatchObject({ value: '沪A12346', note: undefined, fill: undefined });
    expect(back?.cell('A3').note).toBe('车牌号已存在');
    expect(back?.cell('B3').note).toBe('老板的批注');
    expect(back?.cell('E2')).toMatchObject({ note: '老板的电话', fill: undefined });
  });

  it('is told where its headings were looked for', async () => {
    const sentence = (fill: (sheet: TestSheet) => void) => made(fill).catch((e: Error) => e.message);
    expect(await sentence((sheet) => sheet.addRows([['台账'], ['车牌号'], ['沪A12345']]))).toBe(
      '第2行缺少列：所属部门，请使用模板填写',
    );
    expect(await sentence((sheet) => sheet.addRows([['甲'], ['乙']]))).toBe(
      '第1行缺少列：车牌号、所属部门，请使用模板填写（未识别的列：A 甲）',
    );
    expect(await sentence((sheet) => sheet.addRows([['台账'], head]))).toBe('文件中没有数据，请从第3行开始填写');
    expect(await sentence((sheet) => sheet.addRows([['台账'], [...head, '车牌号']]))).toBe(
      '第2行有两列“车牌号”，请删除一列',
    );
  });
});

describe('cells as companies have them', () => {
  const cellOf = async (value: TestValue, format?: string) => {
    const { rows } = await made((sheet) => sheet.addRows([head, ['沪A12345', '总部']]).set('E2', value, format));
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
    ['a text in several colours', { rich: ['138', '00138', '000'] }, '13800138000'],
    ['a sign that XML cannot hold', '138001_x0031_8000_x000D_', '13800118000'],
    ['a date, with its time', new Date('2027-01-31T08:05:00Z'), '2027-01-31 08:05:00'],
    ['a text from a formula', { formula: 'A2', result: '' }, ''],
    ['a formula that answers yes', { formula: 'A2', result: true }, '是'],
  ])('%s', async (_what, value, text) => {
    expect(await cellOf(value)).toEqual({ text, broken: undefined });
  });

  it.each([
    ['leading zeros', 13800138000, '000000000000', '013800138000'],
    ['a day', 46418, 'yyyy"年"m"月"d"日"', '2027-01-31'],
    ['a day in Chinese', 46418, '[DBNum1][$-804]yyyy"年"m"月"d"日";@', '2027-01-31'],
    ['a month', 46388, 'mmm-yy', '2027-01-01'],
    ['a time of day', 0.354166666666667, 'h:mm', '08:30'],
    ['a time of day with seconds', 0.354178240740741, 'hh:mm:ss;@', '08:30:01'],
    ['a day with its time', 46418.5, 'm/d/yy h:mm', '2027-01-31 12:00:00'],
    ['a number with a unit that looks like a date', 9.5, '0.0"d"', '9.5'],
    ['a number in red when negative', 9.5, '0.0_);[Red]\\(0.0\\)', '9.5'],
    ['a sum of money', 1234.5, '_-[$¥-804]* #,##0.00_ ;_ * -#,##0.00', '1234.5'],
    ['the usual format', 9.5, 'General', '9.5'],
    ['a text in a cell of a date’s format', '13800138000', 'yyyy-mm-dd', '13800138000'],
  ])('is read as its format shows it: %s', async (_what, value, format, text) => {
    expect(await cellOf(value, format)).toEqual({ text, broken: undefined });
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
    const { text, broken } = await cellOf(value);
    expect(text).toBe('');
    expect(broken).toMatchObject([{ field: 'phone', msg }]);
  });

  it('an empty text from a formula is a blank cell, and drawn down below the list it is no line', async () => {
    expect(await cellOf({ formula: 'IF(A2="","","")', result: '' })).toEqual({
      text: '',
      broken: undefined,
    });
    const { rows } = await made((sheet) => {
      sheet.addRow(head);
      sheet.addRow(['沪A12345', { formula: 'VLOOKUP(A2,部门!A:B,2,0)' }]);
      sheet.addRow(['沪A12346', { formula: 'VLOOKUP(A3,部门!A:B,2,0)', result: '' }]);
      sheet.addRow([
        { formula: 'IF(B4="","",B3)', result: '' },
        { formula: 'IF(A4="","",A3)', result: '' },
      ]);
    });
    expect(rows.map(({ row, broken }) => [row, broken?.map(({ msg }) => msg)])).toEqual([
      [2, ['公式没有计算结果，请在表格软件中打开并保存，或粘贴为数值']],
      // a result that is an empty text is a blank cell
      [3, undefined],
    ]);
  });

  it.each([9_999_999, -1])('a number that no date is, in a cell of a date’s format, is told: %s', async (number) => {
    const { text, broken } = await cellOf(number, 'yyyy-mm-dd');
    expect([text, broken?.[0]?.msg]).toEqual(['', '数字不能显示为日期，请改正或将单元格设为文本后重新填写']);
  });

  it('a formula that answers a text in a cell of a date’s format is that text', async () => {
    expect(await cellOf({ formula: 'A2', result: '长期' }, 'yyyy-mm-dd')).toEqual({ text: '长期', broken: undefined });
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
