import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { fromHex } from '@tongda/protocol/bytes';
import { encodeSafetyItem } from '@tongda/protocol/jsatl12/encode';
import {
  type Bodies,
  decodeFrame,
  encodeFrame,
  encodeMessage,
  type Message,
  type MsgId,
  msgId,
} from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { encodeFilePacket } from '@tongda/protocol/jt808/messages/attachment/packet';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificate';
import { FakeBus, shanghai, Terminal, until } from '../../../test/gateway-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { localFolder } from '../../core/blob/local-folder';
import type { BlobStore } from '../../core/blob/store';
import { Certificate } from '../doors/certificate';
import { type RunningGateway, startGateway } from '../listeners';
import type { AttachmentOptions } from './server';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const root = mkdtempSync(join(tmpdir(), 'evidence-'));
const disk = localFolder(join(root, 'blobs'));
/** How often something has been stored, and which time fails. */
const puts = { count: 0, failing: 0 };
const blobs: BlobStore = {
  ...disk,
  put: (key, bytes) => (++puts.count === puts.failing ? Promise.reject(new Error('disk full')) : disk.put(key, bytes)),
};
const partsFolder = join(root, 'parts');
const now = Date.UTC(2026, 10, 21, 3);
let db: TestDb;
let gateway: RunningGateway;
let phone = '';
let deviceId = '';
const links: Array<{ end: () => void }> = [];

const start = (options: Partial<AttachmentOptions> = {}, certificate?: Certificate): Promise<RunningGateway> =>
  startGateway({
    ...(certificate ? { tls: { port: 0, certificate } } : {}),
    port: 0,
    host: '127.0.0.1',
    bus: new FakeBus(),
    db: db.pool,
    blobs,
    attachments: {
      port: 0,
      orAny: false,
      host: null,
      folder: partsFolder,
      options,
      ...(certificate ? { tls: { port: 0, certificate } } : {}),
    },
    log: silent,
    options: { now: () => now, notebookMs: 60_000, evidenceMs: 20, commandMs: 200 },
  });

beforeAll(async () => {
  db = await testDb();
});
afterAll(async () => {
  await db.close();
  rmSync(root, { recursive: true });
});
beforeEach(async () => {
  gateway = await start();
  const made = await makeVehicle(db);
  deviceId = made.deviceId;
  const { rows } = await sql<{ phone: string }>`select phone_key as phone from device where id = ${deviceId}`.execute(
    db.systemDb,
  );
  phone = rows[0]?.phone ?? '';
});
afterEach(async () => {
  for (const link of links.splice(0)) link.end();
  await gateway.stop();
});

const alarm = (attachments: number) =>
  encodeSafetyItem({
    item: 0x65,
    type: 2,
    level: 2,
    alarmId: 1,
    speedKmh: 60,
    lat: 31.2,
    lng: 121.4,
    altitudeM: 5,
    time: now - 2_000,
    terminalId: 'TD1078',
    attachments,
  });

/** A terminal that reports an alarm with files; answers what it was asked. */
async function askedFor(files: number, by?: Terminal) {
  const terminal = by ?? (await Terminal.connect(gateway.port, phone, '2013'));
  links.push(terminal);
  terminal.say(msgId.location, shanghai(now - 1_000, { items: [alarm(files)] }));
  const asked = () =>
    terminal.answers.flatMap(({ message, header }) =>
      message.id === msgId.askAttachments ? [{ ...message.body, serial: header.serial }] : [],
    );
  await until(() => asked().length > 0);
  const [ask] = asked();
  if (!ask) throw new Error('not asked');
  terminal.say(msgId.terminalReply, { replySerial: ask.serial, replyId: msgId.askAttachments, result: 0 });
  return { ask, terminal, asked };
}
type Ask = Awaited<ReturnType<typeof askedFor>>['ask'];

