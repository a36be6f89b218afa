import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
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
  expect(dirname(keep(fastScratchFolder('fast', { root, roomGb: freeGb / 2, groups: [] })))).toBe(root);
  expect(dirname(keep(fastScratchFolder('fast', { root, roomGb: freeGb * 2 })))).toBe(tmpdir());
  expect(dirname(keep(fastScratchFolder('fast', { root: join(root, 'missing'), roomGb: 0 })))).toBe(tmpdir());
});

it('takes it only when the memory limit of every control group leaves room as well', () => {
  const GB = 1024 ** 3;
  const group = (name: string, files: Record<string, string>): string => {
    mkdirSync(join(root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text);
    return join(root, name);
  };
  const placeIn = (...groups: string[]): string =>
    dirname(keep(fastScratchFolder('fast', { root, roomGb: 1 / 1024, groups })));
  const wide = group('wide', { 'memory.max': 'max\n', 'memory.current': `${99 * GB}\n` });
  const roomy = group('roomy', { 'memory.max': `${GB}\n`, 'memory.current': `${GB / 2}\n` });
  const full = group('full', {
    'memory.max': `${GB}\n`,
    'memory.current': `${GB}\n`,
    'memory.stat': 'anon 5\ninactive_file 1000000\nactive_file 1000000\n',
  });
  const cached = group('cached', {
    'memory.max': `${GB}\n`,
    'memory.current': `${GB}\n`,
    'memory.stat': 'anon 5\ninactive_file 1200000\nactive_file 1000000\n',
  });
  expect(placeIn(wide, roomy, cached, join(root, 'missing'))).toBe(root);
  expect(placeIn(wide, full)).toBe(tmpdir());
});
