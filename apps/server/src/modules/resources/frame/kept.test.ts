import { gzipSync } from 'node:zlib';
import { dayMs } from '@tongda/contract/core/durations';
import { button } from '@tongda/contract/shell/rights';
import { fromHex, toHex } from '@tongda/protocol/bytes';
import { encodeBody, encodePackages, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter, wrapFrame, xorOf } from '@tongda/protocol/jt808/frame';
import { encodePayload } from '@tongda/protocol/jt808/header';
import { encodeText } from '@tongda/protocol/text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { FakeBus, Terminal } from '../../../../test/gateway-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { shownBody, summaryOf } from '../../../frames/kept';
import { recorderAnswerWords } from '../../../frames/recorder';
import { type RunningGateway, startGateway } from '../../../gateway/listeners';
import { unpackedBytes } from '../../../gateway/report/messages';
import { deleteOldMessages } from './kept';

/** What terminals send beside reports, over TCP, and as the pages of the vehicle show it. */
const api = '/api/base/manage/vehicle/message';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const bus = new FakeBus();
const here = {
  ...{ alarmBits: 0, statusBits: 3, lat: 31.23, lng: 121.47, altitudeM: 5, speedKmh: 43, directionDeg: 90 },
  ...{ time: Math.floor(Date.now() / 1000) * 1000, items: [], remainder: null },
};
let app: TestApp;
let a: FleetFixture;
let gateway: RunningGateway;
let terminal: Terminal;
let phone: string;
let vehicleId: string;

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  a = await fleetFixture(app, '运单公司');
  const deviceId = a.deviceIds[0] ?? '';
  vehicleId = await a.addVehicle('沪A66661', { deviceId });
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  const device = await db.selectFrom('device').select('phone_key').where('id', '=', deviceId).executeTakeFirstOrThrow();
  phone = device.phone_key;
  gateway = await startGateway({ port: 0, host: '127.0.0.1', bus, db: app.database.pool, log: silent });
  terminal = await Terminal.connect(gateway.port, phone, '2013');
});
afterAll(async () => {
  terminal.end();
  await gateway.stop();
  await app.close();
});

const page = async (more: object = {}, token?: string) => {
  const body = { vehicleId, ...more };
  return token ? app.post(`${api}/page`, body, token) : a.post(`${api}/page`, body);
};
const said = async (): Promise<Array<[number, string]>> =>
  (await page()).data.list.map(({ kind, summary }: { kind: number; summary: string }) => [kind, summary]);
/** The result with which the terminal's newest frame was answered. */
const resultOf = async (frames: number): Promise<string | undefined> => {
  await terminal.heard(frames);
  return terminal.results.at(-1)?.split(':').at(-1);
};

it('a waybill, data of the recorder and of the CAN bus are acknowledged, kept once, and shown at the vehicle', async () => {
  const waybill = { data: encodeText('运单号 YD20261128\n品名 三元催化剂') };
  terminal.say(msgId.waybill, waybill);
  expect(await resultOf(1)).toBe('0');
  // its answer was lost
  terminal.say(msgId.waybill, waybill);
  expect(await resultOf(2)).toBe('0');
  const mileage = fromHex('2611280800002001010000000000123400987654');
  const block = { mark: 0x557a, command: 3, reserved: 0, data: mileage, failed: false };
  terminal.say(msgId.recorderReply, { replySerial: 0, command: 3, block, other: new Uint8Array() });
  expect(await resultOf(3)).toBe('0');
  const frame = { channel: 0, extended: true, average: false, id: 0x18fef100, data: fromHex('1112131415161718') };
  terminal.say(msgId.canData, { time: '1104050678', frames: [frame, { ...frame, id: 0x18f00400 }] });
  expect(await resultOf(4)).toBe('0');
  expect(await said()).toEqual([
    [3, '11:04:05.067 起 2 帧，ID 18FEF100、18F00400'],
    [2, `累计行驶里程（03H）：${Buffer.from(mileage).toString('hex').toUpperCase()}`],
    [1, '运单号 YD20261128\n品名 三元催化剂'],
  ]);
  const [{ id }] = (await page({ kind: 3 })).data.list;
  const { data: shown } = await a.post(`${api}/show`, { id });
  expect(shown).toMatchObject({ msgId: '0x0705', kind: 'body' });
  expect(shown.fields).toContainEqual(expect.objectContaining({ hex: '1112131415161718' }));
});

