import { minuteMs } from '@tongda/contract/core/durations';
import type { ResendRequest } from '@tongda/protocol/jt808/messages/session/0005';

/** How many long messages of a connection are kept, how many bytes of one, and for how long. */
const MAX_MESSAGES = 4;
const MAX_BYTES = 64 * 1024;
const MAX_AGE_MS = 2 * minuteMs;

/** A long message as it was sent. */
interface Sent {
  phoneKey: string;
  firstSerial: number;
  wires: readonly Uint8Array[];
  at: number;
}

/** A message of megabytes: its packages are made again when they are asked for. Of a connection the last one. */
interface Large {
  phoneKey: string;
  firstSerial: number;
  count: number;
  wire: (i: number) => Uint8Array;
}

/** The packages of the last long messages of one connection, which a terminal may ask for again (0x0005). Bounded: four messages of 64 KiB. */
export class SentPackages {
  private kept: Sent[] = [];
  private large: Large | null = null;

  /** Keeps a message of any size for as long as the connection lasts, or another one comes. */
  keepLarge(large: Large): void {
    this.large = large;
  }

  /** Keeps the packages of a message; a message in one frame cannot be asked for again. `now` is in ms of any steady clock. */
  keep(phoneKey: string, firstSerial: number, wires: readonly Uint8Array[], now: number): void {
    const bytes = wires.reduce((sum, wire) => sum + wire.length, 0);
    if (wires.length < 2 || bytes > MAX_BYTES) return;
    this.kept = [...this.kept.slice(1 - MAX_MESSAGES), { phoneKey, firstSerial, wires, at: now }];
  }

  /** The packages that a terminal asks for, unchanged, with the serials they had, each made when it leaves; none when they are not kept any more. */
  find(phoneKey: string, { firstSerial, packages }: ResendRequest, now: number): Array<() => Uint8Array> {
    this.kept = this.kept.filter(({ at }) => now - at <= MAX_AGE_MS);
    const { large } = this;
    if (large?.phoneKey === phoneKey && large.firstSerial === firstSerial)
      return packages.flatMap((no) => (no >= 1 && no <= large.count ? [() => large.wire(no - 1)] : []));
    const sent = this.kept.findLast((one) => one.phoneKey === phoneKey && one.firstSerial === firstSerial);
    return packages.flatMap((no) => {
      const wire = sent?.wires[no - 1];
      return wire ? [() => wire] : [];
    });
  }
}
