import { cardUidOf } from '@tongda/protocol/card-uid';
import { releaseReaders } from '@tongda/protocol/items/registry';
import { msgId } from '@tongda/protocol/jt808/codec';
import { isStationFix } from '@tongda/protocol/jt808/messages/position/0200';
import { decodeText } from '@tongda/protocol/text';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeGateway, until } from '../../test/fake-gateway';
import { demoVehicles } from '../fleet/demo';
import { runLoad } from '../load';
import { backfillHistory, identityOf, startDemo, startFleet } from '../runner';
import type { TerminalPoint } from '../world/event';
import { simulateVehicle } from '../world/simulate';
import { Terminal } from './connection';
import type { TerminalOptions } from './settings';
import { toDriverCard, toLocation } from './wire';

/** Both drive at noon. */
const vehicles = { y2013: demoVehicles[3], y2019: demoVehicles[6] };
const vehicleOf = (kind: keyof typeof vehicles) => {
  const v = vehicles[kind];
  if (!v) throw new Error('no vehicle');
  return v;
};
const noon = Date.parse('2026-11-16T12:00:00+08:00');
const points = (count: number): TerminalPoint[] => {
  const list: TerminalPoint[] = [];
  for (const e of simulateVehicle(vehicleOf('y2013'), noon, noon + 86_400_000)) {
    if (e.kind === 'point') list.push(e.point);
    if (list.length === count) break;
  }
  return list;
};

let gateway: FakeGateway;
let terminals: Terminal[] = [];
const terminal = (more: Partial<TerminalOptions> = {}): Terminal => {
  const t = new Terminal({
    host: '127.0.0.1',
    port: gateway.port,
    identity: identityOf(vehicleOf('y2013')),
    reconnectMs: 20,
    now: () => noon,
    ...more,
  });
  terminals.push(t);
  t.start();
  return t;
};

beforeEach(async () => {
  gateway = await FakeGateway.start();
});
afterEach(async () => {
  await Promise.all(terminals.map((t) => t.stop()));
  terminals = [];
  await gateway.stop();
});

