import { encodeGps51Items } from '@tongda/protocol/items/encode';
import { encodeBody, encodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, describe, expect, it } from 'vitest';
import { pause, registration, shanghai, Terminal, type TestGateway, testGateway, until } from '../../test/gateway-kit';

const phone = '13800138000';
const t0 = Date.UTC(2026, 10, 21, 3, 0, 0);
const at = (ms: number) => ({ now: () => ms });
const open: TestGateway[] = [];
const terminals: Terminal[] = [];

async function start(options: Parameters<typeof testGateway>[0] = {}): Promise<TestGateway> {
  const gateway = await testGateway(options);
  open.push(gateway);
  gateway.store.add(phone);
  return gateway;
}
async function join(gateway: TestGateway, number = phone, version: '2013' | '2019' = '2013'): Promise<Terminal> {
  const terminal = await Terminal.connect(gateway.port, number, version);
  terminals.push(terminal);
  return terminal;
}

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const gateway of open.splice(0)) {
    gateway.bus.release();
    await gateway.stop();
  }
});

describe('cards of drivers', () => {
  it('are acknowledged when they are stored, refused with an impossible time or cut off', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway, phone, '2019');
    const card = {
      inserted: true,
      time: t0 - 2_000,
      result: 0,
      name: '王建军',
      certificateNo: '310101198003071234',
      authority: '上海市交通委员会',
      validUntil: '2031-02-28',
      idCard: '310101198003071234',
    };
    gateway.bus.hold();
    terminal.say(msgId.driverCard, card);
    await until(() => gateway.bus.waiting === 1);
    await pause(30);
    expect(terminal.results).toEqual([]);
    gateway.bus.release();
    await terminal.heard(1);
    const { time, ...told } = card;
    expect(gateway.bus.cards).toEqual([
      { ...told, at: time, deviceId: `d${phone}`, clientId: '1001', vehicleId: `v${phone}` },
    ]);
    gateway.bus.fail = true;
    terminal.say(msgId.driverCard, card);
    await terminal.heard(2);
    gateway.bus.fail = false;
    terminal.say(msgId.driverCard, { ...card, time: t0 + 3_600_000 });
    const body = encodeBody(msgId.driverCard, card, '2019').subarray(0, 30);
    terminal.write(encodeFrame({ phone, version: '2019', serial: 9, msgId: msgId.driverCard, body }));
    await terminal.heard(4);
    expect(terminal.results.sort()).toEqual(['0702:0:0', '0702:1:1', '0702:2:2', '0702:9:2']);
    expect(gateway.bus.cards).toHaveLength(1);
    expect(gateway.stats().refused).toMatchObject({ notStored: 1, impossibleDate: 1, damaged: 1 });
  });
});

describe('cards at a reader of a serial port', () => {
  it('are acknowledged when they are stored; what is no card is not taken', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    const say = (type: number, text: string) =>
      terminal.say(msgId.transparent, { type, data: Uint8Array.from(text, (sign) => sign.charCodeAt(0)) });
    gateway.bus.hold();
    say(0x41, '0a:1b:2c:3d\r\n');
    await until(() => gateway.bus.waiting === 1);
    await pause(30);
    expect(terminal.results).toEqual([]);
    gateway.bus.release();
    await terminal.heard(1);
    gateway.bus.fail = true;
    say(0x42, '0A1B2C3D');
    await terminal.heard(2);
    gateway.bus.fail = false;
    say(0x41, '$OBD-RT,12.3,0,20');
    say(0xf0, '0A1B2C3D');
    await terminal.heard(4);
    // readers of some makers tell a card within a text
    say(0x40, 'GTSL|6|GTS01|1|3a5f7c21|');
    say(0x40, 'GTSL|6|GTS01|0||');
    await terminal.heard(6);
    expect(terminal.results.sort()).toEqual([
      ...['0900:0:0', '0900:1:1', '0900:2:3', '0900:3:3', '0900:4:0', '0900:5:3'],
    ]);
    const swipe = { at: t0, deviceId: `d${phone}`, clientId: '1001', vehicleId: `v${phone}` };
    expect(gateway.bus.swipes).toEqual([
      { cardNo: '0A1B2C3D', ...swipe },
      { cardNo: '3A5F7C21', ...swipe },
    ]);
    expect(gateway.stats().refused).toMatchObject({ notStored: 1, unsupported: 3 });
  });
});

