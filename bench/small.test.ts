import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it, vi } from 'vitest';

/** These look at the built web client, which `npm test` has and a single run of this file need not have. */
const ofBuiltWeb = ['bundle-size', 'location-10k'];
const isBuilt = existsSync(join(import.meta.dirname, '../apps/web/dist/.vite/manifest.json'));
/** Left out: even small it takes minutes beside other tests, because it loads a gateway from a generator. By hand: `BENCH_SMALL=1 npm run bench ingest`. */
const alone = ['ingest'];
const benches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
  .filter((name) => !alone.includes(name));

beforeAll(() => {
  vi.stubEnv('BENCH_SMALL', '1');
  // figures that mean nothing
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

// each takes a second or two; the limit is for one that hangs
for (const name of benches)
  it.skipIf(ofBuiltWeb.includes(name) && !isBuilt)(`${name} runs in its small form`, { timeout: 300_000 }, async () => {
    await import(`./${name}.bench.ts`);
  });
