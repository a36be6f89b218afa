import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { manuals } from '@tongda/contract/base/system-apply/calls';
import { builtRoutes } from '@tongda/contract/shell/built';
import { runHeavy } from '../../../core/run/heavy';
import type { Chapter } from './chapter';
import { writeManualTask } from './manual-pdf';
import { tmsManual } from './manual-tms';
import { wmsManual } from './manual-wms';

type System = (typeof manuals)[number];
const books = {
  TMS: { title: '运输管理系统用户手册', chapters: tmsManual },
  WMS: { title: '仓储管理系统用户手册', chapters: wmsManual },
} as const satisfies Record<System, { title: string; chapters: readonly Chapter[] }>;

/** The chapters of a manual whose screens all work: a manual promises nothing else. */
export const chaptersOf = (system: System): Chapter[] =>
  books[system].chapters.filter(({ needs }) => needs.every((key) => builtRoutes.has(key)));

const made = new Map<System, Promise<Buffer>>();

/** A manual as PDF. Its content is that of the build, so each is made once, at the first request; a failure is tried again. */
export function renderManual(system: System): Promise<Buffer> {
  const known = made.get(system);
  if (known) return known;
  const making = writeManual(system);
  made.set(system, making);
  making.catch(() => made.delete(system));
  return making;
}

async function writeManual(system: System): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tongda-manual-'));
  const path = join(folder, `${system}.pdf`);
  try {
    const manual = { title: books[system].title, chapters: chaptersOf(system) };
    for await (const _pages of runHeavy(writeManualTask, { path, ...manual }));
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
