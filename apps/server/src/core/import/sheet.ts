import { message } from '@tongda/contract/core/messages';
import ExcelJS from 'exceljs';
import { columnName } from '../export/xlsx';
import { invalidField } from '../http/errors';
import { type CellSays, readCellText } from './cell-text';
import { findHead, type Head } from './sheet-head';

/** A column of an import sheet. */
export interface SheetColumn<F extends string> {
  field: F;
  label: string;
  /** other headings that companies have for it; taken where the label itself is not there */
  aliases?: readonly string[];
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
  /** cells with something that is no value (a formula that failed): blank in `cells` */
  broken?: Array<{ field: F; shown: string; msg: string }>;
}
export interface ImportSheet<F extends string> {
  rows: Array<ImportRow<F>>;
  /** row of the headings */
  headRow: number;
  /** letter of each column that the sheet has */
  letters: Partial<Record<F, string>>;
  /** columns that nothing is known of: letter and heading */
  ignored: string[];
  workbook: ExcelJS.Workbook;
  sheet: ExcelJS.Worksheet;
}

export const dataSheet = '数据';
/** A workbook may unpack to this much; more is a zip bomb, not a list of 10,000 rows. */
const maxUnpackedBytes = 200 * 1024 * 1024;
const unreadable = '文件不是有效的 xlsx 工作簿，请下载模板填写后重新上传';

/**
 * Reads the sheet named 数据, or the first visible one that has the headings; they stand in one of its first rows. Throws AppError 4000 with a
 * sentence for everything that is not such a list.
 */
export async function readImport<F extends string>(
  bytes: Buffer,
  columns: ReadonlyArray<SheetColumn<F>>,
  maxRows: number,
): Promise<ImportSheet<F>> {
  const workbook = await openWorkbook(bytes);
  const { sheet, head } = chooseSheet(workbook, columns);
  refuseHead(head, columns);
  const required = new Set(columns.filter((c) => c.required).map((c) => c.field));
  const rows: Array<ImportRow<F>> = [];
  sheet.eachRow({ includeEmpty: false }, (line, number) => {
    if (number <= head.row) return;
    const read = readLine(line, head, required);
    if (read) rows.push(read);
    if (rows.length > maxRows) throw invalidField('file', message('import.tooMany', { n: maxRows }));
  });
  if (rows.length === 0) throw invalidField('file', `文件中没有数据，请从第${head.row + 1}行开始填写`);
  const letters: Partial<Record<F, string>> = {};
  for (const [field, column] of head.places) letters[field] = columnName(column - 1);
  return { rows, headRow: head.row, letters, ignored: ignoredOf(head), workbook, sheet };
}

function chooseSheet<F extends string>(
  workbook: ExcelJS.Workbook,
  columns: ReadonlyArray<SheetColumn<F>>,
): { sheet: ExcelJS.Worksheet; head: Head<F> } {
  const named = workbook.getWorksheet(dataSheet);
  const visible = workbook.worksheets.filter(({ state }) => state === 'visible');
  const sheets = named ? [named] : visible.length > 0 ? visible : workbook.worksheets;
  const found = sheets.map((sheet) => ({ sheet, head: findHead(sheet, columns) }));
  const best = found.find(({ head }) => missingOf(head, columns).length === 0) ?? found[0];
  if (!best) throw invalidField('file', unreadable);
  return best;
}

const missingOf = <F extends string>({ places }: Head<F>, columns: ReadonlyArray<SheetColumn<F>>): string[] =>
  columns.filter((c) => c.required && !places.has(c.field)).map((c) => c.label);

const ignoredOf = ({ unknown }: Head<string>): string[] =>
  unknown.map(({ column, label }) => `${columnName(column - 1)} ${label}`);

/** Required columns must be there, none twice. */
function refuseHead<F extends string>(head: Head<F>, columns: ReadonlyArray<SheetColumn<F>>): void {
  if (head.twice) throw invalidField('file', `第${head.row}行有两列“${head.twice}”，请删除一列`);
  const missing = missingOf(head, columns);
  if (missing.length === 0) return;
  const unknown = ignoredOf(head);
  const what = `第${head.row}行缺少列：${missing.join('、')}，请使用模板填写`;
  throw invalidField('file', unknown.length > 0 ? `${what}（未识别的列：${unknown.join('、')}）` : what);
}

const unsolved = '公式没有计算结果，请在表格软件中打开并保存，或粘贴为数值';

/** A line with something in it, or null. */
function readLine<F extends string>(
  line: ExcelJS.Row,
  { row, places }: Head<F>,
  required: ReadonlySet<F>,
): ImportRow<F> | null {
  const cells: Partial<Record<F, string>> = {};
  const broken: NonNullable<ImportRow<F>['broken']> = [];
  let filled = false;
  for (const [field, column] of places) {
    const cell = line.getCell(column);
    // the rest of a heading that is merged over several rows
    const isHeading = cell.isMerged && Number(cell.master.row) <= row;
    const says: CellSays = isHeading ? { text: '' } : readCellText(cell);
    const fault = says.fault ?? (says.unsolved && required.has(field) ? unsolved : undefined);
    cells[field] = says.text;
    if (fault) broken.push({ field, shown: says.shown ?? '', msg: fault });
    filled ||= says.text !== '' || says.fault !== undefined;
  }
  // formulas are drawn down below the last line, where they answer an empty text
  if (!filled) return null;
  return { row: line.number, cells, ...(broken.length > 0 ? { broken } : {}) };
}

async function openWorkbook(bytes: Buffer): Promise<ExcelJS.Workbook> {
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
