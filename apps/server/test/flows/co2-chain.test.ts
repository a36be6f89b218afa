import type { LiveVehicle } from '@tongda/contract/core/live';
import type { PositionMessage } from '@tongda/contract/core/topics';
import { msgId } from '@tongda/protocol/jt808/codec';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { shanghai, Terminal, testGateway, until } from '../gateway-kit';
import { testStream } from '../stream-kit';
import { type TestApp, testApp } from '../test-app';

let app: TestApp;
let a: FleetFixture;
const api = '/api/base/manage/vehicle';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '水果冷链');
});
afterAll(() => app.close());

it('carbon dioxide of a frame is in the row, in the live state and on the pages of the vehicle, and outlasts reports without it', async () => {
  const [deviceId = ''] = a.deviceIds;
  const vehicleId = await a.addVehicle('沪C00001', { deviceId });
  const phone = '013900007701';
  const gateway = await testGateway();
  gateway.store.add(phone.replace(/^0+/u, ''), {
    id: deviceId,
    clientId: a.clientId,
    itemProfile: 'gps51-co2',
    bindings: [{ vehicleId, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }],
  });
  const terminal = await Terminal.connect(gateway.port, phone);
  const now = Date.now();
  // 1,280 ppm on AD0, nothing connected to AD1
  const co2 = { id: 0x2b, data: Uint8Array.of(0xff, 0xff, 0x05, 0x00) };
  terminal.say(msgId.location, shanghai(now - 20_000, { items: [co2] }));
  terminal.say(msgId.location, shanghai(now - 10_000));
  await until(() => gateway.bus.positions.length === 2);
  const { send, stream, bus } = await testStream(app.database);
  const told: LiveVehicle[] = [];
  bus.subscribe('live', (live) => void told.push(live));
  for (const message of gateway.bus.positions as PositionMessage[]) await send(message);
  expect(told.at(-1)?.co2Ppm).toEqual([1280]);
  await stream.stop();
  terminal.end();
  await gateway.stop();
  const rows = await app.database.systemDb
    .selectFrom('position')
    .select('extra')
    .where('vehicle_id', '=', vehicleId)
    .orderBy('device_time')
    .execute();
  expect(rows.map(({ extra }) => (extra as { co2Ppm?: number[] } | null)?.co2Ppm)).toEqual([[1280], undefined]);
  await a.post(`${api}/probe/save`, {
    vehicleId,
    version: (await a.post(`${api}/detail`, { id: vehicleId })).data.version,
    probes: [{ kind: 'co2', channel: 1, name: '厢内', upper: 5000 }],
  });
  expect((await a.post(`${api}/detail`, { id: vehicleId })).data.live.co2Ppm).toEqual([1280]);
  expect((await a.post(`${api}/probe/get`, { vehicleId })).data.readings).toContainEqual(
    expect.objectContaining({ kind: 'co2', channel: 1, value: 1280, silent: false }),
  );
});
