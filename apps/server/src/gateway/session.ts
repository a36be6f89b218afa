import type { Topics } from '@tongda/contract/core/topics';
import {
  type Bodies,
  decodeBody,
  type Message,
  type MsgId,
  msgId,
  type RawMessage,
} from '@tongda/protocol/jt808/codec';
import type { Header, HeaderVersion } from '@tongda/protocol/jt808/header';
import type { MediaEvent } from '@tongda/protocol/jt808/messages/media/0800';
import type { MediaData } from '@tongda/protocol/jt808/messages/media/0801';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { SmallBatch } from '@tongda/protocol/jt808/messages/position/0210';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { registerResult } from '@tongda/protocol/jt808/messages/session/8100';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import type { Transparent } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { Admission } from './admission';
import { type Answer, Asked } from './asked';
import { cardOf, swipeOf } from './cards';
import { type Outcome, Talks, type Wish } from './command/talks';
import { type Device, isRecorder } from './devices';
import { locationIn, timeIn } from './dialect';
import { ownerAt } from './files/owner';
import { answerWhenKept } from './keeping';
import { lockToldOf } from './locks';
import { answerPart, askMissing } from './parts/ask';
import type { MissingOf } from './parts/store';
import { pointOf } from './point';
import { Presence } from './presence';
import { chargeOf, IntervalSender, readingOf } from './recorder';
import type { Gateway, Line, Terminal } from './server';
import type { Refused } from './stats';
import { used } from './uses';

/** What a terminal is answered whose message is refused. */
const replies = { unsupported: replyResult.unsupported, impossibleDate: replyResult.badMessage } as const;

const REFRESH_MS = 30_000;
/** Marks at both ends and checksum of a frame. */
const FRAME_BYTES = 3;

/**
 * One terminal on one connection. It takes decoded messages, hands positions to the bus and answers each frame: positions when they are stored (or
 * with a failure when the bus rejects), everything else at once.
 */
export class Session implements Terminal {
  /** Another connection has taken over this terminal: frames on this one are ignored. */
  superseded = false;
  /** When something first came after another connection had taken over, epoch ms. */
  heardAfterLoss: number | null = null;
  spoken = false;
  generation: number;
  private readonly admission: Admission;
  private readonly presence: Presence;
  private refreshAt: number;
  /** Header of the terminal's last frame: messages that the platform sends by itself use the same layout and phone number. */
  private lastHeader: Header | null = null;
  private readonly asked: Asked;
  private readonly talks: Talks;
  private readonly interval: IntervalSender;

  constructor(
    private readonly gateway: Gateway,
    readonly connection: Line,
    readonly phoneKey: string,
    private device: Device,
  ) {
    this.generation = gateway.devices.generation;
    this.refreshAt = gateway.options.now() + REFRESH_MS;
    this.asked = new Asked(gateway.options.commandMs);
    this.talks = new Talks(gateway.options.commandMs);
    this.admission = new Admission(gateway, connection, phoneKey, device);
    this.presence = new Presence(gateway, () => this.device);
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

  /** Until the terminal has said more than heartbeats, each of its frames may be what makes it speak for its device. */
  private listen(id: number): void {
    this.spoken = id !== msgId.heartbeat;
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
        this.gateway.stats.heartbeats++;
        this.connection.reply(header, replyResult.ok);
        this.presence.heartbeat();
        break;
      case msgId.location:
        this.talks.told(message.body.statusBits);
        return this.store(header, [message.body], false);
      case msgId.locationReply:
      case msgId.vehicleControlReply:
        this.talks.answered(message, message.body.replySerial);
        return this.store(header, [message.body.location], false);
      case msgId.locationBatch:
        return this.store(header, message.body.locations, message.body.late, message.body.damaged);
      case msgId.smallBatch:
        return this.smallBatch(header, message.body);
      case msgId.driverCard:
        return this.card(header, message.body);
      case msgId.transparent:
        return this.transparent(header, message.body);
      case msgId.mediaEvent:
        return this.media(header, message.body);
      case msgId.mediaData:
        return this.media(header, message.body, () => this.talks.answered(message, null));
      case msgId.shootReply:
        this.connection.reply(header, replyResult.ok);
        this.talks.answered(message, message.body.replySerial);
        break;
      case msgId.register:
        void this.register(header);
        break;
      case msgId.auth:
        void this.authenticate(header, message.body.code);
        break;
      case msgId.logout:
        this.connection.reply(header, replyResult.ok);
        void this.presence.tell('logout');
        this.admission.logout();
        break;
      case msgId.timeQuery:
        this.connection.send(header, msgId.serverTime, { time: this.gateway.options.now() });
        break;
      case msgId.parameters:
        this.connection.reply(header, replyResult.ok);
        this.asked.parameters(message.body);
        this.talks.answered(message, message.body.replySerial);
        break;
      case msgId.properties:
        this.connection.reply(header, replyResult.ok);
        this.talks.answered(message, null);
        break;
      case msgId.terminalResend:
        // what was sent again is the answer
        if (!this.connection.resend(header, message.body)) this.refuse(header, 'notKept', replyResult.failure);
        break;
      case msgId.terminalReply:
        if (!this.talks.replied(message.body)) this.asked.replied(message.body);
        break;
      case msgId.upgradeResult:
        this.connection.reply(header, replyResult.ok);
        if (!this.talks.answered(message, null)) this.gateway.commands?.upgraded(this.device.id, message.body);
        break;
      default:
        this.takeAnswer(header, message, data);
    }
    return true;
  }