describe('Terminal', () => {
  it('registers once, authenticates with the code it got, and only authenticates afterwards', async () => {
    const t = terminal();
    await t.whenReady();
    const [register, auth] = gateway.heard.map((h) => h.message);
    expect(register).toMatchObject({ id: msgId.register, body: { plate: '沪D92157', plateColor: 2 } });
    expect(auth).toMatchObject({ id: msgId.auth, body: { code: 'key-14400260148' } });
    gateway.hangUp();
    await until(() => gateway.heard.length === 3);
    expect(gateway.ids()[2]).toBe(msgId.auth);
    await until(() => t.online);
    expect(t.counters.connects).toBe(2);
  });

  it('speaks the 2019 header with twenty digits', async () => {
    await terminal({ identity: identityOf(vehicleOf('y2019')) }).whenReady();
    const header = gateway.heard[0]?.header;
    expect(header?.version).toBe('2019');
    expect(header?.phone).toHaveLength(10);
    expect(gateway.heard[0]?.message).toMatchObject({ body: { layout: '2019' } });
  });

  it('registers again when its code is refused', async () => {
    gateway.authResult = 1;
    const t = terminal({ authCode: 'old' });
    await until(() => gateway.ids().includes(msgId.register));
    gateway.authResult = 0;
    await t.whenReady();
    expect(t.online).toBe(true);
  });

  it('asks for a package of the platform that it missed, once, and takes the whole', async () => {
    const t = terminal({ fault: 'missed' });
    await t.whenReady();
    const [first] = gateway.heard;
    if (!first) throw new Error('nothing heard');
    const data = new Uint8Array(2_500).fill(0x7d);
    gateway.upgrade(first.header, { kind: 0, maker: 'TDSIM', version: 'V9', data });
    const heard = (id: number) => gateway.heard.flatMap(({ message }) => (message.id === id ? [message.body] : []));
    await until(() => heard(msgId.upgradeResult).length === 1);
    expect(heard(msgId.terminalResend)).toEqual([{ firstSerial: expect.any(Number), packages: [2] }]);
    expect(heard(msgId.upgradeResult)).toEqual([{ kind: 0, result: 0 }]);
  });

  it('acknowledges each package of firmware once, says what became of it, and then reports its version', async () => {
    await terminal().whenReady();
    const header = gateway.heard[0]?.header;
    if (!header) throw new Error('nothing heard');
    const firmware = { kind: 0, maker: 'TDSIM', version: '1.1.0', data: new Uint8Array(2_500).fill(7) };
    gateway.upgrade(header, firmware);
    const results = () => gateway.heard.filter(({ message }) => message.id === msgId.upgradeResult);
    await until(() => results().length === 1);
    expect(results()[0]?.message.body).toEqual({ kind: 0, result: 0 });
    const replies = gateway.heard.flatMap(({ message }) => (message.id === msgId.terminalReply ? [message.body] : []));
    expect(replies).toEqual(
      [0, 1, 2].map((_, i) => ({ replySerial: (replies[0]?.replySerial ?? 0) + i, replyId: 0x8108, result: 0 })),
    );
    gateway.ask(header, msgId.queryProperties);
    await until(() => gateway.ids().includes(msgId.properties));
    expect(gateway.heard.find(({ message }) => message.id === msgId.properties)?.message.body).toMatchObject({
      firmwareVersion: '1.1.0',
    });
    // firmware of somebody else's terminals is not installed
    gateway.upgrade(header, { ...firmware, maker: 'OTHER', version: '9.9' });
    await until(() => results().length === 2);
    expect(results()[1]?.message.body).toEqual({ kind: 0, result: 1 });
  });

  it('reports what the sensors say, by the items of the GPS51 list', async () => {
    const t = terminal();
    await t.whenReady();
    const [point] = points(1);
    if (!point) throw new Error('no point');
    t.report({ ...point, tempC: [-18.4, null], co2Ppm: [5200], doors: 1, acc: true });
    await until(() => t.counters.acknowledged === 1);
    const message = gateway.heard.at(-1)?.message;
    if (message?.id !== msgId.location) throw new Error('no location');
    expect(message.body).toMatchObject({
      lat: point.lat,
      lng: point.lng,
      time: point.timeMs,
      speedKmh: point.speedKmh,
    });
    expect(message.body.statusBits & ((1 << 13) | 3)).toBe((1 << 13) | 3);
    const mapped = releaseReaders.mapItems('gps51-reefer-co2', message.body.items);
    expect(mapped).toMatchObject({
      odometerM: point.odometerM,
      channels: {
        tempC: [-18.4, null],
        co2Ppm: [5200],
        fuelL: [point.fuelL],
        reeferOn: true,
        satellites: point.satellites,
      },
    });
  });

  it('sends card events in order until the platform has them; a place without satellites is that of a base station', async () => {
    const t = terminal();
    await t.whenReady();
    const driver = { name: '王建军', certificateNo: '310101198003071234' };
    gateway.hangUp();
    for (const inserted of [true, false])
      t.swipe(toDriverCard({ inserted, ...driver, licenceNo: '' }, noon + (inserted ? 0 : 1000)));
    await t.whenCardsTaken();
    const told = gateway.heard.flatMap(({ message }) => (message.id === msgId.driverCard ? [message.body] : []));
    expect(told.at(-2)).toMatchObject({ inserted: true, time: noon, result: 0, ...driver });
    expect(told.at(-1)).toMatchObject({ inserted: false, time: noon + 1000, result: null });
    const [point] = points(1);
    if (!point) throw new Error('no point');
    const { statusBits, items } = toLocation({ ...point, located: false, station: true });
    expect(isStationFix(statusBits, releaseReaders.mapItems('gps51', items).channels.satellites)).toBe(true);
  });

  it('passes on the number of a card at its reader, once, and only while there is a link', async () => {
    const t = terminal();
    t.sendReaderLine('0A1B2C3D');
    await t.whenReady();
    t.sendReaderLine('0A1B2C3E');
    const heard = () =>
      gateway.heard.flatMap(({ message }) => (message.id === msgId.transparent ? [message.body] : []));
    await until(() => heard().length > 0);
    expect(heard().map(({ type, data }) => [type, cardUidOf(data)])).toEqual([[0x41, '0A1B2C3E']]);
  });

  it('sends again, unchanged, what was not acknowledged, and counts it once', async () => {
    const t = terminal({ ackTimeoutMs: 40 });
    await t.whenReady();
    let ignored = 0;
    gateway.silent = ({ message }) => message.id === msgId.location && ignored++ < 2;
    const [point] = points(1);
    if (point) t.report(point);
    await until(() => t.counters.acknowledged === 1);
    const sent = gateway.heard.filter((h) => h.message.id === msgId.location);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((h) => h.header.serial)).size).toBe(1);
  });

  it('loses nothing when the link breaks with reports in flight', async () => {
    const acknowledged: number[] = [];
    const t = terminal({ onAcknowledged: (times) => acknowledged.push(...times) });
    await t.whenReady();
    gateway.silent = ({ message }) => message.id === msgId.location;
    const list = points(30);
    for (const p of list.slice(0, 10)) t.report(p);
    await until(() => gateway.locations.length === 10);
    gateway.silent = () => false;
    gateway.hangUp();
    for (const p of list.slice(10)) t.report(p);
    await until(() => acknowledged.length >= 30);
    expect([...acknowledged].sort()).toEqual(list.map((p) => p.timeMs).sort());
    expect(t.pending).toBe(0);
  });

  it('keeps points of a dark place and catches up by 0x0704 type 1 when the next report goes out', async () => {
    const t = terminal();
    await t.whenReady();
    const list = points(45);
    for (const p of list.slice(0, 40)) t.report(p, false);
    expect(gateway.locations).toHaveLength(0);
    for (const p of list.slice(40)) t.report(p);
    await until(() => t.counters.acknowledged === 45);
    const late = gateway.locations.filter((l) => l.late === true);
    expect(late.map((l) => l.timeMs)).toEqual(list.slice(0, 40).map((p) => p.timeMs));
    expect(gateway.locations.filter((l) => l.late === null)).toHaveLength(5);
    for (const { header } of gateway.heard) expect(header.bodyLength).toBeLessThanOrEqual(1023);
  });

  it('answers a query of its settings', async () => {
    const t = terminal();
    await t.whenReady();
    const header = gateway.heard[0]?.header;
    if (header) gateway.ask(header);
    await until(() => gateway.ids().includes(msgId.parameters));
    const { message } = gateway.heard.at(-1) ?? {};
    expect(message).toMatchObject({ body: { replySerial: 2 } });
    // the plate that it registered with is among its settings
    const told = message?.id === msgId.parameters ? message.body.parameters : [];
    const plate = told.find(({ id }) => id === 0x83);
    expect(plate && decodeText(plate.value)).toBe(identityOf(vehicleOf('y2013')).plateNo);
  });

  it('sends heartbeats while nothing else happens', async () => {
    await terminal({ heartbeatMs: 30 }).whenReady();
    await until(() => gateway.ids().filter((id) => id === msgId.heartbeat).length >= 2);
  });
});

