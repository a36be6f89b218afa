import { toHex } from '@tongda/protocol/bytes';
import { type Bodies, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import { type RawFrame, wrapFrame } from '@tongda/protocol/jt808/frame';
import { type Header, type HeaderVersion, isLockId, parseHeader } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import type { ResendRequest } from '@tongda/protocol/jt808/messages/session/0005';
import { registerResult } from '@tongda/protocol/jt808/messages/session/8100';
import type { Serials } from './command/talks';
import { Intake } from './line/intake';
import { Outbox } from './line/outbox';
import type { Pipe } from './line/pipe';
import { direction } from './recent-frames';
import type { Gateway, Line, Terminal } from './server';
import { Session } from './session';
import { isHeld, silence, speakWith } from './speakers';
import type { Device } from './terminal/devices';

/** Frames of an unknown terminal that are answered at a time. */
const MOST_TURNED_AWAY = 20;

interface Waiting {
  header: Header;
  frame: RawFrame;
}

/**
 * One connection with one terminal, or several behind a proxy. It looks up the terminals of the frames that come in and passes the frames on to their sessions.
 * Invalid bytes, floods, and an error of ours close only this connection.
 */
export class Connection implements Line {
  private readonly intake: Intake;
  private readonly outbox: Outbox;
  private readonly sessions = new Map<string, Session>();
  /** The terminal that spoke last, and the header of its frame: mostly the next frame is its as well, and need not be searched for. */
  private last: Session | null = null;
  private lastHeader: Header | null = null;
  /** Frames that wait while their terminal is being looked up, by phone key. */
  private readonly waiting = new Map<string, Waiting[]>();
  /** A terminal that we know has been let in on it: a number alone may be off a sticker. */
  private isKnown = false;
  /** Closes the connection some time after other ones have taken over all its terminals. */
  private lingering: NodeJS.Timeout | null = null;

  constructor(
    private readonly gateway: Gateway,
    private readonly pipe: Pipe,
  ) {
    this.intake = new Intake(
      gateway,
      pipe,
      () => this.isKnown,
      (frame) => this.receive(frame),
    );
    this.outbox = new Outbox(pipe, gateway.options.now, (header, wires) => this.record(header, wires));
  }

  get remote(): string {
    return this.pipe.remote;
  }

  get local(): string | null {
    return this.pipe.local;
  }

  get secure(): boolean {
    return this.pipe.secure;
  }

  get gone(): boolean {
    return this.pipe.closed;
  }

  get busy(): boolean {
    return this.intake.busy;
  }

  /** Takes bytes that have come. */
  take(chunk: Uint8Array): void {
    this.guarded(() => this.intake.take(chunk));
    this.endIfAimless();
  }

  /** Its address is slowed: what it sends is read a little later. */
  rest(): void {
    this.intake.rest();
  }

  /** Answers a frame with a general reply. */
  reply(header: Header, result: number): void {
    if (isLockId(header.msgId)) this.send(header, msgId.lockReply, { replyId: header.msgId, result });
    else this.send(header, msgId.platformReply, { replySerial: header.serial, replyId: header.msgId, result });
  }

  /** Sends a message to the terminal of `header`, in its layout. What one read, or one commit, leads to leaves in one write. */
  send<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void {
    this.outbox.send(header, id, body);
  }

  /** Sends a message of any length, split into packages where necessary; answers the serial numbers used, none when the connection is closed. */
  sendLong<K extends MsgId>(header: Header, id: K, body: Bodies[K], edition: HeaderVersion): number[] {
    return this.outbox.sendLong(header, id, body, edition);
  }

  /** Sends packages of a long message again; false when they are not kept any more. */
  resend(header: Header, request: ResendRequest): boolean {
    return this.outbox.resend(header, request);
  }

  /** Remembers frames that go to the terminal of `header`, and shows them to who follows it. */
  private record({ phoneKey }: Header, wires: readonly Uint8Array[]): void {
    const session = this.sessionOf(phoneKey);
    if (!session) return;
    const { recorder, options } = this.gateway;
    for (const wire of wires) {
      session.frames.put(options.now(), direction.down, wire);
      if (recorder?.active) recorder.down(session.deviceId, wire);
    }
  }

  /** Sends a body of any length, no faster than it is read, as packages where necessary; null when the connection is closed. */
  sendBytes(header: Header, id: number, body: Uint8Array): Serials | null {
    return this.outbox.sendBytes(header, id, body);
  }

  /** Counts points (or frames) that begin to wait. */
  began(count: number): void {
    this.intake.began(count);
  }

  /** Counts points (or frames) that do not wait any more. */
  ended(count: number): void {
    this.intake.ended(count);
  }

  /** A frame of a terminal that has not been let in was refused: its address answers for it. */
  blame(): void {
    this.intake.blame(1);
  }

  /** Closes the connection when it leaves a frame unfinished, or names no terminal, for too long; `now` is performance.now(). */
  cutIfOverdue(now: number): void {
    this.intake.cutIfOverdue(now);
  }

  /** Stops reading; frames that wait are still answered. */
  stopReading(): void {
    this.intake.stop();
  }

  /** Sends what is left and closes. */
  end(): void {
    this.outbox.flush();
    this.pipe.end();
  }

  /** To be called when the socket has closed; `telling` is false when the server itself stops, as terminals are not really gone then. */
  closed(telling: boolean): void {
    const { sessions } = this.gateway;
    if (this.lingering) clearTimeout(this.lingering);
    this.gateway.addresses.leave(this.pipe.address, this.isKnown, performance.now());
    for (const session of this.sessions.values()) {
      if (sessions.get(session.deviceId) !== session) continue;
      sessions.delete(session.deviceId);
      if (!telling) continue;
      this.gateway.holders?.release(session.deviceId);
      session.closed();
    }
    for (const list of this.waiting.values()) this.gateway.stats.inFlight -= list.length;
    this.waiting.clear();
    this.outbox.clear();
    this.intake.closed();
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
    const close = () => this.isForsaken && this.pipe.destroy();
    if (this.lingering) clearTimeout(this.lingering);
    this.lingering = setTimeout(close, this.gateway.options.lingerMs).unref();
  }

  /**
   * Takes over the device of a terminal that was admitted; gives it up, and closes, when it is not admitted any more. A device for which another
   * connection speaks is only taken over by more than heartbeats.
   */
  settle(terminal: Terminal): void {
    // its socket may have closed while its code was looked up: nobody speaks with it any more
    if (this.pipe.closed) return;
    const { sessions, addresses } = this.gateway;
    if (terminal.admitted && !this.isKnown) {
      this.isKnown = true;
      addresses.introduce(this.pipe.address, performance.now());
    }
    const { deviceId } = terminal;
    const before = sessions.get(deviceId);
    if (terminal.admitted && before !== terminal && !terminal.superseded) {
      if (!terminal.spoken && isHeld(this.gateway, deviceId)) return;
      speakWith(this.gateway, terminal);
      if (before && before.connection !== this) before.connection.lose(before);
    } else if (!terminal.admitted && before === terminal) {
      silence(this.gateway, terminal);
      if (![...this.sessions.values()].some(({ admitted }) => admitted)) this.end();
    }
  }

  /** The device of a terminal is no more. */
  private forget(phoneKey: string): void {
    const session = this.sessions.get(phoneKey);
    if (!session) return;
    this.sessions.delete(phoneKey);
    if (this.last === session) this.last = null;
    if (this.gateway.sessions.get(session.deviceId) === session) silence(this.gateway, session);
  }

  /** Whether other connections have taken over all its terminals. */
  private get isForsaken(): boolean {
    return [...this.sessions.values()].every(({ superseded }) => superseded);
  }

  /** Runs work whose error closes this connection only; the terminal will connect again and send what was not answered. */
  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.gateway.trouble(error, 'connection closed by an error');
      this.pipe.destroy();
    }
  }

  private receive(frame: RawFrame): void {
    const header = parseHeader(frame.payload, false, this.lastHeader);
    if (typeof header === 'string') {
      this.intake.refuse('header');
      return;
    }
    this.lastHeader = header;
    this.intake.named();
    const queue = this.waiting.size > 0 ? this.waiting.get(header.phoneKey) : undefined;
    if (queue) {
      queue.push({ header, frame: copyFrame(frame) });
      this.began(1);
      return;
    }
    const session = this.sessionOf(header.phoneKey);
    if (!session || session.generation !== this.gateway.devices.generation) {
      this.lookUp({ header, frame: copyFrame(frame) });
      return;
    }
    const now = this.gateway.options.now();
    if (session.refreshDue(now)) this.refresh(session);
    this.pass(session, header, frame, now);
  }

  private sessionOf(phoneKey: string): Session | null {
    if (this.last?.phoneKey !== phoneKey) this.last = this.sessions.get(phoneKey) ?? null;
    return this.last;
  }

  private pass(session: Session, header: Header, frame: RawFrame, now: number): void {
    const { recorder } = this.gateway;
    const refused = !frame.checksumOk && !session.lenient;
    // decided before, as its answers are to stand behind it
    const unheeded = !session.admitted || (session.superseded && isHeld(this.gateway, session.deviceId));
    session.frames.put(now, direction.up, frame.payload, { refused, unheeded });
    if (recorder?.active) recorder.up(session.deviceId, frame.payload, refused);
    if (session.superseded && !this.revive(session)) {
      this.suspect(session);
      return;
    }
    if (refused) {
      this.intake.refuse('checksum');
      return;
    }
    this.intake.good();
    this.gateway.stats.frames++;
    session.handle(header, frame.payload.subarray(header.bodyOffset));
  }

  /** Takes the terminal back when the connection that had taken it over is gone; false when it is not. */
  private revive(session: Session): boolean {
    if (isHeld(this.gateway, session.deviceId)) return false;
    session.superseded = false;
    session.heardAfterLoss = null;
    speakWith(this.gateway, session);
    return true;
  }

  /** Something came on a connection that a newer one has taken over: once what was under way must have arrived, both are alive. */
  private suspect(session: Session): void {
    const { options, sessions, holders, notebook } = this.gateway;
    const at = options.now();
    session.heardAfterLoss ??= at;
    if (at - session.heardAfterLoss < options.secondAfterMs) return;
    const { deviceId } = session;
    const to = sessions.get(deviceId)?.connection.remote ?? holders?.elsewhere(deviceId);
    if (to !== undefined) notebook.noteSecond({ deviceId, at, from: this.remote, to });
    if (this.isForsaken) this.pipe.destroy();
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
    if (!this.release(phoneKey, queue) || this.pipe.closed) return;
    if (!device) {
      this.forget(phoneKey);
      this.turnAway(phoneKey, queue);
      return;
    }
    let session = this.sessions.get(phoneKey);
    for (const { header, frame } of queue) {
      // a damaged frame may carry anybody's number: it opens no session
      if (!session && !frame.checksumOk && !device.lenient) this.intake.refuse('checksum');
      else {
        session ??= this.open(phoneKey, device);
        session.update(device);
        this.pass(session, header, frame, this.gateway.options.now());
      }
      if (this.pipe.closed) return;
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
    session.arrived();
    return session;
  }

  private refresh(session: Session): void {
    this.gateway.devices.get(session.phoneKey).then(
      (device) => {
        if (device) session.update(device);
        else this.forget(session.phoneKey);
      },
      () => undefined,
    );
  }

  /** Answers an unknown terminal as the standard says and notes it for staff; none of its positions are stored. Of many frames only the first are answered. */
  private turnAway(phoneKey: string, queue: readonly Waiting[]): void {
    const whole = queue.filter(({ frame }) => frame.checksumOk);
    if (whole.length < queue.length) this.intake.refuse('checksum', queue.length - whole.length);
    const [first] = whole;
    if (!first) return;
    this.gateway.stats.refused.unknownTerminal += whole.length;
    this.gateway.notebook.noteUnknown(
      phoneKey,
      whole.length,
      () => toHex(wrapFrame(first.frame.payload)),
      this.pipe.address,
    );
    for (const { header } of whole.slice(0, MOST_TURNED_AWAY)) {
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
    this.intake.good();
    this.intake.blame(whole.length);
    this.endIfAimless();
  }

  /** Datagrams by which no terminal that we know speaks are no connection. */
  private endIfAimless(): void {
    if (!this.pipe.connected && this.sessions.size === 0 && this.waiting.size === 0) this.end();
  }
}

/** A copy of a frame that stays valid when the socket's buffer is used again. */
function copyFrame(frame: RawFrame): RawFrame {
  return { payload: Uint8Array.prototype.slice.call(frame.payload), checksumOk: frame.checksumOk };
}