describe('points', () => {
  it('are acknowledged when they are stored, not before', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    gateway.bus.hold();
    terminal.say(msgId.location, shanghai(t0 - 2_000));
    await until(() => gateway.bus.waiting === 1);
    await pause(50);
    expect(terminal.results).toEqual([]);
    expect(gateway.stats().inFlight).toBe(1);
    gateway.bus.release();
    await terminal.heard(1);
    expect(terminal.results).toEqual(['0200:0:0']);
    expect(gateway.stats().inFlight).toBe(0);
  });

  it('carry every field in canonical units', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    const items = [
      ...encodeGps51Items({
        tempC: [-18.3, null],
        humPct: [65.2],
        fuelL: [210.4],
        odometerM: 12_345_600,
        signal: 21,
        satellites: 14,
      }),
      { id: 0xe1, data: Uint8Array.of(1, 2) },
    ];
    terminal.say(msgId.location, shanghai(t0 - 2_000, { statusBits: 3 | (1 << 15), items }));
    await terminal.heard(1);
    expect(gateway.bus.positions).toEqual([
      {
        deviceId: `d${phone}`,
        clientId: '1001',
        vehicleId: `v${phone}`,
        deviceTime: t0 - 2_000,
        receiveTime: t0,
        lng: 121.4737,
        lat: 31.2304,
        altitudeM: 5,
        speedKmh: 60.5,
        directionDeg: 90,
        located: true,
        acc: true,
        odometerM: 12_345_600,
        alarmBits: 0,
        statusBits: 3 | (1 << 15),
        late: false,
        channels: {
          tempC: [-18.3, null],
          humPct: [65.2],
          fuelL: [210.4],
          signal: 21,
          satellites: 14,
          doorOpen: [false, false, true, false, false],
        },
        rawItems: 'e1020102',
      },
    ]);
  });

  it('are late when five minutes old or sent as a catch-up', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    terminal.say(msgId.location, shanghai(t0 - 300_000));
    terminal.say(msgId.location, shanghai(t0 - 301_000));
    terminal.say(msgId.locationBatch, { late: true, locations: [shanghai(t0 - 60_000)], damaged: 0 });
    terminal.say(msgId.locationBatch, { late: false, locations: [shanghai(t0 - 50_000)], damaged: 0 });
    await terminal.heard(4);
    expect(gateway.bus.positions.map((p) => p.late)).toEqual([false, true, true, false]);
  });

  it('of a batch are answered once, when all are stored', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    gateway.bus.hold();
    const locations = Array.from({ length: 20 }, (_, i) => shanghai(t0 - i * 1_000));
    terminal.say(msgId.locationBatch, { late: true, locations, damaged: 0 });
    await until(() => gateway.bus.waiting === 1);
    expect(terminal.results).toEqual([]);
    gateway.bus.release();
    await terminal.heard(1);
    expect(terminal.results).toEqual(['0704:0:0']);
    expect(gateway.bus.positions.map((p) => p.deviceTime)).toEqual(locations.map((l) => l.time));
  });

  it('that could not be stored are not acknowledged', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    gateway.bus.fail = true;
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(1);
    gateway.bus.fail = false;
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(2);
    expect(terminal.results).toEqual(['0200:0:1', '0200:1:0']);
    expect(gateway.stats().refused.notStored).toBe(1);
  });

  it('say what they do not know: speed, direction and altitude of all bits are no values', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    const known = shanghai(t0 - 1000, { speedKmh: 80, directionDeg: 359, altitudeM: 30 });
    terminal.say(msgId.location, shanghai(t0, { speedKmh: 6553.5, directionDeg: 65_535, altitudeM: 65_535 }));
    terminal.say(msgId.location, known);
    await terminal.heard(2);
    expect(gateway.bus.positions).toMatchObject([
      { speedKmh: null, directionDeg: null, altitudeM: null },
      { speedKmh: 80, directionDeg: 359, altitudeM: 30 },
    ]);
  });

  it('with an impossible date are refused; of a batch the others count', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    const body = encodeBody(msgId.location, shanghai(t0), '2013');
    const broken = Uint8Array.from(body);
    broken[23] = 0x13;
    const frame = { phone, version: '2013' as const };
    terminal.write(encodeFrame({ ...frame, serial: 1, msgId: msgId.location, body: broken }));
    // two of three points: one frame
    const batch = Uint8Array.of(0, 3, 0, 0, 28, ...broken, 0, 28, ...broken, 0, 28, ...body);
    terminal.write(encodeFrame({ ...frame, serial: 2, msgId: msgId.locationBatch, body: batch }));
    terminal.write(encodeFrame({ ...frame, serial: 3, msgId: msgId.location, body: body.subarray(0, 20) }));
    await terminal.heard(3);
    expect(terminal.results.sort()).toEqual(['0200:1:2', '0200:3:2', '0704:2:0']);
    expect(gateway.bus.positions.map((p) => p.deviceTime)).toEqual([t0]);
    expect(gateway.stats().refused).toMatchObject({ impossibleDate: 2, damaged: 1 });
  });

  it('without a fix are kept as not located', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    terminal.say(msgId.location, shanghai(t0, { statusBits: 1 }));
    terminal.say(msgId.location, shanghai(t0 + 1_000, { lat: 0, lng: 0 }));
    const wild = Uint8Array.from(encodeBody(msgId.location, shanghai(t0 + 2_000), '2013'));
    wild.fill(0x7f, 8, 16);
    terminal.write(encodeFrame({ phone, version: '2013', serial: 2, msgId: msgId.location, body: wild }));
    await terminal.heard(3);
    expect(gateway.bus.positions.map((p) => [p.located, p.lat])).toEqual([
      [false, 31.2304],
      [false, 0],
      [false, 0],
    ]);
  });

  it('of a base station are marked and are not the vehicle’s place', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    const heard = (ms: number, satellites: number, statusBits: number) =>
      terminal.say(msgId.location, shanghai(t0 + ms, { statusBits, items: encodeGps51Items({ satellites }) }));
    heard(0, 0, 3);
    // satellites took part, by their number or by the word
    heard(1_000, 7, 3);
    heard(2_000, 0, 3 | (1 << 19));
    heard(3_000, 0, 1);
    await terminal.heard(4);
    expect(gateway.bus.positions.map((p) => [p.located, p.station ?? false, p.lat])).toEqual([
      [false, true, 31.2304],
      [true, false, 31.2304],
      [true, false, 31.2304],
      [false, false, 31.2304],
    ]);
  });

  it('belong to the vehicle that held the terminal at their own time', async () => {
    const gateway = await start(at(t0));
    gateway.store.add(phone, {
      bindings: [
        { vehicleId: 'old', from: Number.NEGATIVE_INFINITY, until: t0 - 3_600_000 },
        { vehicleId: 'new', from: t0 - 1_800_000, until: Number.POSITIVE_INFINITY },
      ],
    });
    const terminal = await join(gateway);
    const times = [t0 - 3_600_001, t0 - 3_600_000, t0 - 1_800_000];
    terminal.say(msgId.locationBatch, { late: true, locations: times.map((t) => shanghai(t)), damaged: 0 });
    await terminal.heard(1);
    expect(gateway.bus.positions.map((p) => p.vehicleId)).toEqual(['old', null, 'new']);
  });
});

