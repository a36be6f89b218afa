import { setTimeout as pause } from 'node:timers/promises';
import { openSocket, reportOf, Sender } from '../kit/terminals';

/**
 * Terminals that report one after another, evenly spread, each once in `everyMs`, whether they are answered or not. Their reports are a second apart by their own clock, the first one `from`. Prints 0 when
 * all are connected and the first reports. It answers `forget` by dropping what was measured so far, and `read` and `stop` by the {@link Reported}.
 */
const [port = 0, terminals = 0, everyMs = 0, from = 0] = process.argv.slice(2).map(Number);

/** What was measured: ms until each report was acknowledged, and how many reports each terminal sent at most. */
export interface Reported {
  latencies: number[];
  rounds: number;
}

let stopped = false;
const all = await Promise.all(
  Array.from({ length: terminals }, async (_, n) => {
    const frames = { length: Number.POSITIVE_INFINITY, at: (i: number) => reportOf(n, i, from + i * 1000) };
    return new Sender(await openSocket(port), frames, 0);
  }),
);
let done = 0;
process.on('message', async (message) => {
  if (message === 'forget') {
    for (const { latencies } of all) latencies.length = 0;
    process.send?.(null);
    return;
  }
  const ends = message === 'stop';
  stopped = ends;
  // the last ones are acknowledged
  await pause(Math.min(1_000, everyMs));
  const latencies = all.flatMap((sender) => sender.latencies);
  const told = { latencies, rounds: Math.ceil(done / terminals) } satisfies Reported;
  if (!ends) {
    process.send?.(told);
    return;
  }
  for (const sender of all) sender.close();
  process.send?.(told, () => process.exit(0));
});
process.on('SIGTERM', () => process.exit(0));
console.log(0);
const began = performance.now();
for (; !stopped; await pause(4)) {
  const due = Math.floor(((performance.now() - began) / everyMs) * terminals);
  for (; done < due; done++) all[done % terminals]?.send();
}
