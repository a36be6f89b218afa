import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '@tongda/protocol/bytes';
import { decodeSafetyItem } from '@tongda/protocol/jsatl12/alarm-items';
import { type Bodies, decodeFrame, encodeMessage, type Message, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import type { AskAttachments } from '@tongda/protocol/jt808/messages/attachment/9208';
import { encodeFilePacket } from '@tongda/protocol/jt808/messages/attachment/packet';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import type { CameraSight } from '../world/event';
import { recordFilm, recordSound, takePicture } from '../world/picture';
import { hashSeed } from '../world/random';
import { type Carrier, type CarrierOptions, openCarrier } from './carrier';
import type { TerminalIdentity } from './identity';

/** How an upload goes wrong on its way: a packet is lost, or the connection breaks half-way and the terminal comes again. */
type UploadFault = 'lostPacket' | 'brokenLink' | null;

/** A file of an alarm. */
interface EvidenceFile {
  name: string;
  kind: number;
  data: Uint8Array;
}

/** Alarms whose files a terminal still has. */
const keptAlarms = 300;
const packetBytes = 2048;
const answerMs = 10_000;
const attempts = 4;
const again = 1500;
/** The camera of each item of active safety (T/JSATL 12): road, driver, blind spot. */
const cameraOf = { 100: 64, 101: 65, 103: 67 } as const;
const onPhone = 2;

/** The higher of the two levels that alarms of the road and of the driver have; films of both cameras are kept of these. */
const severe = 2;
const hasFilms = ({ item, level }: CameraSight): boolean => item !== 0x67 && level === severe;
const isOnPhone = ({ item, type }: CameraSight): boolean => item === 0x65 && type === onPhone;

/** Number of files of a camera alarm: two photos, a sound of a driver on the phone, two films of a severe one. */
export const filesOf = (alarm: CameraSight): number => 2 + (isOnPhone(alarm) ? 1 : 0) + (hasFilms(alarm) ? 2 : 0);

/** Makes the files of an alarm by the name that the platform gave it. */
function makeFiles(
  alarm: CameraSight & { timeMs: number },
  identity: TerminalIdentity,
  alarmNo: string,
): EvidenceFile[] {
  const seed = hashSeed(identity.phone, alarm.timeMs);
  const channel = cameraOf[alarm.item];
  const code = `${alarm.item.toString(16)}${alarm.type.toString(16).padStart(2, '0')}`;
  const files: EvidenceFile[] = [];
  const add = (kind: number, camera: number, extension: string, data: Uint8Array): void => {
    const name = `0${kind}_${camera}_${code}_${files.length}_${alarmNo}.${extension}`;
    files.push({ name, kind, data });
  };
  const view = alarm.item === 0x65 ? 'driver' : 'road';
  for (const no of [0, 1]) add(0, channel, 'jpg', takePicture(view, channel, seed + 7 * no, alarm.timeMs + no * 1000));
  if (isOnPhone(alarm)) add(1, channel, 'wav', recordSound(seed));
  if (hasFilms(alarm))
    for (const film of ['road', 'driver'] as const) {
      const camera = film === 'road' ? cameraOf[0x64] : cameraOf[0x65];
      add(2, camera, 'h264', recordFilm(film, camera, seed, alarm.timeMs));
    }
  return files;
}

/** What a terminal keeps of its camera alarms, and how it sends their files to the attachment server when it is asked (0x9208). */
export class EvidenceUnit {
  private readonly alarms = new Map<string, CameraSight & { timeMs: number }>();
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly identity: TerminalIdentity,
    /** files go by TLS where reports do, else by TCP */
    private readonly link: Pick<CarrierOptions, 'transport' | 'ca'>,
  ) {}

  /** Remembers the alarms of reports that leave. */
  remember(locations: readonly Location[]): void {
    for (const { items, time } of locations)
      for (const item of items) {
        if (item.id !== 0x64 && item.id !== 0x65 && item.id !== 0x67) continue;
        const alarm = decodeSafetyItem(item);
        if (!alarm || alarm.item === 0x66 || alarm.item === 0x70) continue;
        // alarms of the blind spot have no level
        const level = 'level' in alarm && alarm.level === severe ? severe : 1;
        const sight = { item: alarm.item, type: alarm.type, level, timeMs: alarm.time ?? time ?? 0 } as const;
        this.alarms.set(toHex(alarm.identifier.raw), sight);
        const [oldest] = this.alarms.keys();
        if (this.alarms.size > keptAlarms && oldest !== undefined) this.alarms.delete(oldest);
      }
  }

  /** Sends the files of an alarm, one alarm after another; gives up quietly when nobody takes them: the platform asks again. */
  asked(ask: AskAttachments): void {
    const alarm = this.alarms.get(toHex(ask.identifier.raw));
    if (!alarm) return;
    const [, fault] = (
      [
        [3, 'lostPacket'],
        [5, 'brokenLink'],
      ] as const
    ).find(([n]) => Math.floor(alarm.timeMs / 1000) % n === 0) ?? [0, null];
    this.queue = this.queue.then(() => this.send(ask, alarm, fault)).catch(() => undefined);
  }

  private async send(ask: AskAttachments, alarm: CameraSight & { timeMs: number }, fault: UploadFault): Promise<void> {
    const files = makeFiles(alarm, this.identity, ask.alarmNo);
    const upload = await EvidenceLink.open(ask, this.identity, this.link);
    const broken = !(await upload.sendAll(files, fault));
    upload.close();
    if (!broken) return;
    await sleep(again);
    const second = await EvidenceLink.open(ask, this.identity, this.link);
    await second.sendAll(files, null);
    second.close();
  }
}

