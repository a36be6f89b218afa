import type { TerminalSettings } from '@tongda/contract/resources/device/settings';
import { convertPosition } from '@tongda/geo/convert';
import { encodeGps51Items } from '@tongda/protocol/items/encode';
import { encodeSafetyItem } from '@tongda/protocol/jsatl12/encode';
import { encodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { FakeBus, pause, shanghai, Terminal, until, withWrongChecksum } from '../../test/gateway-kit';
import { makeVehicle } from '../../test/stream-kit';
import { type TestDb, testDb } from '../../test/test-db';
import { type RunningGateway, startGateway } from './listeners';

/** The same bytes from terminals that are set otherwise (协议设置), over TCP. */

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const t0 = Date.UTC(2026, 10, 21, 3, 0, 0);
let db: TestDb;
let bus: FakeBus;
let gateway: RunningGateway;
const terminals: Terminal[] = [];

beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());
beforeEach(async () => {
  bus = new FakeBus();
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus,
    db: db.pool,
    log: silent,
    options: { now: () => t0 },
  });
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  await gateway.stop();
});

/** A truck's terminal with settings of its own and, where given, of its model. */
async function truck(own: Partial<TerminalSettings>, ofModel: Partial<TerminalSettings> | null = null) {
  const made = await makeVehicle(db);
  const model = ofModel && {
    model_id: (
      await db.systemDb
        .insertInto('device_model')
        .values({ client_id: made.clientId, name: 'T1', settings: JSON.stringify(ofModel) })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  };
  const { phone_key: phone } = await db.systemDb
    .updateTable('device')
    .set({ settings: JSON.stringify(own), ...model })
    .where('id', '=', made.deviceId)
    .returning('phone_key')
    .executeTakeFirstOrThrow();
  const terminal = await Terminal.connect(gateway.port, phone);
  terminals.push(terminal);
  return { ...made, phone, terminal };
}
/** What the bus carries of a location that a terminal with these settings sends. */
async function carried(own: Partial<TerminalSettings>, location = shanghai(t0), ofModel?: Partial<TerminalSettings>) {
  const { terminal } = await truck(own, ofModel);
  const before = bus.positions.length;
  terminal.say(msgId.location, location);
  await terminal.heard(1);
  expect(terminal.results).toEqual(['0200:0:0']);
  return bus.positions[before];
}

it('a clock in UTC, and one in India: its model says, the terminal itself knows better', async () => {
  const hour = 3_600_000;
  expect((await carried({}))?.deviceTime).toBe(t0);
  expect((await carried({ clockMin: 0 }))?.deviceTime).toBe(t0 + 8 * hour);
  expect((await carried({}, shanghai(t0), { clockMin: 0 }))?.deviceTime).toBe(t0 + 8 * hour);
  expect((await carried({ clockMin: 330 }, shanghai(t0), { clockMin: 0 }))?.deviceTime).toBe(t0 + 2.5 * hour);
});

it('the clock counts for blind-area points, drivers’ cards and alarms of cameras too', async () => {
  const { terminal } = await truck({ clockMin: 540 });
  const hour = 3_600_000;
  const alarm = { item: 0x64, type: 1, level: 1, alarmId: 9, speedKmh: 70, altitudeM: 5, terminalId: 'TD1' } as const;
  const items = [encodeSafetyItem({ ...alarm, lat: 31.2304, lng: 121.4737, time: t0 })];
  terminal.say(msgId.locationBatch, { late: true, locations: [shanghai(t0, { items })], damaged: 0 });
  const card = { inserted: true, time: t0, result: 0, name: '王建军', certificateNo: '3101', authority: '上海' };
  terminal.say(msgId.driverCard, { ...card, validUntil: null, idCard: '' });
  await terminal.heard(2);
  expect(bus.positions).toMatchObject([{ deviceTime: t0 - hour, channels: { safety: [{ t: t0 - hour }] } }]);
  expect(bus.cards).toMatchObject([{ at: t0 - hour }]);
});

it('coordinates of AMap and of Baidu are stored as WGS-84', async () => {
  const [lng, lat] = [121.4737, 31.2304];
  for (const system of ['gcj02', 'bd09'] as const) {
    const [sentLng, sentLat] = convertPosition(lng, lat, 'wgs84', system);
    const sent = shanghai(t0, { lng: sentLng, lat: sentLat });
    const plain = await carried({}, sent);
    expect(plain?.lng).toBeCloseTo(sentLng, 5);
    const put = await carried({ coordinates: system }, sent);
    expect(put?.lng).toBeCloseTo(lng, 4);
    expect(put?.lat).toBeCloseTo(lat, 4);
    expect(Math.abs((plain?.lng ?? 0) - (put?.lng ?? 0))).toBeGreaterThan(0.003);
  }
  // without a fix there is no place to convert
  expect(await carried({ coordinates: 'gcj02' }, shanghai(t0, { statusBits: 1 }))).toMatchObject({ lng, lat });
});

it('a wrong checksum counts only where it is tolerated', async () => {
  const say = async (checksum: TerminalSettings['checksum'], answers: number) => {
    const { terminal } = await truck({ checksum });
    terminal.write(withWrongChecksum(terminal.encode(msgId.location, shanghai(t0))));
    terminal.say(msgId.heartbeat, emptyMessage);
    // a report is answered once it is stored, which may be after the heartbeat
    await until(() => terminal.results.length >= answers);
    return terminal.results.map((result) => result.slice(0, 4)).sort();
  };
  expect(await say('strict', 1)).toEqual(['0002']);
  expect(bus.positions).toHaveLength(0);
  expect(await say('lenient', 2)).toEqual(['0002', '0200']);
  expect(bus.positions).toHaveLength(1);
});

it('bits of an alarm word that a maker uses otherwise', async () => {
  const word = (1 << 15) | (1 << 16) | 2;
  expect((await carried({}, shanghai(t0, { alarmBits: word })))?.alarmBits).toBe(word);
  // 15 vibration and 16 tampering of an overseas tracker: nothing here, and main power cut
  const put = await carried({ alarmBits: '15=-,16=8,1=31' }, shanghai(t0, { alarmBits: word }));
  expect(put?.alarmBits).toBe((1 << 8) + 2 ** 31);
});

it('wires of sensors that are connected in another order', async () => {
  const items = encodeGps51Items({ tempC: [-18.5, 4, null], humPct: [60, 70], fuelL: [120] });
  // doors 1 and 3 are open
  const sent = shanghai(t0, { items, statusBits: 3 | (1 << 13) | (1 << 15) });
  expect((await carried({}, sent))?.channels).toMatchObject({ tempC: [-18.5, 4, null], humPct: [60, 70] });
  const put = await carried({ temWires: '2,1', humWires: '0,2', doorWires: '2,3', oilWires: '1' }, sent);
  expect(put?.channels).toMatchObject({ tempC: [4, -18.5], humPct: [null, 70], doorOpen: [false, true], fuelL: [120] });
});

it('the standard of active safety decides where lengths would let an item through', async () => {
  const alarm = { item: 0x65, type: 1, level: 2, alarmId: 9, speedKmh: 70, altitudeM: 5, terminalId: 'TD1' } as const;
  const jiangsu = encodeSafetyItem({ ...alarm, lat: 31.2304, lng: 121.4737, time: t0 });
  // T/GDRTA 002 is the same with an identifier of 40 bytes in place of 16
  const guangdong = { id: 0x65, data: Uint8Array.from([...jiangsu.data.slice(0, 31), ...new Uint8Array(40)]) };
  const heard = async (safetyStandard: TerminalSettings['safetyStandard'], item = jiangsu) =>
    (await carried({ safetyStandard }, shanghai(t0, { items: [item] })))?.channels.safety?.length ?? 0;
  expect([await heard(null), await heard('jiangsu'), await heard('guangdong'), await heard('none')]).toEqual([
    1, 1, 0, 0,
  ]);
  expect([await heard(null, guangdong), await heard('jiangsu', guangdong)]).toEqual([1, 0]);
  expect(await heard('guangdong', guangdong)).toBe(1);
});

it('a terminal with the header of 2019 and bodies of 2013 comes in, and is spoken to as it speaks', async () => {
  const { phone, deviceId } = await truck({ bodyEdition: '2013', uploadIntervalS: 30 });
  await db.systemDb
    .updateTable('device')
    .set({ terminal_policy: 'strict', auth_code: 'abc-123' })
    .where('id', '=', deviceId)
    .execute();
  gateway.invalidateDevices();
  const terminal = await Terminal.connect(gateway.port, phone, '2019');
  terminals.push(terminal);
  // 2013: the code and nothing else; by 2019 its first letter would be a length
  const body = Uint8Array.from('abc-123', (sign) => sign.charCodeAt(0));
  terminal.write(encodeFrame({ phone, version: '2019', serial: 0, msgId: msgId.auth, body }));
  await terminal.heard(1);
  expect(terminal.results).toEqual(['0102:0:0']);
});

it('the upload interval is sent when the terminal comes, once, and what it answers is kept', async () => {
  const { terminal, deviceId } = await truck({}, { uploadIntervalS: 20 });
  terminal.say(msgId.location, shanghai(t0));
  await terminal.heard(2);
  const [sent] = terminal.answers.filter(({ message }) => message.id === msgId.setParameters);
  const told = sent?.message.id === msgId.setParameters ? sent.message.body.parameters : [];
  expect(told.map(({ id, value }) => [id, ...value])).toEqual([[0x0029, 0, 0, 0, 20]]);
  const serial = sent?.header.serial ?? 0;
  terminal.say(msgId.terminalReply, { replySerial: serial, replyId: msgId.setParameters, result: 0 });
  const stored = () =>
    db.systemDb
      .selectFrom('device')
      .select(['upload_interval_s', 'upload_interval_state'])
      .where('id', '=', deviceId)
      .executeTakeFirst();
  for (let i = 0; i < 100 && (await stored())?.upload_interval_s === null; i++) await pause(20);
  expect(await stored()).toEqual({ upload_interval_s: 20, upload_interval_state: 'done' });
  gateway.invalidateDevices();
  terminal.say(msgId.heartbeat, emptyMessage);
  await terminal.heard(3);
  const again = await Terminal.connect(gateway.port, terminal.phone);
  terminals.push(again);
  again.say(msgId.location, shanghai(t0 + 1_000));
  await again.heard(1);
  expect(again.answers.map(({ message }) => message.id)).toEqual([msgId.platformReply]);
});
