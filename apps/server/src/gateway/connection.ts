import type { Socket } from 'node:net';
import { toHex } from '@tongda/protocol/bytes';
import {
  type Bodies,
  encodeBody,
  encodeMessage,
  encodePackages,
  type MsgId,
  msgId,
} from '@tongda/protocol/jt808/codec';
import { FrameSplitter, type RawFrame, wrapFrame } from '@tongda/protocol/jt808/frame';
import { type Header, parseHeader, replyParams } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import type { ResendRequest } from '@tongda/protocol/jt808/messages/session/0005';
import { registerResult } from '@tongda/protocol/jt808/messages/session/8100';
import { addressOf, remoteOf } from './access';
import type { Device } from './devices';
import { overdueOf, type Waited } from './limits';
import { SentPackages } from './sent-packages';
import type { Gateway, Line, Terminal } from './server';
import { Session } from './session';

/** A terminal that does not read its answers is disconnected when this many bytes wait for it. */
const MAX_UNSENT_BYTES = 256 * 1024;

interface Waiting {
  header: Header;
  frame: RawFrame;
}

/**
 * One TCP connection with one terminal, or several behind a proxy. It cuts the bytes into frames, looks the terminals up and passes frames on to their
 * sessions. Invalid bytes are counted and skipped; too many of them, or an error of ours, close only this connection. When too many points
 * wait for the database it stops reading, so that memory stays bounded and TCP slows the terminal down.
 */
export class Connection implements Line {
  readonly remote: string;
  readonly local: string;
  private readonly splitter = new FrameSplitter({ lenient: true });
  private readonly sessions = new Map<string, Session>();
  /** Frames that wait while their terminal is being looked up, by phone key. */
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly sentPackages = new SentPackages();
  private inFlight = 0;
  private serial = 0;
  private garbage = 0;
  private outbox: Uint8Array[] = [];
  private paused = false;
  private ending = false;
  private readonly address: string;
  /** It has named no terminal that is known. */
  private isStranger = true;
  private readonly waited: Waited = { namelessSince: performance.now(), halfSince: null };
  /** Closes the connection some time after other ones have taken over all its terminals. */
  private lingering: NodeJS.Timeout | null = null;

  constructor(
    private readonly gateway: Gateway,
    private readonly socket: Socket,
  ) {
    this.remote = remoteOf(socket.remoteAddress, socket.remotePort);
    this.address = socket.remoteAddress ?? '';
    this.local = addressOf(remoteOf(socket.localAddress, socket.localPort));
    socket.setTimeout(gateway.options.idleMs, () => socket.destroy());
    socket.on('data', (chunk) => this.guarded(() => this.read(chunk)));
    socket.on('error', () => socket.destroy());
  }

  get busy(): boolean {
    return this.inFlight > 0;
  }

  /** Answers a frame with a general reply. */
  reply(header: Header, result: number): void {
    this.send(header, msgId.platformReply, { replySerial: header.serial, replyId: header.msgId, result });
  }

  /** Sends a message to the terminal of `header`, in its layout. Everything sent within one turn of the event loop leaves in one write. */
  send<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void {
    if (this.socket.destroyed) return;
    const wire = encodeMessage(id, replyParams(header, this.serial), body);
    this.serial = (this.serial + 1) & 0xffff;
    this.put(wire);
    if (this.gateway.recorder?.active) this.record(header, [wire]);
  }

  /** Shows frames that go to the terminal of `header` to who follows it. */
  private record({ phoneKey }: Header, wires: readonly Uint8Array[]): void {
    const session = this.sessions.get(phoneKey);
    if (session) for (const wire of wires) this.gateway.recorder?.down(session.deviceId, wire);
  }