/** One connection to the attachment server. */
class EvidenceLink {
  private readonly splitter = new FrameSplitter();
  private readonly heard: Message[] = [];
  private wake: () => void = () => undefined;
  private serial = 0;

  private isOpen = true;

  private constructor(
    private readonly carrier: Carrier,
    private readonly ask: AskAttachments,
    private readonly identity: TerminalIdentity,
  ) {
    carrier.hear({
      data: (chunk) => {
        for (const { payload } of this.splitter.push(chunk)) {
          const frame = decodeFrame(payload);
          if (typeof frame !== 'string' && frame.message.id !== null) this.heard.push(frame.message);
        }
        this.wake();
      },
      closed: () => {
        this.isOpen = false;
        this.wake();
      },
    });
  }

  static async open(
    ask: AskAttachments,
    identity: TerminalIdentity,
    { transport, ca }: Pick<CarrierOptions, 'transport' | 'ca'>,
  ): Promise<EvidenceLink> {
    const by = transport === 'tls' ? ({ transport, ca } as const) : {};
    return new EvidenceLink(await openCarrier({ host: ask.host, port: ask.tcpPort, ...by }), ask, identity);
  }

  close(): void {
    this.carrier.close();
  }

  /** Sends the files of the alarm; false when the link broke half-way, as `fault` wants it. Rejects when an answer does not come. */
  async sendAll(files: readonly EvidenceFile[], fault: UploadFault): Promise<boolean> {
    const { identifier, alarmNo } = this.ask;
    const list = files.map(({ name, data }) => ({ name, bytes: data.length }));
    const { terminalId } = identifier;
    await this.tell(
      msgId.attachmentList,
      { terminalId, identifier, alarmNo, again: false, files: list },
      msgId.platformReply,
    );
    for (const [i, file] of files.entries()) {
      if (fault === 'brokenLink' && i === files.length - 1) {
        await this.sendFile(file, fault);
        return false;
      }
      await this.sendFile(file, i === 0 ? fault : null);
    }
    return true;
  }

  private async sendFile({ name, kind, data }: EvidenceFile, fault: UploadFault): Promise<void> {
    const head = { name, kind, bytes: data.length };
    await this.tell(msgId.attachmentBegins, head, msgId.platformReply);
    let parts = [{ offset: 0, length: data.length }];
    for (let turn = 0; turn < attempts && parts.length > 0; turn++) {
      for (const { offset, length } of parts)
        for (let at = offset; at < offset + length; at += packetBytes) {
          if (fault === 'brokenLink' && at > data.length / 2) return;
          const lost = fault === 'lostPacket' && turn === 0 && at === packetBytes;
          const piece = data.subarray(at, Math.min(at + packetBytes, offset + length));
          if (!lost) this.carrier.send(encodeFilePacket({ name, offset: at, data: piece }));
        }
      const answer = await this.tell(msgId.attachmentEnds, head, msgId.attachmentReply);
      parts = answer.id === msgId.attachmentReply ? answer.body.missing : [];
    }
  }

  /** Says something and answers the next message of a kind. */
  private async tell<K extends MsgId>(id: K, body: Bodies[K], answerId: MsgId): Promise<Message> {
    this.heard.length = 0;
    const { phone, protocol } = this.identity;
    const serial = this.serial++;
    this.carrier.send(encodeMessage(id, { phone, serial, version: protocol }, body));
    const until = Date.now() + answerMs;
    while (Date.now() < until && this.isOpen) {
      const answer = this.heard.find((message) => message.id === answerId);
      if (answer) return answer;
      await Promise.race([
        new Promise<void>((resolve) => (this.wake = resolve)),
        sleep(answerMs, undefined, { ref: false }),
      ]);
    }
    throw new Error('no answer of the attachment server');
  }
}
