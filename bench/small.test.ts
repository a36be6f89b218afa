import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { bundleSources } from '../apps/server/test/processes/server';
import { type RunFolder, runFolder } from '../apps/server/test/setup/run-folder';
import { SmallRunner } from './kit/small-runner';

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
let scratch: RunFolder;
let runner: SmallRunner;

beforeAll(async () => {
  const files = ['children/small-child.ts', ...benches.map((name) => `${name}.bench.ts`)];
  folder = await bundleSources(files.map((file) => `../../bench/${file}`));
  scratch = runFolder('bench');
  runner = new SmallRunner(join(folder, 'small-child.mjs'), {
    // data folders and the browser's profile are small here, and written in memory
    env: { ...process.env, BENCH_SMALL: '1', TMPDIR: scratch.path },
    // with the same young generation as the server of `npm start`
    execArgv: ['--max-semi-space-size=64'],
    // for one that hangs
    timeoutMs: 280_000,
  });
});
afterAll(async () => {
  try {
    await runner?.close();
  } finally {
    scratch?.remove();
  }
});

// each takes a second or so
for (const name of benches)
  it.skipIf(ofBuiltWeb.includes(name) && !isBuilt)(`${name} runs in its small form`, { timeout: 300_000 }, () =>
    runner.run({ name, path: join(folder, `${name}.bench.mjs`) }),
  );
