import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { toHex } from '@tongda/protocol/bytes';
import { AttachmentSplitter, type AttachmentUnit } from '@tongda/protocol/jt808/attachment-stream';
import { type Bodies, decodeBody, encodeMessage, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import type { RawFrame } from '@tongda/protocol/jt808/frame';
import { type Header, parseHeader, replyParams } from '@tongda/protocol/jt808/header';
import type { AttachmentList } from '@tongda/protocol/jt808/messages/attachment/1210';
import type { AttachmentFile } from '@tongda/protocol/jt808/messages/attachment/1211';
import { packetNameOf } from '@tongda/protocol/jt808/messages/attachment/packet';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import type { Refused } from '../stats';
import type { Device } from '../terminal/devices';
import type { PartsFolder } from './parts-folder';
import { addRange, missingIn, type Ranges } from './ranges';
import type { EvidenceFile, EvidenceStore, Request } from './store';

/** What has happened since the start. */
export interface AttachmentStats {
  connections: number;
  files: number;
  bytes: number;
  /** connections that named no evidence that was asked for, or went over a limit */
  refused: number;
  /** pieces of files that nobody had begun, or beyond their end */
  strayPieces: number;
}

/** What the connections of an attachment server share. */
export interface AttachmentDeps {
  store: EvidenceStore;
  folder: PartsFolder;
  /** the device with a phone key; null when it is unknown */
  findDevice: (phoneKey: string) => Promise<Device | null>;
  stats: AttachmentStats;
  /** a frame was not taken: counted with those of the gateway */
  refused: (why: Extract<Refused, 'header' | 'damaged' | 'unsupported' | 'unknownTerminal'>) => void;
  trouble: (error: unknown, message: string) => void;
  limits: AttachmentLimits;
}

export interface AttachmentLimits {
  /** files of one alarm, bytes of one file */
  maxFiles: number;
  maxFileBytes: number;
  /** bytes of one connection, those that come again among them */
  maxConnectionBytes: number;
  /** bytes that belong to nothing */
  maxGarbageBytes: number;
}

/** Parts that one 0x9212 names; the rest is named after these have come. */
const MOST_GAPS = 100;
const HEAD_BYTES = 4096;

/** A file that is coming. */
interface Coming {
  file: EvidenceFile;
  kind: number;
  received: Ranges;
  handle: FileHandle;
}

/**
 * One connection of a terminal that sends the evidence of an alarm (T/JSATL 12-2017): it names the alarm and its files (0x1210), then each file
 * (0x1211, its bytes, 0x1212) until 0x9212 says that nothing is missing. What has come is kept in a part on disk and noted when the connection ends, so
 * another connection goes on where this one broke. Only evidence that was asked for is taken.
 */
export class AttachmentConnection {
  private readonly splitter = new AttachmentSplitter();
  private request: Request | null = null;
  private readonly files = new Map<string, Coming>();
  private deviceId: string | null = null;
  private serial = 0;
  private bytes = 0;
  private ended = false;

  constructor(
    private readonly deps: AttachmentDeps,
    private readonly socket: Socket,
  ) {}

  /** Whether it has said for which alarm it comes. */
  get isKnown(): boolean {
    return this.request !== null;
  }

  /** Takes bytes. The next ones must wait until it resolves. */
  async take(chunk: Uint8Array): Promise<void> {
    const { limits, stats } = this.deps;
    this.bytes += chunk.length;
    for (const unit of this.splitter.push(chunk)) {
      if (this.ended) return;
      await this.takeUnit(unit);
    }
    if (this.bytes > limits.maxConnectionBytes || this.splitter.garbage > limits.maxGarbageBytes) {
      stats.refused++;
      this.end();
    }
  }

  /** To be called when the connection has closed: notes what has come of files that are not whole, and how much the terminal sent. */
  async closed(): Promise<void> {
    this.ended = true;
    for (const { file, received, handle } of this.files.values()) {
      try {
        await handle.sync();
        await this.deps.store.noteReceived(file.id, received);
      } catch (error) {
        this.deps.trouble(error, 'part of evidence not noted');
      } finally {
        await handle.close().catch(() => undefined);
      }
    }
    this.files.clear();
    if (this.deviceId === null) return;
    try {
      await this.deps.store.noteSent(this.deviceId, this.bytes);
    } catch (error) {
      this.deps.trouble(error, 'data flow of evidence not counted');
    }
  }

  private takeUnit(unit: AttachmentUnit): Promise<void> {
    return unit.what === 'frame' ? this.takeFrame(unit.frame) : this.takePiece(unit);
  }

  private async takeFrame({ payload }: RawFrame): Promise<void> {
    const header = parseHeader(payload);
    if (typeof header === 'string') {
      this.deps.refused('header');
      return;
    }
    const message = decodeBody(header, payload.subarray(header.bodyOffset));
    switch (message.id) {
      case msgId.attachmentList:
        return this.takeList(header, message.body);
      case msgId.attachmentBegins:
        return this.takeBegin(header, message.body);
      case msgId.attachmentEnds:
        return this.takeEnd(header, message.body);
      default: {
        const why = message.id === null && message.why === 'damaged' ? 'damaged' : 'unsupported';
        this.deps.refused(why);
        this.reply(header, why === 'damaged' ? replyResult.badMessage : replyResult.unsupported);
      }
    }
  }

  /** The terminal says for which alarm it comes, and which files it has. */
  private async takeList(header: Header, { alarmNo, identifier, files }: AttachmentList): Promise<void> {
    const { store, limits } = this.deps;
    const device = await this.deps.findDevice(header.phoneKey);
    this.deviceId = device?.id ?? null;
    if (!device) this.deps.refused('unknownTerminal');
    const request = device && (await store.find(device.id, alarmNo, toHex(identifier.raw)));
    if (!request) {
      this.refuse(header, replyResult.failure);
      return;
    }
    if (files.length > limits.maxFiles || files.some(({ bytes }) => bytes > limits.maxFileBytes)) {
      this.refuse(header, replyResult.badMessage);
      return;
    }
    this.request = request;
    for (const file of files) await store.list(request, { ...file, kind: null });
    this.reply(header, replyResult.ok);
  }

  private async takeBegin(header: Header, told: AttachmentFile): Promise<void> {
    if (!this.request || told.bytes > this.deps.limits.maxFileBytes) {
      this.refuse(header, this.request ? replyResult.badMessage : replyResult.failure);
      return;
    }
    if (this.files.size >= this.deps.limits.maxFiles) {
      this.refuse(header, replyResult.failure);
      return;
    }
    await this.open(this.request, told);
    this.reply(header, replyResult.ok);
  }

  /** Opens the part of a file, with what came of it before; null when it is whole already. */
  private async open(request: Request, { name, kind, bytes }: AttachmentFile): Promise<Coming | null> {
    const key = packetNameOf(name);
    const before = this.files.get(key);
    if (before && before.file.bytes === bytes) return before;
    await before?.handle.close();
    this.files.delete(key);
    const file = await this.deps.store.list(request, { name, bytes, kind });
    if (file.done) return null;
    const { handle, fresh } = await this.deps.folder.open(file.id);
    const coming = { file, kind, handle, received: fresh ? [] : file.received };
    this.files.set(key, coming);
    return coming;
  }

  private async takePiece({ name, offset, data }: { name: string; offset: number; data: Uint8Array }): Promise<void> {
    const coming = this.files.get(name);
    if (!coming || offset + data.length > coming.file.bytes) {
      this.deps.stats.strayPieces++;
      return;
    }
    await coming.handle.write(data, 0, data.length, offset);
    coming.received = addRange(coming.received, offset, offset + data.length);
  }

  /** A file has been sent: it is stored when it is whole, else its missing parts are named. */
  private async takeEnd(header: Header, told: AttachmentFile): Promise<void> {
    const { request } = this;
    if (!request || told.bytes > this.deps.limits.maxFileBytes) {
      this.refuse(header, this.request ? replyResult.badMessage : replyResult.failure);
      return;
    }
    const { name, kind } = told;
    const coming = await this.open(request, told);
    const missing = coming ? missingIn(coming.received, coming.file.bytes).slice(0, MOST_GAPS) : [];
    if (coming && missing.length === 0) await this.finish(request, coming);
    else if (coming) await this.deps.store.noteReceived(coming.file.id, coming.received);
    this.send(header, msgId.attachmentReply, { name, kind, result: missing.length > 0 ? 1 : 0, missing });
  }

  private async finish(request: Request, { file, handle }: Coming): Promise<void> {
    const { store, folder, stats } = this.deps;
    const head = Buffer.alloc(Math.min(HEAD_BYTES, file.bytes));
    await handle.read(head, 0, head.length, 0);
    const end = file.bytes - 1;
    const read = () => handle.createReadStream({ start: 0, end: Math.max(0, end), autoClose: false });
    const readAt = async (at: number, length: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    await store.finish(request, file, { read, head, source: { sizeBytes: file.bytes, read: readAt } });
    this.files.delete(packetNameOf(file.name));
    await handle.close();
    await folder.remove(file.id);
    stats.files++;
    stats.bytes += file.bytes;
  }

  private refuse(header: Header, result: number): void {
    this.deps.stats.refused++;
    this.reply(header, result);
    this.end();
  }

  private reply(header: Header, result: number): void {
    this.send(header, msgId.platformReply, { replySerial: header.serial, replyId: header.msgId, result });
  }

  private send<K extends MsgId>(header: Header, id: K, body: Bodies[K]): void {
    if (this.socket.destroyed) return;
    this.socket.write(encodeMessage(id, replyParams(header, this.serial), body));
    this.serial = (this.serial + 1) & 0xffff;
  }

  private end(): void {
    this.ended = true;
    this.socket.end();
  }
}
