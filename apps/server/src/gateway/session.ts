import type {
  CardSwipeMessage,
  DriverCardMessage,
  PositionMessage,
  PresenceMessage,
} from '@tongda/contract/core/topics';
import { cardUidOf } from '@tongda/protocol/card-uid';
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
import type { SmallBatch } from '@tongda/protocol/jt808/messages/position/0210';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { registerResult } from '@tongda/protocol/jt808/messages/session/8100';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { type Transparent, transparentType } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { Admission } from './admission';
import { type Answer, Asked } from './asked';
import { type Outcome, Talks, type Wish } from './command/talks';
import { type Device, findVehicleAt } from './devices';
import { pointOf } from './point';
import { isBelievable } from './safety';
import type { Gateway, Line, Terminal } from './server';
import type { Refused } from './stats';

/** Messages that the gateway has a use for. All others, decodable or not, are refused as unsupported: answering them with success would promise what nobody keeps. */
const used: ReadonlySet<number> = new Set([
  msgId.terminalReply,
  msgId.terminalResend,
  msgId.heartbeat,
  msgId.logout,
  msgId.timeQuery,
  msgId.register,
  msgId.auth,
  msgId.parameters,
  msgId.properties,
  msgId.location,
  msgId.locationReply,
  msgId.vehicleControlReply,
  msgId.locationBatch,
  msgId.smallBatch,
  msgId.driverCard,
  msgId.transparent,
]);

const REFRESH_MS = 30_000;

/**
 * One terminal on one connection. It takes decoded messages, hands positions to the bus and answers each frame: positions when they are stored (or
 * with a failure when the bus rejects), everything else at once.
 */
