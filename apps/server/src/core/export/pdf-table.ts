import { stat } from 'node:fs/promises';
import { ink, Paper, pageSize } from '../pdf/paper';
import type { SheetValue } from './sheet-values';
import type { SheetColumn } from './xlsx';

/** Rows that anybody prints: some sixty pages of them. */
export const mostPdfRows = 2_000;

/** A lying A4, in pixels. */
const [pageWidth, pageHeight, margin] = [pageSize.height, pageSize.width, 36];
const width = pageWidth - 2 * margin;
const [rowHeight, headHeight, textSize] = [19, 22, 9.5];
/** px of a unit of a sheet's width, which is a character */
const unitPx = 6.4;
const foot = pageHeight - 34;
/** The room of a row on a page that begins with it. */
const mostHeight = foot - margin - headHeight;

/** Columns that stand beside each other on a page: indices into all of them, with the place of each. */
interface Band {
  columns: ReadonlyArray<{ index: number; x: number; width: number }>;
}

/** Columns that fit beside each other; the first column stands at the beginning of every band, so that each row can be told. A band fills the page's width. */
export function bandsOf(columns: readonly SheetColumn[]): Band[] {
  const wish = columns.map((column) => Math.max(46, column.width * unitPx));
  const bands: number[][] = [];
  let [band, used]: [number[], number] = [[], 0];
  columns.forEach((_, index) => {
    const own = wish[index] ?? 0;
    if (band.length > 1 && used + own > width) {
      bands.push(band);
      [band, used] = [[0], wish[0] ?? 0];
    }
    band.push(index);
    used += own;
  });
  bands.push(band);
  return bands.map((indices) => {
    const sum = indices.reduce((all, index) => all + (wish[index] ?? 0), 0);
    const scale = width / Math.max(1, sum);
    let x = margin;
    return {
      columns: indices.map((index) => {
        const place = { index, x, width: (wish[index] ?? 0) * scale };
        x += place.width;
        return place;
      }),
    };
  });
}

const textOf = (value: SheetValue, decimals?: number): string => {
  if (value === null || value === undefined || value === '') return '--';
  if (typeof value === 'boolean') return value ? '是' : '否';
  return typeof value === 'number'
    ? (decimals === undefined ? String(value) : value.toFixed(decimals)).replace('-', '\u2212')
    : value;
};

interface Table {
  sheetName: string;
  titles: readonly string[];
  columns: readonly SheetColumn[];
}

function drawHead(paper: Paper, { sheetName, titles }: Table): number {
  paper.text(sheetName, margin, 26, width, { size: 17, weight: 'bold' });
  let y = 52;
  for (const title of titles) {
    paper.text(title, margin, y, width, { size: 10, color: ink.caption });
    y += 16;
  }
  return y + 4;
}

function drawColumns(
  paper: Paper,
  { columns }: Table,
  band: Band,
  y: number,
  numeric: ReadonlyMap<number, number>,
): void {
  paper.fill({ x: margin, y, width, height: headHeight }, ink.shade);
  for (const { index, x, width: w } of band.columns)
    paper.text(columns[index]?.header ?? '', x + 4, y + 4, w - 8, {
      size: textSize,
      weight: 'bold',
      align: numeric.has(index) ? 'right' : 'left',
    });
}

/** Columns in which every value that is there is a number, with the decimals that all of them are given: as many as the longest needs (−21.0 beside −20.6). */
const numericOf = (columns: readonly SheetColumn[], rows: readonly SheetValue[][]): ReadonlyMap<number, number> =>
  new Map(
    columns.flatMap((_, i) => {
      const values = rows.map((row) => row[i]).filter((value) => value !== null && value !== undefined && value !== '');
      const numbers = values.filter((value) => typeof value === 'number');
      if (numbers.length === 0 || numbers.length < values.length) return [];
      return [[i, numbers.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)] as const];
    }),
  );
/** 0 for a number that is not written as a decimal fraction. */
const decimalsOf = (value: number): number =>
  Math.min(20, (String(value).split('.')[1] ?? '').replace(/e.*/u, '').length);