describe('answers', () => {
  it.each(['2013', '2019'] as const)('carry the terminal’s own number, layout and serial (%s)', async (version) => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway, phone, version);
    terminal.say(msgId.heartbeat, emptyMessage);
    terminal.say(msgId.location, shanghai(t0));
    terminal.say(msgId.timeQuery, emptyMessage);
    const answers = await terminal.heard(3);
    expect(answers.map((a) => a.header.version)).toEqual([version, version, version]);
    expect(answers.map((a) => a.header.phone.length)).toEqual(Array(3).fill(version === '2019' ? 10 : 6));
    expect(answers.map((a) => a.header.serial)).toEqual([0, 1, 2]);
    expect(terminal.results.sort()).toEqual(['0002:0:0', '0200:1:0']);
    expect(answers.find((a) => a.message.id === msgId.serverTime)?.message).toMatchObject({ body: { time: t0 } });
  });

  it('to a heartbeat go ahead of points that wait', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    gateway.bus.hold();
    for (let i = 0; i < 50; i++) terminal.say(msgId.location, shanghai(t0 + i));
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    expect(terminal.results).toEqual(['0002:50:0']);
    expect(gateway.bus.waiting).toBe(50);
  });

  it('say so when a message is unknown, encrypted, or damaged', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    const frame = { phone, version: '2013' as const, body: Uint8Array.of(1, 2, 3) };
    terminal.write(encodeFrame({ ...frame, serial: 1, msgId: 0x0f01 }));
    terminal.write(encodeFrame({ ...frame, serial: 2, msgId: msgId.location, encryption: 1 }));
    terminal.write(encodeFrame({ ...frame, serial: 3, msgId: msgId.location }));
    await terminal.heard(3);
    expect(terminal.results).toEqual(['0f01:1:3', '0200:2:3', '0200:3:2']);
    expect(gateway.bus.positions).toEqual([]);
  });
});

