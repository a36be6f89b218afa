import { ByteWriter } from '@tongda/protocol/bytes';
import { type Bodies, type Message, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import type { FieldValues } from '@tongda/protocol/jt808/fields';
import { mediaKind } from '@tongda/protocol/jt808/messages/media/0800';
import type { StoredMedia } from '@tongda/protocol/jt808/messages/media/0802';
import { shootResult } from '@tongda/protocol/jt808/messages/media/0805';
import type { Shoot } from '@tongda/protocol/jt808/messages/media/8801';
import type { MediaSearch } from '@tongda/protocol/jt808/messages/media/8802';
import { type UpgradePackage, type UpgradeResult, upgradeKind } from '@tongda/protocol/jt808/messages/parameter/8108';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { RecorderReply } from '@tongda/protocol/jt808/messages/recorder/8700';
import { encodeRecorderValue } from '@tongda/protocol/jt808/messages/recorder/values';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import { encodeText } from '@tongda/protocol/text';
import { takePicture, type View } from '../world/picture';
import { hashSeed } from '../world/random';
import { AreaMemory } from './areas';
import type { CarrierOptions } from './carrier';
import { DriverMemory } from './driver-memory';
import { DriverMenu } from './driver-menu';
import { EvidenceUnit } from './evidence';
import type { TerminalIdentity } from './identity';
import { LockUnit } from './locks';
import { abilitiesOf, recordingsOf } from './recordings';

/** How a terminal answers commands wrongly: not at all, 30 s late, twice, with a serial that nobody asked, with a refusal, or that it does not know them. */
export type CommandFault = 'silent' | 'late' | 'twice' | 'foreignSerial' | 'refused' | 'unsupported';

/** What a terminal is set to, as far as its inside goes. */
export interface UnitOptions extends Pick<CarrierOptions, 'transport' | 'ca'> {
  identity: TerminalIdentity;
  /** how it answers commands, when not as it should */
  commandFault?: CommandFault;
  now?: () => number;
  /** where it is between its reports; absent, or null: where the last one says */
  whereNow?: () => Location | null;
}

/** One message that a terminal sends as its answer. */
export type Reply = { [K in MsgId]: { id: K; body: Bodies[K] } }[MsgId];

/** Bits of the status word: doors locked, fuel circuit cut. */
const LOCKED = 1 << 12;
const CUT = 1 << 10;
/** Codes of 0x8105 by which makers cut the engine and let it run again. */
const cutCodes: Readonly<Record<number, boolean>> = { 240: true, 241: false };
/** Why it takes a photo (0x0800): the platform's order. */
const ordered = 0;
const LATE_MS = 30_000;
/** Who made the terminal, 5 bytes. */
const makerName = 'TDSIM';
/** Of 0x0108: the upgrade failed. */
const upgradeFailed = 1;
/** Of 0x1206: nothing was uploaded. */
const uploadFailed = 1;
/** Blocks of a driving recorder's answers: their start mark, and the command that says that it could not. */
const ANSWER_MARK = 0x557a;
const READING_FAILED = 0xfa;
const results: Partial<Record<CommandFault, number>> = { refused: 1, unsupported: 3 };

// an id with its own body is one of the union's members, which the compiler does not see for a generic id
const replyOf = <K extends MsgId>(id: K, body: Bodies[K]): Reply => ({ id, body }) as unknown as Reply;

type Photo = Bodies[typeof msgId.mediaData];

/** No driver has put in his card. */
const noCard = {
  inserted: false,
  result: null,
  name: '',
  certificateNo: '',
  authority: '',
  validUntil: null,
  idCard: '',
};

/** Photos that a terminal keeps. */
const KEPT_PHOTOS = 8;

/** A photo as an answer to a search lists it (0x0802). */
function listed({ mediaId, kind, channel, event, location }: Photo): StoredMedia[] {
  return location ? [{ mediaId, kind, channel, event, location: { ...location, items: [] } }] : [];
}

/** What is inside a terminal and outlives its connections: settings, the last place, locks. It answers what the platform asks. */
export class Unit {
  /**
   * Settings of the terminal: heartbeat (0x0001) and report interval (0x0029) in s, highest speed in km/h (0x0055), plate (0x0083) and its colour
   * (0x0084).
   */
  private readonly parameters: Map<number, Uint8Array>;
  private location: Location | null = null;
  private statusBits = 0;
  /** As it says when it logs in (2019), and when it is asked. */
  firmwareVersion: string;
  private readonly evidence: EvidenceUnit;
  private readonly locks = new LockUnit();
  private readonly menu = new DriverMenu();
  private readonly areas = new AreaMemory();
  /** Whose cards its reader takes. */
  readonly drivers = new DriverMemory();
  /** The driver's card as it went in or out last; null: there was none yet. */
  card: DriverCard | null = null;
  /** Number of the driving licence of who has put in his card; '' when nobody has. */
  licenceNo = '';
  /** The newest photos that it took. */
  private photos: readonly Photo[] = [];

  private readonly identity: TerminalIdentity;
  private readonly fault: CommandFault | undefined;
  private readonly clock: () => number;
  private readonly whereNow: () => Location | null;

  constructor(
    options: UnitOptions,
    /** what its cameras look at, by channel */
    private readonly cameras: Readonly<Record<number, View>> = {},
  ) {
    const { identity } = options;
    this.identity = identity;
    this.firmwareVersion = identity.protocol === '2019' ? 'V3.2.6' : 'V2.8.1';
    this.fault = options.commandFault;
    this.clock = options.now ?? Date.now;
    this.whereNow = options.whereNow ?? (() => null);
    this.evidence = new EvidenceUnit(identity, options);
    const u32 = (value: number): Uint8Array => new ByteWriter(4).u32(value).result();
    this.parameters = new Map([
      [0x0001, u32(60)],
      [0x0029, u32(30)],
      [0x0055, u32(100)],
      [0x0083, encodeText(identity.plateNo)],
      [0x0084, Uint8Array.of(identity.plateColor)],
    ]);
  }

  /** Reports that leave as a batch: the newest is the place that the terminal knows. */
  remember(locations: readonly Location[]): void {
    this.evidence.remember(locations);
    for (const location of locations) if ((location.time ?? 0) > (this.location?.time ?? 0)) this.location = location;
  }

  /** A report as it leaves: with the state of locks and circuits, and with the area that it has entered or left. */
  report(sent: Location): Location {
    this.evidence.remember([sent]);
    const location = this.areas.judge(sent);
    this.location = { ...location, statusBits: (location.statusBits | this.statusBits) >>> 0 };
    return this.location;
  }

  /** Answers a message of the platform through `send`, once, late, twice or not at all. */
  answer(message: Message, serial: number, send: (reply: Reply) => void): void {
    const { fault } = this;
    const result = fault ? results[fault] : undefined;
    const said = fault === 'foreignSerial' ? (serial + 100) & 0xffff : serial;
    if (fault === 'silent') return;
    const replies =
      result === undefined
        ? this.repliesTo(message, said)
        : [replyOf(msgId.terminalReply, { replySerial: said, replyId: message.id, result })];
    const say = (): void => {
      for (const reply of replies) send(reply);
    };
    if (fault === 'late') setTimeout(say, LATE_MS).unref();
    else say();
    if (fault === 'twice') say();
    // what locks say comes behind the general reply
    if (message.id === msgId.transparentDown && result === undefined)
      this.locks.asked(message.body, (answer) => send(replyOf(msgId.transparent, answer)));
    // and so does what the driver chooses
    if (result === undefined) this.menu.take(message, send);
  }

  /** The answers to a message that the terminal does: the general reply, or what was asked for. */
  private repliesTo(message: Message, serial: number): Reply[] {
    const done = replyOf(msgId.terminalReply, { replySerial: serial, replyId: message.id, result: 0 });
    switch (message.id) {
      case msgId.queryAllParameters:
        return [this.parametersReply(serial, [...this.parameters.keys()])];
      case msgId.queryParameters:
        return [this.parametersReply(serial, message.body.ids)];
      case msgId.setParameters:
        for (const { id, value } of message.body.parameters) this.parameters.set(id, Uint8Array.from(value));
        return [done];
      case msgId.queryLocation: {
        const location = this.place;
        return location ? [replyOf(msgId.locationReply, { replySerial: serial, location })] : [];
      }
      case msgId.queryProperties:
        return [this.properties()];
      case msgId.vehicleControl: {
        const { lockDoors } = message.body;
        if (lockDoors !== null) this.set(LOCKED, lockDoors);
        const location = this.place;
        return location ? [done, replyOf(msgId.vehicleControlReply, { replySerial: serial, location })] : [done];
      }
      case msgId.terminalControl: {
        const cut = cutCodes[message.body.command];
        if (cut !== undefined) this.set(CUT, cut);
        return [done];
      }
      case msgId.shoot:
        return this.takePhoto(message.body, serial);
      case msgId.upgradePackage:
        return [done, replyOf(msgId.upgradeResult, this.install(message.body))];
      case msgId.question:
        // the driver takes the first answer
        return [
          done,
          replyOf(msgId.questionReply, { replySerial: serial, answerId: message.body.answers[0]?.id ?? 0 }),
        ];
      case msgId.readRecorder:
        return [done, replyOf(msgId.recorderReply, { replySerial: serial, ...this.recorder(message.body.command) })];
      case msgId.queryDriverCard:
        return [replyOf(msgId.driverCard, this.card ?? { ...noCard, time: this.clock() })];
      case msgId.searchMedia:
        return [
          done,
          replyOf(msgId.mediaList, { replySerial: serial, media: this.stored(message.body).flatMap(listed) }),
        ];
      case msgId.uploadMedia:
        return [done, ...this.upload(this.stored(message.body), message.body.remove)];
      case msgId.uploadOneMedia: {
        const { mediaId, remove } = message.body;
        return [
          done,
          ...this.upload(
            this.photos.filter((one) => one.mediaId === mediaId),
            remove,
          ),
        ];
      }
      case msgId.transparentDown:
        this.drivers.take(message.body);
        return [done];
      case msgId.queryAreas:
        return [done, replyOf(msgId.areaList, this.areas.tell(message.body))];
      case msgId.queryMediaAbilities:
        return [replyOf(msgId.mediaAbilities, abilitiesOf(this.channels))];
      case msgId.queryRecordings: {
        const recordings = recordingsOf(this.channels, message.body, this.clock());
        return [replyOf(msgId.recordingList, { replySerial: serial, recordings })];
      }
      case msgId.uploadRecordings:
        // it has no FTP, and says so when it has tried
        return [done, replyOf(msgId.uploadDone, { replySerial: serial, result: uploadFailed })];
      case msgId.askAttachments:
        this.evidence.asked(message.body);
        return [done];
      default:
        this.areas.take(message);
        return [done];
    }
  }

  /** What its driving recorder answers: edition of its standard, driver, clock, mileage and vehicle; it keeps no records. */
  private recorder(command: number): Omit<RecorderReply, 'replySerial'> {
    const time = this.clock();
    const { plateNo } = this.identity;
    const known: Readonly<Record<number, FieldValues>> = {
      // GB/T 19056-2012 without a modification
      0: { standardYear: '12', modification: 0 },
      1: { licenceNo: this.licenceNo },
      2: { time },
      3: { time, installTime: time, firstMileage: '00000000', totalMileage: '00123456' },
      5: { vin: `LTDSIM${this.identity.phone.slice(-11).padStart(11, '0')}`, plate: plateNo, plateClass: '' },
    };
    const fields = known[command];
    const block = fields
      ? { command, data: encodeRecorderValue(command, { fields, rows: [], rest: '' }), failed: false }
      : { command: READING_FAILED, data: new Uint8Array(), failed: true };
    return { command, block: { mark: ANSWER_MARK, reserved: 0, ...block }, other: new Uint8Array() };
  }

  /** Installs firmware of its own maker; what became of it. */
  private install({ kind, maker, version, data }: UpgradePackage): UpgradeResult {
    if (data.length === 0 || ![makerName, ''].includes(maker.trim())) return { kind, result: upgradeFailed };
    // that of its cameras has a version of its own, which it does not report
    if (kind === upgradeKind.terminal) this.firmwareVersion = version;
    return { kind, result: 0 };
  }

  /** Whether it took a photo (0x0805), then the photo itself (0x0801). */
  private takePhoto({ channel }: Shoot, replySerial: number): Reply[] {
    const view = this.cameras[channel];
    if (!view) return [replyOf(msgId.shootReply, { replySerial, result: shootResult.noChannel, mediaIds: [] })];
    const now = this.clock();
    const mediaId = Math.floor(now / 1000) & 0x7fffffff;
    const data = takePicture(view, channel, hashSeed(this.identity.phone, mediaId), now);
    const event = { mediaId, kind: mediaKind.image, format: 0, event: ordered, channel };
    const place = this.place;
    const location = place ? { ...place, time: now, items: [] } : null;
    const photo = { ...event, location, data };
    this.photos = [...this.photos, photo].slice(-KEPT_PHOTOS);
    return [
      replyOf(msgId.shootReply, { replySerial, result: shootResult.ok, mediaIds: [mediaId] }),
      replyOf(msgId.mediaData, photo),
    ];
  }

  /** The photos that a search means. One without a place cannot be listed. */
  private stored({ kind, channel, event, from, to }: MediaSearch): Photo[] {
    return this.photos.filter((photo) => {
      const time = photo.location?.time ?? null;
      if (time === null || photo.kind !== kind || photo.event !== event) return false;
      return (channel === 0 || photo.channel === channel) && time >= (from ?? time) && time <= (to ?? time);
    });
  }

  /** Sends photos once more, and forgets them when it is told to. */
  private upload(photos: readonly Photo[], remove: boolean): Reply[] {
    if (remove) this.photos = this.photos.filter((photo) => !photos.includes(photo));
    return photos.map((photo) => replyOf(msgId.mediaData, photo));
  }

  /** Channels that have a camera. */
  private get channels(): number[] {
    return Object.keys(this.cameras).map(Number);
  }

  private set(bit: number, on: boolean): void {
    this.statusBits = on ? this.statusBits | bit : this.statusBits & ~bit;
  }

  /** Where it is, with the state of locks and circuits; null when it knows of no place. */
  private get place(): Location | null {
    const location = this.location && (this.whereNow() ?? this.location);
    if (!location) return null;
    const own = location.statusBits & ~(LOCKED | CUT);
    return { ...location, statusBits: (own | this.statusBits) >>> 0 };
  }

  private parametersReply(replySerial: number, ids: readonly number[]): Reply {
    const parameters = ids.flatMap((id) => {
      const value = this.parameters.get(id);
      return value ? [{ id, value }] : [];
    });
    return replyOf(msgId.parameters, { replySerial, parameters });
  }

  private properties(): Reply {
    return replyOf(msgId.properties, {
      terminalType: 4,
      maker: makerName,
      model: 'TD-808',
      terminalId: this.identity.phone.slice(-7),
      iccid: `898600${this.identity.phone.slice(-11).padStart(14, '0')}`,
      hardwareVersion: 'V1.2',
      firmwareVersion: this.firmwareVersion,
      gnssBits: 3,
      networkBits: 32,
      makerBytes: 5,
    });
  }
}
