import { setTimeout as pause } from 'node:timers/promises';
import type { LeaderLock, Lease } from './election';

export interface HoldOptions {
  lock: LeaderLock;
  name: string;
  /** a predecessor that was killed may still be there this long */
  patienceMs: number;
  /** the name went to somebody else while the connection was broken */
  taken(): void;
}

/**
 * Takes a name and keeps it: after a broken connection it is taken again, and only if somebody else has it by then `taken` is called.
 * Null when it cannot be had in the first place.
 */
export async function holdLead(options: HoldOptions): Promise<(() => Promise<void>) | null> {
  const ending = new AbortController();
  let lease = await attempt(options, ending.signal);
  if (!lease) return null;
  const keep = async () => {
    while (!ending.signal.aborted) {
      await aborted(lease?.lost, ending.signal);
      if (ending.signal.aborted) return;
      // gives the broken connection back
      await lease?.release();
      lease = await attempt(options, ending.signal);
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

/** Tries until it is ours; while the database is away for as long as that lasts, against another holder only for a while. */
async function attempt({ lock, name, patienceMs }: HoldOptions, ending: AbortSignal): Promise<Lease | null> {
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

function aborted(...signals: Array<AbortSignal | undefined>): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      if (signal?.aborted) resolve();
      signal?.addEventListener('abort', () => resolve(), { once: true });
    }
  });
}