/** A connection to the attachment server. */
class Upload {
  readonly heard: Message[] = [];
  closed = false;
  private serial = 0;
  private constructor(readonly socket: Socket) {
    const splitter = new FrameSplitter();
    socket.on('data', (chunk) => {
      for (const { payload } of splitter.push(chunk)) {
        const frame = decodeFrame(payload);
        if (typeof frame !== 'string' && frame.message.id !== null) this.heard.push(frame.message);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
    });
    links.push({ end: () => socket.destroy() });
  }
  /** One that speaks TLS and believes nobody but `ca`. */
  static async openSecurely(port: number, ca: string): Promise<Upload> {
    const socket = connectTls({ port, host: '127.0.0.1', ca });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return new Upload(socket);
  }
  static async open(port = gateway.attachmentPort ?? 0): Promise<Upload> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    return new Upload(socket);
  }
  say<K extends MsgId>(id: K, body: Bodies[K]): void {
    this.socket.write(encodeMessage(id, { phone, serial: this.serial++, version: '2013' }, body));
  }
  list({ identifier, alarmNo }: Ask, files: Array<{ name: string; bytes: number }>): void {
    this.say(msgId.attachmentList, { terminalId: 'TD1078', identifier, alarmNo, again: false, files });
  }
  begin(name: string, bytes: number): void {
    this.say(msgId.attachmentBegins, { name, kind: 0, bytes });
  }
  send(name: string, data: Uint8Array, from: number, to: number): void {
    this.socket.write(encodeFilePacket({ name, offset: from, data: data.subarray(from, to) }));
  }
  /** Says that a file is sent; answers 0x9212. */
  async end(name: string, bytes: number): Promise<Bodies[typeof msgId.attachmentReply]> {
    const replies = () => this.heard.flatMap((m) => (m.id === msgId.attachmentReply ? [m.body] : []));
    const before = replies().length;
    this.say(msgId.attachmentEnds, { name, kind: 0, bytes });
    await until(() => replies().length > before);
    const reply = replies().at(-1);
    if (!reply) throw new Error('no answer');
    return reply;
  }
}

const jpeg = (bytes: number): Buffer => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(bytes - 4)]);
const nameOf = (no: string, i = 0): string => `00_65_6502_${i}_${no}.jpg`;
const stored = () =>
  db.systemDb
    .selectFrom('terminal_file as t')
    .innerJoin('file as f', 'f.id', 't.file_id')
    .select(['t.name', 't.kind', 't.channel', 'f.blob_key', 'f.mime', 'f.size_bytes'])
    .where('t.device_id', '=', deviceId)
    .orderBy('t.id')
    .execute();
const requests = () =>
  db.systemDb.selectFrom('evidence_request').selectAll().where('device_id', '=', deviceId).execute();
const bytesOf = async (key: string): Promise<Buffer> => {
  const blob = await blobs.get(key);
  return blob ? buffer(blob.stream) : Buffer.alloc(0);
};

