import {
  type Bodies,
  decodeBody,
  type Message,
  type MsgId,
  msgId,
  type RawMessage,
} from '@tongda/protocol/jt808/codec';
import type { Header, HeaderVersion } from '@tongda/protocol/jt808/header';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { type GeneralReply, replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { registerResult } from '@tongda/protocol/jt808/messages/session/8100';
import { readByPeople } from '../frames/kept';
import { Admission } from './admission';
import { type Answer, Asked } from './asked';
import type { LateAnswer } from './command/late';
import { type Outcome, Talks, type Wish } from './command/talks';
import { Indulgence } from './limits';
import { answerPart, askMissing } from './parts/ask';
import type { MissingOf } from './parts/store';
import { Presence } from './presence';
import type { FrameRing } from './recent-frames';
import { IntervalSender } from './report/recorder';
import { type Refuse, Reports } from './report/reports';
import type { Gateway, Line, Terminal } from './server';
import type { Device } from './terminal/devices';
import { timeIn } from './terminal/dialect';
import type { FirmwareTold } from './terminal/firmware-told';
import { used } from './uses';

const REFRESH_MS = 30_000;
/** Answers of a connection for which questions of earlier ones are looked up. */
const MOST_LATE_LOOKS = 32;
/** Marks at both ends and checksum of a frame. */
const FRAME_BYTES = 3;

/**
 * One terminal on one connection. It lets the terminal in, decodes what it sends, and answers each frame: what it reports when that is stored
 * (reports.ts), everything else at once.
 */
export class Session implements Terminal {
  /** Another connection has taken over this terminal: frames on this one are ignored. */
  superseded = false;
  /** When something first came after another connection had taken over, epoch ms. */
  heardAfterLoss: number | null = null;
  spoken = false;
  readonly since = performance.now();
  generation: number;
  private readonly admission: Admission;
  private readonly presence: Presence;
  private refreshAt: number;
  private ring: FrameRing | null = null;
  /** Header of the terminal's last frame: messages that the platform sends by itself use the same layout and phone number. */
  private lastHeader: Header | null = null;
  private lateLooks = 0;
  private readonly asked: Asked;
  private readonly talks: Talks;
  private readonly interval: IntervalSender;
  private readonly indulgence = new Indulgence();
  private readonly reports: Reports;

  /** Answers that a message is not taken; true, as nothing more is to be done. */
  private readonly refuse: Refuse = (header, why, result) => {
    this.gateway.stats.refused[why]++;
    this.connection.reply(header, result);
    this.blame(why === 'wrongCode');
    return true;
  };

  constructor(
    private readonly gateway: Gateway,
    readonly connection: Line,
    readonly phoneKey: string,
    private device: Device,
  ) {
    this.generation = gateway.devices.generation;
    this.refreshAt = gateway.options.now() + REFRESH_MS;
    this.asked = new Asked(gateway.options.commandMs);
    this.talks = new Talks(gateway.options.commandMs, gateway.options.now);
    this.admission = new Admission(gateway, connection, phoneKey, device);
    this.presence = new Presence(gateway, () => this.device);
    this.reports = new Reports(gateway, connection, () => this.device, this.refuse);
    this.interval = new IntervalSender({
      ask: (id, body) => this.ask(id, body),
      record: (told, seconds, done) => gateway.store.recordInterval(told, seconds, done),
      failed: (error) => gateway.trouble(error, 'interval of a recorder not stored'),
    });
  }

  /** Sends a message that the terminal must answer; resolves with its answer, or `gone` when the connection ends first. */
  ask<K extends MsgId>(id: K, body: Bodies[K]): Promise<Answer> {
    const header = this.lastHeader;
    const serials = header ? this.connection.sendLong(header, id, body, this.version) : [];
    return serials.length === 0 ? Promise.resolve({ result: 'gone' }) : this.asked.wait(id, serials);
  }

  /** Sends a message of a command; resolves with what came of it. Throws RangeError when a value does not fit its field. */
  converse<K extends MsgId>(id: K, body: Bodies[K], wish: Wish): Promise<Outcome> {
    const header = this.lastHeader;
    const serials = header ? this.connection.sendLong(header, id, body, this.version) : [];
    const [first] = serials;
    return first === undefined
      ? Promise.resolve({ what: 'lost' })
      : this.talks.begin(id, { first, count: serials.length }, wish);
  }

  /** The same for a body as it stands on the wire, which may have megabytes. */
  converseBytes(id: number, body: Uint8Array, wish: Wish): Promise<Outcome> {
    const serials = this.lastHeader && this.connection.sendBytes(this.lastHeader, id, body);
    return serials ? this.talks.begin(id, serials, wish) : Promise.resolve({ what: 'lost' });
  }

  /** The edition of the standard that the terminal speaks. */
  get version(): HeaderVersion {
    return this.device.dialect?.edition ?? this.lastHeader?.version ?? '2013';
  }

  /** Nothing more is answered on this connection. */
  lost(): void {
    this.asked.gone();
    this.talks.gone();
  }

  get admitted(): boolean {
    return this.admission.admitted;
  }

  get deviceId(): string {
    return this.device.id;
  }

  /** Where its frames are remembered. */
  get frames(): FrameRing {
    const { id, clientId } = this.device;
    const { ring } = this;
    if (ring && !ring.gone && ring.deviceId === id && ring.clientId === clientId) return ring;
    this.ring = this.gateway.recent.ringOf(id, clientId);
    return this.ring;
  }

  get lenient(): boolean {
    return this.device.lenient;
  }

  /** Whether it is time to look the device up again; true at most once in 30 seconds. */
  refreshDue(now: number): boolean {
    if (now < this.refreshAt) return false;
    this.refreshAt = now + REFRESH_MS;
    return true;
  }

  update(device: Device): void {
    this.device = device;
    this.generation = this.gateway.devices.generation;
    this.admission.update(device);
    this.connection.settle(this);
  }

  /** To be called when the connection knows the session: a tolerant terminal speaks for its device from now on. */
  arrived(): void {
    if (this.admitted) this.admission.noteArrival();
    this.connection.settle(this);
  }

  /** Takes a frame whose header and checksum are valid. */
  handle(header: Header, data: Uint8Array): void {
    if (!this.spoken) this.listen(header.msgId);
    if (!this.admission.allows(header.msgId)) {
      this.refuse(header, 'notAuthenticated', replyResult.failure);
      return;
    }
    if (this.admitted) {
      this.gateway.notebook.noteHeard(
        this.device.id,
        this.gateway.options.now(),
        header.bodyOffset + data.length + FRAME_BYTES,
      );
      this.talks.heard();
      this.gateway.commands?.heard(this.device.id);
    }
    this.lastHeader = header;
    if (this.admitted) this.interval.heard(this.device);
    if (header.encryption !== 0 || !(used.has(header.msgId) || this.talks.awaits(header.msgId))) {
      this.refuse(header, 'unsupported', replyResult.unsupported);
      return;
    }
    if (header.subpackage) this.takePart(header, data);
    else this.take(header, this.read(header, data), data);
  }

  /** A frame was refused: of a terminal that is not let in, its address answers for it when they are many, and for every guess of a code. */
  private blame(isGuess = false): void {
    if (!this.admitted && (isGuess || this.indulgence.isSpent(performance.now()))) this.connection.blame();
  }

  /** Until the terminal has said more than heartbeats, each of its frames may be what makes it speak for its device. */
  private listen(id: number): void {
    this.spoken = id !== msgId.heartbeat && id !== msgId.vendorHeartbeat;
    this.connection.settle(this);
  }

  /** To be called when the connection has closed, or the terminal may not report any more. */
  closed(): void {
    this.lost();
    if (!this.superseded) void this.presence.tell('disconnect');
  }

  askMissing(message: MissingOf, missing: readonly number[]): void {
    if (this.lastHeader) askMissing(this.connection, this.lastHeader, message, missing);
  }

  /** One package of a long message: answered when it is kept, the last one as the message itself. */
  private takePart(header: Header, data: Uint8Array): void {
    const { gateway, connection } = this;
    if (!gateway.parts) {
      this.refuse(header, 'unsupported', replyResult.unsupported);
      return;
    }
    connection.began(1);
    gateway.parts.take(this.device.id, header, data, {
      kept: (kept, mediaId) => answerPart(connection, kept, mediaId),
      whole: async (last, body) => this.take(last, this.read(last, body), body),
      refused: (refused) => this.refuse(refused, 'damaged', replyResult.badMessage),
      full: (full) => this.refuse(full, 'notStored', replyResult.failure),
      ended: () => connection.ended(1),
    });
  }

  /** Decodes a body by the edition of its header, or the one that is set for the terminal. */
  private read(header: Header, data: Uint8Array): Message | RawMessage {
    const edition = this.device.dialect?.edition;
    return decodeBody(edition ? { ...header, version: edition } : header, data);
  }

  /** Does what a message asks for; answers whether that is done: false when it could not be stored. */
  private take(header: Header, message: Message | RawMessage, data: Uint8Array): Promise<boolean> | boolean {
    switch (message.id) {
      case msgId.heartbeat:
      case msgId.vendorHeartbeat:
        this.gateway.stats.heartbeats++;
        this.connection.reply(header, replyResult.ok);
        this.presence.heartbeat();
        break;
      case msgId.location:
        this.told([message.body]);
        return this.reports.points(header, [message.body], false);
      case msgId.locationReply:
      case msgId.vehicleControlReply:
        this.answered(header, message, message.body.replySerial, data);
        this.told([message.body.location]);
        return this.reports.points(header, [message.body.location], false);
      case msgId.locationBatch:
        if (!message.body.late) this.told(message.body.locations);
        return this.reports.points(header, message.body.locations, message.body.late, message.body.damaged);
      case msgId.smallBatch:
        this.told(message.body.locations);
        return this.reports.smallBatch(header, message.body);
      case msgId.lockLocation:
      case msgId.lockWithoutFix:
        return this.reports.lock(header, message.body);
      case msgId.driverCard:
        this.talks.answered(message, null);
        return this.reports.card(header, message.body);
      case msgId.transparent:
        return this.reports.transparent(header, message.body);
      case msgId.compressed:
        return this.reports.compressed(header, message.body.data, (locations) => this.told(locations));
      case msgId.recorderReply:
      case msgId.questionReply:
        this.answered(header, message, message.body.replySerial, data);
        return this.reports.message(header, data);
      case msgId.eventReport:
      case msgId.infoSubscription:
        return this.reports.message(header, data);
      case msgId.waybill:
      case msgId.textReport:
      case msgId.wideTextReply:
        // some makers answer text commands with them
        this.talks.answered(message, null, { id: header.msgId, data });
        return this.reports.message(header, data);
      case msgId.canData:
        return this.reports.message(header, data);
      case msgId.mediaEvent:
        return this.reports.media(header, message.body);
      case msgId.mediaData:
        return this.reports.media(header, message.body, () => this.talks.answered(message, null));
      case msgId.shootReply:
        this.connection.reply(header, replyResult.ok);
        this.answered(header, message, message.body.replySerial, data);
        break;
      case msgId.register:
        void this.register(header);
        break;
      case msgId.auth:
        void this.authenticate(header, message.body);
        break;
      case msgId.logout:
        this.connection.reply(header, replyResult.ok);
        void this.presence.tell('logout');
        this.admission.logout();
        break;
      case msgId.timeQuery:
        this.connection.send(header, msgId.serverTime, { time: this.gateway.options.now() });
        break;
      case msgId.vendorTimeQuery:
        this.connection.send(header, msgId.vendorTime, { time: this.gateway.options.now() });
        break;
      case msgId.parameters:
        this.connection.reply(header, replyResult.ok);
        this.asked.parameters(message.body);
        this.answered(header, message, message.body.replySerial, data);
        break;
      case msgId.properties:
        this.connection.reply(header, replyResult.ok);
        this.noteFirmware(message.body.firmwareVersion, 'properties');
        this.talks.answered(message, null);
        break;
      case msgId.terminalResend:
        // what was sent again is the answer
        if (!this.connection.resend(header, message.body)) this.refuse(header, 'notKept', replyResult.failure);
        break;
      case msgId.terminalReply:
        this.replied(message.body);
        break;
      case msgId.upgradeResult:
        this.connection.reply(header, replyResult.ok);
        if (!this.talks.answered(message, null)) this.gateway.commands?.upgraded(this.device.id, message.body);
        break;
      default:
        return this.takeAnswer(header, message, data);
    }
    return true;
  }

  private noteFirmware(field: string, by: FirmwareTold['by']): void {
    this.gateway.notebook.noteFirmware(this.device.id, field, by, this.gateway.options.now());
  }

  /** Shows the newest of some reports to what is being asked: its status word may be the result. */
  private told(locations: readonly Location[]): void {
    if (this.talks.idle) return;
    let newest: Location | null = null;
    for (const location of locations) if ((location.time ?? 0) >= (newest?.time ?? 0)) newest = location;
    if (newest) this.talks.told(newest.statusBits, timeIn(this.device.dialect, newest.time));
  }

  /** Takes a message that answers one with this serial; null: it does not say which. Answers whether somebody waits for it on this connection. */
  private answered(header: Header, message: Message | RawMessage, said: number | null, data: Uint8Array): boolean {
    const id = header.msgId;
    if (this.talks.answered(message, said, { id, data })) return true;
    // some terminals say 0 whatever they answer
    if (said) this.answeredLate({ serial: said, id, message, data: Uint8Array.from(data) });
    return false;
  }

  private replied(reply: GeneralReply): void {
    if (!this.talks.replied(reply) && !this.asked.replied(reply))
      this.answeredLate({ serial: reply.replySerial, reply });
  }

  /** The question may have gone out over an earlier connection. A second answer to one of this connection is none of an earlier one. */
  private answeredLate(answer: LateAnswer): void {
    if (!this.admitted || this.talks.hasAsked(answer.serial) || this.lateLooks >= MOST_LATE_LOOKS) return;
    this.lateLooks++;
    this.gateway.commands?.answeredLate(this.device.id, this.version, answer);
  }

  /** Takes a message that only somebody who asked for it has a use for; where nobody does, some are kept for people. */
  private takeAnswer(header: Header, message: Message | RawMessage, data: Uint8Array): Promise<boolean> | boolean {
    // what is used and was not decoded has a damaged body
    if (message.id === null && (message.why !== 'unknown' || used.has(header.msgId)))
      return this.refuse(header, 'damaged', replyResult.badMessage);
    const said = message.id !== null && 'replySerial' in message.body ? message.body.replySerial : null;
    const isAwaited = this.answered(header, message, said, data);
    if (!isAwaited && readByPeople.has(header.msgId)) return this.reports.message(header, data);
    this.connection.reply(header, replyResult.ok);
    return true;
  }

  /** Lets the terminal in when its code is right. Nothing is answered while the database is away, so that it asks again. */
  private async authenticate(header: Header, { code, softwareVersion }: Bodies[typeof msgId.auth]): Promise<void> {
    const { gateway, connection, admission } = this;
    connection.began(1);
    try {
      if (await admission.authenticate(code)) {
        if (connection.gone) return;
        connection.settle(this);
        connection.reply(header, replyResult.ok);
        this.noteFirmware(softwareVersion, 'auth');
        void this.presence.tell('auth');
        return;
      }
      this.refuse(header, 'wrongCode', replyResult.failure);
      if (admission.spent) connection.end();
    } catch (error) {
      gateway.trouble(error, 'authentication not checked');
    } finally {
      connection.ended(1);
    }
  }

  /** Answers a registration with an authentication code, after it is stored; with "already registered" when a person has to release the terminal first. */
  private async register(header: Header): Promise<void> {
    const { gateway, connection, admission } = this;
    connection.began(1);
    try {
      const done = await admission.register();
      const refused = done === 'refused';
      if (refused) gateway.stats.refused.alreadyRegistered++;
      connection.send(header, msgId.registerReply, {
        replySerial: header.serial,
        result: refused ? registerResult.terminalAlreadyRegistered : registerResult.ok,
        authCode: refused ? '' : done.code,
      });
      if (refused) this.blame();
      if (this.admitted) void this.presence.tell('register');
    } catch (error) {
      gateway.stats.refused.notStored++;
      gateway.trouble(error, 'registration not stored');
    } finally {
      connection.ended(1);
    }
  }
}