  /** Takes a message that only somebody who asked for it has a use for. */
  private takeAnswer(header: Header, message: Message | RawMessage, data: Uint8Array): void {
    // what is used and was not decoded has a damaged body
    if (message.id === null && (message.why !== 'unknown' || used.has(header.msgId))) {
      this.refuse(header, 'damaged', replyResult.badMessage);
      return;
    }
    this.connection.reply(header, replyResult.ok);
    const said = message.id !== null && 'replySerial' in message.body ? message.body.replySerial : null;
    this.talks.answered(message, said, { id: header.msgId, data });
  }

  /** Answers that a message is not taken; true, as nothing more is to be done. */
  private refuse(header: Header, why: Refused, result: number): true {
    this.gateway.stats.refused[why]++;
    this.connection.reply(header, result);
    return true;
  }

  /** Lets the terminal in when its code is right. Nothing is answered while the database is away, so that it asks again. */
  private async authenticate(header: Header, code: string): Promise<void> {
    const { gateway, connection, admission } = this;
    connection.began(1);
    try {
      if (await admission.authenticate(code)) {
        connection.settle(this);
        connection.reply(header, replyResult.ok);
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
      if (this.admitted) void this.presence.tell('register');
    } catch (error) {
      gateway.stats.refused.notStored++;
      gateway.trouble(error, 'registration not stored');
    } finally {
      connection.ended(1);
    }
  }

  /** Hands points to the bus in their order and answers when all are stored. A point with an impossible date is left out; the others of its batch count. */
  private store(header: Header, sent: readonly Location[], late: boolean, damaged = 0): Promise<boolean> | true {
    const { gateway, connection, device } = this;
    const receiveTime = gateway.options.now();
    const { dialect } = device;
    const told = dialect ? sent.map((location) => locationIn(dialect, location)) : sent;
    const { points, publish, stored } = isRecorder(device)
      ? this.inOrder('portable', told, (location) => readingOf(device, location, receiveTime, late))
      : this.inOrder(
          'position',
          told,
          (location) => pointOf(device, location, receiveTime, late),
          (stored) => {
            if (gateway.evidence && stored.some(({ channels }) => channels.safety))
              void gateway.evidence.stored(stored);
          },
        );
    // frames are counted, however many of their points are left out
    if (damaged > 0) gateway.stats.refused.damaged++;
    if (points < sent.length) gateway.stats.refused.impossibleDate++;
    if (points > 0) return this.answerWhenStored(header, points, publish, stored);
    connection.reply(header, sent.length + damaged > 0 ? replyResult.badMessage : replyResult.ok);
    return true;
  }

  /** The messages that `make` finds in locations, in their order, and how they are published. */
  private inOrder<T extends 'position' | 'portable'>(
    topic: T,
    locations: readonly Location[],
    make: (location: Location) => Topics[T][number] | null,
    stored: (points: Topics[T]) => void = () => undefined,
  ) {
    // a message of these topics is a list of what `make` makes, which the compiler does not see through the parameter
    const points = locations.map(make).filter((point) => point !== null) as unknown as Topics[T];
    const publish = async (): Promise<void> => {
      await this.gateway.bus.publish(topic, this.device.id, points);
    };
    return { points: points.length, publish, stored: () => stored(points) };
  }

  /** Stores a small tracker's points. Its other form, the charge of the battery alone, is a recorder's reading; a vehicle has no place to keep it. */
  private smallBatch(header: Header, { batteryPct, time, locations, damaged }: SmallBatch): Promise<boolean> | true {
    const { gateway, device } = this;
    if (batteryPct === null) return this.store(header, locations, false, damaged);
    if (!isRecorder(device)) return this.refuse(header, 'unsupported', replyResult.unsupported);
    const reading = chargeOf(device, batteryPct, timeIn(device.dialect, time), gateway.options.now());
    if (!reading) return this.refuse(header, 'impossibleDate', replyResult.badMessage);
    return this.answerWhenStored(header, 1, () => gateway.bus.publish('portable', device.id, [reading]));
  }

  /** Counts points, and answers when they are stored; `stored` is told then. */
  private answerWhenStored(
    header: Header,
    count: number,
    keep: () => Promise<void>,
    stored?: () => void,
  ): Promise<boolean> {
    const { gateway, connection } = this;
    const done = (): void => {
      gateway.stats.points += count;
      connection.reply(header, replyResult.ok);
      stored?.();
    };
    return answerWhenKept(gateway, connection, header, { what: 'points', keep, count, done });
  }

  /** A driver's card was put in or taken out: acknowledged when it is stored, like a point. */
  private card(header: Header, card: DriverCard): Promise<boolean> | true {
    const { gateway, connection, device } = this;
    const message = cardOf(device, card, gateway.options.now());
    if (typeof message === 'string') return this.refuse(header, message, replies[message]);
    const keep = () => gateway.bus.publish('driverCard', device.id, message);
    return answerWhenKept(gateway, connection, header, { what: 'driver card', keep });
  }

  /** Data that the terminal passes on: cards read at a serial port and what locks tell are used, everything else is refused as unsupported. */
  private transparent(header: Header, data: Transparent): Promise<boolean> | true {
    const { gateway, connection, device } = this;
    const told = lockToldOf(device, data, gateway.options.now());
    if (told) {
      const keepTold = () => gateway.bus.publish('lockTold', device.id, told);
      return answerWhenKept(gateway, connection, header, { what: 'lock', keep: keepTold });
    }
    const message = swipeOf(device, data, gateway.options.now());
    if (typeof message === 'string') return this.refuse(header, message, replies[message]);
    const keep = () => gateway.bus.publish('cardSwipe', device.id, message);
    return answerWhenKept(gateway, connection, header, { what: 'card swipe', keep });
  }

  /** A photo, sound or video was taken, or is here; the answer to the latter (0x8800) says that it is complete. */
  private media(
    header: Header,
    event: MediaEvent & Partial<Pick<MediaData, 'location' | 'data'>>,
    here: () => void = () => undefined,
  ): Promise<boolean> | true {
    const { gateway, connection } = this;
    const { files, options } = gateway;
    // its files belong to vehicles
    if (!files || isRecorder(this.device)) return this.refuse(header, 'unsupported', replyResult.unsupported);
    const { location: sent = null, data, ...what } = event;
    const { dialect } = this.device;
    const location = sent && dialect ? locationIn(dialect, sent) : sent;
    const owner = ownerAt(this.device, location?.time ?? null, options.now());
    if (!data)
      return answerWhenKept(gateway, connection, header, {
        what: 'media event',
        keep: () => files.noteMedia(owner, what),
      });
    if (data.length === 0) return this.refuse(header, 'damaged', replyResult.badMessage);
    return answerWhenKept(gateway, connection, header, {
      what: 'media',
      keep: () => files.keepMedia(owner, what, location, data),
      done: () => {
        answerPart(connection, header, what.mediaId);
        here();
      },
    });
  }
}
