import { msgId } from '@tongda/protocol/jt808/codec';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FactsKit, factsKit } from '../../../../../test/facts-kit';
import { shanghai, Terminal } from '../../../../../test/gateway-kit';
import { addStore } from '../../../../../test/store-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../../test/transport-kit';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { startGateway } from '../../../../gateway/listeners';
import { startTripWatch, type TripWatch } from '../../../transport/trip/watch';
import { readTrack } from '../../../watch/track/repo';
import { startCardReader } from './register';

const minuteMs = 60_000;
const shop: [number, number] = [121.2, 31.2];
const receiver: [number, number] = [120.62, 31.3];
const cards = '/api/base/manage/writeDevice';
let app: TestApp;
let cold: TransportFixture;
let kit: FactsKit;
let watch: TripWatch;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let terminal: Terminal;
let stopReader: () => void;
let vehicleId: string;
let storeId: string;
const start = Math.ceil(Date.now() / 1000) * 1000 - 120 * minuteMs;
const timeOf = (minutes: number) => start + minutes * minuteMs;
const wire = (minutes: number) => wireTime(timeOf(minutes), 'Asia/Shanghai');
let clock = start;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Reports of the truck, by minute and place. */
async function drive(reports: ReadonlyArray<readonly [at: number, place: [number, number], speedKmh?: number]>) {
  for (const [at, [lng, lat], speedKmh = 0] of reports) {
    clock = timeOf(at);
    const before = terminal.answers.length;
    terminal.say(msgId.location, shanghai(clock, { lng, lat, speedKmh, statusBits: 3 }));
    await terminal.heard(before + 1);
  }
  await kit.settle();
  await look();
}
async function look() {
  await sql`select pg_notify('trip_facts', ${vehicleId})`.execute(cold.db);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await watch.turn();
}
/** A card is held to the reader at serial port 1; answers what the platform said. */
async function swipe(at: number, uid: string): Promise<string | undefined> {
  clock = timeOf(at);
  const before = terminal.results.length;
  terminal.say(msgId.transparent, { type: 0x41, data: Uint8Array.from(`${uid}\r\n`, (sign) => sign.charCodeAt(0)) });
  await terminal.heard(before + 1);
  await look();
  return terminal.results.at(-1);
}
const lastOf = async (cardNo: string) => (await cold.post(`${cards}/page`, { cardNo })).data.list[0];

