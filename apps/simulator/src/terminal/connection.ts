import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, msgId } from '@tongda/protocol/jt808/codec';
import { mediaKind } from '@tongda/protocol/jt808/messages/media/0800';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { pointBetween } from '../world/between';
import type { TerminalPoint } from '../world/event';
import { takePicture } from '../world/picture';
import { hashSeed } from '../world/random';
import { CardQueue, failure } from './cards';
import { type Extra, extraMessage, refusedExtras } from './extras';
import type { Abandoned } from './faults';
import { GatewayLink, heartbeatBody, type LinkOptions } from './link';
import type { TerminalCounters, TerminalOptions } from './settings';
import { Unit } from './unit';
import { countInBatch, toLocation, toReaderLine } from './wire';

/** A point that waits in the terminal's memory. */
interface Stored {
  point: TerminalPoint;
  /** Taken where there was no radio link: goes out as blind-area catch-up (0x0704 type 1). */
  dark: boolean;
}

/** Result of a general reply: the message is not supported. */
const unsupported = 3;
/** Most points that a terminal keeps; the oldest one makes room. */
const storeLimit = 20_000;
/** A point older than this when the link is back goes out as blind-area data. */
const freshMs = 60_000;
/** Most live reports without an answer; further ones go to the store. */
const liveWindow = 256;
const maxBackoffMs = 30_000;
/** Reports that go together when they go late. */
const delayedTogether = 10;
/** Batches that may be without an answer at the same time during an upload. */
const uploadWindow = 4;
/** Channel of the camera in the box, and why it takes photos: a door was opened (0x0800). */
const boxCamera = 2;
const doorOpen = 4;
/** Cameras of a vehicle that has some, by channel: the road, the box, those of active safety. */
const cameras = { 1: 'road', [boxCamera]: 'box', 64: 'road', 65: 'driver' } as const;

/**
 * A JT/T 808 terminal: registers, authenticates, keeps the link alive, reports, repeats what is not acknowledged, keeps what could
 * not be sent and catches up after the link is back.
 */
export class Terminal {
  readonly counters: TerminalCounters = { connects: 0, acknowledged: 0, repeats: 0, refused: 0, lost: 0 };
  private readonly store: Stored[] = [];
  private readonly cards = new CardQueue(() => (this.ready ? this.link : null));
  private link: GatewayLink | null = null;
  private ready = false;
  private stopping: AbortController | null = null;
  private running: Promise<void> = Promise.resolve();
  private sendingStored = false;
  private authCode: string | null;
  private readyWaiters: Array<() => void> = [];
  private readonly unit: Unit;
  /** Links that a fault has left half open. */
  private readonly abandoned: Abandoned = new Set();
  /** Reports that wait to go late and shuffled. */
  private readonly delayed: TerminalPoint[] = [];
  /** Doors of the last live report, one bit each. */
  private doors = 0;
  /** Its last report, and the one that it will make next; null where that is not known. */
  private way: { last: TerminalPoint | null; next: TerminalPoint | null } = { last: null, next: null };

  constructor(private readonly options: TerminalOptions) {
    this.unit = new Unit({ ...options, whereNow: () => this.whereNow() }, options.camera ? cameras : {});
    this.authCode = options.authCode ?? null;
  }

  /** Whether the terminal is connected and authenticated. */
  get online(): boolean {
    return this.ready;
  }

  /** Points that were not acknowledged yet: stored, or sent and without an answer. */
  get pending(): number {
    return this.store.length + this.delayed.length + (this.link?.inFlight ?? 0);
  }

  /** Power on: connects and stays connected until `stop`. */
  start(): void {
    if (this.stopping) return;
    const stopping = new AbortController();
    this.stopping = stopping;
    this.running = this.run(stopping.signal);
  }

