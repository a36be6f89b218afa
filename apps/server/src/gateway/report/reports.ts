import type { Topics } from '@tongda/contract/core/topics';
import { decodeBody, decodeFrame, type Frame, msgId } from '@tongda/protocol/jt808/codec';
import type { Header } from '@tongda/protocol/jt808/header';
import type { MediaEvent } from '@tongda/protocol/jt808/messages/media/0800';
import type { MediaData } from '@tongda/protocol/jt808/messages/media/0801';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { SmallBatch } from '@tongda/protocol/jt808/messages/position/0210';
import type { LockLocation } from '@tongda/protocol/jt808/messages/position/5501';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { encodeTransparent, type Transparent } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { wrappedPayload } from '@tongda/protocol/jt808/wrapped';
import { lockType } from '@tongda/protocol/lock/frame';
import { ownerAt } from '../files/owner';
import { answerPart } from '../parts/ask';
import type { Gateway, Line } from '../server';
import type { Refused } from '../stats';
import { type Device, findVehicleAt, isRecorder, senderOf } from '../terminal/devices';
import { locationIn, timeIn } from '../terminal/dialect';
import { cardOf, swipeOf } from './cards';
import { answerWhenKept } from './keeping';
import { lockPointOf } from './lock-point';
import { lockToldOf } from './locks';
import { unpack } from './messages';
import { pointOf } from './point';
import { chargeOf, readingOf } from './recorder';

/** What a terminal is answered whose card is refused. */
const replies = { unsupported: replyResult.unsupported, impossibleDate: replyResult.badMessage } as const;

/** Answers that a message is not taken, and counts it by its reason; true, as nothing more is to be done. */
export type Refuse = (header: Header, why: Refused, result: number) => true;

/**
 * What a terminal reports: points, cards, locks, photos. Each is handed to the bus or the files and answered when it is stored. Every method answers
 * whether the message is dealt with: false when it could not be stored.
 */
export class Reports {
  constructor(
    private readonly gateway: Gateway,
    private readonly connection: Line,
    /** The device as it is now: its settings change while it is connected. */
    private readonly device: () => Device,
    private readonly refuse: Refuse,
  ) {}

  /** Hands points to the bus in their order and answers when all are stored. A point with an impossible date is left out; the others of its batch count. */
  points(header: Header, sent: readonly Location[], late: boolean, damaged = 0): Promise<boolean> | true {
    const { gateway, connection } = this;
    const device = this.device();
    const receiveTime = gateway.options.now();
    const { dialect } = device;
    const { readers } = gateway.itemProfiles;
    const told = dialect ? sent.map((location) => locationIn(dialect, location)) : sent;
    const { points, publish, stored } = isRecorder(device)
      ? this.inOrder('portable', told, (location) => readingOf(readers, device, location, receiveTime, late))
      : this.inOrder(
          'position',
          told,
          (location) => pointOf(readers, device, location, receiveTime, late),
          (stored) => {
            if (gateway.evidence && stored.some(({ channels }) => channels.safety))
              void gateway.evidence.stored(stored);
          },
        );
    const why = damaged > 0 ? 'damaged' : points < sent.length ? 'impossibleDate' : null;
    if (points > 0)
      return this.answerWhenStored(header, points, publish, () => {
        // the frame counts once, however many of its points are left out; one that is not stored is counted as that, and comes again
        if (why) gateway.stats.refused[why]++;
        stored();
      });
    if (why) return this.refuse(header, why, replyResult.badMessage);
    connection.reply(header, replyResult.ok);
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
    const publish = (): Promise<void> => this.gateway.bus.publish(topic, this.device().id, points);
    return { points: points.length, publish, stored: () => stored(points) };
  }

  /** Stores where an electronic lock is. */
  lock(header: Header, told: LockLocation): Promise<boolean> | true {
    const { gateway } = this;
    const device = this.device();
    const point = lockPointOf(gateway.itemProfiles.readers, device, told, gateway.options.now());
    if (!point) return this.refuse(header, 'impossibleDate', replyResult.badMessage);
    return this.answerWhenStored(header, 1, () => gateway.bus.publish('position', device.id, [point]));
  }

