import { message } from '@tongda/contract/messages';
import ExcelJS from 'exceljs';
import { invalidField } from '../errors';
import { columnName } from '../xlsx';

/** A column of an import sheet. */
export interface SheetColumn<F extends string> {
  field: F;
  label: string;
  required?: boolean;
  /** what to fill in, for the notes sheet */
  note: string;
  example: string | number;
  /** drop-down choices */
  options?: readonly string[];
}

/** A line of the uploaded sheet: `row` as Excel counts, cells as trimmed text by field (absent columns are missing). */
export interface ImportRow<F extends string> {
  row: number;
  cells: Partial<Record<F, string>>;
}
export interface ImportSheet<F extends string> {
  rows: Array<ImportRow<F>>;
  /** letter of each column that the sheet has */
  letters: Partial<Record<F, string>>;
  workbook: ExcelJS.Workbook;
}

const dataSheet = '数据';
const optionSheet = '选项';
/** A workbook may unpack to this much; more is a zip bomb, not a list of 10,000 rows. */
const maxUnpackedBytes = 200 * 1024 * 1024;
const unreadable = '文件不是有效的 xlsx 工作簿，请下载模板填写后重新上传';

/** Reads the first sheet (or the one named 数据). Throws AppError 4000 with a sentence for everything that is not such a list. */
export async function readImport<F extends string>(
  bytes: Buffer,
  columns: ReadonlyArray<SheetColumn<F>>,
  maxRows: number,
): Promise<ImportSheet<F>> {
  const workbook = await open(bytes);
  const sheet = workbook.getWorksheet(dataSheet) ?? workbook.worksheets[0];
  if (!sheet) throw invalidField('file', unreadable);
  const places = headOf(sheet, columns);
  const rows: Array<ImportRow<F>> = [];
  sheet.eachRow({ includeEmpty: false }, (line, number) => {
    if (number === 1) return;
    const cells: Partial<Record<F, string>> = {};
    let filled = false;
    for (const [field, column] of places) {
      const text = cellText(line.getCell(column).value);
      cells[field] = text;
      filled ||= text !== '';
    }
    if (filled) rows.push({ row: number, cells });
    if (rows.length > maxRows) throw invalidField('file', message('import.tooMany', { n: maxRows }));
  });
  if (rows.length === 0) throw invalidField('file', '文件中没有数据，请从第2行开始填写');
  const letters: Partial<Record<F, string>> = {};
  for (const [field, column] of places) letters[field] = columnName(column - 1);
  return { rows, letters, workbook };
}

async function open(bytes: Buffer): Promise<ExcelJS.Workbook> {
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0) {
    throw invalidField('file', '文件是旧版 .xls 或已加密，请另存为不加密的 .xlsx 后重新上传');
  }
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x04034b50) throw invalidField('file', unreadable);
  if (unpackedSize(bytes) > maxUnpackedBytes) throw invalidField('file', '文件内容过大，请拆分后重试');
  const workbook = new ExcelJS.Workbook();
  try {
    // exceljs declares a Buffer of its own; it takes ours
    await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  } catch {
    throw invalidField('file', unreadable);
  }
  return workbook;
}

/** Sum of the sizes that the ZIP directory states. */
function unpackedSize(zip: Buffer): number {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length) return 0;
  let at = zip.readUInt32LE(end + 16);
  let total = 0;
  for (let left = zip.readUInt16LE(end + 10); left > 0 && at + 46 <= zip.length; left--) {
    total += zip.readUInt32LE(at + 24);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return total;
}

/** Column number of each known heading of row 1; required ones must be there, none twice. */
function headOf<F extends string>(sheet: ExcelJS.Worksheet, columns: ReadonlyArray<SheetColumn<F>>): Map<F, number> {
  const byLabel = new Map(columns.map((c) => [bare(c.label), c.field]));
  const places = new Map<F, number>();
  sheet.getRow(1).eachCell((cell, number) => {
    const label = bare(cellText(cell.value));
    const field = byLabel.get(label);
    if (!field) return;
    if (places.has(field)) throw invalidField('file', `第1行有两列“${label}”，请删除一列`);
    places.set(field, number);
  });
  const missing = columns.filter((c) => c.required && !places.has(c.field)).map((c) => c.label);
  if (missing.length > 0) throw invalidField('file', `第1行缺少列：${missing.join('、')}，请使用模板填写`);
  return places;
}
const bare = (label: string): string => label.replace(/[*＊\s]/gu, '');

