import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { encodeBody, encodePackages, msgId } from '@tongda/protocol/jt808/codec';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBus, pause, shanghai, Terminal, until } from '../../../test/gateway-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { localFolder } from '../../core/blob/local-folder';
import { type RunningGateway, startGateway } from '../listeners';
import { maxOpen } from './store';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folder = mkdtempSync(join(tmpdir(), 'parts-'));
const blobs = localFolder(folder);
const version = '2013' as const;
const now = Date.UTC(2026, 10, 21, 3);
let db: TestDb;
let bus: FakeBus;
let gateway: RunningGateway;
const terminals: Terminal[] = [];
let phone = '';
let deviceId = '';
let vehicleId = '';

const start = (partsMs = 60_000): Promise<RunningGateway> =>
  startGateway({
    port: 0,
    host: '127.0.0.1',
    bus,
    db: db.pool,
    blobs,
    log: silent,
    options: { now: () => now, notebookMs: 60_000, partsMs },
  });

beforeAll(async () => {
  db = await testDb();
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  bus = new FakeBus();
  gateway = await start();
  const made = await makeVehicle(db);
  ({ deviceId, vehicleId } = made);
  const { rows } = await sql<{ phone: string }>`update device set terminal_policy = 'tolerant' where id = ${deviceId}
    returning phone_key as phone`.execute(db.systemDb);
  phone = rows[0]?.phone ?? '';
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  await gateway.stop();
});

async function connectOne(): Promise<Terminal> {
  const terminal = await Terminal.connect(gateway.port, phone, version);
  terminals.push(terminal);
  return terminal;
}
const event = { mediaId: 77, kind: 0, format: 0, event: 4, channel: 2 };
const picture = Uint8Array.from({ length: 4_300 }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * 7) & 0xff));
const photo = (serial: number, data = picture, mediaId = 77): Uint8Array[] =>
  encodePackages({
    phone,
    version,
    serial,
    msgId: msgId.mediaData,
    body: encodeBody(msgId.mediaData, { ...event, mediaId, location: shanghai(now - 5_000), data }, version),
  });
const batch = (serial: number): Uint8Array[] =>
  encodePackages({
    phone,
    version,
    serial,
    msgId: msgId.locationBatch,
    body: encodeBody(
      msgId.locationBatch,
      { late: false, locations: Array.from({ length: 80 }, (_, i) => shanghai(now - i * 1_000)), damaged: 0 },
      version,
    ),
  });
const send = (terminal: Terminal, wires: ReadonlyArray<Uint8Array | undefined>): void => {
  for (const wire of wires) if (wire) terminal.write(wire);
};
const open = async () =>
  await db.systemDb
    .selectFrom('split_message')
    .select(['msg_id', 'serials', 'asked', sql<boolean>`done_at is not null`.as('done')])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute();
const files = () =>
  db.systemDb
    .selectFrom('terminal_file as t')
    .leftJoin('file as f', 'f.id', 't.file_id')
    .selectAll('t')
    .select(['f.blob_key', 'f.sha256', 'f.mime', 'f.size_bytes'])
    .where('t.device_id', '=', deviceId)
    .orderBy('t.id')
    .execute();
const mediaReplies = (terminal: Terminal) =>
  terminal.answers.flatMap(({ message }) => (message.id === msgId.mediaReply ? [message.body] : []));

