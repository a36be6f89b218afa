import { fork } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type LoadResult, loadPhone } from './load';

/** Terminals of one process: each needs a file descriptor, of which a process has some ten thousand. */
const mostTerminals = 5_000;

/** How many terminals each process plays; one entry when they fit into this one. */
export function shareTerminals(terminals: number): number[] {
  const processes = Math.max(1, Math.ceil(terminals / mostTerminals));
  return Array.from({ length: processes }, (_, i) => Math.floor((terminals + i) / processes));
}

/**
 * Runs this program once for each share, with the same arguments otherwise, and adds up what came of it. Of the times of acknowledgement the worst of all processes is
 * answered.
 */
export async function runProcesses(
  shares: readonly number[],
  { rate, firstPhone }: { rate: number; firstPhone?: string },
  args: readonly string[],
): Promise<LoadResult> {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const results = await Promise.all(
    shares.map(async (share, i) => {
      const before = shares.slice(0, i).reduce((sum, one) => sum + one, 0);
      const own = [
        '--load',
        String(share),
        '--rate',
        String((rate * share) / total),
        '--first-phone',
        loadPhone(before, firstPhone),
      ];
      // the last of two equal options counts
      const child = fork(process.argv[1] ?? '', [...args, ...own], { silent: true });
      child.stderr?.pipe(process.stderr);
      const said = child.stdout ? await text(child.stdout) : '';
      // the child prints one line, its result
      return JSON.parse(said) as LoadResult;
    }),
  );
  return mergeResults(results);
}

/** The results of several processes as one. */
export function mergeResults(results: readonly LoadResult[]): LoadResult {
  const sum = (pick: (result: LoadResult) => number): number => results.reduce((all, result) => all + pick(result), 0);
  const worst = (pick: (result: LoadResult) => number): number => Math.max(...results.map(pick));
  return {
    sent: sum((r) => r.sent),
    acknowledged: sum((r) => r.acknowledged),
    refused: sum((r) => r.refused),
    repeats: sum((r) => r.repeats),
    reconnects: sum((r) => r.reconnects),
    extras: sum((r) => r.extras),
    ratePerSecond: sum((r) => r.ratePerSecond),
    ackP50Ms: worst((r) => r.ackP50Ms),
    ackP99Ms: worst((r) => r.ackP99Ms),
    ackMaxMs: worst((r) => r.ackMaxMs),
  };
}
