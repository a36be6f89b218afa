import {
  type Bodies,
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeMessage,
  encodePackages,
  type Frame,
  type Message,
  type MsgId,
  msgId,
  type RawMessage,
} from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { SubpackageAssembler } from '@tongda/protocol/jt808/subpackages';
import { type Carrier, type CarrierOptions, openCarrier } from './carrier';
import { type Abandoned, type Fault, withFault } from './faults';
import type { TerminalIdentity } from './identity';
import type { Reply, Unit } from './unit';

/** Where to connect, as whom, and how long to wait for answers. */
export interface LinkOptions extends CarrierOptions {
  identity: TerminalIdentity;
  /** First answer timeout, ms; the n-th retry waits n+1 times as long as the one before (JT/T 808 session rules). */
  ackTimeoutMs: number;
  /** How often a message is sent before the link counts as dead. */
  attempts: number;
  /** Answers what the platform asks. */
  unit: Unit;
  /** What goes wrong with the link. */
  fault?: Fault;
  /** Links that a fault has left half open. */
  abandoned?: Abandoned;
}

/** Bytes of a body that goes in one frame. */
const MOST_BODY = 1_000;
/** Long messages of which it is remembered what came. */
const MOST_PARTS = 8;

/** A message that has no answer yet. */
interface Waiting {
  wire: Uint8Array;
  timer: NodeJS.Timeout;
  resolve(answer: Message): void;
  reject(error: Error): void;
}

/**
 * One connection to the gateway. Sends messages and repeats them until they are answered (matched by message id and serial), and answers what the
 * platform asks.
 */
export class GatewayLink {
  private readonly splitter = new FrameSplitter();
  private readonly assembler = new SubpackageAssembler();
  private readonly waiting = new Map<string, Waiting>();
  /** numbers of the packages that came, by message and serial of its first one */
  private readonly parts = new Map<string, Set<number>>();
  private serial = 0;
  private open = true;
  /** The photo that was sent last, while the platform has not said that it is complete. */
  private photo: { mediaId: number; firstSerial: number; wires: readonly Uint8Array[] } | null = null;
  /** Messages sent again because no answer came. */
  repeats = 0;
  /** Resolves when the connection is closed, from either side. */
  readonly closed: Promise<void>;

  private constructor(
    private readonly carrier: Carrier,
    private readonly options: LinkOptions,
  ) {
    this.closed = new Promise((resolve) => {
      carrier.hear({
        data: (chunk) => this.receive(chunk),
        closed: () => {
          this.rejectWaiting();
          resolve();
        },
      });
    });
  }

  /** Connects. Rejects when nobody listens. */
  static async connect(options: LinkOptions): Promise<GatewayLink> {
    const carrier = await openCarrier(options);
    const { fault, abandoned = new Set() } = options;
    return new GatewayLink(fault ? withFault(carrier, fault, abandoned) : carrier, options);
  }

  /** Whether the connection is open. */
  get alive(): boolean {
    return this.open;
  }

  /** Number of messages without an answer. */
  get inFlight(): number {
    return this.waiting.size;
  }

  /** Sends a message and resolves with the platform's answer. Repeats it unchanged while none comes; rejects when the link is lost. */
  request<K extends MsgId>(id: K, body: Bodies[K], encryption = 0): Promise<Message> {
    if (!this.open) return Promise.reject(new Error('link closed'));
    const serial = this.nextSerial();
    const wire = this.encode(id, serial, body, encryption);
    return new Promise((resolve, reject) => {
      const key = `${id}:${serial}`;
      const entry: Waiting = { wire, resolve, reject, timer: this.startTimer(key, 1) };
      this.waiting.set(key, entry);
      this.carrier.send(wire);
    });
  }

  /**
   * Sends a photo in packages (0x0801), without the one with number `lost`, and again those that the platform misses (0x8800, 0x8003). A photo that the
   * platform has is forgotten.
   */
  sendPhoto(photo: Bodies[typeof msgId.mediaData], lost: number | null): void {
    if (!this.open) return;
    const { phone, protocol: version } = this.options.identity;
    const body = encodeBody(msgId.mediaData, photo, version);
    const wires = encodePackages({ phone, version, serial: this.serial, msgId: msgId.mediaData, body });
    this.photo = { mediaId: photo.mediaId, firstSerial: this.serial, wires };
    this.serial = (this.serial + wires.length) & 0xffff;
    for (const [i, wire] of wires.entries()) if (i + 1 !== lost) this.carrier.send(wire);
  }

  private sendAgain(packages: readonly number[]): void {
    for (const no of packages) {
      const wire = this.photo?.wires[no - 1];
      if (wire && this.open) this.carrier.send(wire);
    }
  }

  /** Closes the connection at once. */
  close(): void {
    this.carrier.close();
  }

  /** Sends a message again when its answer is late, and gives the link up after the last attempt. */
  private startTimer(key: string, sent: number): NodeJS.Timeout {
    return setTimeout(() => {
      const entry = this.waiting.get(key);
      if (!entry) return;
      if (sent >= this.options.attempts) {
        this.carrier.close();
        return;
      }
      this.repeats++;
      this.carrier.send(entry.wire);
      entry.timer = this.startTimer(key, sent + 1);
    }, this.options.ackTimeoutMs * factorial(sent));
  }

