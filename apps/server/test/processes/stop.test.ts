import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoExports } from '../../src/demo/exports';
import { postmasterOf } from '../crash/kit';
import { scratchFolder } from '../scratch';
import { putReadyCluster } from '../setup/ready-cluster';
import { bundleServer, freePort } from './server';
import { withServerData } from './server-data';

/** The real program with the demo company, stopped (SIGTERM) at moments when it is in the middle of something. The trucks stay at home: their simulator needs the built product. */
let folder: string;
let main: string;
let child: ChildProcess | null = null;

beforeAll(async () => {
  folder = scratchFolder('stop');
  main = await bundleServer();
  await putReadyCluster(folder);
}, 60_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  // stops what a killed server may have left behind
  await withServerData(folder, async () => undefined);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

interface Run {
  output(): string;
  port: number;
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

async function start(): Promise<Run> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'info' };
  const started = spawn(process.execPath, ['--enable-source-maps', main], {
    env: { ...env, DEMO: '1', ROLES: 'processor,api,worker' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<number | null>((resolve) => started.once('close', resolve));
  return {
    output: () => output,
    port,
    ended,
    stop: () => {
      started.kill('SIGTERM');
      return ended;
    },
  };
}

async function until(what: string, run: Run, holds: () => Promise<boolean> | boolean): Promise<void> {
  const gone = { yes: false };
  void run.ended.then(() => {
    gone.yes = true;
  });
  for (const since = Date.now(); !(await holds()); await pause(10))
    if (gone.yes || Date.now() - since > 150_000) throw new Error(`not ${what}: ${run.output()}`);
}
const isReady = async ({ port }: Run): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** No stack: neither of Node.js nor in the log. */
function expectCalm(run: Run): void {
  expect(run.output()).not.toMatch(/"stack"|\n {4}at |启动失败/u);
}

it('stopped while the demo is written, and again while its files are made, it is completed by the next start; no end prints a stack', {
  timeout: 400_000,
}, async () => {
  const first = await start();
  await until('ready', first, () => isReady(first));
  expect(await first.stop()).toBe(0);
  expectCalm(first);
  expect(first.output()).not.toContain('demo companies written');

  const second = await start();
  await until('written', second, () => second.output().includes('demo companies written'));
  expect(await second.stop()).toBe(0);
  expectCalm(second);

  const third = await start();
  await until('started', third, () => third.output().includes('通达已启动'));
  const count = (statement: string) =>
    withServerData(folder, async (db) => Number((await db.pool.query(statement)).rows[0].n));
  const postmaster = postmasterOf(folder);
  if (postmaster === null) throw new Error('no PostgreSQL runs in the folder');
  // PostgreSQL is gone when it stops
  process.kill(postmaster, 'SIGKILL');
  expect(await third.stop()).toBe(0);
  expectCalm(third);
  expect(await count('select count(*) n from vehicle')).toBe(60);
  expect(await count('select count(*) n from export_task')).toBe(demoExports.length);
  expect(await count('select count(*) n from survey')).toBe(4);
  expect(await count('select count(*) n from receipt where receipt_status > 0 and cardinality(file_ids) = 0')).toBe(0);
});