describe('who is who', () => {
  it('a tolerant terminal gets its code, the same every time', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    terminal.say(msgId.register, registration);
    terminal.say(msgId.register, registration);
    await terminal.heard(2);
    const again = await join(gateway);
    again.say(msgId.register, registration);
    await again.heard(1);
    const codes = [...terminal.registrations, ...again.registrations];
    expect(codes.map((c) => c.result)).toEqual([0, 0, 0]);
    expect(codes[0]?.authCode).toMatch(/^[0-9a-f]{12}$/);
    expect(new Set(codes.map((c) => c.authCode)).size).toBe(1);
    again.say(msgId.auth, { code: codes[0]?.authCode ?? '', imei: '', softwareVersion: '' });
    await again.heard(2);
    expect(gateway.bus.presences.map((p) => p.kind)).toEqual(['register', 'register', 'register', 'auth']);
  });

  it('a registration that is not stored is not answered', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    gateway.store.fail = true;
    terminal.say(msgId.register, registration);
    await until(() => gateway.stats().refused.notStored === 1);
    gateway.store.fail = false;
    terminal.say(msgId.register, registration);
    const answers = await terminal.heard(2);
    expect(answers[1]?.message).toMatchObject({ id: msgId.registerReply, body: { replySerial: 2, result: 0 } });
  });

  it('of a tolerant terminal a known number is enough: any code, and points before any code', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    terminal.say(msgId.location, shanghai(t0));
    terminal.say(msgId.auth, { code: 'of another platform', imei: '', softwareVersion: '' });
    await terminal.heard(2);
    expect(terminal.results.sort()).toEqual(['0102:1:0', '0200:0:0']);
  });

  it('an unknown terminal is told so and remembered, nothing of it is stored, the connection stays', async () => {
    const gateway = await start({ ...at(t0), notebookMs: 20 });
    const terminal = await join(gateway, '15900001111');
    terminal.say(msgId.register, registration);
    terminal.say(msgId.location, shanghai(t0));
    terminal.say(msgId.heartbeat, emptyMessage);
    const [first] = await terminal.heard(3);
    expect(first?.message).toMatchObject({ id: msgId.registerReply, body: { result: 4, authCode: '' } });
    expect(terminal.results).toEqual(['0200:1:1', '0002:2:1']);
    expect(gateway.bus.positions).toEqual([]);
    await until(() => gateway.store.unknown.length > 0);
    expect(gateway.store.unknown[0]).toMatchObject({ phoneKey: '15900001111', frames: 3, remote: '127.0.0.1' });
    expect(gateway.store.unknown[0]?.lastHex).toMatch(/^7e0100/);
    expect(terminal.closed).toBe(false);
  });

  it('it is taken as soon as somebody has entered it', async () => {
    let now = t0;
    const gateway = await start({ now: () => now });
    const terminal = await join(gateway, '15900001111');
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(1);
    gateway.store.add('15900001111');
    now += 6_000;
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(2);
    expect(terminal.results).toEqual(['0200:0:1', '0200:1:0']);
  });

  it('a change of devices counts from the next frame on', async () => {
    const gateway = await start(at(t0));
    const terminal = await join(gateway);
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(1);
    gateway.store.add(phone, { bindings: [{ vehicleId: 'other', from: t0, until: Number.POSITIVE_INFINITY }] });
    gateway.invalidateDevices();
    terminal.say(msgId.location, shanghai(t0 + 1_000));
    await terminal.heard(2);
    expect(gateway.bus.positions.map((p) => p.vehicleId)).toEqual([`v${phone}`, 'other']);
    gateway.store.devices.delete(phone);
    gateway.invalidateDevices();
    terminal.say(msgId.location, shanghai(t0 + 2_000));
    await terminal.heard(3);
    expect(terminal.results[2]).toBe('0200:2:1');
  });

  it('while the database is away a terminal that was known stays known', async () => {
    let now = t0;
    const gateway = await start({ now: () => now });
    const terminal = await join(gateway);
    terminal.say(msgId.location, shanghai(t0));
    await terminal.heard(1);
    gateway.store.fail = true;
    now += 40_000;
    terminal.say(msgId.location, shanghai(t0 + 40_000));
    const again = await join(gateway);
    again.say(msgId.location, shanghai(t0 + 41_000));
    await terminal.heard(2);
    await again.heard(1);
    expect([...terminal.results, ...again.results]).toEqual(['0200:0:0', '0200:1:0', '0200:0:0']);
  });

  it('is looked up together with others that come at once', async () => {
    const gateway = await start(at(t0));
    const numbers = Array.from({ length: 30 }, (_, i) => `139000000${String(i).padStart(2, '0')}`);
    for (const n of numbers) gateway.store.add(n);
    const all = await Promise.all(numbers.map((n) => join(gateway, n)));
    for (const terminal of all) terminal.say(msgId.heartbeat, emptyMessage);
    await Promise.all(all.map((terminal) => terminal.heard(1)));
    expect(gateway.store.finds).toBeLessThan(30);
  });
});
