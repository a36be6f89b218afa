import { cancelledReason, downloadStatus, type downloadStatusCheck } from '@tongda/contract/base/download/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { constants } from '@tongda/contract/shell/constants';
import { runInOneWindow } from '../call/window-lock';

export type DownloadState = Output<typeof downloadStatusCheck>[number];

const storeKey = 'td.downloads';
const lockName = 'td-downloads';
const { stopMs } = constants.download;
const pollMs = constants.download.pollS * 1000;
const slowPollMs = 5000;

interface Pending {
  ids: string[];
  /** epoch ms of the last addition */
  since: number;
}

export interface DownloadDeps {
  check: (ids: string[]) => Promise<DownloadState[]>;
  /** a file is ready */
  done: (task: DownloadState) => void;
  failed: (task: DownloadState) => void;
  sleep?: (ms: number) => Promise<void>;
  /** does the work in one window at a time */
  lock?: typeof runInOneWindow;
}

/**
 * Waits for export tasks: pending ids in localStorage, asked for once a second by one window of the browser, until none is
 * left or 5 minutes after the last addition; after three failures in a row every 5 s.
 */
export function createDownloadWatch(deps: DownloadDeps) {
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const lock = deps.lock ?? runInOneWindow;
  let queued = false;

  async function poll(renew: () => void): Promise<void> {
    let failures = 0;
    for (let pending = readPending(); isOpen(pending); pending = readPending()) {
      renew();
      try {
        settle(await deps.check(pending.ids));
        failures = 0;
      } catch {
        failures++;
      }
      if (isOpen(readPending())) await sleep(failures > 3 ? slowPollMs : pollMs);
    }
    if (readPending().ids.length > 0) writePending({ ids: [], since: 0 });
  }

  function settle(tasks: DownloadState[]): void {
    const over = tasks.filter(({ status }) => status !== downloadStatus.pending);
    if (over.length === 0) return;
    const { ids, since } = readPending();
    writePending({ ids: ids.filter((id) => !over.some((task) => task.id === id)), since });
    for (const task of over) {
      if (task.status === downloadStatus.done) deps.done(task);
      // who takes a task back knows it
      else if (task.failReason !== cancelledReason) deps.failed(task);
    }
  }

  /** Looks after the pending tasks as soon as no other window does. Call at start and whenever one was added. */
  async function watch(): Promise<void> {
    if (queued || !isOpen(readPending())) return;
    queued = true;
    try {
      await lock(lockName, poll, () => isOpen(readPending()));
    } finally {
      queued = false;
    }
  }

  return {
    watch,
    add: (id: string): Promise<void> => {
      writePending({ ids: [...new Set([...readPending().ids, id])], since: Date.now() });
      return watch();
    },
  };
}

const isOpen = ({ ids, since }: Pending): boolean => ids.length > 0 && Date.now() - since < stopMs;

function readPending(): Pending {
  try {
    const stored: Pending | null = JSON.parse(localStorage.getItem(storeKey) ?? 'null');
    return stored && Array.isArray(stored.ids) ? stored : { ids: [], since: 0 };
  } catch {
    return { ids: [], since: 0 };
  }
}
function writePending(pending: Pending): void {
  localStorage.setItem(storeKey, JSON.stringify(pending));
}
