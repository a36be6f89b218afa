import { fromHex } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { shanghai, Terminal, testGateway, until } from '../gateway-kit';
import { testStream } from '../stream-kit';
import { type TestApp, testApp } from '../test-app';

let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '各家终端');
});
afterAll(() => app.close());

/** `id:data` in hexadecimal digits, several by spaces. */
const itemsOf = (text: string) =>
  text.split(' ').map((item) => {
    const [id = '', data = ''] = item.split(':');
    return { id: Number.parseInt(id, 16), data: fromHex(data) };
  });

/** What a terminal of a profile says, and what of it is in the row of its point. */
const reports: ReadonlyArray<readonly [profile: string, items: string, row: object]> = [
  ['standard', '14:00000011', { extra: { videoAlarms: 17 } }],
  ['gps51', '69:0184', { extra: { battVoltageV: 3.88 } }],
  ['tracker', 'e1:007b', { extra: { extVoltageV: 12.3 } }],
  ['tracker', 'e3:00550182', { extra: { battPct: 85, battVoltageV: 3.86 } }],
  ['tracker', 'e4:0063', { extra: { charging: true, battPct: 99 } }],
  ['tracker', 'fe:5a', { extra: { battPct: 90 } }],
  ['tracker', 'fe:00000090', { odometerM: 144 }],
  ['bsj-fuel', 'eb:000800233030312e3437', { fuelL: [null, 1.47] }],
  ['mv710g', '82:0082', { extra: { extVoltageV: 13 } }],
  ['tyres', '77:0100000101404100', { extra: { tyreKpa: [800], tyreTempC: [15] } }],
  ['lock', '06:3e', { extra: { battPct: 62 } }],
  ['obd', 'a0:50353338662c5530323966', { extra: { faultCodes: 'P538f,U029f' } }],
  ['obd', 'a0:', { extra: { faultCodes: '' } }],
  ['driver-text', 'bc:cdf5bda8befc bd:33313031', { extra: { driverName: '王建军', driverLicence: '3101' } }],
  ['ble-e6', 'e6:02aabbccddeeffee803c00', { tempC: [null, -18.5], humPct: [null, 60] }],
  ['aovx', 'f6:000700aaff380258', { tempC: [-20], humPct: [60] }],
  ['aovx', 'f7:00000fa00264', { extra: { battVoltageV: 4, charging: true, battPct: 100 } }],
  ['c5', 'ea:1502025816020276', { tempC: [13], humPct: [60] }],
  ['c5', 'f8:0140 f7:0258', { tempC: [-18], humPct: [60] }],
  // what nobody has told the layout of is kept as it came: battery 93, locks, steps, tyres of 2019, ids of two bytes
  ['gps51', '93:01020304', { rawItems: '930401020304' }],
  ['gps51', '60:01 63:02 66:03 67:04 68:0500', { rawItems: '60010163010266010367010468020500' }],
  ['gps51', '6a:0102 e7:00000010 f8:00000020', { rawItems: '6a020102e70400000010f80400000020' }],
  ['gps51', '05:ff40 14:0005', { rawItems: '0502ff4014020005' }],
  ['gps51', 'e8:2003020190', { rawItems: 'e8052003020190' }],
];

it('what a maker means by an item is in the row of the point, and what nobody can read is kept as it came', async () => {
  const gateway = await testGateway();
  const terminals: Terminal[] = [];
  const [deviceId = ''] = a.deviceIds;
  const vehicleId = await a.addVehicle('沪C00002', { deviceId });
  const bindings = [{ vehicleId, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }];
  const begin = Date.now() - 200_000;
  for (const [i, [itemProfile, items]] of reports.entries()) {
    const phone = String(13_900_008_800 + i);
    gateway.store.add(phone, { id: deviceId, clientId: a.clientId, itemProfile, bindings });
    const terminal = await Terminal.connect(gateway.port, phone);
    terminals.push(terminal);
    terminal.say(msgId.location, shanghai(begin + i * 1000, { items: itemsOf(items) }));
    await until(() => gateway.bus.positions.length === i + 1);
  }
  const { send, stream } = await testStream(app.database);
  for (const message of gateway.bus.positions) await send(message);
  await stream.stop();
  for (const terminal of terminals) terminal.end();
  await gateway.stop();
  const { rows } = await app.database.pool.query(
    `select extra, odometer_m::float8 as "odometerM", temp_c as "tempC", hum_pct as "humPct", fuel_l as "fuelL", encode(raw_items, 'hex') as "rawItems"
     from position where vehicle_id = $1 order by device_time`,
    [vehicleId],
  );
  const nothing = { extra: null, odometerM: null, tempC: null, humPct: null, fuelL: null, rawItems: null };
  const expected = reports.map(([, , row]) => ({ ...nothing, ...row }));
  expect(rows).toMatchObject(expected);
  expect(rows).toHaveLength(expected.length);
});
