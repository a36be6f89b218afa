import type { Writable } from 'node:stream';
import { columnName } from '../workbook/address';
import { escapeXml } from '../workbook/xml';
import { ZipWriter } from '../workbook/zip';
import { type CodeLine, codeSheetName, codeSheetParts, codeSheetTypes } from './code-sheet';
import { excelSerial, guardFormula, type SheetValue } from './sheet-values';

/** Rows of one sheet at most; the next ones go to another sheet of the same workbook. */
export const maxSheetRows = 200_000;

export interface SheetColumn {
  header: string;
  /** characters of the default font */
  width: number;
}

export interface WorkbookSpec {
  sheetName: string;
  /** lines above the table head: company, query conditions, user and time */
  titles: string[];
  columns: SheetColumn[];
  rows: Iterable<SheetValue[]> | AsyncIterable<SheetValue[]>;
  /** called every 1,000 rows with the number written so far */
  onProgress?: (rows: number) => void;
  sheetRows?: number;
  /** lines that a last sheet shows with their QR codes */
  codes?: readonly CodeLine[];
}

// indexes into cellXfs of `stylesXml`
const style = { text: 0, title: 1, note: 2, head: 3, date: 4, dateTime: 5 } as const;

/**
 * Streams a workbook into `out` and ends it: inline strings, numbers and dates as real cells, frozen head, filter arrows, widths.
 * Memory does not grow with the number of rows. Resolves with the counts of rows and bytes.
 */
export async function writeXlsx(out: Writable, spec: WorkbookSpec): Promise<{ rows: number; bytes: number }> {
  const zip = new ZipWriter(out);
  const limit = spec.sheetRows ?? maxSheetRows;
  const source = Symbol.asyncIterator in spec.rows ? spec.rows[Symbol.asyncIterator]() : spec.rows[Symbol.iterator]();
  let next = await source.next();
  let total = 0;
  let sheets = 0;
  do {
    let inSheet = 0;
    const take = async (): Promise<SheetValue[] | null> => {
      if (next.done || inSheet >= limit) return null;
      const row: SheetValue[] = next.value;
      inSheet++;
      total++;
      if (total % 1000 === 0) spec.onProgress?.(total);
      next = await source.next();
      return row;
    };
    sheets++;
    await zip.add(`xl/worksheets/sheet${sheets}.xml`, sheetXml(spec, take));
  } while (!next.done);
  await addFrame(zip, spec, sheets);
  await zip.finish();
  return { rows: total, bytes: zip.bytes };
}

async function* sheetXml(spec: WorkbookSpec, take: () => Promise<SheetValue[] | null>): AsyncGenerator<string> {
  const { columns, titles } = spec;
  const headRow = titles.length + 1;
  const last = columnName(columns.length - 1);
  const widths = columns
    .map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width}" customWidth="1"/>`)
    .join('');
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0" showGridLines="1"><pane xSplit="1" ySplit="${headRow}" topLeftCell="B${headRow + 1}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="18"/><cols>${widths}</cols><sheetData>`;
  for (const [i, title] of titles.entries()) {
    yield `<row r="${i + 1}">${textCell(`A${i + 1}`, title, i === 0 ? style.title : style.note)}</row>`;
  }
  yield `<row r="${headRow}" ht="22" customHeight="1">${columns.map((c, i) => textCell(`${columnName(i)}${headRow}`, c.header, style.head)).join('')}</row>`;
  const names = columns.map((_, i) => columnName(i));
  let at = headRow;
  let buffer = '';
  for (let row = await take(); row; row = await take()) {
    at++;
    buffer += rowXml(row, at, names);
    if (buffer.length > 64 * 1024) {
      yield buffer;
      buffer = '';
    }
  }
  const merges = columns.length > 1 ? titles.map((_, i) => `<mergeCell ref="A${i + 1}:${last}${i + 1}"/>`) : [];
  const merged = merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : '';
  yield `${buffer}</sheetData><autoFilter ref="A${headRow}:${last}${at}"/>${merged}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

function rowXml(row: SheetValue[], at: number, names: string[]): string {
  let cells = '';
  for (let i = 0; i < names.length; i++) cells += cellXml(`${names[i]}${at}`, row[i]);
  return `<row r="${at}">${cells}</row>`;
}

function cellXml(ref: string, value: SheetValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${ref}"><v>${value}</v></c>` : '';
  if (typeof value === 'boolean') return textCell(ref, value ? '是' : '否', style.text);
  const date = excelSerial(value);
  if (date) return `<c r="${ref}" s="${date.withTime ? style.dateTime : style.date}"><v>${date.serial}</v></c>`;
  return textCell(ref, guardFormula(value), style.text);
}

const textCell = (ref: string, text: string, s: number): string =>
  `<c r="${ref}" s="${s}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCellChars))}</t></is></c>`;

/** Excel's longest cell text. */
const maxCellChars = 32_767;
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

async function addFrame(zip: ZipWriter, spec: WorkbookSpec, sheets: number): Promise<void> {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const { codes = [] } = spec;
  // the sheet of codes is the last one
  const last = codes.length > 0 ? sheets + 1 : sheets;
  for (const [path, part] of codes.length > 0 ? await codeSheetParts(last, codes) : []) await zip.add(path, [part]);
  const parts: Array<[string, string]> = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mime}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mime}.worksheet+xml"/>`).join('')}${codes.length > 0 ? codeSheetTypes(last) : ''}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${rels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${rels}"><sheets>${numbers.map((n) => `<sheet name="${escapeXml(sheetTitle(spec.sheetName, n))}" sheetId="${n}" r:id="rId${n}"/>`).join('')}${codes.length > 0 ? `<sheet name="${codeSheetName}" sheetId="${last}" r:id="rId${last}"/>` : ''}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageRels}">${Array.from({ length: last }, (_, i) => `<Relationship Id="rId${i + 1}" Type="${rels}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${last + 1}" Type="${rels}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesXml],
  ];
  for (const [path, xml] of parts) await zip.add(path, [xmlHead + xml]);
}

/** Excel refuses \ / ? * [ ] : and more than 31 characters in a sheet's name. */
function sheetTitle(name: string, number: number): string {
  const suffix = number > 1 ? `(${number})` : '';
  return name.replace(/[\\/?*[\]:']/gu, ' ').slice(0, 31 - suffix.length) + suffix;
}

const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="4"><font><sz val="10"/><name val="微软雅黑"/></font><font><b/><sz val="14"/><name val="微软雅黑"/></font><font><sz val="9"/><color rgb="FF5F6A7D"/><name val="微软雅黑"/></font><font><b/><sz val="10"/><color rgb="FF171C26"/><name val="微软雅黑"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDF2FE"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FFC5D5FA"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="3" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"/></xf><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