it('what is compressed goes the way of what is passed on, unpacked; a bomb is refused and counted', async () => {
  const before = terminal.answers.length;
  terminal.say(msgId.compressed, { data: gzipSync(Buffer.from('f0414243', 'hex')) });
  expect(await resultOf(before + 1)).toBe('0');
  expect((await said())[0]).toEqual([4, '（压缩）类型 F0：ABC']);
  terminal.say(msgId.transparent, { type: 0x23, data: fromHex('00ff01') });
  expect(await resultOf(before + 2)).toBe('0');
  expect((await said())[0]).toEqual([4, '类型 23：00FF01']);
  const refused = gateway.stats().refused.notUnpacked;
  const bomb = gzipSync(Buffer.alloc(unpackedBytes + 1));
  expect(bomb.length).toBeLessThan(1_000);
  terminal.say(msgId.compressed, { data: bomb });
  expect(await resultOf(before + 3)).toBe('2');
  terminal.say(msgId.compressed, { data: fromHex('1f8b0800') });
  expect(await resultOf(before + 4)).toBe('2');
  expect(gateway.stats().refused.notUnpacked).toBe(refused + 2);
  expect((await page()).data.total).toBe(5);
});

it('a waybill in packages is one row; data of a lock that cannot be read is not kept', async () => {
  const before = terminal.answers.length;
  const text = `长运单${'甲'.repeat(900)}`;
  const body = encodeBody(msgId.waybill, { data: encodeText(text) }, '2013');
  const wires = encodePackages({ phone, version: '2013', serial: 500, msgId: msgId.waybill, body });
  expect(wires.length).toBeGreaterThan(1);
  for (const wire of wires) terminal.write(wire);
  expect(await resultOf(before + wires.length)).toBe('0');
  expect((await said())[0]).toEqual([1, `${text.slice(0, 200)}…`]);
  terminal.say(msgId.transparent, { type: 0xf6, data: fromHex('0102') });
  expect(await resultOf(before + wires.length + 1)).toBe('3');
  expect((await page()).data.total).toBe(6);
});

it('what the driver chose is named as in the menu that his terminal was sent', async () => {
  const db = app.database.systemDb;
  const entries = [{ id: 2, text: '车辆故障' }];
  await db
    .insertInto('device_command')
    .values({
      ...{ client_id: a.clientId, batch_no: 'ZL1', vehicle_id: vehicleId, device_id: a.deviceIds[0] ?? '' },
      ...{ kind: 'events', params: JSON.stringify({ kind: 'events', entries }), summary: '', state: 2 },
      expires_at: new Date(),
    })
    .execute();
  const before = terminal.answers.length;
  terminal.say(msgId.eventReport, { eventId: 2 });
  expect(await resultOf(before + 1)).toBe('0');
  expect((await said())[0]).toEqual([5, '事件 2 车辆故障']);
  terminal.say(msgId.infoSubscription, { kindId: 9, subscribed: false });
  expect(await resultOf(before + 2)).toBe('0');
  expect((await page({ kind: 5 })).data.list.map((row: { summary: string }) => row.summary)).toEqual([
    '取消点播信息 9',
    '事件 2 车辆故障',
  ]);
  await db.deleteFrom('terminal_message').where('msg_id', 'in', [msgId.eventReport, msgId.infoSubscription]).execute();
});

it('another company and a colleague without the right get nothing of it', async () => {
  const b = await fleetFixture(app, '别家运单公司');
  const [{ id }] = (await page()).data.list;
  expect((await page({}, b.token)).data.list).toEqual([]);
  expect(await app.post(`${api}/show`, { id }, b.token)).toMatchObject({ code: 4004 });
  const without = await a.user({ menus: ['vehicle'] });
  expect(await page({}, without.token)).toMatchObject({ code: 4003 });
  const given = { menus: ['vehicle'], buttons: [button('vehicle', 'message').path] };
  const elsewhere = await a.user({ ...given, orgId: a.subOrgId });
  expect(await app.post(`${api}/show`, { id }, elsewhere.token)).toMatchObject({ code: 4004 });
});

