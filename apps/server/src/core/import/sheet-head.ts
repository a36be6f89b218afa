import type { Grid } from '../workbook/grid';
import { readCellText } from './cell-text';

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
  aliases?: readonly string[];
}

/** Companies write titles and dates of print above their lists; further down there is none any more. */
const searchedRows = 10;

/** Among the first rows the one with the most known headings; row 1 when none has any. */
export function findHead<F extends string>(grid: Grid, columns: ReadonlyArray<Labelled<F>>): Head<F> {
  const known = knownLabels(columns);
  let best = headOf(grid, 1, known);
  for (let row = 2; row <= searchedRows; row++) {
    const head = headOf(grid, row, known);
    if (head.places.size > best.places.size) best = head;
  }
  return best;
}

/** Headings as they are, without their unit where that says which one is meant, and their other names. */
interface Meant<F> {
  field: F;
  /** gives way to the heading itself, and to an alias that stands before it */
  alias?: true;
}
/** What headings were called before: sheets that companies keep still say so. */
const formerLabels: Readonly<Record<string, string>> = { 所属部门: '所属组织' };
function knownLabels<F extends string>(columns: ReadonlyArray<Labelled<F>>): Map<string, Meant<F>> {
  const known = new Map<string, Meant<F>>();
  for (const { label, field } of columns) {
    const former = formerLabels[label];
    if (former) known.set(former, { field, alias: true });
  }
  for (const { aliases = [], field } of columns)
    for (const alias of aliases) known.set(bareLabel(alias), { field, alias: true });
  for (const { label, field } of columns) known.set(bareLabel(label).replace(/\([^()]*\)$/u, ''), { field });
  for (const { label, field } of columns) known.set(bareLabel(label), { field });
  return known;
}

function headOf<F extends string>(grid: Grid, row: number, known: ReadonlyMap<string, Meant<F>>): Head<F> {
  const head: Head<F> = { row, places: new Map(), twice: null, unknown: [] };
  const others: Array<{ column: number; label: string; field?: F }> = [];
  for (const cell of grid.rowAt(row)?.cells ?? []) {
    const { column } = cell;
    const first = grid.merges.firstOf(row, column);
    if (first && (first.row !== row || first.column !== column)) continue;
    const { text } = readCellText(cell);
    const label = bareLabel(text);
    const { field, alias } = known.get(label) ?? {};
    if (!field || alias) {
      if (label) others.push({ column, label: text.replaceAll(/\s+/gu, ' ').slice(0, 30), field });
    } else if (head.places.has(field)) head.twice ??= label;
    else head.places.set(field, column);
  }
  for (const { column, label, field } of others) {
    if (field && !head.places.has(field)) head.places.set(field, column);
    else head.unknown.push({ column, label });
  }
  return head;
}

/** 车牌号* ＝ 车牌号（必填） ＝ 车牌 号： */
const bareLabel = (label: string): string =>
  label
    .normalize('NFKC')
    .replace(/[*\s]/gu, '')
    .replace(/[([【]必填[)\]】]/gu, '')
    .replace(/:$/u, '');
