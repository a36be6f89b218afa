import { encodeBody, encodeFrame, encodePackages, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, expect, it } from 'vitest';
import { shanghai, Terminal, type TestGateway, testGateway } from '../../test/gateway-kit';

const phone = '13800138000';
const open: Array<TestGateway | Terminal> = [];

async function start(): Promise<{ gateway: TestGateway; terminal: Terminal }> {
  const gateway = await testGateway({ now: () => Date.UTC(2026, 10, 21, 3) });
  gateway.store.add(phone);
  const terminal = await Terminal.connect(gateway.port, phone, '2013');
  open.push(terminal, gateway);
  return { gateway, terminal };
}
afterEach(async () => {
  for (const one of open.splice(0)) await (one instanceof Terminal ? one.end() : one.stop());
});

const t0 = Date.UTC(2026, 10, 21, 3);
const frame = { phone, version: '2013' as const };
const photo = { mediaId: 7, kind: 0, format: 0, event: 0, channel: 1, location: null };

it('messages that can be read but have no use yet are refused as unsupported and counted, not lost in silence', async () => {
  const { gateway, terminal } = await start();
  terminal.write(
    encodeFrame({
      ...frame,
      serial: 1,
      msgId: msgId.mediaEvent,
      body: encodeBody(msgId.mediaEvent, photo, '2013'),
    }),
  );
  terminal.write(encodeFrame({ ...frame, serial: 2, msgId: 0x0f01, body: new Uint8Array(3) }));
  await terminal.heard(2);
  expect(terminal.results).toEqual(['0800:1:3', '0f01:2:3']);
  expect(gateway.stats().refused.unsupported).toBe(2);
});

it('packages are refused one by one where nothing keeps them: acknowledging a part would promise that it is kept', async () => {
  const { gateway, terminal } = await start();
  const body = encodeBody(msgId.mediaData, { ...photo, data: new Uint8Array(2_500).fill(0xd8) }, '2013');
  for (const wire of encodePackages({ ...frame, serial: 1, msgId: msgId.mediaData, body })) terminal.write(wire);
  await terminal.heard(3);
  expect(terminal.results).toEqual(['0801:1:3', '0801:2:3', '0801:3:3']);
  expect(gateway.stats().refused.unsupported).toBe(3);
  terminal.say(msgId.location, shanghai(Date.UTC(2026, 10, 21, 3)));
  await terminal.heard(4);
  expect(gateway.bus.positions).toHaveLength(1);
});

it('the location in the answer to a vehicle control is stored as 0x0200 is', async () => {
  const { gateway, terminal } = await start();
  terminal.say(msgId.vehicleControlReply, { replySerial: 7, location: shanghai(t0, { statusBits: 2 | (1 << 12) }) });
  await terminal.heard(1);
  expect(terminal.results).toEqual([expect.stringMatching(/^0500:\d+:0$/u)]);
  expect(gateway.bus.positions).toMatchObject([{ deviceTime: t0, statusBits: 2 | (1 << 12) }]);
});

it('an electronic lock is stored as a point, and answered in its own way', async () => {
  const { gateway, terminal } = await start();
  const lock = {
    ...{
      time: t0,
      lat: 22.5808,
      lng: 113.9176,
      fixed: true,
      flag: false,
      speedKnots: 20,
      directionDeg: 304,
      signal: 30,
    },
    ...{
      satellites: 9,
      odometerKm: 2,
      battery: 55,
      cellId: 1,
      areaCode: 2,
      product: 3,
      statusBits: 0x0800,
      alarmBits: 0,
    },
    items: [{ id: 0x10, data: Uint8Array.of(1) }],
  };
  terminal.say(msgId.lockLocation, lock);
  await terminal.heard(1);
  expect(terminal.answers.at(-1)?.message).toEqual({ id: msgId.lockReply, body: { replyId: 0x5501, result: 0 } });
  expect(gateway.bus.positions).toMatchObject([
    {
      ...{ deviceTime: t0, located: true, speedKmh: 37, directionDeg: 304, odometerM: 2000, acc: false },
      channels: { battPct: 55, charging: false, signal: 30, satellites: 9 },
    },
  ]);
  expect(gateway.bus.positions[0]?.lat).toBeCloseTo(22.5808, 5);
  const told = { statusBits: 1 << 5, alarmBits: 0b101010, items: [{ id: 0x02, data: Uint8Array.of(0xff, 0xf6) }] };
  terminal.say(msgId.lockWithoutFix, { ...lock, ...told, time: t0 + 60_000, fixed: false, battery: 0xaa });
  await terminal.heard(2);
  // shut, little power, an area left: as the words of 0x0200 say it
  expect(gateway.bus.positions[1]).toMatchObject({
    ...{ located: false, channels: { charging: true }, altitudeM: -10 },
    ...{ alarmBits: (1 << 7) | (1 << 20), statusBits: 1 << 12 },
  });
  terminal.say(msgId.lockLocation, { ...lock, ...told, time: t0 + 120_000, product: 1, alarmBits: 0b11 });
  await terminal.heard(3);
  expect(gateway.bus.positions[2]).toMatchObject({ alarmBits: 1 << 7, statusBits: 2 });
});