describe('evidence of an alarm', () => {
  it('of a terminal that speaks TLS is asked for, and taken, over TLS', async () => {
    await gateway.stop();
    const made = makeCertificate('evidence');
    const files = { cert: join(root, 'cert.pem'), key: join(root, 'key.pem') };
    writeFileSync(files.cert, made.cert);
    writeFileSync(files.key, made.key);
    const certificate = await Certificate.open(files, silent);
    gateway = await start({}, certificate);
    const { ask } = await askedFor(1, await Terminal.connectSecurely(gateway.tlsPort ?? 0, phone, made.cert));
    expect(ask).toMatchObject({ host: '127.0.0.1', tcpPort: gateway.attachmentTlsPort });
    const photo = jpeg(40_000);
    const name = nameOf(ask.alarmNo);
    const upload = await Upload.openSecurely(ask.tcpPort, made.cert);
    upload.list(ask, [{ name, bytes: photo.length }]);
    upload.begin(name, photo.length);
    upload.send(name, photo, 0, photo.length);
    expect(await upload.end(name, photo.length)).toMatchObject({ result: 0, missing: [] });
    expect(await stored()).toMatchObject([{ name, size_bytes: '40000' }]);
    certificate.stop();
  });

  it('is asked for by 0x9208, taken file by file, missing parts are named, and stored when whole', async () => {
    const { ask } = await askedFor(2);
    expect(ask).toMatchObject({ host: '127.0.0.1', tcpPort: gateway.attachmentPort, udpPort: 0 });
    const photos = [jpeg(5_000), jpeg(3_000)] as const;
    const names = [nameOf(ask.alarmNo), nameOf(ask.alarmNo, 1)] as const;
    const upload = await Upload.open();
    upload.list(
      ask,
      names.map((name, i) => ({ name, bytes: photos[i]?.length ?? 0 })),
    );
    upload.begin(names[0], 5_000);
    // out of order, overlapping, with a gap
    upload.send(names[0], photos[0], 3_000, 5_000);
    upload.send(names[0], photos[0], 0, 1_000);
    upload.send(names[0], photos[0], 500, 1_500);
    expect(await upload.end(names[0], 5_000)).toEqual({
      name: names[0],
      kind: 0,
      result: 1,
      missing: [{ offset: 1_500, length: 1_500 }],
    });
    upload.send(names[0], photos[0], 1_500, 3_000);
    expect(await upload.end(names[0], 5_000)).toMatchObject({ result: 0, missing: [] });
    expect((await requests())[0]?.done_at).toBeNull();
    upload.begin(names[1], 3_000);
    upload.send(names[1], photos[1], 0, 3_000);
    expect(await upload.end(names[1], 3_000)).toMatchObject({ result: 0 });
    const files = await stored();
    expect(files).toMatchObject([
      { name: names[0], kind: 0, channel: 65, mime: 'image/jpeg', size_bytes: '5000' },
      { name: names[1], kind: 0, channel: 65, mime: 'image/jpeg', size_bytes: '3000' },
    ]);
    for (const [i, file] of files.entries())
      expect((await bytesOf(file.blob_key)).equals(photos[i] ?? photos[0])).toBe(true);
    expect((await requests())[0]?.done_at).not.toBeNull();
    expect(readdirSync(partsFolder)).toEqual([]);
    // a file that is whole is complete, however often it is sent
    upload.begin(names[1], 3_000);
    expect(await upload.end(names[1], 3_000)).toMatchObject({ result: 0 });
    expect(await stored()).toHaveLength(2);
  });

  it('a raw film is kept as it came, and beside it as one that browsers play; the records of a .bin are no film', async () => {
    const { ask } = await askedFor(2);
    // parameter sets of x264, a key and another picture
    const units = ['6764001eacb2016824dff802000168800001f480005dc0078b1724', '68ebc3cb22c0', '6588840a', '419a01'];
    const film = Buffer.from(units.map((unit) => `00000001${unit}`).join(''), 'hex');
    const records = Buffer.concat([Buffer.of(0, 0, 0, 1, 0, 0, 0, 1), randomBytes(56)]);
    const files = { [`02_65_6502_0_${ask.alarmNo}.h264`]: film, [`03_65_6502_1_${ask.alarmNo}.bin`]: records };
    const upload = await Upload.open();
    const list = Object.entries(files).map(([name, { length }]) => ({ name, bytes: length }));
    upload.list(ask, list);
    for (const [name, data] of Object.entries(files)) {
      upload.begin(name, data.length);
      upload.send(name, data, 0, data.length);
      expect(await upload.end(name, data.length)).toMatchObject({ result: 0 });
    }
    const [raw, bin] = await stored();
    expect(raw).toMatchObject({ kind: 2, channel: 65, mime: 'video/h264', size_bytes: String(film.length) });
    expect((await bytesOf(raw?.blob_key ?? '')).equals(film)).toBe(true);
    expect(bin).toMatchObject({ kind: 3, mime: 'application/octet-stream' });
    const { rows } = await sql<{ name: string; mime: string; key: string; bytes: number }>`
      select f.file_name as name, f.mime, f.blob_key as key, f.size_bytes::int as bytes from terminal_file t join file f on f.id = t.film_id
      where t.device_id = ${deviceId}`.execute(db.systemDb);
    expect(rows).toMatchObject([{ name: `02_65_6502_0_${ask.alarmNo}.mp4`, mime: 'video/mp4' }]);
    const mp4 = await bytesOf(rows[0]?.key ?? '');
    expect(mp4.length).toBe(rows[0]?.bytes);
    expect(mp4.toString('latin1', 4, 12)).toBe('ftypisom');
  });

  it('is kept also when no film can be made of it', async () => {
    const { ask } = await askedFor(1);
    const units = ['6764001eacb2016824dff802000168800001f480005dc0078b1724', '68ebc3cb22c0', '6588840a', '419a01'];
    const film = Buffer.from(units.map((unit) => `00000001${unit}`).join(''), 'hex');
    const name = `02_65_6502_0_${ask.alarmNo}.h264`;
    const upload = await Upload.open();
    upload.list(ask, [{ name, bytes: film.length }]);
    upload.begin(name, film.length);
    upload.send(name, film, 0, film.length);
    // the film comes after the evidence
    puts.failing = puts.count + 2;
    expect(await upload.end(name, film.length)).toMatchObject({ result: 0 });
    expect(puts.count).toBe(puts.failing);
    const [raw] = await stored();
    expect((await bytesOf(raw?.blob_key ?? '')).equals(film)).toBe(true);
    const { rows } = await sql`select film_id from terminal_file where device_id = ${deviceId}`.execute(db.systemDb);
    expect(rows).toEqual([{ film_id: null }]);
    expect((await requests())[0]?.done_at).not.toBeNull();
  });

  it('goes on after a broken connection and a restart with what has come before', async () => {
    const { ask } = await askedFor(1);
    const photo = jpeg(40_000);
    const name = nameOf(ask.alarmNo);
    const first = await Upload.open();
    first.list(ask, [{ name, bytes: photo.length }]);
    first.begin(name, photo.length);
    first.send(name, photo, 0, 30_000);
    // half a packet, then the link breaks
    first.socket.write(
      encodeFilePacket({ name, offset: 30_000, data: photo.subarray(30_000) }).subarray(0, 62 + 4_000),
    );
    await until(() => first.heard.length >= 2);
    await new Promise<void>((resolve) => first.socket.end(resolve));
    await until(() => first.closed);
    await gateway.stop();
    const flow = await db.systemDb
      .selectFrom('device_traffic')
      .select('bytes')
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    expect(Number(flow?.bytes)).toBeGreaterThan(34_000);
    gateway = await start();
    const second = await Upload.open();
    second.list(ask, [{ name, bytes: photo.length }]);
    second.begin(name, photo.length);
    expect(await second.end(name, photo.length)).toMatchObject({
      result: 1,
      missing: [{ offset: 34_000, length: 6_000 }],
    });
    second.send(name, photo, 34_000, 40_000);
    expect(await second.end(name, photo.length)).toMatchObject({ result: 0 });
    const [file] = await stored();
    expect((await bytesOf(file?.blob_key ?? '')).equals(photo)).toBe(true);
  });

  it('is asked for again after a while, and not of a terminal that cannot', async () => {
    const { terminal, asked } = await askedFor(1);
    await db.systemDb
      .updateTable('evidence_request')
      .set({ next_at: new Date() })
      .where('device_id', '=', deviceId)
      .execute();
    await until(() => asked().length === 2);
    const serial = asked()[1]?.serial ?? 0;
    terminal.say(msgId.terminalReply, { replySerial: serial, replyId: msgId.askAttachments, result: 3 });
    for (let asks = 0; asks < 5; asks = (await requests())[0]?.asked ?? 0)
      await new Promise((go) => setTimeout(go, 10));
  });

  it('waits for a terminal that is away, and one report that comes twice is one request', async () => {
    const { terminal } = await askedFor(1);
    terminal.say(msgId.location, shanghai(now - 900, { items: [alarm(1)] }));
    await until(() => terminal.results.length === 2);
    expect(await requests()).toHaveLength(1);
    terminal.end();
    // what is due while the gateway still believes that it is here is asked for in vain, and again minutes later
    await until(() => gateway.stats().terminals === 0);
    await db.systemDb
      .updateTable('evidence_request')
      .set({ next_at: new Date() })
      .where('device_id', '=', deviceId)
      .execute();
    const again = await Terminal.connect(gateway.port, phone, '2013');
    links.push(again);
    again.say(msgId.location, shanghai(now));
    await until(() => again.answers.some(({ message }) => message.id === msgId.askAttachments));
  });
});

