import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandRow } from '@tongda/contract/watch/command/calls';
import { fromHex } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../src/gateway/listeners';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { FakeBus, shanghai, Terminal, until } from '../gateway-kit';
import { type TestApp, testApp } from '../test-app';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const dir = mkdtempSync(join(tmpdir(), 'terminal-files-'));
/** the first bytes of a JPEG, and its last */
const jpeg = fromHex(`ffd8ffe000104a46494600010100000100010000${'11'.repeat(200)}ffd9`);
let app: TestApp;
let us: FleetFixture;
let gateway: RunningGateway;
let vehicleId: string;
let terminal: Terminal;

beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  us = await fleetFixture(app, '拍照公司');
  const db = app.database.systemDb;
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', us.clientId).execute();
  vehicleId = await us.addVehicle('沪A80010', { deviceId: us.deviceIds[0] });
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus: new FakeBus(),
    db: app.database.pool,
    blobs: app.blobs,
    attachments: { port: 0, orAny: true, host: null, folder: join(dir, 'parts') },
    log: silent,
    options: { evidenceMs: 20 },
  });
  const { phone_key: phone } = await db
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', us.deviceIds[0] ?? '')
    .executeTakeFirstOrThrow();
  terminal = await Terminal.connect(gateway.port, phone ?? '');
  terminal.say(msgId.heartbeat, emptyMessage);
  await terminal.heard(1);
});
afterEach(() => terminal.answers.splice(0));
afterAll(async () => {
  terminal.end();
  await gateway.stop();
  await app.close();
  rmSync(dir, { recursive: true });
});

const api = '/api/base/device/command';
/** The frame of this id that the platform sent. */
async function asked(id: number) {
  const find = () => terminal.answers.find(({ header }) => header.msgId === id);
  await until(() => find() !== undefined);
  const frame = find();
  if (!frame) throw new Error('unreachable');
  return frame;
}
/** Orders a picture; answers the command's id and the serial of the message. */
async function order(channel: number): Promise<{ id: string; serial: number }> {
  const { data } = await us.post(`${api}/photo`, { vehicleIds: [vehicleId], channel, resolution: 2 });
  const frame = await asked(msgId.shoot);
  expect(frame.message).toMatchObject({ body: { channel, command: 1, save: false, resolution: 2, quality: 3 } });
  return { id: data[0].commandId, serial: frame.header.serial };
}
async function becomes(id: string, wanted: (row: CommandRow) => boolean): Promise<CommandRow> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const [row] = (await us.post(`${api}/list`, { ids: [id] })).data;
    if (wanted(row)) return row;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(row)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const photo = (mediaId: number, channel: number, event = 0) =>
  terminal.say(msgId.mediaData, {
    mediaId,
    kind: 0,
    format: 0,
    event,
    channel,
    location: shanghai(Date.now()),
    data: jpeg,
  });

it('takes a photo on order, which is shown when it has come', async () => {
  const { id, serial } = await order(1);
  terminal.say(msgId.shootReply, { replySerial: serial, result: 0, mediaIds: [71] });
  const taken = await becomes(id, ({ state }) => state === instructionSending.done);
  expect(taken).toMatchObject({ summary: '通道1，640×480', answer: '终端已拍照', picture: null, picturePending: true });
  photo(70, 1);
  photo(71, 1);
  const { picture, picturePending } = await becomes(id, (row) => row.picture !== null);
  expect(picturePending).toBe(false);
  const shown = await app.http.inject({ method: 'GET', url: picture?.url ?? '' });
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(jpeg)]).toEqual([
    200,
    'image/jpeg',
    true,
  ]);
  expect((await us.post(`${api}/page`, { vehicleId })).data.list[0]).toMatchObject({ id, picture: expect.anything() });
});

it('a terminal that sends the photo and nothing else has done it, one of another camera or reason is not it', async () => {
  const { id, serial } = await order(2);
  terminal.say(msgId.terminalReply, { replySerial: serial, replyId: msgId.shoot, result: 0 });
  await becomes(id, ({ state }) => state === instructionSending.acknowledged);
  photo(72, 1);
  photo(73, 2, 4);
  await until(() => terminal.answers.filter(({ message }) => message.id === msgId.mediaReply).length === 2);
  expect(await becomes(id, () => true)).toMatchObject({ state: instructionSending.acknowledged, picture: null });
  photo(74, 2);
  const { picture } = await becomes(id, ({ state }) => state === instructionSending.done);
  expect(picture).not.toBeNull();
});

it.each([
  [1, '终端拍照失败'],
  [2, '终端没有该通道的摄像头'],
])('a photo that was not taken (result %i) says why', async (result, answer) => {
  const { id, serial } = await order(5);
  terminal.say(msgId.shootReply, { replySerial: serial, result, mediaIds: [] });
  expect(await becomes(id, ({ state }) => state === instructionSending.refused)).toMatchObject({
    answer,
    picture: null,
    picturePending: false,
  });
});

it('evidence that did not come is asked for again on wish, and only that', async () => {
  const db = app.database.systemDb;
  const identifier = '54443130373800'.padEnd(32, '0');
  const began = new Date(Date.now() - 5 * 86_400_000);
  const { id } = await db
    .insertInto('episode')
    .values({
      client_id: us.clientId,
      vehicle_id: vehicleId,
      kind: 'safetyAlarm',
      subject: '187',
      alarm: true,
      values: JSON.stringify({ alarmType: 187, identifiers: identifier, attachments: 2, times: 1 }),
      level: 2,
      status: 1,
      start_time: began,
      end_time: began,
      confirmed_at: began,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const again = () => us.post('/api/alarm/record/askEvidence', { id });
  expect((await again()).msg).toBe('没有向终端请求过这条报警的附件，不能再次请求');
  const { rows } = await sql<{ id: string }>`insert into evidence_request
      (client_id, device_id, vehicle_id, identifier, alarm_at, announced, asked, next_at, wanted_at, created_at)
    values (${us.clientId}, ${us.deviceIds[0] ?? ''}, ${vehicleId}, ${identifier}, ${began}, 2, 5, now(), ${began}, ${began})
    returning id::text`.execute(db);
  const request = rows[0]?.id ?? '';
  const words = async () => (await us.post('/api/alarm/record/detail', { id })).data.filesPending;
  expect(await words()).toBe('终端声明2个附件，已收到0个，终端未上传其余附件');
  expect((await again()).code).toBe(200);
  const { message } = await asked(msgId.askAttachments);
  expect(message).toMatchObject({ body: { tcpPort: gateway.attachmentPort, alarmNo: request.padStart(32, '0') } });
  expect(await words()).toMatch(/等待终端上线后请求|已请求，等待终端上传/u);
  const { list } = (await us.post('/api/base/manage/vehicle/changeHis', { id: vehicleId })).data;
  expect(list[0]).toMatchObject({ action: '重新请求报警附件' });
});
