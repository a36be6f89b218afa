import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { msgId } from '@tongda/protocol/jt808/codec';
import { runLoad } from '@tongda/simulator/load';
import { extraNames } from '@tongda/simulator/terminal/extras';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localFolder } from '../../src/core/blob/local-folder';
import { Certificate } from '../../src/gateway/doors/certificate';
import { type RunningGateway, startGateway } from '../../src/gateway/listeners';
import { makeCertificate } from '../certificate';
import { FakeBus, pause } from '../gateway-kit';
import { makeVehicle } from '../stream-kit';
import { type TestDb, testDb } from '../test-db';

/** The simulator's photos and evidence against the real gateway and database. */

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const root = mkdtempSync(join(tmpdir(), 'tongda-uploads-'));
const made = makeCertificate('uploads');
const bus = new FakeBus();
const blobs = localFolder(join(root, 'blobs'));
let db: TestDb;
let certificate: Certificate;
let gateway: RunningGateway;

beforeAll(async () => {
  db = await testDb();
  const files = { cert: join(root, 'cert.pem'), key: join(root, 'key.pem') };
  writeFileSync(files.cert, made.cert);
  writeFileSync(files.key, made.key);
  certificate = await Certificate.open(files, silent);
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus,
    db: db.pool,
    blobs,
    tls: { port: 0, certificate },
    attachments: {
      port: 0,
      tls: { port: 0, certificate },
      orAny: false,
      host: null,
      folder: join(root, 'parts'),
    },
    log: silent,
    options: { evidenceMs: 20, partsMs: 100 },
  });
});
afterAll(async () => {
  await gateway.stop();
  certificate.stop();
  await db.close();
  rmSync(root, { recursive: true });
});

it('photos and the evidence of alarms arrive over TLS, packages that were lost as well', async () => {
  const { deviceId } = await makeVehicle(db);
  const { phone_key: phone } = await db.systemDb
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  const ending = new AbortController();
  const playing = runLoad({
    host: '127.0.0.1',
    port: gateway.tlsPort ?? 0,
    transport: 'tls',
    ca: made.cert,
    terminals: 1,
    rate: 10,
    seconds: 20,
    firstPhone: phone.padStart(12, '0'),
    photos: true,
    evidence: true,
    faults: ['lost'],
    signal: ending.signal,
  });
  const stored = async (): Promise<string[]> => {
    const files = await db.systemDb
      .selectFrom('terminal_file as t')
      .innerJoin('file as f', 'f.id', 't.file_id')
      .select(['t.channel', 'f.mime'])
      .where('t.device_id', '=', deviceId)
      .execute();
    return files.map(({ mime, channel }) => `${mime} ${channel}`);
  };
  // a photo of the box; photos, the sound and the films of a driver on the phone
  const wanted = ['image/jpeg 2', 'image/jpeg 65', 'audio/wav 65', 'video/h264 64', 'video/h264 65'];
  const deadline = Date.now() + 15_000;
  let kinds = await stored();
  while (!wanted.every((kind) => kinds.includes(kind)) && Date.now() < deadline) {
    await pause(50);
    kinds = await stored();
  }
  ending.abort();
  await playing;
  expect(kinds).toEqual(expect.arrayContaining(wanted));
  // 160 × 120 points, five seconds: as the camera wrote it
  const films = await db.systemDb
    .selectFrom('terminal_file as t')
    .innerJoin('file as f', 'f.id', 't.film_id')
    .select(['f.mime', 'f.blob_key'])
    .where('t.device_id', '=', deviceId)
    .execute();
  expect(films.map(({ mime }) => mime)).toEqual(films.map(() => 'video/mp4'));
  const film = await blobs.get(films[0]?.blob_key ?? '');
  const mp4 = film ? await buffer(film.stream) : Buffer.alloc(0);
  const head = mp4.indexOf('mvhd');
  expect([mp4.readUInt32BE(head + 16), mp4.readUInt32BE(head + 20)]).toEqual([1_000, 5_000]);
});

it('waybills, CAN data, compressed reports, cards of drivers and what makers send beside are taken, or refused where they have to be', async () => {
  const { deviceId } = await makeVehicle(db);
  const { phone_key: phone } = await db.systemDb
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  const result = await runLoad({
    ...{ host: '127.0.0.1', port: gateway.port, terminals: 1, rate: 500, seconds: (20 * extraNames.length) / 500 },
    ...{ firstPhone: phone.padStart(12, '0'), extras: extraNames },
  });
  expect(result).toMatchObject({ acknowledged: 20 * extraNames.length, extras: extraNames.length });
  const kept = await db.systemDb
    .selectFrom('terminal_message')
    .select('msg_id')
    .where('device_id', '=', deviceId)
    .orderBy('msg_id')
    .execute();
  expect(kept.map(({ msg_id }) => msg_id)).toEqual([
    ...[msgId.vendor0091, msgId.vendor0093, msgId.infoReply, msgId.vendorParameter, msgId.recorderReply, msgId.waybill],
    ...[msgId.canData, msgId.passengerCount, msgId.vendorTimeZone, msgId.wideTextReply, msgId.upgradeProgress],
    ...[msgId.accelerations, msgId.textReport],
  ]);
  expect(bus.cards.filter((card) => card.deviceId === deviceId)).toMatchObject([{ name: '王建军' }]);
  // the compressed one, that of the small tracker and those of the lock are reports as well
  expect(bus.positions.filter((one) => one.deviceId === deviceId)).toHaveLength(20 * extraNames.length + 4);
});