export class Session implements Terminal {
  /** Another connection has taken over this terminal: frames on this one are ignored. */
  superseded = false;
  /** When something first came after another connection had taken over, epoch ms. */
  heardAfterLoss: number | null = null;
  generation: number;
  private readonly admission: Admission;
  private heartbeatOpen = false;
  private refreshAt: number;
  /** Header of the terminal's last frame: messages that the platform sends by itself use the same layout and phone number. */
  private lastHeader: Header | null = null;
  private readonly asked: Asked;
  private readonly talks: Talks;

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
  }

  /** Sends a message that the terminal must answer; resolves with its answer, or `gone` when the connection ends first. */
  ask<K extends MsgId>(id: K, body: Bodies[K]): Promise<Answer> {
    const header = this.lastHeader;
    const serials = header ? this.connection.sendLong(header, id, body) : [];
    return serials.length === 0 ? Promise.resolve({ result: 'gone' }) : this.asked.wait(id, serials);
  }

  /** Sends a message of a command; resolves with what came of it. Throws RangeError when a value does not fit its field. */
  converse<K extends MsgId>(id: K, body: Bodies[K], wish: Wish): Promise<Outcome> {
    const header = this.lastHeader;
    const serials = header ? this.connection.sendLong(header, id, body) : [];
    return serials.length === 0 ? Promise.resolve({ what: 'lost' }) : this.talks.begin(id, serials, wish);
  }

  /** The edition of the standard that the terminal speaks. */
  get version(): HeaderVersion {
    return this.lastHeader?.version ?? '2013';
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
    if (!this.admission.allows(header.msgId)) {
      this.refuse(header, 'notAuthenticated', replyResult.failure);
      return;
    }
    if (this.admitted) {
      this.gateway.notebook.noteSeen(this.device.id, this.gateway.options.now());
      this.talks.heard();
      this.gateway.commands?.heard(this.device.id);
    }
    this.lastHeader = header;
    if (header.encryption !== 0 || !used.has(header.msgId)) {
      this.refuse(header, 'unsupported', replyResult.unsupported);
      return;
    }
    const message = header.subpackage ? this.assemble(header, data) : decodeBody(header, data);
    if (message) this.take(header, message);
  }

  /** To be called when the connection has closed, or the terminal may not report any more. */
  closed(): void {
    this.lost();
    if (!this.superseded) void this.present('disconnect');
  }

  /**
   * The whole message when its last package has come, else null. Earlier packages are answered at once; the last one is answered like the message
   * itself, so a batch of points is acknowledged when it is stored.
   */
  private assemble(header: Header, data: Uint8Array): Message | RawMessage | null {
    const body = this.connection.assembler.add(header, data, this.gateway.options.now());
    if (body) return decodeBody(header, body);
    this.connection.reply(header, replyResult.ok);
    return null;
  }

  private take(header: Header, message: Message | RawMessage): void {
    switch (message.id) {
      case msgId.heartbeat:
        this.gateway.stats.heartbeats++;
        this.connection.reply(header, replyResult.ok);
        this.heartbeat();
        break;
      case msgId.location:
        this.store(header, [message.body], false);
        this.talks.told(message.body.statusBits);
        break;
      case msgId.locationReply:
      case msgId.vehicleControlReply:
        this.store(header, [message.body.location], false);
        this.talks.answered(message, message.body.replySerial);
        break;
      case msgId.locationBatch:
        this.store(header, message.body.locations, message.body.late, message.body.damaged);
        break;
      case msgId.smallBatch:
        this.smallBatch(header, message.body);
        break;
      case msgId.driverCard:
        this.card(header, message.body);
        break;
      case msgId.transparent:
        this.transparent(header, message.body);
        break;
      case msgId.register:
        void this.register(header);
        break;
      case msgId.auth:
        void this.authenticate(header, message.body.code);
        break;
      case msgId.logout:
        this.connection.reply(header, replyResult.ok);
        void this.present('logout');
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
      default:
        // what was not decoded although it is used has a damaged body
        this.refuse(header, 'damaged', replyResult.badMessage);
    }
  }

  private refuse(header: Header, why: Refused, result: number): void {
    this.gateway.stats.refused[why]++;
    this.connection.reply(header, result);
  }

  /** Lets the terminal in when its code is right. Nothing is answered while the database is away, so that it asks again. */
  private async authenticate(header: Header, code: string): Promise<void> {
    const { gateway, connection, admission } = this;
    connection.began(1);
    try {
      if (await admission.authenticate(code)) {
        connection.settle(this);
        connection.reply(header, replyResult.ok);
        void this.present('auth');
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
      if (this.admitted) void this.present('register');
    } catch (error) {
      gateway.stats.refused.notStored++;
      gateway.trouble(error, 'registration not stored');
    } finally {
      connection.ended(1);
    }
  }

  /** Hands points to the bus in their order and answers when all are stored. A point with an impossible date is left out; the others of its batch count. */
  private store(header: Header, locations: readonly Location[], late: boolean, damaged = 0): void {
    const { gateway, connection } = this;
    const receiveTime = gateway.options.now();
    const points: PositionMessage[] = [];
    for (const location of locations) {
      const point = pointOf(this.device, location, receiveTime, late);
      if (point) points.push(point);
    }
    // frames are counted, however many of their points are left out
    if (damaged > 0) gateway.stats.refused.damaged++;
    if (points.length < locations.length) gateway.stats.refused.impossibleDate++;
    if (points.length > 0) void this.answerWhenStored(header, points);
    else connection.reply(header, locations.length + damaged > 0 ? replyResult.badMessage : replyResult.ok);
  }

  /** Stores a small tracker's points. Its other form, the charge of the battery alone, has no place to be stored at and is refused. */
  private smallBatch(header: Header, { batteryPct, locations, damaged }: SmallBatch): void {
    if (batteryPct === null) this.store(header, locations, false, damaged);
    else this.refuse(header, 'unsupported', replyResult.unsupported);
  }

  private async answerWhenStored(header: Header, points: readonly PositionMessage[]): Promise<void> {
    const { gateway, connection } = this;
    connection.began(points.length);
    try {
      await gateway.bus.publish('position', this.device.id, points);
      gateway.stats.points += points.length;
      connection.reply(header, replyResult.ok);
    } catch (error) {
      gateway.stats.refused.notStored++;
      gateway.trouble(error, 'points not stored');
      connection.reply(header, replyResult.failure);
    } finally {
      connection.ended(points.length);
    }
  }

  /** A driver's card was put in or taken out: acknowledged when it is stored, like a point. One with an impossible time is refused; one without happens now. */
  private card(header: Header, { time: told, timeless, ...card }: DriverCard): void {
    const { gateway, device } = this;
    const time = timeless ? gateway.options.now() : told;
    if (time === null || !isBelievable(time, gateway.options.now())) {
      this.refuse(header, 'impossibleDate', replyResult.badMessage);
      return;
    }
    const { id: deviceId, clientId } = device;
    const message: DriverCardMessage = {
      ...card,
      deviceId,
      clientId,
      vehicleId: findVehicleAt(device, time),
      at: time,
    };
    void this.answerWhenKept(header, 'driver card', gateway.bus.publish('driverCard', deviceId, message));
  }

  /** Data that the terminal passes on: cards read at a serial port are used, everything else is refused as unsupported. */
  private transparent(header: Header, { type, data }: Transparent): void {
    const { gateway, device } = this;
    const serial = type === transparentType.serial1 || type === transparentType.serial2;
    const cardNo = serial ? cardUidOf(data) : null;
    if (cardNo === null) {
      this.refuse(header, 'unsupported', replyResult.unsupported);
      return;
    }
    const { id: deviceId, clientId } = device;
    const at = gateway.options.now();
    const message: CardSwipeMessage = { deviceId, clientId, vehicleId: findVehicleAt(device, at), at, cardNo };
    void this.answerWhenKept(header, 'card swipe', gateway.bus.publish('cardSwipe', deviceId, message));
  }

  private async answerWhenKept(header: Header, what: string, kept: Promise<void>): Promise<void> {
    const { gateway, connection } = this;
    connection.began(1);
    try {
      await kept;
      connection.reply(header, replyResult.ok);
    } catch (error) {
      gateway.stats.refused.notStored++;
      gateway.trouble(error, `${what} not stored`);
      connection.reply(header, replyResult.failure);
    } finally {
      connection.ended(1);
    }
  }

  /** Passes a heartbeat on; only one of a terminal at a time, so that they do not pile up while the database is away. */
  private heartbeat(): void {
    if (this.heartbeatOpen) return;
    this.heartbeatOpen = true;
    void this.present('heartbeat').then(() => {
      this.heartbeatOpen = false;
    });
  }

  /** Publishes that the terminal is there, or gone. A failure is only logged, as it will be published again soon. */
  private async present(kind: PresenceMessage['kind']): Promise<void> {
    const { gateway, device } = this;
    const at = gateway.options.now();
    const message = { deviceId: device.id, clientId: device.clientId, vehicleId: findVehicleAt(device, at), at, kind };
    try {
      await gateway.bus.publish('presence', device.id, message);
    } catch (error) {
      gateway.trouble(error, 'presence not told');
    }
  }
}
