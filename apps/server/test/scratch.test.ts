import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fastScratchFolder, scratchFolder } from './scratch';

const root = mkdtempSync(join(tmpdir(), 'tongda-scratch-'));
const made: string[] = [];
const keep = (folder: string): string => {
  made.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of [...made, root]) rmSync(folder, { recursive: true, force: true });
});

it('lets others enter a scratch folder', () => {
  expect(statSync(keep(scratchFolder('own'))).mode & 0o777).toBe(0o755);
});

it('takes the fast place only when it exists and has room', () => {
  const { bavail, bsize } = statfsSync(root);
  const freeGb = (bavail * bsize) / 1024 ** 3;
  expect(dirname(keep(fastScratchFolder('fast', { root, roomGb: freeGb / 2 })))).toBe(root);
  expect(dirname(keep(fastScratchFolder('fast', { root, roomGb: freeGb * 2 })))).toBe(tmpdir());
  expect(dirname(keep(fastScratchFolder('fast', { root: join(root, 'missing'), roomGb: 0 })))).toBe(tmpdir());
});
