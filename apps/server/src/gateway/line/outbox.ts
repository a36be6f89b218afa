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
import { type SentMessage, SentPackages } from './sent-packages';

/** Packages of a message of megabytes that are handed over before it is looked whether they leave. */
const AT_ONCE = 16;

const flush = (outbox: Outbox): void => outbox.flush();

/** What goes out on one connection: numbers frames, keeps long messages for terminals that miss a part, and writes once when everything that one read or one commit has led to is said. */
export class Outbox {
  private readonly sentPackages = new SentPackages();
  private serial = 0;
  private frames: Uint8Array[] = [];
  /** What is handed over as it leaves, one after another. */
  private pouring: Promise<void> = Promise.resolve();
  /** Numbers of the packages that are to be sent again and have not been handed over yet, from 1, by message. */
  private readonly resending = new Map<SentMessage, Set<number>>();

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
      this.handOver(
        header,
        Array.from({ length: Math.min(AT_ONCE, count - i) }, (_, k) => wire(i + k)),
      );
      await this.pipe.room();
    }
  }

  /**
   * Sends packages of a long message again, no faster than they leave; false when they are not kept any more. What is asked for again while it waits goes once:
   * some terminals ask until it has come.
   */
  resend(header: Header, { firstSerial, packages }: ResendRequest): boolean {
    const message = this.sentPackages.find(header.phoneKey, firstSerial, this.now());
    const numbers = packages.filter((no) => no >= 1 && no <= (message?.count ?? 0));
    if (!message || numbers.length === 0) return false;
    const waiting = this.resending.get(message);
    for (const no of numbers) waiting?.add(no);
    if (waiting) return true;
    const asked = new Set(numbers);
    this.resending.set(message, asked);
    this.pouring = this.pouring
      .then(() => this.pourAgain(header, message, asked))
      .finally(() => this.resending.delete(message));
    return true;
  }

  /** Hands over packages that are asked for, those too that are while it does. */
  private async pourAgain(header: Header, message: SentMessage, asked: Set<number>): Promise<void> {
    while (asked.size > 0 && !this.pipe.closed) {
      const some = [...asked].slice(0, AT_ONCE);
      for (const no of some) asked.delete(no);
      this.handOver(
        header,
        some.map((no) => message.wire(no - 1)),
      );
      await this.pipe.room();
    }
  }

  private handOver(header: Header, wires: readonly Uint8Array[]): void {
    this.pipe.send(wires);
    this.tell(header, wires);
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
    if (this.frames.push(wire) === 1) process.nextTick(flush, this);
  }
}