  /** Sends a message of any length, split into packages where necessary; answers the serial numbers used, none when the socket is closed. */
  sendLong<K extends MsgId>(header: Header, id: K, body: Bodies[K]): number[] {
    if (this.socket.destroyed) return [];
    const params = replyParams(header, this.serial);
    const wires = encodePackages({ ...params, msgId: id, body: encodeBody(id, body, header.version) });
    const serials = wires.map((_, i) => (this.serial + i) & 0xffff);
    this.sentPackages.keep(header.phoneKey, this.serial, wires, this.gateway.options.now());
    this.serial = (this.serial + wires.length) & 0xffff;
    for (const wire of wires) this.put(wire);
    if (this.gateway.recorder?.active) this.record(header, wires);
    return serials;
  }

  /** Sends packages of a long message again; false when they are not kept any more. */
  resend(header: Header, request: ResendRequest): boolean {
    const wires = this.sentPackages.find(header.phoneKey, request, this.gateway.options.now());
    for (const wire of wires) this.put(wire);
    if (this.gateway.recorder?.active) this.record(header, wires);
    return wires.length > 0;
  }

  /** Counts points (or frames) that begin to wait. */
  began(count: number): void {
    this.inFlight += count;
    this.gateway.stats.inFlight += count;
    this.throttle();
  }

  /** Counts points (or frames) that do not wait any more. */
  ended(count: number): void {
    this.inFlight -= count;
    this.gateway.stats.inFlight -= count;
    this.gateway.relieve();
  }

  /** Reads the socket again if few enough points wait. */
  relieve(): void {
    const { maxInFlightPerConnection: own, maxInFlight: all } = this.gateway.options;
    if (!this.paused || this.ending || this.inFlight > own / 2 || this.gateway.stats.inFlight > all * 0.8) return;
    this.paused = false;
    // the rest of a frame could not come meanwhile
    if (this.waited.halfSince !== null) this.waited.halfSince = performance.now();
    this.gateway.paused.delete(this);
    this.socket.resume();
  }

  /** Closes the connection when it leaves a frame unfinished, or names no terminal, for too long; `now` is performance.now(). */
  cutIfOverdue(now: number): void {
    if (this.paused || this.ending) return;
    const why = overdueOf(this.waited, this.gateway.options, now);
    if (why === null) return;
    this.gateway.stats.refused[why]++;
    this.socket.destroy();
  }

  /** Stops reading; frames that wait are still answered. */
  stopReading(): void {
    this.ending = true;
    this.socket.pause();
  }

  /** Sends what is left and closes the socket. */
  end(): void {
    this.flush();
    this.socket.end();
    this.socket.destroySoon();
  }

  /** To be called when the socket has closed; `telling` is false when the server itself stops, as terminals are not really gone then. */
  closed(telling: boolean): void {
    const { sessions } = this.gateway;
    if (this.lingering) clearTimeout(this.lingering);
    if (this.isStranger) this.gateway.strangers.leave(this.address);
    for (const session of this.sessions.values()) {
      if (sessions.get(session.deviceId) !== session) continue;
      sessions.delete(session.deviceId);
      if (telling) session.closed();
    }
    for (const list of this.waiting.values()) this.gateway.stats.inFlight -= list.length;
    this.waiting.clear();
    this.outbox = [];
    this.gateway.paused.delete(this);
  }

  /**
   * Another connection has taken over `terminal`. This one stays for a while, unless it carries other terminals too: mostly its link is broken and nothing
   * comes any more; when something does, somebody speaks in the terminal's name.
   */
  lose(terminal: Terminal): void {
    terminal.superseded = true;
    terminal.lost();
    this.gateway.stats.superseded++;
    if (!this.isForsaken) return;
    const close = () => this.isForsaken && this.socket.destroy();
    if (this.lingering) clearTimeout(this.lingering);
    this.lingering = setTimeout(close, this.gateway.options.lingerMs).unref();
  }