it('bytes that are no text are shown as such, and a recorder that could not do it says so', () => {
  const waybill = encodeBody(msgId.waybill, { data: fromHex('000102ff') }, '2013');
  expect(summaryOf(msgId.waybill, waybill)).toBe('000102FF');
  const failed = { mark: 0x557a, command: 0xfa, reserved: 0, data: new Uint8Array(), failed: true };
  const reply = { replySerial: 1, command: 0x08, block: failed, other: new Uint8Array() };
  expect(summaryOf(msgId.recorderReply, encodeBody(msgId.recorderReply, reply, '2013'))).toBe(
    '行驶速度记录（08H）：记录仪没有执行',
  );
});

it('licences in data of the recorder are stars, in the line, field by field and in the answer of a command', () => {
  const licence = '310101198003071234';
  const block = { mark: 0x557a, command: 0x01, reserved: 0, data: encodeText(licence), failed: false };
  const reply = { replySerial: 1, command: 0x01, block, other: new Uint8Array() };
  const body = encodeBody(msgId.recorderReply, reply, '2013');
  expect(summaryOf(msgId.recorderReply, body)).toContain('2A'.repeat(licence.length));
  expect(toHex(shownBody(msgId.recorderReply, body))).not.toContain(toHex(encodeText(licence)));
  expect(recorderAnswerWords(toHex(body))).toBe(`机动车驾驶证号码 ${'*'.repeat(licence.length)}`);
  const nobody = { ...reply, block: { ...block, data: new Uint8Array(18) } };
  expect(recorderAnswerWords(toHex(encodeBody(msgId.recorderReply, nobody, '2013')))).toBe('没有司机登录');
});

it('what a terminal sent stays with the company when the terminal is given away', async () => {
  const b = await fleetFixture(app, '接手公司');
  const deviceId = a.deviceIds[0] ?? '';
  const db = app.database.systemDb;
  const give = (clientId: string) =>
    db.updateTable('device').set({ client_id: clientId, org_id: null }).where('id', '=', deviceId).execute();
  await db.deleteFrom('device_binding').where('device_id', '=', deviceId).execute();
  await give(b.clientId);
  const { list, total } = (await page()).data;
  expect(total).toBe(6);
  expect(await a.post(`${api}/show`, { id: list[0].id })).toMatchObject({ code: 200 });
  await give(a.clientId);
});

it('busy data goes after a month, waybills stay as long as tracks', async () => {
  const db = app.database.systemDb;
  await deleteOldMessages(db, Date.now());
  expect((await page()).data.total).toBe(6);
  await deleteOldMessages(db, Date.now() + 40 * dayMs);
  expect(new Set((await said()).map(([kind]) => kind))).toEqual(new Set([1, 2]));
  await deleteOldMessages(db, Date.now() + 800 * dayMs);
  expect((await page()).data.total).toBe(0);
});

it('a whole message that was compressed is taken as that message, with its marks, without them, and without its checksum', async () => {
  const before = terminal.answers.length;
  const points = bus.positions.length;
  const wire = terminal.encode(msgId.location, here, phone);
  const waybill = terminal.encode(msgId.waybill, { data: encodeText('压缩的运单') }, phone);
  const bare = new FrameSplitter().push(waybill)[0]?.payload ?? new Uint8Array();
  terminal.say(msgId.compressed, { data: gzipSync(wire) });
  expect(await resultOf(before + 1)).toBe('0');
  expect(bus.positions.slice(points)).toMatchObject([{ lng: 121.47, lat: 31.23, speedKmh: 43 }]);
  terminal.say(msgId.compressed, { data: gzipSync(bare) });
  expect(await resultOf(before + 2)).toBe('0');
  expect((await said())[0]).toEqual([1, '（压缩）压缩的运单']);
  // with its checksum, of 2019, and another text, as the same one would be a repetition
  const second = encodePayload(
    msgId.waybill,
    { phone: phone.padStart(20, '0'), version: '2019', serial: 9 },
    encodeBody(msgId.waybill, { data: encodeText('第二单') }, '2019'),
  );
  terminal.say(msgId.compressed, { data: gzipSync(Uint8Array.of(...second, xorOf(second, second.length))) });
  expect(await resultOf(before + 3)).toBe('0');
  expect((await said())[0]).toEqual([1, '（压缩）第二单']);
  // each answer is one to the frame that came
  expect(terminal.results.slice(-3).map((result) => result.split(':')[0])).toEqual(['0901', '0901', '0901']);
});

