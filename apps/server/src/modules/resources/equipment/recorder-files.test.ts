import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { button } from '@tongda/contract/shell/rights';
import { fromHex } from '@tongda/protocol/bytes';
import { encodeBody, encodePackages, msgId } from '@tongda/protocol/jt808/codec';
import { encodeText } from '@tongda/protocol/text';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { FakeBus, shanghai, Terminal } from '../../../../test/gateway-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { localFolder } from '../../../core/blob/local-folder';
import { type RunningGateway, startGateway } from '../../../gateway/listeners';
import { deleteOldFiles } from '../../watch/alarm/old-files';

/** Photos and waybills of portable recorders, over TCP, and as the page of the recorder shows them. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folder = mkdtempSync(join(tmpdir(), 'recorder-files-'));
const blobs = localFolder(folder);
const takenAt = Math.floor(Date.now() / 1000) * 1000 - 5_000;
const version = '2013' as const;
const phone = '14490000001';
let app: TestApp;
let a: FleetFixture;
let gateway: RunningGateway;
let terminal: Terminal;
let portableId: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '箱内照片公司');
  const db = app.database.systemDb;
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  ({ id: portableId } = await db
    .insertInto('portable_device')
    .values({ client_id: a.clientId, device_no: 'WK1', phone_key: phone, org_id: a.orgId })
    .returning('id')
    .executeTakeFirstOrThrow());
  gateway = await startGateway({
    ...{ port: 0, host: '127.0.0.1', log: silent },
    ...{ bus: new FakeBus(), db: app.database.pool, blobs },
  });
  terminal = await Terminal.connect(gateway.port, phone, version);
});
afterAll(async () => {
  terminal.end();
  await gateway.stop();
  await app.close();
  rmSync(folder, { recursive: true });
});

const call = (path: string, more: object = {}, token = a.token) =>
  app.post(`/api/base/portable/${path}`, { portableId, ...more }, token);
const event = { mediaId: 7, kind: 0, format: 0, event: 1, channel: 2 };
const jpeg = Uint8Array.from([...fromHex('ffd8ffe000104a464946'), ...new Uint8Array(2_500).fill(9)]);
/** A photo is larger than a package. */
const photo = (serial: number): Uint8Array[] =>
  encodePackages({
    ...{ phone, version, serial, msgId: msgId.mediaData },
    body: encodeBody(msgId.mediaData, { ...event, location: shanghai(takenAt), data: jpeg }, version),
  });

it('a photo in packages is acknowledged and kept once, with the recorder as its owner', async () => {
  terminal.say(msgId.mediaEvent, event);
  await terminal.heard(1);
  expect(terminal.results).toEqual(['0800:0:0']);
  expect((await call('file/page')).data.list).toMatchObject([{ name: '2_7.jpg', bytes: null, url: null }]);
  for (const serial of [100, 200]) {
    const before = terminal.answers.length;
    const wires = photo(serial);
    expect(wires.length).toBeGreaterThan(1);
    for (const wire of wires) terminal.write(wire);
    await terminal.heard(before + wires.length);
    expect(terminal.answers.at(-1)?.message).toMatchObject({ id: msgId.mediaReply, body: { mediaId: 7, missing: [] } });
  }
  const { list, total } = (await call('file/page')).data;
  expect(total).toBe(1);
  expect(list).toMatchObject([{ name: '2_7.jpg', kind: 0, camera: '通道2', bytes: jpeg.length, image: true }]);
  const { rows } =
    await sql`select device_id, vehicle_id, portable_id::text, (extract(epoch from taken_at) * 1000)::float8 as at
    from terminal_file`.execute(app.database.systemDb);
  expect(rows).toEqual([{ device_id: null, vehicle_id: null, portable_id: portableId, at: takenAt }]);
});

it('a waybill, alone or in packages, is kept once and shown field by field', async () => {
  const data = encodeText('运单号 YD20261201\n品名 疫苗');
  for (let i = 0; i < 2; i++) {
    const before = terminal.answers.length;
    terminal.say(msgId.waybill, { data });
    await terminal.heard(before + 1);
    expect(terminal.results.at(-1)).toMatch(/^0701:\d+:0$/u);
  }
  const { list, total } = (await call('message/page')).data;
  expect(total).toBe(1);
  expect(list).toMatchObject([{ kind: 1, terminalNo: phone.padStart(12, '0') }]);
  expect(list[0].summary).toContain('疫苗');
  expect(await call('message/show', { id: list[0].id })).toMatchObject({ code: 200, data: { msgId: '0x0701' } });
  const long = encodeBody(msgId.waybill, { data: encodeText(`长运单${'甲'.repeat(900)}`) }, version);
  const wires = encodePackages({ phone, version, serial: 500, msgId: msgId.waybill, body: long });
  const before = terminal.answers.length;
  for (const wire of wires) terminal.write(wire);
  await terminal.heard(before + wires.length);
  expect((await call('message/page', { kind: 1 })).data.total).toBe(2);
});

it('another company, a colleague without the right, or of another department, gets nothing of it', async () => {
  const b = await fleetFixture(app, '别家照片公司');
  const [{ id }] = (await call('message/page')).data.list;
  const given = { menus: ['portableController'], buttons: [button('portableController', 'message').path] };
  const elsewhere = await a.user({ ...given, orgId: a.subOrgId });
  for (const { token } of [b, elsewhere]) {
    expect(await call('file/page', {}, token)).toMatchObject({ code: 4004 });
    expect((await call('message/page', {}, token)).data.list).toEqual([]);
    expect(await call('message/show', { id }, token)).toMatchObject({ code: 4004 });
  }
  const without = await a.user({ menus: ['portableController'], orgId: a.orgId });
  for (const path of ['file/page', 'message/page'])
    expect(await call(path, {}, without.token)).toMatchObject({ code: 4003 });
  const colleague = await a.user({ ...given, orgId: a.orgId });
  expect((await call('file/page', {}, colleague.token)).data.total).toBe(1);
  // a right to the messages of vehicles shows none of a recorder's
  expect(await app.post('/api/base/manage/vehicle/message/show', { id }, a.token)).toMatchObject({ code: 4004 });
});

it('a row has one owner, and goes when the company keeps it no longer', async () => {
  const db = app.database.systemDb;
  const own = { client_id: a.clientId, msg_id: 0x701, edition: '2013', body: Buffer.alloc(1), sha256: Buffer.alloc(1) };
  const insert = (owner: object) =>
    db
      .insertInto('terminal_message')
      .values({ ...own, ...owner })
      .execute();
  await expect(insert({})).rejects.toThrow('terminal_message_owner');
  await expect(insert({ device_id: a.deviceIds[0], portable_id: portableId })).rejects.toThrow(
    'terminal_message_owner',
  );
  expect(await deleteOldFiles(db, blobs, Date.now() + 5 * 366 * 86_400_000)).toBe(1);
  expect((await call('file/page')).data.total).toBe(0);
});