describe('packages of a long message', () => {
  it('are acknowledged when they are kept, and survive a broken connection and a restart', async () => {
    const wires = batch(100);
    const first = await connectOne();
    send(first, wires.slice(0, 2));
    await first.heard(2);
    expect(first.results).toEqual(['0704:100:0', '0704:101:0']);
    expect((await open()).map(({ serials }) => serials)).toEqual([[100, 101, null]]);
    first.end();
    await gateway.stop();
    gateway = await start();
    const second = await connectOne();
    send(second, wires.slice(2));
    await second.heard(1);
    expect(second.results).toEqual(['0704:102:0']);
    expect(bus.positions).toHaveLength(80);
    expect(bus.positions.map(({ deviceTime }) => deviceTime)).toEqual(
      Array.from({ length: 80 }, (_, i) => now - i * 1_000),
    );
  });

  it('of which the last cannot be stored are not given up: it is sent again', async () => {
    const terminal = await connectOne();
    bus.fail = true;
    send(terminal, batch(1));
    await terminal.heard(3);
    bus.fail = false;
    send(terminal, batch(1).slice(2));
    await terminal.heard(4);
    expect(terminal.results).toEqual(['0704:1:0', '0704:2:0', '0704:3:1', '0704:3:0']);
    expect(bus.positions).toHaveLength(80);
    // what comes again later is known
    send(terminal, batch(1).slice(1, 2));
    await terminal.heard(5);
    expect(terminal.results.at(-1)).toBe('0704:2:0');
    expect((await open()).map(({ done }) => done)).toEqual([true]);
  });

  it('are asked for after a while, with serial and numbers as 0x8003 has them', async () => {
    await gateway.stop();
    gateway = await start(40);
    const terminal = await connectOne();
    const wires = batch(65_535);
    send(terminal, [wires[0], wires[2]]);
    await until(() => terminal.answers.some(({ message }) => message.id === msgId.platformResend));
    const asked = terminal.answers.flatMap(({ message }) =>
      message.id === msgId.platformResend ? [message.body] : [],
    );
    expect(asked[0]).toEqual({ firstSerial: 65_535, packages: [2] });
    send(terminal, [wires[1]]);
    await until(() => bus.positions.length === 80);
  });

  it('are asked for three times, and not for ever', async () => {
    await gateway.stop();
    gateway = await start(10);
    const terminal = await connectOne();
    send(terminal, batch(9).slice(0, 1));
    const asked = () => terminal.answers.filter(({ message }) => message.id === msgId.platformResend).length;
    await until(() => asked() === 3);
    await pause(120);
    expect(asked()).toBe(3);
  });

  it('of which more are missing than three requests can name are asked for as long as they come', async () => {
    await gateway.stop();
    gateway = await start(10);
    const terminal = await connectOne();
    const data = new Uint8Array(3_300).fill(7);
    const body = encodeBody(msgId.mediaData, { ...event, location: shanghai(now), data }, version);
    const wires = encodePackages({ phone, version, serial: 1, msgId: msgId.mediaData, body }, 4);
    expect(wires.length).toBeGreaterThan(800);
    send(terminal, wires.slice(0, 4));
    let answered = 0;
    const isWhole = () => mediaReplies(terminal).some(({ missing }) => missing.length === 0);
    while (!isWhole()) {
      const asked = mediaReplies(terminal).slice(answered);
      answered += asked.length;
      for (const { missing } of asked)
        send(
          terminal,
          missing.map((no) => wires[no - 1]),
        );
      await pause(5);
    }
    expect(answered).toBeGreaterThan(4);
    expect(await files()).toHaveLength(1);
  });

  it('are bounded: eight messages of a terminal, 1,024 packages each; the ninth is not kept, and says so', async () => {
    const terminal = await connectOne();
    const begin = (total: number) =>
      send(
        terminal,
        encodePackages(
          { phone, version, serial: total * 20, msgId: msgId.mediaData, body: new Uint8Array(total * 100) },
          100,
        ).slice(0, 1),
      );
    for (let total = 2; total < maxOpen + 3; total++) begin(total);
    await terminal.heard(maxOpen + 1);
    expect(await open()).toHaveLength(maxOpen);
    expect(terminal.results.slice(-2)).toEqual(['0801:180:0', '0801:200:1']);
    expect(gateway.stats().refused.notStored).toBe(1);
    // one whose packages were asked for and never came gives way
    await db.systemDb
      .updateTable('split_message')
      .set({ asked: 3, due_at: new Date(0) })
      .where('device_id', '=', deviceId)
      .where('total', '=', 5)
      .execute();
    begin(10);
    await terminal.heard(maxOpen + 2);
    expect(terminal.results.at(-1)).toBe('0801:200:0');
    expect((await open()).map(({ serials }) => serials.length)).toEqual([2, 3, 4, 6, 7, 8, 9, 10]);
    const many = encodePackages({ phone, version, serial: 0, msgId: msgId.mediaData, body: new Uint8Array(1_025) }, 1);
    send(terminal, many.slice(0, 1));
    await terminal.heard(maxOpen + 3);
    expect(terminal.results.at(-1)).toBe('0801:0:2');
  });
});

