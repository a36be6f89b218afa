import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@tongda/contract/core/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localFolder } from '../../src/core/blob/local-folder';
import { deleteOldFiles } from '../../src/modules/watch/alarm/old-files';
import { deleteOldCommands } from '../../src/modules/watch/command/old-commands';
import { makeVehicle } from '../stream-kit';
import { type TestDb, testDb } from '../test-db';

const now = Date.UTC(2026, 10, 21, 3);
const folder = mkdtempSync(join(tmpdir(), 'old-files-'));
const blobs = localFolder(folder);
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

type Owner = Awaited<ReturnType<typeof makeVehicle>>;
const rowOf = ({ clientId, vehicleId, deviceId }: Owner) => ({
  client_id: clientId,
  vehicle_id: vehicleId,
  device_id: deviceId,
});
const keepFor = (clientId: string, months: number) =>
  db.systemDb.updateTable('client').set({ position_keep_months: months }).where('id', '=', clientId).execute();

it('files of terminals go with their bytes when their company keeps positions no longer', async () => {
  const owner = await makeVehicle(db);
  await keepFor(owner.clientId, 13);
  const { id: request } = await db.systemDb
    .insertInto('evidence_request')
    .values({ ...rowOf(owner), identifier: '01', alarm_at: new Date(now - 400 * dayMs), announced: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [name, ageDays, more] of [
    ['old', 400, { request_id: request }],
    ['kept', 390, {}],
    ['new', 10, {}],
  ] as const) {
    await blobs.put(`${owner.clientId}/${name}`, Buffer.from(name));
    const { id: fileId } = await db.systemDb
      .insertInto('file')
      .values({
        client_id: owner.clientId,
        kind: 'media',
        file_name: name,
        mime: 'image/jpeg',
        size_bytes: 3,
        sha256: '',
        blob_key: `${owner.clientId}/${name}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.systemDb
      .insertInto('terminal_file')
      .values({
        ...rowOf(owner),
        ...more,
        name,
        kind: 0,
        taken_at: new Date(now - ageDays * dayMs),
        file_id: fileId,
      })
      .execute();
  }
  // announced, and never came
  await db.systemDb
    .insertInto('terminal_file')
    .values({ ...rowOf(owner), name: 'announced', kind: 0, taken_at: new Date(now - 500 * dayMs) })
    .execute();
  const left = async () => ({
    bytes: readdirSync(join(folder, owner.clientId)).sort(),
    rows: (await db.systemDb.selectFrom('terminal_file').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    ),
    files: (await db.systemDb.selectFrom('file').select('file_name').orderBy('file_name').execute()).map(
      ({ file_name }) => file_name,
    ),
    requests: (await db.systemDb.selectFrom('evidence_request').select('id').execute()).length,
  });
  expect(await deleteOldFiles(db.systemDb, blobs, now)).toBe(2);
  expect(await left()).toEqual({ bytes: ['kept', 'new'], rows: ['kept', 'new'], files: ['kept', 'new'], requests: 0 });
  await keepFor(owner.clientId, 6);
  expect(await deleteOldFiles(db.systemDb, blobs, now)).toBe(1);
  expect(await left()).toMatchObject({ bytes: ['new'], rows: ['new'] });
});

it('a row whose bytes are gone already goes too', async () => {
  const owner = await makeVehicle(db);
  await keepFor(owner.clientId, 6);
  const { id: fileId } = await db.systemDb
    .insertInto('file')
    .values({
      client_id: owner.clientId,
      kind: 'media',
      file_name: 'gone',
      mime: 'image/jpeg',
      size_bytes: 3,
      sha256: '',
      blob_key: `${owner.clientId}/gone`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.systemDb
    .insertInto('terminal_file')
    .values({ ...rowOf(owner), name: 'gone', kind: 0, taken_at: new Date(now - 300 * dayMs), file_id: fileId })
    .execute();
  expect(await deleteOldFiles(db.systemDb, blobs, now)).toBe(1);
});

it('a raw film goes with the one that plays', async () => {
  const owner = await makeVehicle(db);
  await keepFor(owner.clientId, 6);
  const ids: string[] = [];
  for (const name of ['film.h264', 'film.mp4']) {
    const blob = {
      client_id: owner.clientId,
      kind: 'evidence',
      file_name: name,
      mime: 'video/mp4',
      size_bytes: 3,
      sha256: '',
    };
    await blobs.put(`${owner.clientId}/${name}`, Buffer.from('abc'));
    const row = { ...blob, blob_key: `${owner.clientId}/${name}` };
    ids.push((await db.systemDb.insertInto('file').values(row).returning('id').executeTakeFirstOrThrow()).id);
  }
  const [file_id = '', film_id = ''] = ids;
  const film = { name: 'film.h264', kind: 2, taken_at: new Date(now - 300 * dayMs), file_id, film_id };
  await db.systemDb
    .insertInto('terminal_file')
    .values({ ...rowOf(owner), ...film })
    .execute();
  expect(await deleteOldFiles(db.systemDb, blobs, now)).toBe(1);
  expect(readdirSync(join(folder, owner.clientId))).toEqual([]);
  const rows = await db.systemDb.selectFrom('file').select('id').where('id', 'in', ids).execute();
  expect(rows).toEqual([]);
});

it('commands that are over go with time; one that waits stays, and so does what repeats an old one', async () => {
  const owner = await makeVehicle(db);
  await keepFor(owner.clientId, 6);
  const give = async (ageDays: number, state: number, retryOf: string | null = null): Promise<string> => {
    const { id } = await db.systemDb
      .insertInto('device_command')
      .values({
        ...rowOf(owner),
        batch_no: 'ZL1',
        kind: 'locate',
        params: '{}',
        summary: '',
        state,
        retry_of: retryOf,
        created_at: new Date(now - ageDays * dayMs),
        expires_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const old = await give(200, 4);
  const waiting = await give(200, 0);
  const again = await give(100, 2, old);
  expect(await deleteOldCommands(db.systemDb, now)).toBe(1);
  expect(await db.systemDb.selectFrom('device_command').select(['id', 'retry_of']).orderBy('id').execute()).toEqual([
    { id: waiting, retry_of: null },
    { id: again, retry_of: null },
  ]);
});
