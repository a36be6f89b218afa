import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { heavyTask, runHeavy } from '../run/heavy';
import { inSlices } from '../run/slices';
import type { CodeLine } from './code-sheet';
import { writeCsv } from './csv';
import { writePdfTable } from './pdf-table';
import type { SheetValue } from './sheet-values';
import { type SheetColumn, writeXlsx } from './xlsx';

/** Rows that a thread is given at a time: making and sending them takes a millisecond or two. */
const rowsAtOnce = 200;

interface TableFile {
  /** made, readable for its owner alone */
  path: string;
  format: 'csv' | 'xlsx' | 'pdf';
  sheetName: string;
  titles: string[];
  columns: SheetColumn[];
  /** lines of the head that a workbook shows with their QR codes on a sheet of their own */
  codes?: CodeLine[];
}
interface Written {
  rows: number;
  bytes: number;
}

export const writeTableTask = heavyTask(
  'write-table',
  async function* (
    { path, format, titles, columns, sheetName, codes = [] }: TableFile,
    fed: AsyncIterable<SheetValue[][]>,
  ): AsyncGenerator<Written> {
    const rows = rowsOf(fed);
    if (format === 'pdf') {
      yield await writePdfTable(path, { sheetName, titles, columns, rows });
      return;
    }
    const out = createWriteStream(path, { mode: 0o600 });
    // a file that cannot be opened is told before the rows fill the thread
    await once(out, 'open');
    yield format === 'csv'
      ? await writeCsv(out, { titles, headers: columns.map(({ header }) => header), rows })
      : await writeXlsx(out, { sheetName, titles, columns, rows, codes });
  },
  'export',
);

async function* rowsOf(blocks: AsyncIterable<SheetValue[][]>): AsyncGenerator<SheetValue[]> {
  for await (const block of blocks) yield* block;
}

/** Writes a table as CSV, workbook or PDF into a file, in a thread: texts, packing and checksums of a hundred thousand rows take seconds. `onProgress` hears the number of rows handed over. */
export async function writeTable(
  file: TableFile,
  rows: AsyncIterable<SheetValue[]>,
  onProgress: (rows: number) => void,
): Promise<Written> {
  for await (const written of runHeavy(writeTableTask, file, blocksOf(rows, onProgress))) return written;
  throw new Error('the thread wrote nothing');
}

async function* blocksOf(
  rows: AsyncIterable<SheetValue[]>,
  onProgress: (rows: number) => void,
): AsyncGenerator<SheetValue[][]> {
  let block: SheetValue[][] = [];
  let count = 0;
  for await (const row of inSlices(rows)) {
    block.push(row);
    if (block.length < rowsAtOnce) continue;
    count += block.length;
    yield block;
    // an array that was made in a loop may lie in the old part of the heap from the start: until that is tidied it would keep its rows, and so all rows of the file
    block.length = 0;
    onProgress(count);
    block = [];
  }
  if (block.length > 0) yield block;
}
