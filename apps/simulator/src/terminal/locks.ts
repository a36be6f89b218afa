import type { Transparent } from '@tongda/protocol/jt808/messages/vehicle/0900';
import {
  decodeLockAsk,
  encodeLockTold,
  type LockAsk,
  lockResult,
  lockState,
  lockType,
} from '@tongda/protocol/lock/frame';
import { demoLocks } from '../fleet/demo-locks';

/** Ways of opening, as locks number them. */
const way = { bluetooth: 1, remote: 2, code: 3 } as const;
/** Somebody types a new code after this time, and closes the lock this long after it was opened, ms. */
const TYPED_MS = 40_000;
const CLOSED_MS = 30_000;

/** Charge of a lock that the demo does not know, per cent, and how often it is opened with one per cent. */
const usualPct = 82;
const openingsPerPct = 20;

interface Lock {
  isOpen: boolean;
  /** charge when it was first asked, per cent, and how often it was opened since */
  fullPct: number;
  openings: number;
}
const newLock = (mac: string): Lock => ({
  isOpen: false,
  fullPct: demoLocks.find((lock) => lock.mac === mac)?.batteryPct ?? usualPct,
  openings: 0,
});

/**
 * The Bluetooth locks that the terminal of a truck reaches. A lock answers each order, opens, and tells it; a driver at the door types a code that was sent to the lock, once,
 * while it holds, and closes what is open.
 */
export class LockUnit {
  private readonly locks = new Map<string, Lock>();

  constructor(
    /** MACs of the locks that are near; null: every lock that is asked for */
    private readonly near: readonly string[] | null = null,
    private readonly later: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms).unref(),
    private readonly clock: () => number = Date.now,
  ) {}

  /** Takes transparent data of the platform; what the locks say goes through `send`, at once and later. */
  asked({ type, data }: Transparent, send: (answer: Transparent) => void): void {
    const ask = type === lockType ? decodeLockAsk(data) : null;
    if (ask === null) return;
    const { mac, serial } = ask;
    const tell = (bytes: Uint8Array): void => send({ type: lockType, data: bytes });
    if (this.near && !this.near.includes(mac)) {
      const nothing = { mac, state: 0, batteryPct: 0, serial };
      tell(encodeLockTold({ ...nothing, what: 'answer', result: lockResult.unreachable }));
      return;
    }
    const lock = this.locks.get(mac) ?? newLock(mac);
    this.locks.set(mac, lock);
    if (ask.what === 'open') lock.isOpen = true;
    tell(encodeLockTold({ ...this.stateOf(mac, lock), serial, what: 'answer', result: lockResult.done }));
    if (ask.what === 'open') this.opened(ask, lock, way.remote, tell);
    else this.later(() => this.typed(ask, lock, tell), Math.min(TYPED_MS, ask.minutes * 60_000 - 1));
  }

  private typed(ask: LockAsk, lock: Lock, tell: (bytes: Uint8Array) => void): void {
    lock.isOpen = true;
    this.opened(ask, lock, way.code, tell);
  }

  /** It opened: told now, and that it was closed when somebody at the box has closed it. */
  private opened({ mac, serial }: LockAsk, lock: Lock, by: number, tell: (bytes: Uint8Array) => void): void {
    const event = (isOpen: boolean, told: number) =>
      encodeLockTold({
        ...this.stateOf(mac, lock),
        serial: told,
        what: 'event',
        isOpen,
        way: isOpen ? by : way.bluetooth,
        at: this.clock(),
      });
    lock.openings++;
    tell(event(true, serial));
    this.later(() => {
      lock.isOpen = false;
      tell(event(false, 0));
    }, CLOSED_MS);
  }

  private stateOf = (mac: string, { isOpen, fullPct, openings }: Lock) => ({
    mac,
    state: isOpen ? lockState.open : lockState.closed,
    batteryPct: Math.max(1, fullPct - Math.floor(openings / openingsPerPct)),
  });
}