  /** Power off: the link breaks without a logout, and what is stored is kept. */
  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = null;
    this.link?.close();
    for (const carrier of [...this.abandoned]) carrier.close();
    await this.running;
    this.wakeWaiters();
  }

  /** Resolves when the terminal is authenticated, or stopped. */
  whenReady(): Promise<void> {
    return this.ready ? Promise.resolve() : new Promise((resolve) => this.readyWaiters.push(resolve));
  }

  /** Reports a point. With `radio` false it was taken where there is no radio link and is stored. */
  report(point: TerminalPoint, radio = true): void {
    this.way = { last: point, next: null };
    if (!radio || !this.ready || (this.link?.inFlight ?? 0) >= liveWindow) {
      this.keepPoint({ point, dark: !radio });
      return;
    }
    if (this.options.fault === 'late') {
      this.delay(point);
      return;
    }
    this.sendLive(point);
    void this.sendStored();
    this.photographDoor(point);
  }

  /** Which report it makes next, from which it knows where it is until then. */
  headFor(next: TerminalPoint): void {
    this.way = { ...this.way, next };
  }

  private whereNow(): Location | null {
    const { last, next } = this.way;
    return last && next ? toLocation(pointBetween(last, next, (this.options.now ?? Date.now)())) : null;
  }

  /** Keeps a report until there are ten, which go as one catch-up batch in shuffled order. */
  private delay(point: TerminalPoint): void {
    if (this.delayed.push(point) < delayedTogether) return;
    const points = this.delayed.splice(0);
    // a fixed shuffle: 7 and the number of points have no common factor
    const shuffled = points.map((_, i) => points[(i * 7 + 3) % points.length] ?? point);
    const half = delayedTogether / 2;
    for (const part of [shuffled.slice(0, half), shuffled.slice(half)])
      void this.sendBatch(part, true).then((done) => {
        if (!done) for (const late of part) this.keepPoint({ point: late, dark: true });
      });
  }

  /** Sends the reports that wait to go late, however few they are. */
  flushDelayed(): void {
    for (const point of this.delayed.splice(0)) this.keepPoint({ point, dark: true });
    void this.sendStored();
  }

  /** A camera takes a photo when a door opens (0x0801); of every third one a package is lost on the way. */
  private photographDoor(point: TerminalPoint): void {
    const opened = point.doors !== 0 && this.doors === 0;
    this.doors = point.doors;
    if (!opened || !this.options.camera) return;
    const mediaId = Math.floor(point.timeMs / 1000) & 0x7fffffff;
    const data = takePicture('box', boxCamera, hashSeed(this.options.identity.phone, mediaId), point.timeMs);
    const event = { mediaId, kind: mediaKind.image, format: 0, event: doorOpen, channel: boxCamera };
    this.link?.sendPhoto(
      { ...event, location: { ...toLocation(point), items: [] }, data },
      mediaId % 3 === 0 ? 2 : null,
    );
  }

  /** A driver's card went in or out. It is reported at once, or when the link is back; its licence number only when the driving recorder is asked. */
  swipe(card: DriverCard, licenceNo = ''): void {
    this.unit.card = card;
    this.unit.licenceNo = card.inserted ? licenceNo : '';
    this.cards.add(card);
  }

  /**
   * Passes on the number of a card that a reader at serial port 1 read. Without a link it is lost: the message has no time and could not be sent
   * later.
   */
  sendReaderLine(cardNo: string): void {
    if (this.ready)
      this.link?.request(msgId.transparent, toReaderLine(cardNo)).catch(() => {
        // the link broke, and transparent data is not repeated
      });
  }

  /** Sends a message beside reports. Without a link it is lost; answers whether the platform took it, or refused it where it has to. */
  async sendExtra(extra: Extra, point: TerminalPoint): Promise<boolean> {
    const { link, ready } = this;
    if (!ready || !link) return false;
    const { id, body, encryption } = extraMessage(extra, this.options.identity, toLocation(point));
    // logged out it may not report until it comes back
    if (extra === 'logout') this.ready = false;
    const answer = await link.request(id, body, encryption).catch(() => null);
    if (extra === 'logout') link.close();
    if (answer?.id === msgId.serverTime || answer?.id === msgId.vendorTime) return true;
    const isAnswer = answer?.id === msgId.platformReply || answer?.id === msgId.lockReply;
    return isAnswer && answer.body.result === (refusedExtras.has(extra) ? unsupported : 0);
  }

  /** Resolves when the platform has taken every card event. */
  async whenCardsTaken(signal?: AbortSignal): Promise<void> {
    while (!this.cards.isEmpty && !signal?.aborted) {
      await this.cards.send();
      if (!this.cards.isEmpty) await Promise.all([this.whenReady(), sleep(50)]);
    }
  }

  /**
   * Sends old points as batches, several frames in flight, and resolves when all are acknowledged. Survives a broken link.
   * `late` marks them as blind-area catch-up.
   */
  async upload(points: readonly TerminalPoint[], late: boolean, signal?: AbortSignal): Promise<void> {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < points.length && !signal?.aborted) {
        // wait before taking a part: parts taken without a link would be sent after a pause each, and no longer in their order
        await this.whenReady();
        const part = points.slice(next, next + countInBatch(points.slice(next, next + 40)));
        next += part.length;
        while (!signal?.aborted && !(await this.sendBatch(part, late))) {
          await Promise.all([this.whenReady(), sleep(500)]);
        }
      }
    };
    await Promise.all(Array.from({ length: uploadWindow }, worker));
  }

  /** Connects again and again until the power goes off. */
  private async run(signal: AbortSignal): Promise<void> {
    const first = this.options.reconnectMs ?? 1000;
    let wait = first;
    while (!signal.aborted) {
      try {
        await this.connect(signal);
        wait = first;
        await this.stayAlive(signal);
      } catch {
        // nobody listens, or the registration was refused: in both cases it tries again after the wait
      }
      this.dropLink();
      if (signal.aborted) return;
      await sleep(wait * (0.8 + 0.4 * Math.random()), undefined, { signal }).catch(() => undefined);
      wait = Math.min(maxBackoffMs, wait * 2);
    }
  }

  /** Connects, registers when there is no code yet, and authenticates. Throws when the platform refuses. */
  private async connect(signal: AbortSignal): Promise<void> {
    const { host, port, transport, ca, identity, fault } = this.options;
    const options: LinkOptions = {
      host,
      port,
      transport,
      ca,
      identity,
      fault,
      abandoned: this.abandoned,
      ackTimeoutMs: this.options.ackTimeoutMs ?? 10_000,
      attempts: 4,
      unit: this.unit,
    };
    const link = await GatewayLink.connect(options);
    this.link = link;
    if (signal.aborted) link.close();
    this.counters.connects++;
    this.authCode ??= await this.register(link);
    const softwareVersion = this.unit.firmwareVersion;
    const answer = await link.request(msgId.auth, { code: this.authCode, imei: '', softwareVersion });
    if (answer.id !== msgId.platformReply || answer.body.result !== 0) {
      this.authCode = null;
      link.close();
      throw new Error('authentication refused');
    }
    this.ready = true;
    this.wakeWaiters();
    this.sendAfterReconnect();
  }

  /** Resolves everybody who waits for the link. */
  private wakeWaiters(): void {
    for (const go of this.readyWaiters.splice(0)) go();
  }

  /** Registers and answers the authentication code. Throws when the platform refuses. */
  private async register(link: GatewayLink): Promise<string> {
    const { phone, protocol, plateNo, plateColor } = this.options.identity;
    const answer = await link.request(msgId.register, {
      province: 31,
      city: 115,
      maker: 'TDSIM',
      model: 'TD-808',
      terminalId: phone.slice(-7),
      plateColor,
      plate: plateNo,
      layout: protocol,
    });
    if (answer.id === msgId.registerReply && answer.body.result === 0) return answer.body.authCode;
    link.close();
    throw new Error('registration refused');
  }

  /** Sends heartbeats until the link is closed. */
  private async stayAlive(signal: AbortSignal): Promise<void> {
    const { link } = this;
    if (!link) return;
    const beat = setInterval(() => {
      link.request(msgId.heartbeat, heartbeatBody).catch(() => undefined);
    }, this.options.heartbeatMs ?? 60_000);
    const close = (): void => link.close();
    signal.addEventListener('abort', close, { once: true });
    await link.closed;
    signal.removeEventListener('abort', close);
    clearInterval(beat);
  }

  /** Forgets the link that has gone. */
  private dropLink(): void {
    this.ready = false;
    if (this.link) this.counters.repeats += this.link.repeats;
    this.link = null;
  }

  /** After a reconnect: fresh points go out as live reports, the others as blind-area batches. */
  private sendAfterReconnect(): void {
    void this.cards.send();
    const now = (this.options.now ?? Date.now)();
    const fresh = this.store.filter((s) => !s.dark && now - s.point.timeMs < freshMs);
    if (fresh.length > 0 && fresh.length < liveWindow) {
      for (const { point } of fresh) this.sendLive(point);
      const rest = this.store.filter((s) => !fresh.includes(s));
      this.store.splice(0, this.store.length, ...rest);
    }
    void this.sendStored();
  }

  /** Sends a live report; it goes to the store when it is not acknowledged. */
  private sendLive(point: TerminalPoint): void {
    const { link } = this;
    if (!link) {
      this.keepPoint({ point, dark: false });
      return;
    }
    const sent = performance.now();
    link.request(msgId.location, this.unit.report(toLocation(point))).then(
      (answer) => {
        if (!this.bookAnswer(answer, [point], sent)) this.keepPoint({ point, dark: false });
      },
      () => this.keepPoint({ point, dark: false }),
    );
  }

  /** Sends what is stored, one batch at a time, oldest first. */
  private async sendStored(): Promise<void> {
    if (this.sendingStored) return;
    this.sendingStored = true;
    try {
      while (this.ready && this.store.length > 0) {
        this.store.sort((a, b) => a.point.timeMs - b.point.timeMs);
        const points = this.store.slice(0, 40).map((s) => s.point);
        const taken = this.store.splice(0, countInBatch(points));
        const done = await this.sendBatch(
          taken.map((s) => s.point),
          true,
        );
        if (!done) {
          this.store.unshift(...taken);
          return;
        }
      }
    } finally {
      this.sendingStored = false;
    }
  }

  /** Sends one batch (0x0704); true when the platform has answered it and it need not be sent again. */
  private async sendBatch(points: readonly TerminalPoint[], late: boolean): Promise<boolean> {
    const { link, ready } = this;
    if (!link || !ready) return false;
    const sent = performance.now();
    try {
      const locations = points.map(toLocation);
      this.unit.remember(locations);
      const body = { late, locations, damaged: 0 };
      return this.bookAnswer(await link.request(msgId.locationBatch, body), points, sent);
    } catch {
      return false;
    }
  }

  /** Counts an answer to points. False when the platform could not take them now and they must be sent again. */
  private bookAnswer(answer: Message, points: readonly TerminalPoint[], sentAt: number): boolean {
    const result = answer.id === msgId.platformReply ? answer.body.result : failure;
    if (result === failure) return false;
    if (result !== 0) {
      this.counters.refused += points.length;
      return true;
    }
    this.counters.acknowledged += points.length;
    this.options.onAcknowledged?.(
      points.map((p) => p.timeMs),
      performance.now() - sentAt,
    );
    return true;
  }

  /** Puts a point into the store, over the oldest one when it is full. */
  private keepPoint(stored: Stored): void {
    if (this.store.length >= storeLimit) {
      this.store.shift();
      this.counters.lost++;
    }
    this.store.push(stored);
  }
}