describe('the attachment server takes nothing', () => {
  const identifier = { terminalId: '', time: null, sequence: 0, attachments: 1, raw: fromHex('00'.repeat(16)) };

  it('that nobody asked for, from nobody it knows', async () => {
    const stranger = await Upload.open();
    stranger.list({ identifier, alarmNo: '00000000000000000000000000999999' } as Ask, [{ name: 'a.jpg', bytes: 1 }]);
    await until(() => stranger.closed);
    expect(stranger.heard).toMatchObject([{ id: msgId.platformReply, body: { result: 1 } }]);
    // a file without its alarm
    const rude = await Upload.open();
    rude.begin('a.jpg', 10);
    await until(() => rude.closed);
    expect(await stored()).toEqual([]);
  });

  it('frames that have no use here are counted by their reason, with those of the gateway', async () => {
    const before = { ...gateway.stats().refused };
    const rude = await Upload.open();
    rude.say(msgId.location, shanghai(now));
    rude.socket.write(
      encodeFrame({ phone, version: '2013', serial: 9, msgId: msgId.attachmentList, body: new Uint8Array(3) }),
    );
    await until(() => rude.heard.length === 2);
    expect(rude.heard).toMatchObject([{ body: { result: 3 } }, { body: { result: 2 } }]);
    const { unsupported, damaged } = gateway.stats().refused;
    expect([unsupported - before.unsupported, damaged - before.damaged]).toEqual([1, 1]);
  });

  it('beyond its limits: bytes of a file and of a connection, garbage, connections of an address', async () => {
    await gateway.stop();
    gateway = await start({
      maxFileBytes: 1_000,
      maxConnectionBytes: 3_000,
      maxGarbageBytes: 100,
      maxPerAddress: 2,
      idleMs: 400,
    });
    const { ask } = await askedFor(1);
    const big = await Upload.open();
    big.list(ask, [{ name: 'a.jpg', bytes: 1_001 }]);
    await until(() => big.closed);
    const long = await Upload.open();
    long.list(ask, [{ name: 'a.jpg', bytes: 900 }]);
    long.begin('a.jpg', 900);
    for (let i = 0; i < 5; i++) long.send('a.jpg', Buffer.alloc(900), 0, 900);
    await until(() => long.closed);
    const noisy = await Upload.open();
    noisy.socket.write(Buffer.alloc(200, 1));
    await until(() => noisy.closed);
    const silentOnes = [await Upload.open(), await Upload.open(), await Upload.open()];
    await until(() => silentOnes.some(({ closed }) => closed));
    // who says nothing goes
    await until(() => silentOnes.every(({ closed }) => closed));
  });
});