  /** Takes over the device of a terminal that was admitted; gives it up, and closes, when it is not admitted any more. */
  settle(terminal: Terminal): void {
    const { sessions } = this.gateway;
    const { deviceId } = terminal;
    const before = sessions.get(deviceId);
    if (terminal.admitted && before !== terminal && !terminal.superseded) {
      sessions.set(deviceId, terminal);
      if (before && before.connection !== this) before.connection.lose(before);
      this.gateway.commands?.arrived(deviceId);
    } else if (!terminal.admitted && before === terminal) {
      sessions.delete(deviceId);
      terminal.closed();
      if (![...this.sessions.values()].some(({ admitted }) => admitted)) this.end();
    }
  }

  /** Whether other connections have taken over all its terminals. */
  private get isForsaken(): boolean {
    return [...this.sessions.values()].every(({ superseded }) => superseded);
  }

  private put(wire: Uint8Array): void {
    if (this.outbox.push(wire) === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const { outbox, socket } = this;
    const first = outbox[0];
    if (!first || socket.destroyed) return;
    this.outbox = [];
    socket.write(outbox.length === 1 ? first : Buffer.concat(outbox));
    if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
  }

  private throttle(): void {
    const { maxInFlightPerConnection: own, maxInFlight: all } = this.gateway.options;
    if (this.paused || (this.inFlight < own && this.gateway.stats.inFlight < all)) return;
    this.paused = true;
    this.gateway.paused.add(this);
    this.socket.pause();
  }

  /** Runs work whose error closes this connection only; the terminal will connect again and send what was not answered. */
  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.gateway.trouble(error, 'connection closed by an error');
      this.socket.destroy();
    }
  }

  private read(chunk: Buffer): void {
    const { splitter } = this;
    const before = splitter.refusedTotal - splitter.refused.checksum;
    const frames = splitter.push(chunk);
    if (splitter.waiting === 0) this.waited.halfSince = null;
    else if (frames.length > 0 || this.waited.halfSince === null) this.waited.halfSince = performance.now();
    for (const frame of frames) {
      this.receive(frame);
      if (this.socket.destroyed) return;
    }
    const refused = splitter.refusedTotal - splitter.refused.checksum - before;
    for (let i = 0; i < refused; i++) this.refuse('frame');
  }

  /** Counts invalid bytes; a connection that sends too many of them in a row is closed. */
  private refuse(why: 'frame' | 'header' | 'checksum'): void {
    this.gateway.stats.refused[why]++;
    if (++this.garbage >= this.gateway.options.maxGarbage) this.socket.destroy();
  }

  private receive(frame: RawFrame): void {
    const header = parseHeader(frame.payload);
    if (typeof header === 'string') {
      this.refuse('header');
      return;
    }
    this.waited.namelessSince = null;
    const queue = this.waiting.get(header.phoneKey);
    if (queue) {
      queue.push({ header, frame: copyFrame(frame) });
      this.began(1);
      return;
    }
    const session = this.sessions.get(header.phoneKey);
    if (!session || session.generation !== this.gateway.devices.generation) {
      this.lookUp({ header, frame: copyFrame(frame) });
      return;
    }
    if (session.refreshDue(this.gateway.options.now())) this.refresh(session);
    this.pass(session, header, frame);
  }

  private pass(session: Session, header: Header, frame: RawFrame): void {
    const { recorder } = this.gateway;
    if (recorder?.active) recorder.up(session.deviceId, frame.payload, !frame.checksumOk && !session.lenient);
    if (session.superseded && !this.revive(session)) {
      this.suspect(session);
      return;
    }
    if (!frame.checksumOk && !session.lenient) {
      this.refuse('checksum');
      return;
    }
    this.garbage = 0;
    this.gateway.stats.frames++;
    session.handle(header, frame.payload.subarray(header.bodyOffset));
  }

  /** Takes the terminal back when the connection that had taken it over is gone; false when it is not. */
  private revive(session: Session): boolean {
    const { sessions } = this.gateway;
    if (sessions.has(session.deviceId)) return false;
    session.superseded = false;
    session.heardAfterLoss = null;
    sessions.set(session.deviceId, session);
    this.gateway.commands?.arrived(session.deviceId);
    return true;
  }

  /** Something came on a connection that a newer one has taken over: once what was under way must have arrived, both are alive. */
  private suspect(session: Session): void {
    const { options, sessions, notebook } = this.gateway;
    const at = options.now();
    session.heardAfterLoss ??= at;
    if (at - session.heardAfterLoss < options.secondAfterMs) return;
    const newer = sessions.get(session.deviceId);
    if (newer) notebook.noteSecond({ deviceId: session.deviceId, at, from: this.remote, to: newer.connection.remote });
    if (this.isForsaken) this.socket.destroy();
  }

  /** Looks a terminal up. Its frames wait meanwhile, those of other terminals on the connection do not. */
  private lookUp(first: Waiting): void {
    const { phoneKey } = first.header;
    const queue = [first];
    this.waiting.set(phoneKey, queue);
    this.began(1);
    this.gateway.devices.get(phoneKey).then(
      (device) => this.guarded(() => this.found(phoneKey, queue, device)),
      (error: unknown) => {
        // nothing is answered, so the terminal will send its frames again
        this.gateway.trouble(error, 'terminal look-up failed');
        this.release(phoneKey, queue);
      },
    );
  }

  private found(phoneKey: string, queue: Waiting[], device: Device | null): void {
    if (!this.release(phoneKey, queue) || this.socket.destroyed) return;
    if (!device) {
      this.sessions.delete(phoneKey);
      for (const { header, frame } of queue) this.turnAway(header, frame);
      return;
    }
    let session = this.sessions.get(phoneKey);
    for (const { header, frame } of queue) {
      // a damaged frame may carry anybody's number: it opens no session
      if (!session && !frame.checksumOk && !device.lenient) this.refuse('checksum');
      else {
        session ??= this.open(phoneKey, device);
        session.update(device);
        this.pass(session, header, frame);
      }
      if (this.socket.destroyed) return;
    }
  }

  /** Stops waiting for a look-up; false when the connection has closed meanwhile. */
  private release(phoneKey: string, queue: Waiting[]): boolean {
    if (this.waiting.get(phoneKey) !== queue) return false;
    this.waiting.delete(phoneKey);
    this.ended(queue.length);
    return true;
  }

  private open(phoneKey: string, device: Device): Session {
    const session = new Session(this.gateway, this, phoneKey, device);
    this.sessions.set(phoneKey, session);
    if (this.isStranger) this.gateway.strangers.leave(this.address);
    this.isStranger = false;
    session.arrived();
    return session;
  }

  private refresh(session: Session): void {
    this.gateway.devices.get(session.phoneKey).then(
      (device) => {
        if (device) session.update(device);
        else this.sessions.delete(session.phoneKey);
      },
      () => undefined,
    );
  }

  /** Answers an unknown terminal as the standard says and notes it for staff; none of its positions are stored. */
  private turnAway(header: Header, frame: RawFrame): void {
    if (!frame.checksumOk) {
      this.refuse('checksum');
      return;
    }
    this.gateway.stats.refused.unknownTerminal++;
    this.garbage = 0;
    this.gateway.notebook.noteUnknown(
      header.phoneKey,
      () => toHex(wrapFrame(frame.payload)),
      this.socket.remoteAddress ?? '',
    );
    if (header.msgId === msgId.register) {
      this.send(header, msgId.registerReply, {
        replySerial: header.serial,
        result: registerResult.noSuchTerminal,
        authCode: '',
      });
    } else if (header.msgId !== msgId.terminalReply) {
      this.reply(header, replyResult.failure);
    }
  }
}

/** A copy of a frame that stays valid when the socket's buffer is used again. */
function copyFrame(frame: RawFrame): RawFrame {
  return { payload: Uint8Array.prototype.slice.call(frame.payload), checksumOk: frame.checksumOk };
}
