import { message } from '@tongda/contract/core/messages';
import { invalidField } from '../http/errors';
import { columnName } from '../workbook/address';
import { type Book, openBook, type SheetRef } from '../workbook/book';
import { WorkbookFault } from '../workbook/fault';
import { type Grid, type GridRow, readGrid } from '../workbook/grid';
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
  book: Book;
  sheet: SheetRef;
  grid: Grid;
}

export const dataSheet = '数据';
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
  refuseOther(bytes);
  const { book, sheet, grid, head } = await chooseSheet(bytes, columns).catch((error: unknown) => {
    if (!(error instanceof WorkbookFault)) throw error;
    throw invalidField('file', error.reason === 'tooLarge' ? '文件内容过大，请拆分后重试' : unreadable);
  });
  refuseHead(head, columns);
  const required = new Set(columns.filter((c) => c.required).map((c) => c.field));
  const rows: Array<ImportRow<F>> = [];
  for (const line of grid.rows) {
    if (line.row <= head.row) continue;
    const read = readLine(grid, line, head, required);
    if (read) rows.push(read);
    if (rows.length > maxRows) throw invalidField('file', message('import.tooMany', { n: maxRows }));
  }
  if (rows.length === 0) throw invalidField('file', `文件中没有数据，请从第${head.row + 1}行开始填写`);
  const letters: Partial<Record<F, string>> = {};
  for (const [field, column] of head.places) letters[field] = columnName(column - 1);
  return { rows, headRow: head.row, letters, ignored: ignoredOf(head), book, sheet, grid };
}

interface Chosen<F extends string> {
  book: Book;
  sheet: SheetRef;
  grid: Grid;
  head: Head<F>;
}
async function chooseSheet<F extends string>(
  bytes: Buffer,
  columns: ReadonlyArray<SheetColumn<F>>,
): Promise<Chosen<F>> {
  const book = await openBook(bytes);
  const named = book.sheets.find(({ name }) => name === dataSheet);
  const visible = book.sheets.filter((sheet) => sheet.visible);
  const sheets = named ? [named] : visible.length > 0 ? visible : book.sheets;
  let first: Chosen<F> | null = null;
  for (const sheet of sheets) {
    const grid = await readGrid(book, sheet);
    const found = { book, sheet, grid, head: findHead(grid, columns) };
    if (missingOf(found.head, columns).length === 0) return found;
    first ??= found;
  }
  if (!first) throw invalidField('file', unreadable);
  return first;
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
  grid: Grid,
  line: GridRow,
  { row, places }: Head<F>,
  required: ReadonlySet<F>,
): ImportRow<F> | null {
  const cells: Partial<Record<F, string>> = {};
  const broken: NonNullable<ImportRow<F>['broken']> = [];
  let filled = false;
  for (const [field, column] of places) {
    const { cell, row: firstRow } = grid.cellAt(line.row, column);
    // the rest of a heading that is merged over several rows is none
    const says: CellSays = firstRow <= row ? { text: '' } : readCellText(cell);
    const fault = says.fault ?? (says.unsolved && required.has(field) ? unsolved : undefined);
    cells[field] = says.text;
    if (fault) broken.push({ field, shown: says.shown ?? '', msg: fault });
    filled ||= says.text !== '' || says.fault !== undefined;
  }
  // formulas are drawn down below the last line, where they answer an empty text
  if (!filled) return null;
  return { row: line.row, cells, ...(broken.length > 0 ? { broken } : {}) };
}

/** Files that are no ZIP file are told apart before they are read. */
function refuseOther(bytes: Buffer): void {
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0) {
    throw invalidField('file', '文件是旧版 .xls 或已加密，请另存为不加密的 .xlsx 后重新上传');
  }
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x04034b50) throw invalidField('file', unreadable);
}
