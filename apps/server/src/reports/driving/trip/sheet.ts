import { stat } from 'node:fs/promises';
import { ink, Paper, pageSize } from '../../../core/pdf/paper';
import { heavyTask } from '../../../core/run/heavy';

/** What a 行程单 says: words, as they are printed. */
export interface TripSheet {
  company: string;
  tripNo: string;
  plateNo: string;
  madeAt: string;
  userName: string;
  /** groups of facts, two columns wide */
  groups: ReadonlyArray<{ title: string; facts: ReadonlyArray<readonly [label: string, value: string]> }>;
}

const margin = 44;
const width = pageSize.width - 2 * margin;
const column = width / 2;
const line = 24;

/** One page A4: head, the facts of the trip in groups, room for the signatures of driver and dispatcher. */
function drawSheet(paper: Paper, sheet: TripSheet): void {
  paper.addPage();
  paper.text(sheet.company, margin, 32, 420, { size: 11, weight: 'bold' });
  paper.text('行程单', margin, 48, 420, { size: 22, weight: 'bold' });
  paper.text(sheet.tripNo, margin + 420, 34, width - 420, { size: 14, weight: 'bold', align: 'right' });
  paper.text(`${sheet.madeAt} ${sheet.userName}`, margin + 360, 56, width - 360, { size: 11, align: 'right' });
  paper.rule(84, 1.6);
  let y = 96;
  for (const { title, facts } of sheet.groups) {
    paper.text(title, margin, y, 200, { size: 12, weight: 'bold' });
    paper.rule(y + 20, 0.8);
    y += 30;
    let at = 0;
    for (const [label, value] of facts) {
      // an address takes the whole line
      const wide = value.length > 24;
      if (wide && at % 2 === 1) at++;
      const x = margin + (at % 2) * column;
      const top = y + Math.floor(at / 2) * line;
      paper.text(label, x, top, 100, { color: ink.caption });
      paper.text(value, x + 104, top, (wide ? width : column) - 112);
      at += wide ? 2 : 1;
    }
    y += Math.ceil(at / 2) * line + 14;
  }
  const foot = Math.max(y + 30, 980);
  for (const [i, who] of ['司机签字', '调度签字', '日期'].entries()) {
    const x = margin + (i * width) / 3;
    paper.text(who, x, foot, 70, { color: ink.caption });
    paper.rule(foot + 16, 0.8, { x: x + 66, to: x + width / 3 - 16 });
  }
}

/** Writes a 行程单 as PDF, in a thread: setting Chinese text takes a tenth of a second a page. */
export const writeTripSheetTask = heavyTask(
  'write-trip-sheet',
  async function* ({
    path,
    sheet,
  }: {
    path: string;
    sheet: TripSheet;
  }): AsyncGenerator<{ rows: number; bytes: number }> {
    const paper = new Paper(path, `行程单 ${sheet.tripNo}`);
    drawSheet(paper, sheet);
    await paper.finish();
    yield { rows: 1, bytes: (await stat(path)).size };
  },
  'export',
);
