import { stat } from 'node:fs/promises';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { ink, Paper, pageSize } from '../../core/pdf/paper';
import { heavyTask } from '../../core/run/heavy';
import { drawHeading } from '../cold-chain/record/first-page';
import { drawCurves } from '../paper/curve-drawing';
import { type PaperWords, paperWords } from './paper-words';

/** Everything that stands on the paper, in the form in which a thread is given it. */
export interface OverseasPaper {
  lang: 'zh' | 'en';
  company: string;
  name: string;
  /** label and value, two columns wide */
  facts: ReadonlyArray<readonly [label: string, value: string]>;
  figures: ReadonlyArray<readonly string[]>;
  /** epoch ms */
  from: number;
  until: number;
  timeZone: string;
  curve: CurveAnswer;
  probes: ReadonlyArray<{ key: string; title: string }>;
  rows: ReadonlyArray<{ clock: string; values: readonly string[]; mark: string }>;
}

const margin = 44;
const width = pageSize.width - 2 * margin;
const line = 20;
const rowsOfPage = 46;

function drawFirst(paper: Paper, record: OverseasPaper, words: PaperWords): void {
  paper.addPage();
  paper.text(record.company, margin, 32, 420, { size: 11, weight: 'bold' });
  paper.text(words.title, margin, 48, width, { size: 22, weight: 'bold' });
  paper.rule(84, 1.6);
  record.facts.forEach(([label, value], i) => {
    const [x, y] = [margin + (i % 2) * 300, 94 + Math.floor(i / 2) * 17];
    paper.text(label, x, y, 74, { color: ink.caption });
    paper.text(value, x + 78, y, i % 2 === 0 ? 216 : 328, { weight: i === 0 ? 'bold' : 'regular' });
  });
  let y = 94 + Math.ceil(record.facts.length / 2) * 17 + 12;
  const columns = [150, 110, 62, 62, 62, 62, 66, 66, 66];
  const drawCells = (cells: readonly string[], look: { color?: string; size?: number }): void => {
    let x = margin;
    cells.forEach((cell, i) => {
      const w = columns[i] ?? 60;
      paper.text(cell, x, y, w - 6, { ...look, align: i < 2 ? 'left' : 'right' });
      x += w;
    });
  };
  drawCells(words.figures, { size: 9.5, color: ink.caption });
  paper.rule(y + 17, 0.8);
  for (const cells of record.figures) {
    y += line;
    drawCells(cells, {});
  }
  y = drawHeading(paper, words.chart, words.chartNote, y + 34);
  const { curve, from, until, timeZone, probes } = record;
  y = drawCurves(paper, { curve, from, until, deviations: [], facts: { timeZone, probes } }, y, words.curves);
  const foot = Math.max(y + 40, 1000);
  for (const [i, who] of words.signatures.entries()) {
    const x = margin + (i * width) / 3;
    paper.text(who, x, foot, 70, { color: ink.caption });
    paper.rule(foot + 16, 0.8, { x: x + 66, to: x + width / 3 - 16 });
  }
}

/** The readings in two columns a page. */
function drawRows(paper: Paper, record: OverseasPaper, words: PaperWords): void {
  const column = (width - 20) / 2;
  const value = (column - 200) / Math.max(1, record.probes.length);
  for (let first = 0; first < record.rows.length; first += 2 * rowsOfPage) {
    paper.addPage();
    drawHeading(paper, words.table, record.name, 34);
    for (const side of [0, 1]) {
      const rows = record.rows.slice(first + side * rowsOfPage, first + (side + 1) * rowsOfPage);
      const x = margin + side * (column + 20);
      const draw = (clock: string, values: readonly string[], mark: string, y: number, color = ink.text): void => {
        paper.text(clock, x, y, 150, { size: 9.5, color });
        values.forEach((one, i) => {
          paper.text(one, x + 150 + i * value, y, value - 4, { size: 9.5, align: 'right', color });
        });
        paper.text(mark, x + column - 48, y, 48, { size: 9.5, align: 'right', color });
      };
      if (rows.length > 0)
        draw(
          words.columns[0],
          record.probes.map(({ title }) => title),
          words.columns[1],
          62,
          ink.caption,
        );
      rows.forEach(({ clock, values, mark }, i) => {
        draw(clock, values, mark, 82 + i * line);
      });
    }
    paper.text(words.markNote, margin, 82 + rowsOfPage * line + 6, width, { size: 9.5, color: ink.caption });
  }
}

/** Writes the paper in a thread: setting Chinese text takes a tenth of a second a page. */
export const writeOverseasTask = heavyTask(
  'write-recorder-record',
  async function* ({ path, paper }: { path: string; paper: OverseasPaper }): AsyncGenerator<{
    rows: number;
    bytes: number;
  }> {
    const words = paperWords[paper.lang];
    const sheet = new Paper(path, `${words.title} ${paper.name}`);
    drawFirst(sheet, paper, words);
    drawRows(sheet, paper, words);
    sheet.onEachPage((page, pages) => {
      sheet.text(`${page} / ${pages}`, margin, pageSize.height - 40, width, { size: 9.5, align: 'center' });
    });
    await sheet.finish();
    yield { rows: paper.rows.length, bytes: (await stat(path)).size };
  },
  'export',
);
