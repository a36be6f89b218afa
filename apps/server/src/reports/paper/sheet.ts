import { stat } from 'node:fs/promises';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { ink, Paper, pageSize } from '../../core/pdf/paper';
import { heavyTask } from '../../core/run/heavy';
import { drawCurves } from './curve-drawing';

/** What a paper about one row of a report says: words, as they are printed. */
export interface Sheet {
  /** 行程单, 偏差报告 … */
  title: string;
  company: string;
  number: string;
  madeAt: string;
  userName: string;
  /** groups of facts, two columns wide */
  groups: ReadonlyArray<{ title: string; facts: ReadonlyArray<readonly [label: string, value: string]> }>;
  /** the readings of the time that it is about */
  curve?: { title: string; answer: CurveAnswer; timeZone: string };
  /** what happened when, a line each */
  steps?: { title: string; lines: ReadonlyArray<readonly [at: string, who: string, what: string]> };
  /** what is written by hand: an empty box each */
  blanks?: readonly string[];
  signatures: readonly string[];
}

const margin = 44;
const width = pageSize.width - 2 * margin;
const column = width / 2;
const line = 24;
/** The lowest place for anything but signatures, and where these stand. */
const [lowest, signatureY] = [1040, 1050];
const curveHeight = 290;
const blankHeight = 54;

/** Head, the facts in groups, curve, steps, boxes to write in, and room for the signatures; a second page where it takes one. */
function drawSheet(paper: Paper, sheet: Sheet): void {
  paper.addPage();
  let y = drawHead(paper, sheet);
  const room = (height: number): void => {
    if (y + height <= lowest) return;
    paper.addPage();
    y = 40;
  };
  const heading = (title: string): void => {
    paper.text(title, margin, y, 300, { size: 12, weight: 'bold' });
    paper.rule(y + 20, 0.8);
    y += 30;
  };
  for (const group of sheet.groups) {
    room(30 + Math.ceil(group.facts.length / 2) * line);
    heading(group.title);
    y += drawFacts(paper, group.facts, y) + 14;
  }
  if (sheet.curve) {
    const { title, answer, timeZone } = sheet.curve;
    room(curveHeight);
    heading(title);
    const drawn = { curve: answer, from: answer.from, until: answer.until, deviations: [] };
    y = drawCurves(paper, { ...drawn, facts: { timeZone, probes: [] } }, y - 16) + 14;
  }
  if (sheet.steps && sheet.steps.lines.length > 0) {
    room(30 + line);
    heading(sheet.steps.title);
    for (const [at, who, what] of sheet.steps.lines) {
      room(line);
      paper.text(at, margin, y, 130, { color: ink.caption });
      paper.text(who, margin + 136, y, 90);
      y += Math.max(line, paper.paragraph(what, margin + 232, y, width - 232) + 4);
    }
    y += 10;
  }
  for (const label of sheet.blanks ?? []) {
    room(blankHeight + 8);
    paper.text(label, margin, y + 4, 100, { color: ink.caption });
    paper.frame({ x: margin + 104, y, width: width - 104, height: blankHeight }, { width: 0.6, color: ink.line });
    y += blankHeight + 8;
  }
  drawSignatures(paper, sheet.signatures, Math.min(signatureY, Math.max(y + 30, 980)));
}

function drawHead(paper: Paper, sheet: Sheet): number {
  paper.text(sheet.company, margin, 32, 420, { size: 11, weight: 'bold' });
  paper.text(sheet.title, margin, 48, 420, { size: 22, weight: 'bold' });
  paper.text(sheet.number, margin + 420, 34, width - 420, { size: 14, weight: 'bold', align: 'right' });
  paper.text(`${sheet.madeAt} ${sheet.userName}`, margin + 360, 56, width - 360, { size: 11, align: 'right' });
  paper.rule(84, 1.6);
  return 96;
}

/** Facts in two columns; answers their height. */
function drawFacts(paper: Paper, facts: Sheet['groups'][number]['facts'], y: number): number {
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
  return Math.ceil(at / 2) * line;
}

function drawSignatures(paper: Paper, signatures: readonly string[], y: number): void {
  for (const [i, who] of signatures.entries()) {
    const x = margin + (i * width) / signatures.length;
    paper.text(who, x, y, 70, { color: ink.caption });
    paper.rule(y + 16, 0.8, { x: x + 66, to: x + width / signatures.length - 16 });
  }
}

/** Writes a sheet as PDF, in a thread: setting Chinese text takes a tenth of a second a page. */
export const writeSheetTask = heavyTask(
  'write-sheet',
  async function* ({ path, sheet }: { path: string; sheet: Sheet }): AsyncGenerator<{ rows: number; bytes: number }> {
    const paper = new Paper(path, `${sheet.title} ${sheet.number}`);
    drawSheet(paper, sheet);
    await paper.finish();
    yield { rows: 1, bytes: (await stat(path)).size };
  },
  'export',
);