  private nextSerial(): number {
    const serial = this.serial;
    this.serial = (serial + 1) & 0xffff;
    return serial;
  }

  private encode<K extends MsgId>(id: K, serial: number, body: Bodies[K], encryption = 0): Uint8Array {
    const { phone, protocol } = this.options.identity;
    return encodeMessage(id, { phone, serial, version: protocol, encryption }, body);
  }

  private receive(chunk: Uint8Array): void {
    for (const raw of this.splitter.push(chunk)) {
      const frame = decodeFrame(raw.payload);
      if (typeof frame !== 'string') this.handle(frame);
    }
  }

  private handle(frame: Frame): void {
    const { header } = frame;
    const message = frame.message.id === null && frame.message.why === 'package' ? this.join(frame) : frame.message;
    if (message === null || message.id === null) return;
    if (message.id === msgId.platformReply)
      this.resolveWaiting(message.body.replyId, message.body.replySerial, message);
    else if (message.id === msgId.registerReply) this.resolveWaiting(msgId.register, message.body.replySerial, message);
    else if (message.id === msgId.lockReply) this.resolveOldest(message.body.replyId, message);
    else if (message.id === msgId.serverTime) this.resolveOldest(msgId.timeQuery, message);
    else if (message.id === msgId.vendorTime) this.resolveOldest(msgId.vendorTimeQuery, message);
    else if (message.id === msgId.mediaReply && message.body.mediaId === this.photo?.mediaId) {
      this.sendAgain(message.body.missing);
      if (message.body.missing.length === 0) this.photo = null;
    } else if (message.id === msgId.platformResend && message.body.firstSerial === this.photo?.firstSerial)
      this.sendAgain(message.body.packages);
    else this.options.unit.answer(message, header.serial, (reply) => this.say(reply));
  }

  /** Puts the packages of a long message together; null while some are missing. Each is acknowledged, the last one by what the terminal answers to the whole. */
  private join({ header, data }: Frame): Message | RawMessage | null {
    this.askAgain(header);
    const body = this.assembler.add(header, data, performance.now());
    const whole = body && decodeBody(header, body);
    if (whole === null || whole.id === null)
      this.write(msgId.terminalReply, { replySerial: header.serial, replyId: header.msgId, result: whole ? 2 : 0 });
    return whole;
  }

  /** Hands an answer to whoever waits for it. */
  private resolveWaiting(id: number, serial: number, answer: Message): void {
    const key = `${id}:${serial}`;
    const entry = this.waiting.get(key);
    if (!entry) return;
    this.waiting.delete(key);
    clearTimeout(entry.timer);
    entry.resolve(answer);
  }

  /** The answers to a lock and to who asks for the time name no serial: they belong to the oldest one. */
  private resolveOldest(id: number, answer: Message): void {
    const key = [...this.waiting.keys()].find((one) => one.startsWith(`${id}:`));
    if (key !== undefined) this.resolveWaiting(id, Number(key.slice(key.indexOf(':') + 1)), answer);
  }

  /** Asks once for the packages of a long message that did not come before its last one (0x0005). */
  private askAgain({ msgId: id, serial, subpackage }: Frame['header']): void {
    if (!subpackage) return;
    const { total, no } = subpackage;
    const firstSerial = (serial - no + 1) & 0xffff;
    const key = `${id}:${firstSerial}`;
    const had = this.parts.get(key) ?? new Set<number>();
    this.parts.set(key, had.add(no));
    if (this.parts.size > MOST_PARTS) this.parts.delete([...this.parts.keys()][0] ?? '');
    if (no !== total) return;
    const packages = Array.from({ length: total }, (_, i) => i + 1).filter((one) => !had.has(one));
    if (packages.length > 0) this.write(msgId.terminalResend, { firstSerial, packages });
  }

  /** Sends an answer of the unit; a photo goes in packages, and so does a long list. */
  private say(reply: Reply): void {
    if (reply.id === msgId.mediaData) {
      this.sendPhoto(reply.body, null);
      return;
    }
    const { phone, protocol: version } = this.options.identity;
    const body = encodeBody(reply.id, reply.body, version);
    if (!this.open || body.length <= MOST_BODY) {
      this.write(reply.id, reply.body);
      return;
    }
    const wires = encodePackages({ phone, version, serial: this.serial, msgId: reply.id, body });
    this.serial = (this.serial + wires.length) & 0xffff;
    for (const wire of wires) this.carrier.send(wire);
  }

  private write<K extends MsgId>(id: K, body: Bodies[K]): void {
    if (this.open) this.carrier.send(this.encode(id, this.nextSerial(), body));
  }

  /** The connection is closed: everybody who waits for an answer gets an error. */
  private rejectWaiting(): void {
    this.open = false;
    for (const entry of this.waiting.values()) {
      clearTimeout(entry.timer);
      entry.reject(new Error('link closed'));
    }
    this.waiting.clear();
  }
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

/** Body of a heartbeat. */
export const heartbeatBody = emptyMessage;
