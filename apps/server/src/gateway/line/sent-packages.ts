import { minuteMs } from '@tongda/contract/core/durations';

/** How many long messages of a connection are kept, how many bytes of one, and for how long. */
const MAX_MESSAGES = 4;
const MAX_BYTES = 64 * 1024;
const MAX_AGE_MS = 2 * minuteMs;

/** A long message as it was sent; one of megabytes makes its packages again when they are asked for. */
export interface SentMessage {
  phoneKey: string;
  firstSerial: number;
  count: number;
  /** bytes of a package, from 0 */
  wire: (i: number) => Uint8Array;
}
const nothing = new Uint8Array(0);

/** The packages of the last long messages of one connection, which a terminal may ask for again (0x0005). Bounded: four messages of 64 KiB. */
export class SentPackages {
  private kept: Array<SentMessage & { at: number }> = [];
  private large: SentMessage | null = null;

  /** Keeps a message of any size for as long as the connection lasts, or another one comes. */
  keepLarge(large: SentMessage): void {
    this.large = large;
  }

  /** Keeps the packages of a message; a message in one frame cannot be asked for again. `now` is in ms of any steady clock. */
  keep(phoneKey: string, firstSerial: number, wires: readonly Uint8Array[], now: number): void {
    const bytes = wires.reduce((sum, wire) => sum + wire.length, 0);
    if (wires.length < 2 || bytes > MAX_BYTES) return;
    const sent = { phoneKey, firstSerial, count: wires.length, wire: (i: number) => wires[i] ?? nothing, at: now };
    this.kept = [...this.kept.slice(1 - MAX_MESSAGES), sent];
  }

  /** The packages of a message, unchanged, with the serials they had, each made when it leaves; null when they are not kept any more. */
  find(phoneKey: string, firstSerial: number, now: number): SentMessage | null {
    this.kept = this.kept.filter(({ at }) => now - at <= MAX_AGE_MS);
    const { large } = this;
    if (large?.phoneKey === phoneKey && large.firstSerial === firstSerial) return large;
    const sent = this.kept.findLast((one) => one.phoneKey === phoneKey && one.firstSerial === firstSerial);
    return sent ?? null;
  }
}
