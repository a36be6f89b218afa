import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleSources } from '../apps/server/test/processes/server';
import { fastScratchFolder } from '../apps/server/test/scratch';

declare global {
  interface ImportMeta {
    /** of Vite: what a pattern finds, each loaded when it is called */
    glob(pattern: string): Readonly<Record<string, () => Promise<unknown>>>;
  }
}

/** Benchmarks that need the built web client. `npm test` builds it before; who runs this file alone may not have it. */
const ofBuiltWeb = ['bundle-size', 'location-10k'];
const isBuilt = existsSync(join(import.meta.dirname, '../apps/web/dist/.vite/manifest.json'));
// so the runner knows that this file imports them, and runs it when they change; for their names alone (`Object.keys(import.meta.glob(…))`) Vite imports nothing
const found = import.meta.glob('./*.bench.ts');
const benches = Object.keys(found).map((path) => path.slice(2, -'.bench.ts'.length));

let folder: string;
const scratch = fastScratchFolder('bench');
let child: ChildProcess;
/** what the child has written, for the case that it ends */
let complaints = '';

/** What the child answers next; throws when it ends instead. */
async function answer(): Promise<unknown> {
  const ending = new AbortController();
  const ended = once(child, 'close', { signal: ending.signal }).then(([code]) => {
    throw new Error(`the benchmarks ended with ${code}: ${complaints}`);
  });
  const [said] = await Promise.race([once(child, 'message', { signal: ending.signal }), ended]);
  ending.abort();
  return said;
}

beforeAll(async () => {
  const files = ['children/small-child.ts', ...benches.map((name) => `${name}.bench.ts`)];
  folder = await bundleSources(files.map((file) => `../../bench/${file}`));
  child = fork(join(folder, 'small-child.mjs'), {
    // data folders and the browser's profile are small here, and written in memory
    env: { ...process.env, BENCH_SMALL: '1', TMPDIR: scratch },
    // with the same young generation as the server of `npm start`
    execArgv: ['--max-semi-space-size=64'],
    // the figures of the small form mean nothing
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  await answer();
});
afterAll(async () => {
  child?.disconnect();
  if (child) await once(child, 'exit');
  rmSync(scratch, { recursive: true, force: true });
});

// each takes a second or so; the limit is for one that hangs
for (const name of benches)
  it.skipIf(ofBuiltWeb.includes(name) && !isBuilt)(`${name} runs in its small form`, { timeout: 300_000 }, async () => {
    const said = answer();
    child.send(join(folder, `${name}.bench.mjs`));
    expect(await said).toBe(null);
  });
