import { setTimeout as pause } from 'node:timers/promises';
import type { LeaderLock, Lease } from './election';

export interface HoldOptions {
  lock: LeaderLock;
  name: string;
  /** how long to wait for a killed predecessor whose connection still exists, ms */
  patienceMs: number;
  /** called when another process got the lock while the connection was broken */
  taken(): void;
}

/**
 * Takes a lock and keeps it. After a broken connection it is taken again; if another process has it by then, `taken` is called. Answers a function that
 * gives the lock back, or null when another process holds the lock from the beginning.
 */
export async function holdLead(options: HoldOptions): Promise<(() => Promise<void>) | null> {
  const ending = new AbortController();
  let lease = await tryToLead(options, ending.signal);
  if (!lease) return null;
  const keep = async () => {
    while (!ending.signal.aborted) {
      await waitForAbort(lease?.lost, ending.signal);
      if (ending.signal.aborted) return;
      // returns the broken connection to the pool
      await lease?.release();
      lease = await tryToLead(options, ending.signal);
      if (!lease && !ending.signal.aborted) return options.taken();
    }
  };
  const kept = keep();
  return async () => {
    ending.abort();
    await kept;
    await lease?.release();
  };
}

/** Tries to get the lock: for as long as the database is away, but against another holder only for `patienceMs`. */
async function tryToLead({ lock, name, patienceMs }: HoldOptions, ending: AbortSignal): Promise<Lease | null> {
  for (let refused = 0; !ending.aborted; ) {
    try {
      const lease = await lock.tryLead(name);
      if (lease) return lease;
      if (refused >= patienceMs) return null;
      refused += 250;
    } catch {
      refused = 0;
    }
    await pause(250, undefined, { signal: ending }).catch(() => undefined);
  }
  return null;
}

/** Resolves when one of the signals is aborted; it leaves no listener behind on the others, which live as long as the process. */
function waitForAbort(...signals: Array<AbortSignal | undefined>): Promise<void> {
  const heard = new AbortController();
  return new Promise((resolve) => {
    const hear = (): void => {
      heard.abort();
      resolve();
    };
    for (const signal of signals) {
      if (signal?.aborted) hear();
      else signal?.addEventListener('abort', hear, { once: true, signal: heard.signal });
    }
  });
}