beforeAll(async () => {
  app = await testApp();
  cold = await transportFixture(app, '刷卡');
  vehicleId = await cold.truck();
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    values (${cold.clientId}, ${cold.deviceIds[0]}, ${vehicleId}, '(,)')`.execute(cold.db);
  const { phone_key: phone } = await cold.db
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', cold.deviceIds[0] ?? '')
    .executeTakeFirstOrThrow();
  await sql`update client set terminal_policy = 'tolerant' where id = ${cold.clientId}`.execute(cold.db);
  kit = await factsKit(app.database, () => clock);
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus: kit.bus,
    db: app.database.pool,
    log: silent,
    options: { now: () => clock },
  });
  stopReader = startCardReader({ bus: kit.bus, database: app.database });
  terminal = await Terminal.connect(gateway.port, phone);
  watch = startTripWatch({
    database: app.database,
    log: pino({ level: 'silent' }),
    now: () => clock,
    readPoints: (id, from, to) => readTrack(cold.db, { vehicleId: id, from, to, extra: true }),
    everyMs: 3_600_000,
    settleMs: 3_600_000,
  });
  await watch.ready;
  const [lng, lat] = receiver;
  const store = { storeCode: 'GQ-1', storeName: '苏州观前店', address: '观前街88号', evidence: [4] };
  storeId = (await addStore(cold, { ...store, shape: { kind: 'circle', lng, lat, radiusM: 200 } })).id;
  await cold.post(`${cards}/write`, { cardType: 1, cardNo: '5A0000F1', storeId });
  await cold.post(`${cards}/write`, { cardType: 2, cardNo: '0A1B2C3D', driverId: cold.driverId });
});
afterAll(async () => {
  terminal.end();
  stopReader();
  await watch.stop();
  await gateway.stop();
  await kit.stop();
  await app.close();
});

const towards = (part: number): [number, number] => [
  shop[0] + (receiver[0] - shop[0]) * part,
  shop[1] + (receiver[1] - shop[1]) * part,
];

it('a store’s card at the reader is the arrival, and goes before the fence; far from the store it says nothing', async () => {
  const order = await cold.order();
  const { waybillCode } = (await cold.stow(vehicleId, [order])).data;
  const { version } = await cold.waybill(waybillCode);
  expect((await cold.post('/api/tms/waybill/transportTask/load', { waybillCode, version })).code).toBe(200);
  await cold.db
    .updateTable('waybill')
    .set({ loaded_at: new Date(start) })
    .where('waybill_code', '=', waybillCode)
    .execute();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await drive([
    [0, shop],
    [2, shop],
    [4, shop],
    [5, towards(0.05), 50],
    [6, towards(0.07), 50],
  ]);
  expect((await cold.waybill(waybillCode)).transportStatus).toBe(2);
  // on the road: the card is somewhere else than its store
  await drive([[30, towards(0.5), 60]]);
  expect(await swipe(30.2, '5A0000F1')).toMatch(/:0$/u);
  expect((await cold.waybill(waybillCode)).stops[1]).toMatchObject({ stopStatus: 0 });
  await drive([
    [60, receiver],
    [62, receiver],
  ]);
  const stop = async () => (await cold.waybill(waybillCode)).stops[1];
  expect(await stop()).toMatchObject({ stopStatus: 1, arriveSource: 2, arriveTime: wire(60) });
  expect(await swipe(63, '5A0000F1')).toMatch(/:0$/u);
  // kept at the reader for a while: read again, counted once
  expect(await swipe(63.5, '5A0000F1')).toMatch(/:0$/u);
  expect(await stop()).toMatchObject({ stopStatus: 1, arriveSource: 6, arriveTime: wire(63), checked: false });
  // neither more points nor another look change it
  await drive([[65, receiver]]);
  await look();
  expect(await stop()).toMatchObject({ arriveSource: 6, arriveTime: wire(63) });
  const { id } = await lastOf('5A0000F1');
  expect(await lastOf('5A0000F1')).toMatchObject({
    lastSwipeTime: wire(63),
    lastSwipePlate: expect.stringMatching(/^沪A/u),
  });
  expect((await cold.post(`${cards}/swipes`, { id })).data).toMatchObject({
    total: 2,
    list: [
      { time: wire(63), inserted: null, result: null, distanceM: 0, place: expect.stringContaining('苏州') },
      { time: wire(30.2), distanceM: expect.any(Number) },
    ],
  });
  await sql`insert into episode (client_id, vehicle_id, kind, alarm, status, place_id, start_time, confirmed_at, values)
    select ${cold.clientId}, ${vehicleId}, 'visit', false, 0, place_id, ${new Date(timeOf(60))}, now(), '{}' from store where id = ${storeId}
    and not exists (select from episode e where e.kind = 'visit' and e.place_id = store.place_id)`.execute(cold.db);
  expect((await cold.post('/api/base/manage/store/arrivals', { id: storeId })).data.list).toMatchObject([
    { swipeTime: wire(63), evidence: [4] },
  ]);
  // what a person takes back does not come again
  await cold.db.updateTable('waybill_stop').set({ arrive_at: new Date() }).where('seq', '=', 2).execute();
  const back = await cold.post('/api/tms/arrival/revoke', { waybillCode, stopSeq: 2, reason: '刷错了卡' });
  expect(back.code, back.msg).toBe(200);
  await look();
  expect(await stop()).toMatchObject({ stopStatus: 0, arriveTime: null });
});

it('a lost card that is held to a reader is told once; who does not see the vehicle hears nothing', async () => {
  const { userId } = await cold.user({ menus: ['writeDevice'], orgId: cold.subOrgId });
  const card = await lastOf('0A1B2C3D');
  expect(await cold.post(`${cards}/loss`, { id: card.id, version: card.version, lost: true })).toMatchObject({
    code: 200,
  });
  await drive([[80, receiver]]);
  await swipe(80.1, '0A1B2C3D');
  await swipe(80.4, '0A1B2C3D');
  const told = await cold.db.selectFrom('message').selectAll().where('type', '=', 12_008).execute();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ vehicle_id: vehicleId, level: 2, category: 12, title: '挂失卡刷卡' });
  expect(told[0]?.content).toMatch(/^周立群的司机卡0A1B2C3D已挂失，.*在车辆沪A\d+上刷卡，请核实$/u);
  const heard = await cold.db.selectFrom('message_user').select('user_id').where('type', '=', 12_008).execute();
  expect(heard.map((to) => to.user_id)).toEqual([cold.userId]);
  expect(userId).not.toBe(cold.userId);
});

it('a card of nobody is kept without an owner, and shown to nobody', async () => {
  await swipe(90, 'FFEEDDCC');
  const kept = await cold.db.selectFrom('card_swipe').selectAll().where('card_no', '=', 'FFEEDDCC').execute();
  expect(kept).toMatchObject([{ card_id: null, store_id: null, vehicle_id: vehicleId, client_id: cold.clientId }]);
});

it('follows its terminal when that turns out to have sat in another vehicle', async () => {
  const other = await cold.truck();
  await sql`update device_binding set during = tstzrange(null, ${new Date(timeOf(85))}) where device_id = ${cold.deviceIds[0]}`.execute(
    cold.db,
  );
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    values (${cold.clientId}, ${cold.deviceIds[0]}, ${other}, tstzrange(${new Date(timeOf(85))}, null))`.execute(
    cold.db,
  );
  await sql`select refile_cards(${cold.deviceIds[0]}, ${new Date(start)})`.execute(cold.db);
  const rows = await cold.db.selectFrom('card_swipe').select(['card_no', 'vehicle_id']).orderBy('at').execute();
  expect(rows.map((row) => [row.card_no, row.vehicle_id === other])).toEqual([
    ['5A0000F1', false],
    ['5A0000F1', false],
    ['0A1B2C3D', false],
    ['FFEEDDCC', true],
  ]);
});
