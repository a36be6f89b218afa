import { fromHex, toHex } from '@tongda/protocol/bytes';
import { encodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import { encodeText } from '@tongda/protocol/text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryBus } from '../../src/core/bus/memory';
import { type RunningGateway, startGateway } from '../../src/gateway/listeners';
import { startDriverCards } from '../../src/stream/driver-cards';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { Terminal } from '../gateway-kit';
import { type TestApp, testApp } from '../test-app';

/** Bytes of terminals beside their reports, and the rows that they become. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let app: TestApp;
let a: FleetFixture;
let gateway: RunningGateway;
let stopCards: () => void;
let phone: string;
let vehicleId: string;
const terminals: Terminal[] = [];

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  a = await fleetFixture(app, '刷卡公司');
  const [deviceId = ''] = a.deviceIds;
  vehicleId = await a.addVehicle('沪C00003', { deviceId });
  // the cards below are years old
  await db.updateTable('device_binding').set({ during: '[2018-01-01,)' }).where('device_id', '=', deviceId).execute();
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  const device = await db.selectFrom('device').select('phone_key').where('id', '=', deviceId).executeTakeFirstOrThrow();
  phone = device.phone_key;
  const bus = memoryBus();
  stopCards = startDriverCards({ bus, database: app.database, changed: async () => null });
  gateway = await startGateway({ port: 0, host: '127.0.0.1', bus, db: app.database.pool, log: silent });
});
afterAll(async () => {
  for (const terminal of terminals) terminal.end();
  await gateway.stop();
  stopCards();
  await app.close();
});

/** Sends a body as it stands on the wire; what it was answered. */
async function say(version: '2013' | '2019', id: number, hex: string): Promise<string | undefined> {
  const terminal = await Terminal.connect(gateway.port, phone, version);
  terminals.push(terminal);
  terminal.write(encodeFrame({ phone, version, serial: 1, msgId: id, body: fromHex(hex) }));
  await terminal.heard(1);
  return terminal.results[0];
}

/** Bodies of 0x0702, what is read of them by name. Those of SmallChi/JT808 and yezhihao/jt808-server, see the notices of the fixtures. */
const cards: ReadonlyArray<readonly [what: string, version: '2013' | '2019', hex: string, row: object]> = [
  [
    'a card of 2013 that is put in',
    '2013',
    '0118081609161600056b6f696b6571776531323334353661616100000000000000000671776572747820180816',
    {
      at: '2018-08-16 09:16:16',
      inserted: true,
      name: 'koike',
      certificate: 'qwe123456aaa',
      authority: 'qwertx',
      until: '2018-08-16',
      idCard: '',
    },
  ],
  [
    'a card that is taken out and told of all the same',
    '2013',
    '022007211830000004d5c5c8fd313233343536373839303132330000000000000028d6d0bbaac8cbc3f1b9b2bacdb9fab5c0c2b7d4cbcae4b4d3d2b5c8cbd4b1b4d3d2b5d7cab8f1d6a420190630',
    {
      at: '2020-07-21 18:30:00',
      inserted: false,
      name: '张三',
      certificate: '1234567890123',
      authority: '中华人民共和国道路运输从业人员从业资格证',
      until: '2019-06-30',
      idCard: '',
    },
  ],
  [
    'a card of 2019 with a match of the face and a number of the card behind it, as a maker adds them, which are left out',
    '2019',
    '0121052818111100056b6f696b65000000000000000071776531323334353661616106717765727478202105280000003132333435363738393031323334353637630000003132333435363738393031323334353637',
    {
      at: '2021-05-28 18:11:11',
      inserted: true,
      name: 'koike',
      certificate: 'qwe123456aaa',
      authority: 'qwertx',
      until: '2021-05-28',
      idCard: '12345678901234567',
    },
  ],
];

it.each(cards)('0x0702: %s', async (_, version, hex, row) => {
  expect(await say(version, msgId.driverCard, hex)).toBe('0702:1:0');
  const { rows } = await app.database.pool.query(
    `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at, inserted, name, certificate_no as certificate, authority,
       valid_until::text as until, id_card as "idCard", vehicle_id::text as "vehicleId", result
     from driver_card order by id desc limit 1`,
  );
  expect(rows).toEqual([{ ...row, vehicleId, result: 0 }]);
});

/** Types of 0x0900 that nothing here reads: decision 113 keeps their bytes, and their texts are read in the list. */
const passed: ReadonlyArray<readonly [what: string, type: string, data: string, words: string]> = [
  ['fault codes as a text', '23', toHex(encodeText('P0300,U0100')), '类型 23：P0300,U0100'],
  ['fault codes as bytes', '23', '020300c100', '类型 23：020300C100'],
  ['a text of a reader without a card', '40', toHex(encodeText('GTSL|6|GTS01|0||')), '类型 40：GTSL|6|GTS01|0||'],
];

it.each(passed)('0x0900: %s', async (_, type, data, words) => {
  expect(await say('2013', msgId.transparent, type + data)).toBe('0900:1:0');
  const { rows } = await app.database.pool.query(
    `select encode(body, 'hex') as body, vehicle_id::text as "vehicleId" from terminal_message where msg_id = $1 order by id desc limit 1`,
    [msgId.transparent],
  );
  expect(rows).toEqual([{ body: (type + data).toLowerCase(), vehicleId }]);
  const { list } = (await a.post('/api/base/manage/vehicle/message/page', { vehicleId })).data;
  expect(list[0].summary).toBe(words);
});