  /** Stores a small tracker's points. Its other form, the charge of the battery alone, is a recorder's reading; a vehicle has no place to keep it. */
  smallBatch(header: Header, { batteryPct, time, locations, damaged }: SmallBatch): Promise<boolean> | true {
    const { gateway } = this;
    const device = this.device();
    if (batteryPct === null) return this.points(header, locations, false, damaged);
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
  card(header: Header, card: DriverCard): Promise<boolean> | true {
    const { gateway, connection } = this;
    const device = this.device();
    const message = cardOf(device, card, gateway.options.now());
    if (typeof message === 'string') return this.refuse(header, message, replies[message]);
    const keep = () => gateway.bus.publish('driverCard', device.id, message);
    return answerWhenKept(gateway, connection, header, { what: 'driver card', keep });
  }

  /** Data that the terminal passes on: cards read at a serial port and what locks tell are used, everything else is kept as it is. */
  transparent(header: Header, data: Transparent, unpacked = false): Promise<boolean> | true {
    const { gateway, connection } = this;
    const device = this.device();
    const told = lockToldOf(device, data, gateway.options.now());
    if (told) {
      const keepTold = () => gateway.bus.publish('lockTold', device.id, told);
      return answerWhenKept(gateway, connection, header, { what: 'lock', keep: keepTold });
    }
    // what cannot be read of a lock may have a code in it
    if (data.type === lockType) return this.refuse(header, 'unsupported', replyResult.unsupported);
    const message = swipeOf(device, data, gateway.options.now());
    if (!message) return this.message(header, encodeTransparent(data), { id: msgId.transparent, unpacked });
    const keep = () => gateway.bus.publish('cardSwipe', device.id, message);
    return answerWhenKept(gateway, connection, header, { what: 'card swipe', keep });
  }

  /**
   * What the terminal has compressed: a whole message of its own goes the way of that message, anything else that of data that it passes on. `told` is shown the
   * reports. The answer is that to the frame that came.
   */
  async compressed(header: Header, data: Uint8Array, told: (locations: readonly Location[]) => void): Promise<boolean> {
    const { connection } = this;
    connection.began(1);
    try {
      const content = await unpack(Uint8Array.from(data));
      const type = content?.[0];
      if (!content || type === undefined) return this.refuse(header, 'notUnpacked', replyResult.badMessage);
      const inside = wrappedPayload(content, header.phoneKey);
      const frame = inside && decodeFrame(inside);
      if (frame && typeof frame !== 'string') return await this.wrapped(header, frame, told);
      return await this.transparent(header, { type, data: content.subarray(1) }, true);
    } finally {
      connection.ended(1);
    }
  }

  /** Takes a message that came within a compressed one. Only what terminals report can come so: what they answer, and how they log in, needs a frame of its own. */
  private wrapped(
    outer: Header,
    { header: inner, message: decoded, data }: Frame,
    told: (locations: readonly Location[]) => void,
  ): Promise<boolean> | true {
    const edition = this.device().dialect?.edition;
    const message = decoded.id && edition ? decodeBody({ ...inner, version: edition }, data) : decoded;
    switch (message.id) {
      case msgId.location:
        told([message.body]);
        return this.points(outer, [message.body], false);
      case msgId.locationBatch:
        if (!message.body.late) told(message.body.locations);
        return this.points(outer, message.body.locations, message.body.late, message.body.damaged);
      case msgId.smallBatch:
        return this.smallBatch(outer, message.body);
      case msgId.driverCard:
        return this.card(outer, message.body);
      case msgId.transparent:
        return this.transparent(outer, message.body, true);
      case msgId.mediaEvent:
        return this.media(outer, message.body);
      case msgId.eventReport:
      case msgId.infoSubscription:
      case msgId.recorderReply:
      case msgId.waybill:
      case msgId.canData:
        return this.message({ ...outer, version: inner.version }, data, { id: message.id, unpacked: true });
      case null:
        if (message.why === 'damaged') return this.refuse(outer, 'damaged', replyResult.badMessage);
        return this.refuse(outer, 'unsupported', replyResult.unsupported);
      default:
        return this.refuse(outer, 'unsupported', replyResult.unsupported);
    }
  }

  /** A message that people read as it came: acknowledged when it is kept. */
  message(
    header: Header,
    body: Uint8Array,
    { id = header.msgId, unpacked = false }: { id?: number; unpacked?: boolean } = {},
  ): Promise<boolean> | true {
    const { gateway, connection } = this;
    const { messages, options } = gateway;
    const device = this.device();
    if (!messages) return this.refuse(header, 'unsupported', replyResult.unsupported);
    const receivedAt = options.now();
    const { clientId, dialect } = device;
    const keep = () =>
      messages.keep({
        ...senderOf(device),
        clientId,
        vehicleId: findVehicleAt(device, receivedAt),
        msgId: id,
        edition: dialect?.edition ?? header.version,
        unpacked,
        // a view of what came goes when it has been taken
        body: Uint8Array.from(body),
        receivedAt,
      });
    return answerWhenKept(gateway, connection, header, { what: 'message', keep });
  }

  /** A photo, sound or video was taken, or is here; the answer to the latter (0x8800) says that it is complete. */
  media(
    header: Header,
    event: MediaEvent & Partial<Pick<MediaData, 'location' | 'data'>>,
    here: () => void = () => undefined,
  ): Promise<boolean> | true {
    const { gateway, connection } = this;
    const { files, options } = gateway;
    if (!files) return this.refuse(header, 'unsupported', replyResult.unsupported);
    const { location: sent = null, data, ...what } = event;
    const { dialect } = this.device();
    const location = sent && dialect ? locationIn(dialect, sent) : sent;
    const owner = ownerAt(this.device(), location?.time ?? null, options.now());
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
