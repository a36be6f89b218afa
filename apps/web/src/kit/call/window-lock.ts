const leaseMs = 8000;
const againMs = 2000;
/** ms after which two windows that wrote at the same moment have seen each other's value. */
const settleMs = 200;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Lease {
  owner: string;
  /** epoch ms */
  until: number;
}

/**
 * Does the work in one window of the browser at a time: by Web Lock, or, where pages are not secure (plain http of an intranet) and there is
 * none, by a lease in localStorage that `renew` keeps alive. Gives up waiting when `wanted` says that nothing is left to do.
 */
export async function runInOneWindow(
  name: string,
  work: (renew: () => void) => Promise<void>,
  wanted: () => boolean,
): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(name, () => work(() => undefined));
    return;
  }
  const me = Math.random().toString(36).slice(2);
  const renew = (): void => localStorage.setItem(name, JSON.stringify({ owner: me, until: Date.now() + leaseMs }));
  while (wanted()) {
    if (!(await tryTakeLease(name, me, renew))) {
      await sleep(againMs);
      continue;
    }
    try {
      await work(renew);
    } finally {
      if (readLease(name)?.owner === me) localStorage.removeItem(name);
    }
    return;
  }
}

async function tryTakeLease(name: string, me: string, take: () => void): Promise<boolean> {
  const lease = readLease(name);
  if (lease && lease.until > Date.now()) return false;
  take();
  await sleep(settleMs);
  return readLease(name)?.owner === me;
}

function readLease(name: string): Lease | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}