describe('photos', () => {
  it('are stored with their bytes, hash, channel, reason and place, and answered by 0x8800; a repetition is the same file', async () => {
    const terminal = await connectOne();
    terminal.say(msgId.mediaEvent, event);
    await terminal.heard(1);
    send(terminal, photo(10));
    await until(() => mediaReplies(terminal).length === 1);
    expect(mediaReplies(terminal)).toEqual([{ mediaId: 77, missing: [] }]);
    // the whole photo again with other serials, and its last package alone
    send(terminal, photo(30));
    await until(() => mediaReplies(terminal).length === 2);
    send(terminal, photo(30).slice(-1));
    await terminal.heard(1 + 5 + 5 + 1);
    const [file, ...more] = await files();
    expect(more).toEqual([]);
    expect(file).toMatchObject({
      vehicle_id: vehicleId,
      kind: 0,
      channel: 2,
      event: 4,
      taken_at: new Date(now - 5_000),
      lng: 121.4737,
      mime: 'image/jpeg',
      size_bytes: String(picture.length),
    });
    const blob = await blobs.get(file?.blob_key ?? '');
    expect(blob && (await buffer(blob.stream)).equals(picture)).toBe(true);
  });

  it('of the same length do not mix, and what was acknowledged of the first is not lost by the second', async () => {
    const terminal = await connectOne();
    const other = picture.map((byte, i) => (i < 3 ? byte : byte ^ 0xff));
    const first = photo(10);
    send(terminal, first.slice(1));
    await terminal.heard(4);
    send(terminal, photo(15, other, 78));
    await until(() => mediaReplies(terminal).length === 1);
    expect((await files()).map(({ media_no }) => media_no)).toEqual(['78']);
    // the lost one comes again, alone
    send(terminal, first.slice(0, 1));
    await until(() => mediaReplies(terminal).length === 2);
    const stored = await files();
    expect(stored.map(({ media_no }) => media_no)).toEqual(['78', '77']);
    for (const [i, data] of [other, picture].entries()) {
      const blob = await blobs.get(stored[i]?.blob_key ?? '');
      expect(blob && (await buffer(blob.stream)).equals(data)).toBe(true);
    }
  });

  it('that come at the same time, package by package, are both whole', async () => {
    const terminal = await connectOne();
    const other = picture.map((byte, i) => (i < 3 ? byte : byte ^ 0xff));
    const [one, two] = [photo(10), photo(15, other, 78)];
    send(
      terminal,
      one.flatMap((wire, i) => [wire, two[i]]),
    );
    await until(() => mediaReplies(terminal).length === 2);
    expect((await files()).map(({ media_no }) => media_no).sort()).toEqual(['77', '78']);
  });

  it('name their missing packages in 0x8800', async () => {
    await gateway.stop();
    gateway = await start(40);
    const terminal = await connectOne();
    const wires = photo(10);
    send(terminal, [wires[0], wires[1], wires[3]]);
    await until(() => mediaReplies(terminal).length > 0);
    expect(mediaReplies(terminal)[0]).toEqual({ mediaId: 77, missing: [3, 5] });
    send(terminal, [wires[2], wires[4]]);
    await until(() => mediaReplies(terminal).some(({ missing }) => missing.length === 0));
    expect(await files()).toHaveLength(1);
  });

  it('that both lack the same package have their own bytes, though it is sent again with a new serial', async () => {
    await gateway.stop();
    gateway = await start(40);
    const terminal = await connectOne();
    const other = picture.map((byte, i) => (i < 3 ? byte : byte ^ 0xff));
    const without4 = (wires: Uint8Array[]) => wires.filter((_, i) => i !== 3);
    send(terminal, [...without4(photo(10)), ...without4(photo(20, other, 78))]);
    const asked = () => mediaReplies(terminal).filter(({ missing }) => missing.length > 0);
    await until(() => new Set(asked().map(({ mediaId }) => mediaId)).size === 2);
    send(terminal, [photo(100)[3]]);
    await until(() => mediaReplies(terminal).some(({ mediaId, missing }) => mediaId === 77 && missing.length === 0));
    send(terminal, [photo(110, other, 78)[3]]);
    await until(() => mediaReplies(terminal).some(({ mediaId, missing }) => mediaId === 78 && missing.length === 0));
    for (const [i, data] of [picture, other].entries()) {
      const blob = await blobs.get((await files())[i]?.blob_key ?? '');
      expect(blob && (await buffer(blob.stream)).equals(data)).toBe(true);
    }
  });

  it('with the serials of an earlier one, after the terminal began to count anew, are stored, too', async () => {
    const terminal = await connectOne();
    send(terminal, photo(10));
    await until(() => mediaReplies(terminal).length === 1);
    const other = picture.map((byte, i) => (i < 3 ? byte : byte ^ 0xff));
    send(terminal, photo(10, other, 78));
    await until(() => mediaReplies(terminal).length === 2);
    expect((await files()).map(({ media_no }) => media_no)).toEqual(['77', '78']);
    // and a repetition of its last package is known
    send(terminal, photo(10, other, 78).slice(-1));
    await terminal.heard(5 + 5 + 1);
    expect(mediaReplies(terminal).at(-1)).toEqual({ mediaId: 78, missing: [] });
  });
});
