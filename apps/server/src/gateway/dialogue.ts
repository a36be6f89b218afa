import { type Bodies, type Message, type MsgId, msgId, type RawMessage } from '@tongda/protocol/jt808/codec';
import type { Header, HeaderVersion } from '@tongda/protocol/jt808/header';
import { upgradeEnds } from '@tongda/protocol/jt808/messages/parameter/1fc4';
import type { Parameters } from '@tongda/protocol/jt808/messages/parameter/8103';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { GeneralReply } from '@tongda/protocol/jt808/messages/session/0001';
import { type Answer, Asked } from './asked';
import { isOwn, type LateAnswer } from './command/late';
import { type Outcome, Talks, type Wish } from './command/talks';
import { askMissing } from './parts/ask';
import type { MissingOf } from './parts/store';
import { IntervalSender } from './report/recorder';
import type { Gateway, Line } from './server';
import type { Device } from './terminal/devices';
import { timeIn } from './terminal/dialect';

/** What the platform asks a terminal on one connection, and what it answers. */
export class Dialogue {
  /** Header of the terminal's last frame: messages that the platform sends by itself use the same layout and phone number. */
  private lastHeader: Header | null = null;
  private readonly asked: Asked;
  private readonly talks: Talks;
  private readonly interval: IntervalSender;

  constructor(
    private readonly gateway: Gateway,
    private readonly connection: Line,
    private readonly now: {
      /** the device as it is now: its settings change while it is connected */
      device: () => Device;
      /** whether the terminal may report */
      isAdmitted: () => boolean;
    },
  ) {
    this.asked = new Asked(gateway.options.commandMs);
    this.talks = new Talks(gateway.options.commandMs, gateway.options.now);
    this.interval = new IntervalSender({
      ask: (id, body) => this.ask(id, body),
      record: (told, seconds, done) => gateway.store.recordInterval(told, seconds, done),
      failed: (error) => gateway.trouble(error, 'interval of a recorder not stored'),
    });
  }

  /** The edition of the standard that the terminal speaks. */
  get version(): HeaderVersion {
    return this.now.device().dialect?.edition ?? this.lastHeader?.version ?? '2013';
  }

  /** A frame came, of a terminal that may report or not yet. */
  heard(header: Header): void {
    const isAdmitted = this.now.isAdmitted();
    if (isAdmitted) {
      this.talks.heard();
      this.gateway.commands?.heard(this.now.device().id);
    }
    this.lastHeader = header;
    if (isAdmitted) this.interval.heard(this.now.device());
  }

  /** Nothing more is answered on this connection. */
  lost(): void {
    this.asked.gone();
    this.talks.gone();
  }

  /** Sends a message that the terminal must answer; resolves with its answer, or `gone` when the connection ends first. */
  ask<K extends MsgId>(id: K, body: Bodies[K]): Promise<Answer> {
    const header = this.lastHeader;
    const serials = header ? this.connection.sendLong(header, id, body, this.version) : [];
    const [first] = serials;
    if (first === undefined) return Promise.resolve({ result: 'gone' });
    // the answer may come over the next connection, where this one's serials say nothing
    if (!isOwn(id)) this.gateway.commands?.askedBeside(this.now.device().id, id, { first, count: serials.length });
    return this.asked.wait(id, serials);
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

  /** Asks for packages that have not come. */
  askMissing(message: MissingOf, missing: readonly number[]): void {
    if (this.lastHeader) askMissing(this.connection, this.lastHeader, message, missing);
  }

  /** Whether somebody waits for a message with this id. */
  awaits(id: number): boolean {
    return this.talks.awaits(id);
  }

  /** Shows the newest of some reports to what is being asked: its status word may be the result. */
  told(locations: readonly Location[]): void {
    if (this.talks.idle) return;
    let newest: Location | null = null;
    for (const location of locations) if ((location.time ?? 0) >= (newest?.time ?? 0)) newest = location;
    if (newest) this.talks.told(newest.statusBits, timeIn(this.now.device().dialect, newest.time));
  }

  /** Takes how far an upgrade has come; answers whether that ended what is asked here. */
  upgrades(message: Extract<Message, { id: typeof msgId.upgradeProgress }>): boolean {
    const { upgradeSerial, step } = message.body;
    if (step in upgradeEnds) return this.talks.answered(message, upgradeSerial);
    this.talks.worksAt(msgId.upgradePackage, upgradeSerial);
    return false;
  }

  /** Takes a message that names no question, for whoever waits for one like it; `raw` where the bytes are wanted. Answers whether somebody did. */
  met(message: Message | RawMessage, raw?: { id: number; data: Uint8Array }): boolean {
    return this.talks.answered(message, null, raw);
  }

  /** Takes a message that answers one with this serial; null: it does not say which. Answers whether somebody waits for it on this connection. */
  answered(id: number, message: Message | RawMessage, said: number | null, data: Uint8Array): boolean {
    if (this.talks.answered(message, said, { id, data })) return true;
    // some terminals say 0 whatever they answer
    if (said) this.answeredLate({ serial: said, id, message, data: Uint8Array.from(data) });
    return false;
  }

  parameters(parameters: Parameters): void {
    this.asked.parameters(parameters);
  }

  /** Takes a general reply. */
  replied(reply: GeneralReply): void {
    if (!this.talks.replied(reply) && !this.asked.replied(reply))
      this.answeredLate({ serial: reply.replySerial, reply });
  }

  /** The question may have gone out over an earlier connection. A second answer to one of this connection is none of an earlier one. */
  private answeredLate(answer: LateAnswer): void {
    if (!this.now.isAdmitted() || this.talks.hasAsked(answer.serial) || this.asked.hasAsked(answer.serial)) return;
    this.gateway.commands?.answeredLate(this.now.device().id, this.version, answer);
  }
}
