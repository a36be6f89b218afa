import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { processStartOf } from '../../src/core/pg/server-lock';
import { runFolder, sweepRuns } from './run-folder';

const root = mkdtempSync(join(tmpdir(), 'tongda-runs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder as a run left it; `sign` is what stands in its sign of life, which is so many minutes old. */
function left(name: string, sign: string | null, minutes: number): string {
  const folder = join(root, `tongda-${name}`);
  mkdirSync(join(folder, 'deep'), { recursive: true });
  if (sign !== null) writeFileSync(join(folder, 'alive'), `${sign}\n`);
  const then = new Date(Date.now() - minutes * 60_000);
  for (const path of [folder, ...(sign === null ? [] : [join(folder, 'alive')])]) utimesSync(path, then, then);
  return folder;
}

/** A folder of this run, below `root`. */
function ownFolder() {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = root;
  try {
    return runFolder('bench', { fast: false });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Number and start of a process that has ended. */
async function goneProcess(): Promise<string> {
  const child = spawn('sleep', ['10']);
  await once(child, 'spawn');
  const whose = `${child.pid} ${processStartOf(child.pid ?? 0)}`;
  child.kill('SIGKILL');
  await once(child, 'close');
  return whose;
}

it('removes what killed runs left, and nothing of a run that lives', async () => {
  const own = ownFolder();
  const space = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '-';
  const self = `${process.pid} ${processStartOf(process.pid)}`;
  const gone = await goneProcess();
  const kept = [
    // an hour without a sign says nothing where the number of the process does
    left('test-lives', `${self} ${space}`, 60),
    // of another container, whose numbers are not ours
    left('test-elsewhere', `${gone} pid:[1]`, 1),
    // just made, its sign not yet written
    left('bench-begins', null, 1),
    left('other-name', `${gone} ${space}`, 60),
  ];
  const swept = [
    left('test-killed', `${gone} ${space}`, 0),
    left('bench-killed', `${gone} ${space}`, 0),
    left('test-elsewhere-long', `${self} pid:[1]`, 6),
    left('test-no-sign', null, 6),
  ];
  await sweepRuns([root, join(root, 'missing')]);
  expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
  expect(swept.filter((folder) => existsSync(folder))).toEqual([]);
  expect([dirname(own.path), existsSync(own.path)]).toEqual([root, true]);
  own.remove();
  expect(existsSync(own.path)).toBe(false);
});

it('a server that runs in it keeps the folder', async () => {
  const folder = left('bench-serves', null, 6);
  writeFileSync(join(folder, 'deep', 'server.lock'), `${process.pid} ${processStartOf(process.pid)}\n`);
  utimesSync(folder, new Date(0), new Date(0));
  await sweepRuns([root]);
  expect(existsSync(folder)).toBe(true);
});
