import {
  type Bodies,
  encodeBody,
  encodeMessage,
  encodePackages,
  type MsgId,
  packagesOf,
} from '@tongda/protocol/jt808/codec';
import { type Header, type HeaderVersion, replyParams } from '@tongda/protocol/jt808/header';
import type { ResendRequest } from '@tongda/protocol/jt808/messages/session/0005';
import type { Serials } from '../command/talks';
import type { Pipe } from './pipe';
import { SentPackages } from './sent-packages';

/** Packages of a message of megabytes that are handed over before it is looked whether they leave. */
const AT_ONCE = 16;
/** Requests for packages that wait for one another. */
const MOST_RESENDING = 4;

const nothing = new Uint8Array(0);

/** What goes out on one connection: numbers frames, keeps long messages for terminals that miss a part, and writes once in a turn of the event loop. */
export class Outbox {
  private readonly sentPackages = new SentPackages();
  private serial = 0;
  private frames: Uint8Array[] = [];
  /** What is handed over as it leaves, one after another, and how many requests of the terminal are among it. */
  private pouring: Promise<void> = Promise.resolve();
  private resending = 0;

  constructor(
    private readonly pipe: Pipe,
    private readonly now: () => number,
    /** told of all frames that go to the terminal of a header */
    private readonly tell: (header: Header, wires: readonly Uint8Array[]) => void,
  ) {}

  /** Sends a message to the terminal of `header`, in its layout. */
  send<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void {
    if (this.pipe.closed) return;
    const wire = encodeMessage(id, replyParams(header, this.serial), body);
    this.serial = (this.serial + 1) & 0xffff;
    this.put(wire);
    this.tell(header, [wire]);
  }

  /** Sends a message of any length, split into packages where necessary; answers the serial numbers used, none when the connection is closed. */
  sendLong<K extends MsgId>(header: Header, id: K, body: Bodies[K], edition: HeaderVersion): number[] {
    if (this.pipe.closed) return [];
    const params = replyParams(header, this.serial);
    const wires = encodePackages({ ...params, msgId: id, body: encodeBody(id, body, edition) });
    const serials = wires.map((_, i) => (this.serial + i) & 0xffff);
    this.sentPackages.keep(header.phoneKey, this.serial, wires, this.now());
    this.serial = (this.serial + wires.length) & 0xffff;
    for (const wire of wires) this.put(wire);
    this.tell(header, wires);
    return serials;
  }

  /** Sends a body of any length, no faster than it leaves, as packages where necessary; null when the connection is closed. */
  sendBytes(header: Header, id: number, body: Uint8Array): Serials | null {
    if (this.pipe.closed) return null;
    const { serial: first } = this;
    const { count, wire } = packagesOf({ ...replyParams(header, first), msgId: id, body });
    this.serial = (first + count) & 0xffff;
    this.sentPackages.keepLarge({ phoneKey: header.phoneKey, firstSerial: first, count, wire });
    this.pouring = this.pouring.then(() => this.pour(header, count, wire));
    return { first, count };
  }

  /** Hands over packages, so many at a time, as they leave. */
  private async pour(header: Header, count: number, wire: (i: number) => Uint8Array): Promise<void> {
    for (let i = 0; i < count && !this.pipe.closed; i += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - i) }, (_, k) => wire(i + k));
      this.pipe.send(some);
      this.tell(header, some);
      await this.pipe.room();
    }
  }

  /** Sends packages of a long message again, no faster than they leave; false when they are not kept any more. */
  resend(header: Header, request: ResendRequest): boolean {
    const wires = this.sentPackages.find(header.phoneKey, request, this.now());
    // one that asks again and again has what it asked for on its way
    if (wires.length === 0 || this.resending >= MOST_RESENDING) return wires.length > 0;
    this.resending++;
    this.pouring = this.pouring
      .then(() => this.pour(header, wires.length, (i) => wires[i]?.() ?? nothing))
      .finally(() => this.resending--);
    return true;
  }

  /** Writes what waits. */
  flush(): void {
    const { frames } = this;
    if (frames.length === 0) return;
    this.frames = [];
    this.pipe.send(frames);
  }

  /** Drops what waits: nobody is there any more. */
  clear(): void {
    this.frames = [];
  }

  private put(wire: Uint8Array): void {
    if (this.frames.push(wire) === 1) setImmediate(() => this.flush());
  }
}
