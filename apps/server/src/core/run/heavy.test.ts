import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullDiskTask, growTask, spinTask, sumTask } from '../../../test/heavy-program';
import { scratchFolder } from '../../../test/scratch';
import { blockedByRule } from '../http/errors';
import { HeavyThreads } from './heavy';

const folder = scratchFolder('heavy');
const program = join(folder, 'heavy-program.mjs');
const tooMuch = '内容过大，请拆分后重试';
const threads = () =>
  new HeavyThreads({
    program,
    threads: 2,
    waiting: 1,
    memoryMb: 48,
    silentMs: 1_500,
    tooMuch: () => blockedByRule(tooMuch),
  });

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, '../../../test/heavy-program.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* numbers(count: number, noted: number[] = []): AsyncGenerator<number> {
  for (let n = 1; n <= count; n++) {
    noted.push(n);
    yield n;
  }
}
async function all<A>(parts: AsyncIterable<A>): Promise<A[]> {
  const out: A[] = [];
  for await (const part of parts) out.push(part);
  return out;
}

describe('a thread for heavy work', () => {
  it('is fed as it asks, hands over part by part, and takes the next task', async () => {
    const lane = threads();
    expect(await all(lane.run(sumTask, 10, numbers(4)))).toEqual([11, 13, 16, 20]);
    expect(await all(lane.run(sumTask, 0, numbers(2)))).toEqual([1, 3]);
    expect(await all(lane.run(sumTask, 0))).toEqual([]);
  });

  it('is given nothing more when its parts are not taken any more, and the source is closed', async () => {
    const noted: number[] = [];
    for await (const sum of threads().run(sumTask, 0, numbers(1000, noted))) if (sum >= 6) break;
    expect(noted.length).toBeLessThan(6);
  });

  it('ends when its memory is not enough: a sentence for its user, the others go on, the process lives', async () => {
    const lane = threads();
    const slow = (async function* () {
      for await (const n of numbers(20)) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        yield n;
      }
    })();
    const [grown, sums] = await Promise.allSettled([all(lane.run(growTask, null)), all(lane.run(sumTask, 0, slow))]);
    expect(grown).toMatchObject({ status: 'rejected', reason: { message: tooMuch } });
    expect(sums).toMatchObject({ status: 'fulfilled', value: expect.arrayContaining([210]) });
    expect(await all(lane.run(sumTask, 1, numbers(1)))).toEqual([2]);
  });

  it('ends when it says nothing for too long, and its place is free again', async () => {
    const lane = threads();
    const began = performance.now();
    const spun = await Promise.allSettled([all(lane.run(spinTask, null)), all(lane.run(spinTask, null))]);
    expect(spun).toMatchObject([{ reason: { message: tooMuch } }, { reason: { message: tooMuch } }]);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await all(lane.run(sumTask, 1, numbers(1)))).toEqual([2]);
  });

  it('is waited for by so many, and by no more', async () => {
    const lane = threads();
    const tries = await Promise.allSettled([1, 2, 3, 4].map((n) => all(lane.run(sumTask, n, numbers(1)))));
    expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(tries[3]).toMatchObject({ reason: { code: 4029, message: expect.stringContaining('过多') } });
  });

  it('passes on why the disk or the source failed', async () => {
    await expect(all(threads().run(fullDiskTask, 0))).rejects.toMatchObject({ code: 'ENOSPC' });
    const broken = (async function* () {
      yield 1;
      throw blockedByRule('查询失败');
    })();
    await expect(all(threads().run(sumTask, 0, broken))).rejects.toThrow('查询失败');
  });

  it('is not needed where its program does not exist: the work is done here', async () => {
    const here = new HeavyThreads({
      program: 'none',
      threads: 1,
      waiting: 0,
      memoryMb: 1,
      silentMs: 1,
      tooMuch: () => blockedByRule(''),
    });
    expect(await all(here.run(sumTask, 10, numbers(4)))).toEqual([11, 13, 16, 20]);
  });
});