/** A cell of a band as it is written. */
interface Cell {
  text: string;
  x: number;
  width: number;
  numeric: boolean;
}

const cellsOf = (row: readonly SheetValue[], { columns }: Band, numeric: ReadonlyMap<number, number>): Cell[] =>
  columns.map(({ index, x, width: w }) => ({
    text: textOf(row[index], numeric.get(index)),
    ...{ x: x + 4, width: w - 8, numeric: numeric.has(index) },
  }));

/** How high a row is: text that is wider than its column wraps, a figure has its room. */
const heightOfRow = (paper: Paper, cells: readonly Cell[]): number =>
  cells.reduce((most, { text, width: w, numeric }) => {
    const fits = numeric || paper.widthOf(text, { size: textSize }) <= w;
    return fits ? most : Math.max(most, paper.heightOf(text, w, { size: textSize }) + 6);
  }, rowHeight);

function drawRow(paper: Paper, cells: readonly Cell[], y: number): void {
  for (const { text, x, width: w, numeric } of cells)
    if (numeric || paper.widthOf(text, { size: textSize }) <= w)
      paper.text(text, x, y + 3, w, { size: textSize, align: numeric ? 'right' : 'left' });
    else paper.paragraph(text, x, y + 3, w, { size: textSize });
}

/** Text of a cell that is not higher than `room`, and what is left of it. */
function cutText(paper: Paper, { text, width: w }: Cell, room: number): [part: string, rest: string] {
  const letters = [...text];
  let [fits, cut] = [1, letters.length];
  while (fits < cut) {
    const middle = Math.ceil((fits + cut) / 2);
    const height = paper.heightOf(letters.slice(0, middle).join(''), w, { size: textSize }) + 6;
    if (height <= room) fits = middle;
    else cut = middle - 1;
  }
  return [letters.slice(0, fits).join(''), letters.slice(fits).join('')];
}

/** The rows in which a row is drawn: itself, or the parts of one that is higher than `room`, each of which fits on a page. */
function partsOf(paper: Paper, cells: readonly Cell[], room: number): Cell[][] {
  const parts: Cell[][] = [];
  let left = [...cells];
  while (heightOfRow(paper, left) > room) {
    const cuts = left.map((cell): [string, string] => (cell.numeric ? [cell.text, ''] : cutText(paper, cell, room)));
    parts.push(left.map((cell, i) => ({ ...cell, text: cuts[i]?.[0] ?? '' })));
    left = left.map((cell, i) => ({ ...cell, text: cuts[i]?.[1] ?? '' }));
  }
  return [...parts, left];
}

/** Writes a table as PDF: lying pages with the head of a sheet, columns that do not fit on further pages beside the first column again. */
export async function writePdfTable(
  path: string,
  { rows, ...table }: Table & { rows: AsyncIterable<SheetValue[]> },
): Promise<{ rows: number; bytes: number }> {
  const all: SheetValue[][] = [];
  for await (const row of rows) all.push(row);
  const paper = new Paper(path, table.sheetName);
  const numeric = numericOf(table.columns, all);
  const bands = bandsOf(table.columns);
  for (const [nth, band] of bands.entries()) {
    paper.addPage('landscape');
    let y = nth === 0 ? drawHead(paper, table) : margin;
    drawColumns(paper, table, band, y, numeric);
    y += headHeight;
    for (const cells of all.flatMap((row) => partsOf(paper, cellsOf(row, band, numeric), mostHeight))) {
      const height = heightOfRow(paper, cells);
      if (y + height > foot) {
        paper.addPage('landscape');
        y = margin;
        drawColumns(paper, table, band, y, numeric);
        y += headHeight;
      }
      drawRow(paper, cells, y);
      y += height;
      paper.rule(y, 0.4, { x: margin, to: margin + width, color: ink.line });
    }
    if (nth === bands.length - 1) paper.text(`共 ${all.length} 行`, margin, y + 6, width, { size: 10 });
  }
  paper.onEachPage((page, pages) => {
    paper.text(`${page} / ${pages}`, margin, pageHeight - 28, width, { size: 9.5, align: 'right' });
  });
  await paper.finish();
  return { rows: all.length, bytes: (await stat(path)).size };
}
