import type { DeviceStore, UnknownTerminal } from './devices';

const MAX_UNKNOWN = 1_000;
/** A terminal's last frame is kept for staff to look at, cut to a sensible length (hex digits). */
const MAX_HEX = 2_000;

/** What need not be written at once: unknown terminals and when devices were heard of, a few times a minute in one statement each. */
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

  /** Counts a frame of a terminal that nobody has entered; a flood of invented numbers is cut off. */
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

  /** Writes what has gathered; what the database refuses or cannot take now is dropped, the next frame brings it again. */
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
