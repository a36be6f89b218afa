import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SmallRunner } from './small-runner';

const folder = mkdtempSync(join(tmpdir(), 'tongda-small-runner-'));
const program = join(import.meta.dirname, '../children/small-child.ts');
const newRunner = () =>
  new SmallRunner(program, { execArgv: ['--import', 'tsx'], env: process.env, timeoutMs: 60_000 });
const runner = newRunner();
afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A benchmark of this text. */
function bench(name: string, text: string) {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  return { name, path };
}
const good = () => bench('good', 'await 1;');

it('a benchmark that misses what does not depend on a clock fails, and the next one does not', async () => {
  const over = bench('over', "console.error('over the budget by 3 KB'); process.exitCode = 1;");
  await expect(runner.run(over)).rejects.toThrow(/^over: it ends with 1\nover the budget by 3 KB/u);
  await runner.run(good());
});

it('one that throws is loaded anew when it is tried again', async () => {
  const seen = join(folder, 'seen');
  const once = bench(
    'once',
    `import { existsSync, writeFileSync } from 'node:fs';
    if (!existsSync(${JSON.stringify(seen)})) { writeFileSync(${JSON.stringify(seen)}, ''); throw new Error('first'); }`,
  );
  await expect(runner.run(once)).rejects.toThrow('once: Error: first');
  await runner.run(once);
});

it('one that takes the process with it does not take the next ones', async () => {
  await expect(runner.run(bench('dies', "console.error('no more'); process.exit(3);"))).rejects.toThrow(
    /^dies: the process ended with 3, after \w+( \w+)?\nno more/u,
  );
  await runner.run(good());
});

it('one that hangs answers for nobody else', async () => {
  // would answer while the next one runs
  const hangs = bench('hangs', 'await new Promise((done) => setTimeout(done, 800));');
  await expect(runner.run(hangs, 500)).rejects.toThrow('hangs: no answer in 0.5 s');
  const fails = bench('fails', 'await new Promise((done) => setTimeout(done, 600)); throw 1;');
  await expect(runner.run(fails)).rejects.toThrow('fails: 1');
});

it('an error that nobody caught is told, also after the last answer', async () => {
  const one = newRunner();
  await one.run(bench('late', "setImmediate(() => { throw new Error('afterwards'); });"));
  await expect(one.close()).rejects.toThrow(
    /^after late the process of the benchmarks ended with 1: [\s\S]*afterwards/u,
  );
  await one.close();
});
