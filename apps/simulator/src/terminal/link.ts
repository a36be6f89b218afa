import net from 'node:net';
import { ByteWriter } from '@tongda/protocol/bytes';
import {
  type Bodies,
  decodeFrame,
  encodeMessage,
  type Frame,
  type Message,
  type MsgId,
  msgId,
} from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { emptyMessage } from '@tongda/protocol/jt808/messages/0002';
import { encodeText } from '@tongda/protocol/text';

/** Who the terminal says it is. */
export interface TerminalIdentity {
  /** Digits as in the header: up to 12 (2013) or 20 (2019). */
  phone: string;
  protocol: '2013' | '2019';
  plateNo: string;
  /** JT/T 415: 1 blue, 2 yellow, 5 green. */
  plateColor: number;
}

export interface LinkOptions {
  host: string;
  port: number;
  identity: TerminalIdentity;
  /** First answer timeout, ms; the n-th retry waits n+1 times as long as the one before (JT/T 808 session rules). */
  ackTimeoutMs: number;
  /** Sends of one message before the link counts as dead. */
  attempts: number;
}

interface Waiting {
  wire: Uint8Array;
  timer: NodeJS.Timeout;
  resolve(answer: Message): void;
  reject(error: Error): void;
}

/** One TCP connection to the gateway: frames out, answers matched by serial and id, repeats, answers to the platform's own messages. */
export class GatewayLink {
  private readonly splitter = new FrameSplitter();
  private readonly waiting = new Map<string, Waiting>();
  /** What the terminal is set to: heartbeat and report interval in s, highest speed in km/h (0x0001, 0x0029, 0x0055), its plate and the plate's colour. */
  private readonly parameters: Map<number, Uint8Array>;
  private serial = 0;
  private open = true;
  /** Messages sent again because no answer came. */
  repeats = 0;
  readonly closed: Promise<void>;

  private constructor(
    private readonly socket: net.Socket,
    private readonly options: LinkOptions,
  ) {
    const { plateNo, plateColor } = options.identity;
    const u32 = (value: number): Uint8Array => new ByteWriter(4).u32(value).result();
    this.parameters = new Map([
      [0x0001, u32(60)],
      [0x0029, u32(30)],
      [0x0055, u32(100)],
      [0x0083, encodeText(plateNo)],
      [0x0084, Uint8Array.of(plateColor)],
    ]);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.drop();
        resolve();
      });
    });
  }

  /** Connects. Rejects when nobody listens. */
  static connect(options: LinkOptions): Promise<GatewayLink> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: options.host, port: options.port });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new GatewayLink(socket, options));
      });
    });
  }

  get alive(): boolean {
    return this.open;
  }

  /** Messages that wait for their answer. */
  get inFlight(): number {
    return this.waiting.size;
  }

  /** Sends and resolves with the platform's answer; repeats unchanged while none comes. Rejects when the link dies. */
  request<K extends MsgId>(id: K, body: Bodies[K]): Promise<Message> {
    if (!this.open) return Promise.reject(new Error('link closed'));
    const serial = this.nextSerial();
    const wire = this.encode(id, serial, body);
    return new Promise((resolve, reject) => {
      const key = `${id}:${serial}`;
      const entry: Waiting = { wire, resolve, reject, timer: this.timer(key, 1) };
      this.waiting.set(key, entry);
      this.socket.write(wire);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private timer(key: string, sent: number): NodeJS.Timeout {
    return setTimeout(() => {
      const entry = this.waiting.get(key);
      if (!entry) return;
      if (sent >= this.options.attempts) {
        this.socket.destroy();
        return;
      }
      this.repeats++;
      this.socket.write(entry.wire);
      entry.timer = this.timer(key, sent + 1);
    }, this.options.ackTimeoutMs * factorial(sent));
  }

  private nextSerial(): number {
    const serial = this.serial;
    this.serial = (serial + 1) & 0xffff;
    return serial;
  }

  private encode<K extends MsgId>(id: K, serial: number, body: Bodies[K]): Uint8Array {
    const { phone, protocol } = this.options.identity;
    return encodeMessage(id, { phone, serial, version: protocol }, body);
  }

  private receive(chunk: Uint8Array): void {
    for (const raw of this.splitter.push(chunk)) {
      const frame = decodeFrame(raw.payload);
      if (typeof frame !== 'string') this.handle(frame);
    }
  }

  private handle({ header, message }: Frame): void {
    if (message.id === null) {
      // a package of a long message: each is taken
      if (message.why === 'package')
        this.write(msgId.terminalReply, { replySerial: header.serial, replyId: header.msgId, result: 0 });
      return;
    }
    if (message.id === msgId.platformReply) this.settle(message.body.replyId, message.body.replySerial, message);
    else if (message.id === msgId.registerReply) this.settle(msgId.register, message.body.replySerial, message);
    else this.answer(message, header.serial);
  }

  private settle(id: number, serial: number, answer: Message): void {
    const key = `${id}:${serial}`;
    const entry = this.waiting.get(key);
    if (!entry) return;
    this.waiting.delete(key);
    clearTimeout(entry.timer);
    entry.resolve(answer);
  }

  /** A terminal answers everything: parameters as they were set, the rest with "done". */
  private answer(message: Message, serial: number): void {
    if (message.id === msgId.queryAllParameters || message.id === msgId.queryParameters) {
      const parameters = [...this.parameters].map(([id, value]) => ({ id, value }));
      this.write(msgId.parameters, { replySerial: serial, parameters });
    } else {
      if (message.id === msgId.setParameters)
        for (const { id, value } of message.body.parameters) this.parameters.set(id, Uint8Array.from(value));
      this.write(msgId.terminalReply, { replySerial: serial, replyId: message.id, result: 0 });
    }
  }

  private write<K extends MsgId>(id: K, body: Bodies[K]): void {
    if (this.open) this.socket.write(this.encode(id, this.nextSerial(), body));
  }

  private drop(): void {
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
