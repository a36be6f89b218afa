import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it, vi } from 'vitest';

/** Benchmarks that need the built web client. `npm test` builds it before; who runs this file alone may not have it. */
const ofBuiltWeb = ['bundle-size', 'location-10k'];
const isBuilt = existsSync(join(import.meta.dirname, '../apps/web/dist/.vite/manifest.json'));
const benches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''));

beforeAll(() => {
  vi.stubEnv('BENCH_SMALL', '1');
  // the figures of the small form mean nothing
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
