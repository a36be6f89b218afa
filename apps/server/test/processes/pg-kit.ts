import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DestinationStream, pino } from 'pino';
import type { EmbeddedPg } from '../../src/core/pg/embedded';
import { isAlive } from '../../src/core/pg/server-lock';
import { bundleProgram } from './server';

/** A log that remembers its lines. */
export function heardLog() {
  const lines: string[] = [];
  const stream: DestinationStream = { write: (line) => void lines.push(line) };
  return { lines, log: pino({ level: 'info' }, stream) };
}

/** First value of the first row of a query, over a connection of its own. */
export async function ask(connection: EmbeddedPg['connection'], query: string): Promise<unknown> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' });
    return (rows as unknown[][])[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Waits until `test` answers true; throws after `seconds`. */
export async function until(what: string, test: () => boolean | Promise<boolean>, seconds = 15): Promise<void> {
  for (let i = 0; i < seconds * 40; i++) {
    if (await test()) return;
    await sleep(25);
  }
  throw new Error(`waited ${seconds} s in vain: ${what}`);
}

export const gone = (pid: number): Promise<void> => until(`process ${pid} ends`, () => !isAlive(pid));

export interface PgChild {
  process: ChildProcess;
  /** resolves with the greeting, rejects with what it printed when it ended before */
  ready: Promise<{ pid: number; host: string; uid: number }>;
  /** number of the last row whose commit was confirmed */
  confirmed(): number;
  ended: Promise<{ code: number | null; stderr: string }>;
}

/** Runs pg-child.ts, as another user if asked; as one file, because loading it from its sources takes longer than starting PostgreSQL. */
export async function pgChild(dataDir: string, uid?: number): Promise<PgChild> {
  const program = await bundleProgram('test/processes/pg-child.ts');
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let stderr = '';
  let confirmed = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((done) =>
    child.once('close', (code) => done({ code, stderr })),
  );
  const ready = new Promise<{ pid: number; host: string; uid: number }>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) done(JSON.parse(line) as { pid: number; host: string; uid: number });
      else confirmed = Number(line);
    });
    void ended.then(() => fail(new Error(stderr)));
  });
  ready.catch(() => undefined);
  return { process: child, ready, confirmed: () => confirmed, ended };
}
