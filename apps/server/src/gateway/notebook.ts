import type { DeviceStore, UnknownTerminal } from './devices';

const MAX_UNKNOWN = 1_000;
/** The last frame of an unknown terminal is kept for staff, at most so many hex digits. */
const MAX_HEX = 2_000;

/** Collects what need not be stored at once (unknown terminals, when devices were last heard of) and writes it a few times a minute. */
export class Notebook {
  private unknown = new Map<string, UnknownTerminal>();
  private seen = new Map<string, number>();
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly store: DeviceStore,
    private readonly failed: (error: unknown) => void,
    everyMs: number,
  ) {
    this.timer = setInterval(() => void this.flush(), everyMs);
    this.timer.unref();
  }

  /** Counts a frame of an unknown terminal. At most 1,000 numbers are noted at a time, so that a flood of invented ones does no harm. */
  noteUnknown(phoneKey: string, hex: () => string, remote: string): void {
    const known = this.unknown.get(phoneKey);
    if (known) known.frames++;
    else if (this.unknown.size < MAX_UNKNOWN) {
      this.unknown.set(phoneKey, { phoneKey, frames: 1, lastHex: hex().slice(0, MAX_HEX), remote });
    }
  }

  noteSeen(deviceId: string, at: number): void {
    this.seen.set(deviceId, at);
  }

  /** Writes what was collected. If that fails it is dropped, as the next frames bring it again. */
  flush(): Promise<void> {
    const { unknown, seen } = this;
    this.unknown = new Map();
    this.seen = new Map();
    this.writing = this.writing.then(async () => {
      try {
        if (unknown.size > 0) await this.store.recordUnknown([...unknown.values()]);
        if (seen.size > 0) await this.store.markSeen(seen);
      } catch (error) {
        this.failed(error);
      }
    });
    return this.writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