/** What a reader sees in a cell, trimmed; dates as `YYYY-MM-DD`. */
export function cellText(value: ExcelJS.CellValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value !== 'object') return String(value).trim();
  if ('richText' in value)
    return value.richText
      .map((t) => t.text)
      .join('')
      .trim();
  if ('result' in value) return cellText(value.result);
  if ('text' in value) return cellText(value.text as ExcelJS.CellValue);
  if ('error' in value) return String(value.error);
  return '';
}

const secondMs = 1000;
/** `2027-01-31`, with its time when it has one: Excel keeps both as one number. */
function dateText(value: Date): string {
  const text = new Date(Math.round(value.getTime() / secondMs) * secondMs).toISOString();
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** A workbook to fill in: data sheet with drop-downs, one example (`more`: its further lines), notes on every column. */
export async function importTemplate<F extends string>(
  columns: ReadonlyArray<SheetColumn<F>>,
  notes: string[],
  maxRows: number,
  more: ReadonlyArray<Readonly<Partial<Record<string, string | number>>>> = [],
): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(dataSheet, { views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }] });
  sheet.columns = columns.map((c) => ({
    header: c.required ? `${c.label}*` : c.label,
    width: Math.max(12, c.label.length * 2 + 4),
  }));
  styleHead(sheet.getRow(1), columns);
  const examples = workbook.addWorksheet('示例');
  examples.columns = columns.map((c) => ({
    header: c.required ? `${c.label}*` : c.label,
    width: Math.max(12, c.label.length * 2 + 4),
  }));
  styleHead(examples.getRow(1), columns);
  examples.addRow(columns.map((c) => c.example));
  for (const line of more) examples.addRow(columns.map((c) => line[c.field] ?? ''));
  const help = workbook.addWorksheet('填写说明');
  help.columns = [{ width: 22 }, { width: 10 }, { width: 80 }];
  for (const note of notes) help.addRow([note]);
  help.addRow([]);
  help.addRow(['列', '必填', '说明']).font = { bold: true };
  for (const c of columns) help.addRow([c.label, c.required ? '是' : '', c.note]);
  const options = workbook.addWorksheet(optionSheet, { state: 'hidden' });
  columns.forEach((c, i) => {
    if (!c.options || c.options.length === 0) return;
    const letter = columnName(i);
    c.options.forEach((option, line) => {
      options.getCell(`${letter}${line + 1}`).value = option;
    });
    validationsOf(sheet).add(`${letter}2:${letter}${maxRows + 1}`, {
      type: 'list',
      allowBlank: true,
      // wrong words are found by the check, with a better sentence than Excel's
      showErrorMessage: false,
      formulae: [`${optionSheet}!$${letter}$1:$${letter}$${c.options.length}`],
    });
  });
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** exceljs has range validations but does not declare them. */
function validationsOf(sheet: ExcelJS.Worksheet): { add: (range: string, rule: ExcelJS.DataValidation) => void } {
  return (sheet as unknown as { dataValidations: { add: (range: string, rule: ExcelJS.DataValidation) => void } })
    .dataValidations;
}

function styleHead<F extends string>(row: ExcelJS.Row, columns: ReadonlyArray<SheetColumn<F>>): void {
  row.height = 22;
  columns.forEach((c, i) => {
    const cell = row.getCell(i + 1);
    cell.font = { bold: true, color: { argb: c.required ? 'FFC62E27' : 'FF171C26' } };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEDF2FE' } };
    cell.note = c.note;
  });
}

/** The uploaded workbook with red cells and a comment in each that is wrong. */
export async function annotated(
  workbook: ExcelJS.Workbook,
  errors: ReadonlyArray<{ row: number; column: string; msg: string }>,
): Promise<Buffer> {
  const sheet = workbook.getWorksheet(dataSheet) ?? workbook.worksheets[0];
  if (!sheet) return Buffer.alloc(0);
  const byCell = new Map<string, string[]>();
  for (const { row, column, msg } of errors) {
    const ref = `${column || 'A'}${row}`;
    byCell.set(ref, [...(byCell.get(ref) ?? []), msg]);
  }
  for (const [ref, sentences] of byCell) {
    const cell = sheet.getCell(ref);
    cell.note = sentences.join('\n');
    // a style object may be shared by many cells: replace it, never write into it
    cell.style = { ...cell.style, fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFDEDEC' } } };
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