it('a maker asks for the time and beats with messages of its own', async () => {
  const { gateway, terminal } = await start();
  terminal.say(msgId.vendorTimeQuery, emptyMessage);
  await terminal.heard(1);
  expect(terminal.answers.at(-1)?.message).toEqual({ id: msgId.vendorTime, body: { time: t0 } });
  terminal.say(msgId.vendorHeartbeat, emptyMessage);
  await terminal.heard(2);
  expect(terminal.results.at(-1)).toMatch(/^0506:\d+:0$/u);
  expect(gateway.stats().heartbeats).toBe(1);
});

it('the points of a small tracker are stored; its battery alone is refused', async () => {
  const { gateway, terminal } = await start();
  const batch = { batteryPct: null, time: null, locations: [shanghai(t0), shanghai(t0 - 60_000)], damaged: 0 };
  terminal.say(msgId.smallBatch, batch);
  await terminal.heard(1);
  terminal.say(msgId.smallBatch, { batteryPct: 79, time: t0, locations: [], damaged: 0 });
  await terminal.heard(2);
  expect(terminal.results.map((result) => result.slice(-2))).toEqual([':0', ':3']);
  expect(gateway.bus.positions.map(({ deviceTime }) => deviceTime)).toEqual([t0, t0 - 60_000]);
  expect(gateway.stats().refused.unsupported).toBe(1);
});

it('a driver told of in the layout of 2011, which has no time, drives from now on', async () => {
  const { gateway, terminal } = await start();
  const driver = {
    name: '王建军',
    certificateNo: '310101198003071234',
    authority: '上海',
    idCard: '310101198003071234',
  };
  const card = { ...driver, inserted: true, time: null, timeless: true as const, result: 0, validUntil: null };
  terminal.say(msgId.driverCard, card);
  await terminal.heard(1);
  expect(terminal.results).toEqual([expect.stringMatching(/^0702:\d+:0$/u)]);
  expect(gateway.bus.cards).toEqual([
    {
      ...driver,
      inserted: true,
      result: 0,
      validUntil: null,
      at: t0,
      deviceId: `d${phone}`,
      clientId: '1001',
      vehicleId: `v${phone}`,
    },
  ]);
});

it('a card and a position that a terminal has kept for years are stored, with the time they had', async () => {
  const { gateway, terminal } = await start();
  const years = Date.UTC(2021, 3, 5, 6, 7, 8);
  const card = { inserted: true, time: years, result: 0, name: '王建军', certificateNo: '310101198003071234' };
  terminal.say(msgId.driverCard, { ...card, authority: '上海', validUntil: null, idCard: '' });
  terminal.say(msgId.location, shanghai(years));
  terminal.say(msgId.vehicleControlReply, { replySerial: 7, location: shanghai(years + 1_000) });
  await terminal.heard(3);
  expect(terminal.results.map((result) => result.slice(-2))).toEqual([':0', ':0', ':0']);
  expect(gateway.bus.cards.map(({ at }) => at)).toEqual([years]);
  expect(gateway.bus.positions.map(({ deviceTime, late }) => [deviceTime, late])).toEqual([
    [years, true],
    [years + 1_000, true],
  ]);
});
