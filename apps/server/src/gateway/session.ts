import {
  type Bodies,
  decodeBody,
  type Message,
  type MsgId,
  msgId,
  type RawMessage,
} from '@tongda/protocol/jt808/codec';
import type { Header, HeaderVersion } from '@tongda/protocol/jt808/header';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { Admission } from './admission';
import type { Answer } from './asked';
import type { Outcome, Wish } from './command/talks';
import { Dialogue } from './dialogue';
import { Entry } from './entry';
import { Indulgence } from './limits';
import { answerPart } from './parts/ask';
import type { MissingOf } from './parts/store';
import { Presence } from './presence';
import { Received } from './received';
import type { FrameRing } from './recent-frames';
import { type Refuse, Reports } from './report/reports';
import type { Gateway, Line, Terminal } from './server';
import type { Device } from './terminal/devices';
import type { FirmwareTold } from './terminal/firmware-told';
import type { Heard } from './terminal/traffic';
import { used } from './uses';

const REFRESH_MS = 30_000;
/** Marks at both ends and checksum of a frame. */
const FRAME_BYTES = 3;

/**
 * One terminal on one connection: whether it may speak (entry.ts lets it in), its packages put together, its messages decoded. What each of them asks for is
 * in received.ts, what the platform asks of it in dialogue.ts. Every frame is answered: what it reports when that is stored (reports.ts), everything else at once.
 */
export class Session implements Terminal {
  /** Another connection has taken over this terminal: frames on this one are ignored. */
  superseded = false;
  /** When something first came after another connection had taken over, epoch ms. */
  heardAfterLoss: number | null = null;
  spoken = false;
  since = performance.now();
  generation: number;
  private readonly admission: Admission;
  private readonly presence: Presence;
  private refreshAt: number;
  private ring: FrameRing | null = null;
  private heard: Heard | null = null;
  private heardRound = 0;
  private readonly indulgence = new Indulgence();
  private readonly dialogue: Dialogue;
  private readonly received: Received;

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
    const deviceNow = (): Device => this.device;
    this.admission = new Admission(gateway, connection, phoneKey, device);
    this.presence = new Presence(gateway, deviceNow);
    this.dialogue = new Dialogue(gateway, connection, { device: deviceNow, isAdmitted: () => this.admitted });
    const { admission, presence, dialogue, refuse } = this;
    const noteFirmware = this.noteFirmware.bind(this);
    // written out: of objects that others are spread into each has a shape of its own, and what is read of it is searched for at every message
    const entry = new Entry({
      gateway,
      connection,
      presence,
      refuse,
      noteFirmware,
      admission,
      blame: () => this.blame(),
      settle: () => connection.settle(this),
    });
    const reports = new Reports(gateway, connection, deviceNow, refuse);
    this.received = new Received({
      gateway,
      connection,
      presence,
      refuse,
      noteFirmware,
      device: deviceNow,
      entry,
      reports,
      dialogue,
    });
  }

  ask<K extends MsgId>(id: K, body: Bodies[K]): Promise<Answer> {
    return this.dialogue.ask(id, body);
  }

  converse<K extends MsgId>(id: K, body: Bodies[K], wish: Wish): Promise<Outcome> {
    return this.dialogue.converse(id, body, wish);
  }

  converseBytes(id: number, body: Uint8Array, wish: Wish): Promise<Outcome> {
    return this.dialogue.converseBytes(id, body, wish);
  }

  askMissing(message: MissingOf, missing: readonly number[]): void {
    this.dialogue.askMissing(message, missing);
  }

  get version(): HeaderVersion {
    return this.dialogue.version;
  }

  /** Nothing more is answered on this connection. */
  lost(): void {
    this.dialogue.lost();
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
    if (device.id !== this.device.id) this.heard = null;
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
      const heard = this.heardNow();
      heard.at = this.gateway.options.now();
      heard.bytes += header.bodyOffset + data.length + FRAME_BYTES;
    }
    this.dialogue.heard(header);
    if (header.encryption !== 0 || !(used.has(header.msgId) || this.dialogue.awaits(header.msgId))) {
      this.refuse(header, 'unsupported', replyResult.unsupported);
      return;
    }
    if (header.subpackage) this.takePart(header, data);
    else this.received.take(header, this.read(header, data), data);
  }

  /** Where what it sends is added up until that is written. */
  private heardNow(): Heard {
    const { notebook } = this.gateway;
    if (this.heard && this.heardRound === notebook.round) return this.heard;
    this.heardRound = notebook.round;
    this.heard = notebook.heardOf(this.device.id);
    return this.heard;
  }

  /** A frame was refused: of a terminal that is not let in, its address answers for it when they are many, and for every guess of a code. */
  private blame(isGuess = false): void {
    if (!this.admitted && (isGuess || this.indulgence.isSpent(performance.now()))) this.connection.blame();
  }

  /** Until the terminal has said more than heartbeats, each of its frames may be what makes it speak for its device. */
  private listen(id: number): void {
    this.spoken = id !== msgId.heartbeat && id !== msgId.vendorHeartbeat;
    if (this.spoken) this.since = performance.now();
    const { holders, sessions } = this.gateway;
    // what is written says since when it sends heartbeats: a connection that has begun to speak in between would take it over
    if (this.spoken && sessions.get(this.deviceId) === this) holders?.claim(this);
    this.connection.settle(this);
  }

  /** To be called when the connection has closed, or the terminal may not report any more. */
  closed(): void {
    this.lost();
    if (!this.superseded) void this.presence.tell('disconnect');
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
      whole: async (last, body) => this.received.take(last, this.read(last, body), body),
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

  private noteFirmware(field: string, by: FirmwareTold['by']): void {
    this.gateway.notebook.noteFirmware(this.device.id, field, by, this.gateway.options.now());
  }
}