it('a compressed login, a message within a message, two frames at once and a message of another terminal are no reports', async () => {
  const before = terminal.answers.length;
  const points = bus.positions.length;
  const location = terminal.encode(msgId.location, here, phone);
  const cases: Array<[Uint8Array, string]> = [
    [terminal.encode(msgId.auth, { code: 'x', imei: '', softwareVersion: '' }, phone), '3'],
    [terminal.encode(msgId.compressed, { data: gzipSync(location) }, phone), '3'],
    [wrapFrame(encodePayload(msgId.location, { phone, version: '2013', serial: 1 }, fromHex('0000'))), '2'],
  ];
  for (const [i, [content, result]] of cases.entries()) {
    terminal.say(msgId.compressed, { data: gzipSync(content) });
    expect(await resultOf(before + i + 1)).toBe(result);
  }
  // what is none of this terminal's messages is data to be passed on: kept as it is
  for (const [i, content] of [
    Buffer.concat([location, location]),
    terminal.encode(msgId.location, here, '13900000009'),
  ].entries()) {
    terminal.say(msgId.compressed, { data: gzipSync(content) });
    expect(await resultOf(before + cases.length + i + 1)).toBe('0');
    expect((await said())[0]?.[1]).toMatch(/^（压缩）类型 7E：/u);
  }
  expect(bus.positions).toHaveLength(points);
});

it('what readers of the diagnostic socket say is told in words', () => {
  const passed = (hex: string) => summaryOf(msgId.transparent, fromHex(hex));
  const text = (type: number, words: string) => toHex(Uint8Array.of(type, ...encodeText(words)));
  expect(passed(text(0x41, '$OBD-RT,12.3,0,20,0.00,0.00,,10.89,31.15,181.68,181,54.26,565.96,0,0,0\r\n'))).toBe(
    '类型 41：OBD 电压12.3 V，转速0 r/min，车速20 km/h，发动机负荷0%，累计油耗565.96 L',
  );
  expect(passed(text(0x41, '0A1B2C3D'))).toBe('类型 41：0A1B2C3D');
  const fault = `0000000100000002${toHex(Uint8Array.of(0, 5, ...encodeText('P0171')))}`;
  expect(passed(`f02611300810000001020001000000070001${fault}`)).toBe('类型 F0：故障码 P0171');
  expect(passed('f02611300810000001020001')).toBe('类型 F0：2611300810000001020001');
});

it('what nobody waits for is kept with its name and what it says: passengers, a late list, texts, messages of makers', async () => {
  const before = terminal.answers.length;
  terminal.say(msgId.passengerCount, { from: null, to: null, gotOn: 12, gotOff: 3 });
  terminal.say(msgId.mediaList, { replySerial: 4711, media: [] });
  terminal.say(msgId.uploadDone, { replySerial: 4711, result: 1 });
  terminal.say(msgId.vendor0091, { data: Uint8Array.of(1, 2, 0xff) });
  terminal.say(msgId.wideTextReply, { text: 'CENTER OK' });
  await terminal.heard(before + 5);
  expect(terminal.results.slice(-5).map((result) => result.split(':').at(-1))).toEqual(['0', '0', '0', '0', '0']);
  // they are stored at the same time
  const summaries: string[] = (await page({ kind: 6 })).data.list.map(({ summary }: { summary: string }) => summary);
  expect(new Set(summaries)).toEqual(
    new Set([
      '终端上传乘客流量：上车12人，下车3人',
      '存储多媒体数据检索应答：0条',
      '文件上传完成通知：上传失败',
      '厂家自定义消息：0102FF',
      '文本应答：CENTER OK',
    ]),
  );
});
