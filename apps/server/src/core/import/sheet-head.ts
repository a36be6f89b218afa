import type ExcelJS from 'exceljs';
import { cellSays } from './cell-text';

/** The row of headings of a sheet. */
export interface Head<F extends string> {
  row: number;
  /** column number of each known heading */
  places: Map<F, number>;
  /** a heading that stands there twice */
  twice: string | null;
  unknown: Array<{ column: number; label: string }>;
}
interface Labelled<F extends string> {
  field: F;
  label: string;
}

/** Companies write titles and dates of print above their lists; further down there is none any more. */
const searchedRows = 10;

/** Among the first rows the one with the most known headings; row 1 when none has any. */
export function findHead<F extends string>(sheet: ExcelJS.Worksheet, columns: ReadonlyArray<Labelled<F>>): Head<F> {
  const known = knownLabels(columns);
  let best = headOf(sheet.getRow(1), known);
  for (let row = 2; row <= Math.min(searchedRows, sheet.rowCount); row++) {
    const head = headOf(sheet.getRow(row), known);
    if (head.places.size > best.places.size) best = head;
  }
  return best;
}

/** Headings as they are, and without their unit where that says which one is meant. */
function knownLabels<F extends string>(columns: ReadonlyArray<Labelled<F>>): Map<string, F> {
  const known = new Map<string, F>();
  for (const { label, field } of columns) known.set(bare(label).replace(/\([^()]*\)$/u, ''), field);
  for (const { label, field } of columns) known.set(bare(label), field);
  return known;
}

function headOf<F extends string>(line: ExcelJS.Row, known: ReadonlyMap<string, F>): Head<F> {
  const head: Head<F> = { row: line.number, places: new Map(), twice: null, unknown: [] };
  line.eachCell((cell, column) => {
    if (cell.isMerged && cell.master.address !== cell.address) return;
    const { text } = cellSays(cell);
    const label = bare(text);
    const field = known.get(label);
    if (!field) {
      if (label) head.unknown.push({ column, label: text.replaceAll(/\s+/gu, ' ').slice(0, 30) });
    } else if (head.places.has(field)) head.twice ??= label;
    else head.places.set(field, column);
  });
  return head;
}

/** 车牌号* ＝ 车牌号（必填） ＝ 车牌 号： */
const bare = (label: string): string =>
  label
    .normalize('NFKC')
    .replace(/[*\s]/gu, '')
    .replace(/[([【]必填[)\]】]/gu, '')
    .replace(/:$/u, '');