describe('fleet', () => {
  it('uploads the history oldest first, completely, blind stretches as catch-up', async () => {
    const trucks = demoVehicles.slice(55, 57);
    const from = Date.parse('2026-11-16T00:00:00+08:00');
    const to = from + 86_400_000;
    const expected = trucks.flatMap((v) =>
      [...simulateVehicle(v, from, to)].flatMap((e) => (e.kind === 'point' ? [e] : [])),
    );
    const result = await backfillHistory({
      host: '127.0.0.1',
      port: gateway.port,
      vehicles: trucks,
      concurrency: 2,
      from: () => from,
      to,
    });
    expect(result.points).toBe(expected.length);
    for (const truck of trucks) {
      const phone = truck.phone.replace(/^0+/u, '');
      const clear = gateway.locations.filter((l) => l.late === false && l.phone === phone).map((l) => l.timeMs);
      const world = [...simulateVehicle(truck, from, to)].filter((e) => e.kind === 'point' && e.link);
      expect(clear).toEqual(world.map((e) => e.timeMs));
    }
    const late = gateway.locations.filter((l) => l.late === true).length;
    expect(late).toBe(expected.filter((e) => !e.link).length);
    expect(late).toBeGreaterThan(20);
  });

  it('reports live at the pace of its clock', async () => {
    const started = Date.now();
    const clock = { now: () => noon + (Date.now() - started) * 600 };
    const fleet = startFleet({
      host: '127.0.0.1',
      port: gateway.port,
      vehicles: demoVehicles.slice(0, 4),
      speed: 600,
      clock,
    });
    await until(() => gateway.locations.length >= 20);
    await fleet.stop();
    for (const { timeMs } of gateway.locations) {
      expect(timeMs).toBeGreaterThanOrEqual(noon);
      expect(timeMs).toBeLessThanOrEqual(clock.now());
    }
    expect(fleet.counters().online).toBe(0);
  });

  it('catches up and goes on live without a gap, and leaves the terminal alone that was never switched on', async () => {
    const vehicles = [demoVehicles[3], demoVehicles[47]].flatMap((v) => v ?? []);
    const started = Date.now();
    const clock = { now: () => noon + (Date.now() - started) * 400 };
    const from = noon - 3_600_000;
    const fleet = startDemo({ host: '127.0.0.1', port: gateway.port, vehicles, clock, speed: 400, from: () => from });
    await fleet.caughtUp;
    await until(() => gateway.locations.filter((l) => l.timeMs > noon).length > 20);
    await fleet.stop();
    const seen = new Set(gateway.locations.map((l) => l.timeMs));
    const lastWhole = Math.max(...seen) - 120_000;
    const world = [...simulateVehicle(vehicleOf('y2013'), from, lastWhole)].map((e) => e.timeMs);
    expect(world.filter((t) => !seen.has(t))).toEqual([]);
    expect(new Set(gateway.heard.map((h) => h.header.phoneKey)).size).toBe(1);
  });

  it('reports at a rate with many terminals and counts what was acknowledged', async () => {
    const result = await runLoad({ host: '127.0.0.1', port: gateway.port, terminals: 20, rate: 200, seconds: 1 });
    expect(result.sent).toBe(200);
    expect(result.acknowledged).toBe(200);
    expect(new Set(gateway.heard.map((h) => h.header.phoneKey)).size).toBe(20);
    expect(result.ackP99Ms).toBeGreaterThanOrEqual(result.ackP50Ms);
  });
});
