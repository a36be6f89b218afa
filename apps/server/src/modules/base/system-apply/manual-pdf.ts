import { platformLabel } from '@tongda/contract/core/platform';
import { menus } from '@tongda/contract/shell/menus';
import { ink, Paper, pageSize } from '../../../core/pdf/paper';
import { heavyTask } from '../../../core/run/heavy';
import type { Chapter } from './chapter';

interface ManualFile {
  path: string;
  title: string;
  chapters: readonly Chapter[];
}

const margin = 64;
const width = pageSize.width - 2 * margin;
const bottom = pageSize.height - 72;
const body = { size: 12.5, leading: 5 } as const;

/** Writes a manual: title and contents on the first page, then chapter after chapter. Setting Chinese text takes its time, so it runs in a thread. */
export const writeManualTask = heavyTask(
  'write-manual',
  async function* ({ path, title, chapters }: ManualFile): AsyncGenerator<number> {
    const paper = new Paper(path, title);
    drawContents(paper, title, chapters);
    let y = Number.POSITIVE_INFINITY;
    for (const [i, chapter] of chapters.entries()) y = drawChapter(paper, chapter, i + 1, y);
    paper.onEachPage((page, pages) => {
      paper.text(title, margin, pageSize.height - 44, width - 120, { size: 9.5, color: ink.caption });
      paper.text(`${page} / ${pages}`, margin + width - 110, pageSize.height - 44, 110, {
        size: 9.5,
        color: ink.caption,
        align: 'right',
      });
    });
    await paper.finish();
    yield paper.pages;
  },
  'export',
);

function drawContents(paper: Paper, title: string, chapters: readonly Chapter[]): void {
  paper.addPage();
  paper.text(title, margin, 96, width, { size: 28, weight: 'bold' });
  paper.text(`适用版本 ${platformLabel}，只写已经可用的功能`, margin, 142, width, { size: 12, color: ink.caption });
  paper.rule(172, 1.6, { x: margin, to: margin + width });
  paper.text('目录', margin, 196, width, { size: 16, weight: 'bold' });
  for (const [i, chapter] of chapters.entries())
    paper.text(`${i + 1}　${chapter.title}`, margin, 232 + i * 26, width, { size: 13 });
}

/** Draws a chapter below `y`, on a new page when its head and first lines do not fit; answers where it ends. */
function drawChapter(
  paper: Paper,
  { title, menus: keys = [], text, steps }: Chapter,
  number: number,
  y: number,
): number {
  const place = keys.length > 0 ? `菜单：${keys.map((key) => menus[key].name).join('、')}` : '';
  const lines = [text, ...steps.map((step) => `·　${step}`)];
  const height = lines.reduce((sum, line) => sum + paper.heightOf(line, width, body) + 6, place ? 62 : 40);
  const at = { y };
  // a chapter is not torn apart as long as it fits a page
  if (y + height > bottom) {
    paper.addPage();
    at.y = 72;
  }
  paper.text(`${number}　${title}`, margin, at.y, width, { size: 17, weight: 'bold' });
  at.y += 30;
  if (place) {
    paper.text(place, margin, at.y, width, { size: 11, color: ink.caption });
    at.y += 22;
  }
  for (const line of lines) at.y += paper.paragraph(line, margin, at.y, width, body) + 6;
  return at.y + 22;
}
