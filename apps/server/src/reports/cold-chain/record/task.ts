import { stat } from 'node:fs/promises';
import { Paper } from '../../../core/pdf/paper';
import { heavyTask } from '../../../core/run/heavy';
import { drawFirstPage } from './first-page';
import type { PrintedRecord } from './printed';
import { drawFooters, drawTablePages } from './table-pages';
import { drawTripPages } from './trip-pages';
import { titleOf } from './words';

interface RecordFile {
  /** made, readable for its owner alone */
  path: string;
  record: PrintedRecord;
}

/** Writes a sealed temperature record as PDF: setting Chinese text takes a tenth of a second a page, so it runs in a thread. */
export const writeRecordTask = heavyTask(
  'write-temperature-record',
  async function* ({ path, record }: RecordFile): AsyncGenerator<{ rows: number; bytes: number }> {
    const paper = new Paper(path, `${titleOf(record)} ${record.number}`);
    drawFirstPage(paper, record);
    if (record.trip) drawTripPages(paper, record.trip);
    drawTablePages(paper, record);
    drawFooters(paper, record);
    await paper.finish();
    yield { rows: record.rows.length, bytes: (await stat(path)).size };
  },
  'export',
);
