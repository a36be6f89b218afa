import { LRUCache } from 'lru-cache';
import type { Device, DeviceStore } from './devices';

interface Entry {
  device: Device | null;
  freshUntil: number;
}

interface Asked {
  promise: Promise<Device | null>;
  resolve(device: Device | null): void;
  reject(error: unknown): void;
}

/** How long an answer is used, ms. Unknown terminals are looked up again sooner, as somebody may be registering them right now. */
const FRESH_MS = 30_000;
const UNKNOWN_FRESH_MS = 5_000;
const MAX_BATCH = 500;

/** Devices by phone key, cached for half a minute and looked up in batches, so that thousands of terminals that connect at once need few queries. */
export class DeviceCache {
  /** Increases whenever earlier answers become invalid. */
  generation = 0;
  private readonly entries = new LRUCache<string, Entry>({ max: 200_000 });
  private asked = new Map<string, Asked>();
  private asking = false;

  constructor(
    private readonly store: DeviceStore,
    private readonly now: () => number,
  ) {}

  /** Makes all answers invalid: the next frame of each terminal waits for a new look-up. */
  invalidate(): void {
    this.entries.clear();
    this.generation++;
  }

  /** The device with a phone key; null when it is unknown. While the database is away an old answer is used; rejects when there is none. */
  async get(phoneKey: string): Promise<Device | null> {
    const entry = this.entries.get(phoneKey);
    if (entry && this.now() < entry.freshUntil) return entry.device;
    try {
      return await this.ask(phoneKey);
    } catch (error) {
      if (entry) return entry.device;
      throw error;
    }
  }

  /** The same, asked anew: for what must not be decided by an old answer. */
  async askAgain(phoneKey: string): Promise<Device | null> {
    this.entries.delete(phoneKey);
    return this.ask(phoneKey);
  }

  private ask(phoneKey: string): Promise<Device | null> {
    const open = this.asked.get(phoneKey);
    if (open) return open.promise;
    const { promise, resolve, reject } = withResolvers<Device | null>();
    this.asked.set(phoneKey, { promise, resolve, reject });
    if (!this.asking) {
      this.asking = true;
      setImmediate(() => void this.run());
    }
    return promise;
  }

  /** Runs one query at a time; keys that are asked for meanwhile go into the next one. */
  private async run(): Promise<void> {
    while (this.asked.size > 0) {
      const batch = [...this.asked].slice(0, MAX_BATCH);
      for (const [key] of batch) this.asked.delete(key);
      const { generation } = this;
      try {
        const found = await this.store.find(batch.map(([key]) => key));
        for (const [key, asked] of batch) {
          const device = found.get(key) ?? null;
          if (generation === this.generation) this.keep(key, device);
          asked.resolve(device);
        }
      } catch (error) {
        for (const [, asked] of batch) asked.reject(error);
      }
    }
    this.asking = false;
  }

  private keep(key: string, device: Device | null): void {
    this.entries.set(key, { device, freshUntil: this.now() + (device ? FRESH_MS : UNKNOWN_FRESH_MS) });
  }
}

function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
