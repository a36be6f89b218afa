import { parentPort } from 'node:worker_threads';
import { heavyTask } from '../src/core/run/heavy';
import { serveTasks } from '../src/core/run/heavy-thread';

/** Tasks that do what no task should, in a real thread: made into a program by the test that uses them. */
export const growTask = heavyTask('grow', async function* (): AsyncGenerator<number> {
  const held: string[][] = [];
  while (held.length >= 0) held.push(Array.from({ length: 100_000 }, (_, i) => `${held.length} ${i}`));
  yield 0;
});
export const spinTask = heavyTask('spin', async function* (): AsyncGenerator<number> {
  for (let i = 0; ; i++) if (i < 0) yield i;
});
/** Adds up what it is fed, and tells each sum. */
export const sumTask = heavyTask(
  'sum',
  async function* (from: number, fed: AsyncIterable<number>): AsyncGenerator<number> {
    let sum = from;
    for await (const n of fed) {
      sum += n;
      yield sum;
    }
  },
);
export const fullDiskTask = heavyTask('full-disk', async function* (free: number): AsyncGenerator<number> {
  if (free === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  yield free;
});

if (parentPort) serveTasks(parentPort, [growTask, spinTask, sumTask, fullDiskTask]);
