import net from 'node:net';
import {
  type Bodies,
  decodeFrame,
  encodeBody,
  encodeMessage,
  encodePackages,
  type Message,
  type MsgId,
  msgId,
} from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { type Header, replyParams } from '@tongda/protocol/jt808/header';
import type { UpgradePackage } from '@tongda/protocol/jt808/messages/parameter/8108';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';

/** A message that the gateway has received. */
export interface Heard {
  header: Header;
  message: Message;
}

/** A minimal gateway for tests of terminals: it remembers every message and acknowledges it unless `silent` is true for it. */
export class FakeGateway {
  readonly heard: Heard[] = [];
  /** Whether a message gets no answer; by default each gets one. */
  silent: (heard: Heard) => boolean = () => false;
  /** Result of the answer to an authentication. */
  authResult = 0;
  /** Ids of messages that came in packages, and frames that said they were encrypted. */
  readonly parts = new Set<number>();
  encrypted = 0;
  private readonly sockets = new Set<net.Socket>();
  private serial = 0;
  /** The firmware that was sent last, in packages, and the serial of the first one. */
  private firmware: { firstSerial: number; wires: readonly Uint8Array[] } = { firstSerial: 0, wires: [] };
  private constructor(
    private readonly server: net.Server,
    readonly port: number,
  ) {}

  /** Listens on a port of 127.0.0.1, on a free one when none is given. */
  static async start(port = 0): Promise<FakeGateway> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const gateway = new FakeGateway(server, address.port);
    server.on('connection', (socket) => gateway.accept(socket));
    return gateway;
  }

  /** Location reports so far in order of arrival, those of batches one by one; `late` is null for a single report. */
  get locations(): Array<{ timeMs: number; late: boolean | null; serial: number; phone: string }> {
    return this.heard.flatMap(({ header, message }): FakeGateway['locations'] => {
      const { serial, phoneKey: phone } = header;
      if (message.id === msgId.location) return [{ timeMs: message.body.time ?? 0, late: null, serial, phone }];
      if (message.id !== msgId.locationBatch) return [];
      const { late } = message.body;
      return message.body.locations.map((l) => ({ timeMs: l.time ?? 0, late, serial, phone }));
    });
  }

  /** Ids of all messages so far. */
  ids(): number[] {
    return this.heard.map((h) => h.message.id);
  }

  /** Breaks every connection. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Asks every terminal for its settings, or its properties. */
  ask(
    header: Header,
    id: typeof msgId.queryAllParameters | typeof msgId.queryProperties = msgId.queryAllParameters,
  ): void {
    this.say(header, id, emptyMessage);
  }

  /** Sends every terminal a message. */
  say<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void {
    for (const socket of this.sockets) socket.write(encodeMessage(id, replyParams(header, this.serial++), body));
  }

  /** Sends every terminal firmware, in packages. */
  upgrade(header: Header, firmware: UpgradePackage): void {
    const { serial: _, ...params } = replyParams(header, 0);
    const body = encodeBody(msgId.upgradePackage, firmware, header.version);
    const wires = encodePackages({ ...params, serial: this.serial, msgId: msgId.upgradePackage, body });
    this.firmware = { firstSerial: this.serial, wires };
    this.serial += wires.length;
    for (const socket of this.sockets) for (const wire of wires) socket.write(wire);
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(socket: net.Socket): void {
    const splitter = new FrameSplitter();
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (chunk) => {
      for (const raw of splitter.push(chunk)) {
        const frame = decodeFrame(raw.payload);
        if (typeof frame !== 'string' && frame.header.encryption !== 0) {
          this.encrypted++;
          continue;
        }
        const isPart = typeof frame !== 'string' && frame.message.id === null && frame.message.why === 'package';
        if (isPart) this.parts.add(frame.header.msgId);
        else if (typeof frame === 'string' || frame.message.id === null)
          throw new Error('the terminal sent a wrong frame');
        else this.answer(socket, { header: frame.header, message: frame.message });
      }
    });
  }

  private answer(socket: net.Socket, heard: Heard): void {
    const { header, message } = heard;
    const silent = this.silent(heard);
    this.heard.push(heard);
    if (message.id === msgId.terminalResend && message.body.firstSerial === this.firmware.firstSerial)
      for (const no of message.body.packages) socket.write(this.firmware.wires[no - 1] ?? '');
    if (silent || message.id === msgId.terminalReply || message.id === msgId.terminalResend) return;
    const params = replyParams(header, this.serial++);
    if (message.id === msgId.register) {
      socket.write(
        encodeMessage(msgId.registerReply, params, {
          replySerial: header.serial,
          result: 0,
          authCode: `key-${header.phoneKey}`,
        }),
      );
      return;
    }
    const result = message.id === msgId.auth ? this.authResult : 0;
    socket.write(
      encodeMessage(msgId.platformReply, params, { replySerial: header.serial, replyId: message.id, result }),
    );
  }
}

/** Waits until `done` answers true; throws after `ms`. */
export async function until(done: () => boolean, ms = 5000): Promise<void> {
  const end = Date.now() + ms;
  while (!done()) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
