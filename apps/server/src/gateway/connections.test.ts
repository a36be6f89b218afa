import { encodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, describe, expect, it } from 'vitest';
import {
  pause,
  shanghai,
  Terminal,
  type TestGateway,
  testGateway,
  until,
  withWrongChecksum,
} from '../../test/gateway-kit';

const phone = '13800138000';
const other = '13900139000';
const t0 = Date.UTC(2026, 10, 21, 3, 0, 0);
const open: TestGateway[] = [];
const terminals: Terminal[] = [];

async function start(options: Parameters<typeof testGateway>[0] = {}): Promise<TestGateway> {
  const gateway = await testGateway({ now: () => t0, ...options });
  open.push(gateway);
  gateway.store.add(phone);
  gateway.store.add(other);
  return gateway;
}
async function join(gateway: TestGateway, number = phone): Promise<Terminal> {
  const terminal = await Terminal.connect(gateway.port, number);
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

describe('two connections of one terminal', () => {
  it('the newer one wins, the older one is closed a little later', async () => {
    const gateway = await start({ lingerMs: 50 });
    const first = await join(gateway);
    first.say(msgId.location, shanghai(t0));
    await first.heard(1);
    const second = await join(gateway);
    second.say(msgId.location, shanghai(t0 + 1_000));
    await second.heard(1);
    expect(first.closed).toBe(false);
    await until(() => first.closed);
    expect(second.closed).toBe(false);
    expect(gateway.stats().terminals).toBe(1);
    // the terminal is still there: nobody says that it left
    expect(gateway.bus.presences).toEqual([]);
    second.end();
    await until(() => gateway.bus.presences.length === 1);
    expect(gateway.bus.presences[0]).toMatchObject({ kind: 'disconnect', deviceId: `d${phone}`, at: t0 });
  });

  it('a heartbeat alone takes nothing over: it speaks for the terminal once the older one is gone, or it says more', async () => {
    const gateway = await start({ lingerMs: 50 });
    const first = await join(gateway);
    first.say(msgId.location, shanghai(t0));
    await first.heard(1);
    const second = await join(gateway);
    second.say(msgId.heartbeat, emptyMessage);
    await second.heard(1);
    // the older one still speaks for it, and is answered
    first.say(msgId.location, shanghai(t0 + 1_000));
    await first.heard(2);
    expect(first.results).toEqual(['0200:0:0', '0200:1:0']);
    expect(gateway.stats().superseded).toBe(0);
    first.end();
    await until(() => gateway.stats().connections === 1);
    second.say(msgId.heartbeat, emptyMessage);
    await second.heard(2);
    expect(gateway.stats().terminals).toBe(1);
    const third = await join(gateway);
    third.say(msgId.heartbeat, emptyMessage);
    await third.heard(1);
    third.say(msgId.location, shanghai(t0 + 2_000));
    await third.heard(2);
    await until(() => second.closed);
    expect(gateway.bus.positions.map(({ deviceTime }) => deviceTime)).toEqual([t0, t0 + 1_000, t0 + 2_000]);
  });

  it('one that carries other terminals stays, and speaks for it again when the newer one is gone', async () => {
    const gateway = await start();
    const proxy = await join(gateway);
    proxy.say(msgId.location, shanghai(t0));
    proxy.say(msgId.location, shanghai(t0), other);
    await proxy.heard(2);
    const direct = await join(gateway);
    direct.say(msgId.location, shanghai(t0 + 1_000));
    await direct.heard(1);
    proxy.say(msgId.location, shanghai(t0 + 2_000));
    proxy.say(msgId.location, shanghai(t0 + 2_000), other);
    await proxy.heard(3);
    expect(proxy.results[2]).toBe('0200:3:0');
    direct.end();
    await until(() => gateway.stats().connections === 1);
    proxy.say(msgId.location, shanghai(t0 + 3_000));
    await proxy.heard(4);
    expect(gateway.bus.positions.map((p) => p.deviceId)).toEqual(
      [phone, other, phone, other, phone].map((n) => `d${n}`),
    );
  });
});

it('a terminal whose connection closes while its code is looked up is not there, and takes the place of no other', async () => {
  const gateway = await start();
  gateway.store.add(phone, { policy: 'strict', authCode: 'old' });
  const auth = { code: 'new', imei: '', softwareVersion: '' };
  const newer = await join(gateway);
  const older = await join(gateway);
  older.say(msgId.heartbeat, emptyMessage);
  await older.heard(1);
  gateway.store.add(phone, { policy: 'strict', authCode: 'new' });
  // the look-up of the older one's code lasts until it has gone and the newer one has come in
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const find = gateway.store.find.bind(gateway.store);
  const finds = gateway.store.finds;
  gateway.store.find = async (keys) => {
    await held;
    return find(keys);
  };
  older.say(msgId.auth, auth);
  older.say(msgId.heartbeat, emptyMessage);
  await older.heard(2);
  older.end();
  await until(() => gateway.stats().connections === 1);
  gateway.store.find = find;
  goOn();
  await until(() => gateway.store.finds > finds);
  await pause(20);
  expect(gateway.stats()).toMatchObject({ terminals: 0, connections: 1, inFlight: 0 });
  expect(gateway.bus.presences).toEqual([]);
  newer.say(msgId.auth, auth);
  await newer.heard(1);
  expect(gateway.stats().terminals).toBe(1);
});

describe('what one sends does not disturb others', () => {
  it('bad checksums, halves, garbage and endless frames', async () => {
    const gateway = await start();
    const good = await join(gateway, other);
    const bad = await join(gateway);
    const frame = encodeFrame({ phone, version: '2013', serial: 9, msgId: 2, body: new Uint8Array(0) });
    const broken = Uint8Array.from(frame);
    broken[11] = (broken[11] ?? 0) ^ 1;
    bad.write(broken);
    bad.write(Uint8Array.from([1, 2, 3, 0x7e, 9, 9, 0x7e]));
    bad.write(new Uint8Array(6_000).fill(0x41));
    bad.write(frame.subarray(0, 6));
    await pause(20);
    bad.write(frame.subarray(6));
    good.say(msgId.location, shanghai(t0));
    await good.heard(1);
    // the half frame came behind the endless one, so that its first byte only ends that one
    bad.write(frame);
    await bad.heard(1);
    expect(bad.results[0]).toBe('0002:9:0');
    expect(good.results).toEqual(['0200:0:0']);
    expect(gateway.stats().refused.checksum).toBe(1);
    expect(bad.closed).toBe(false);
  });

  it('a connection that sends nothing but garbage is closed', async () => {
    const gateway = await start();
    const good = await join(gateway, other);
    const bad = await join(gateway);
    const noise = Uint8Array.from(
      Array.from({ length: 40 }, () => [0x7e, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]).flat(),
    );
    bad.write(noise);
    await until(() => bad.closed);
    good.say(msgId.heartbeat, emptyMessage);
    await good.heard(1);
    expect(gateway.stats().refused.header).toBeGreaterThanOrEqual(20);
  });

  it('a terminal that is allowed to may send wrong checksums', async () => {
    const gateway = await start();
    gateway.store.add(phone, { lenient: true });
    const terminal = await join(gateway);
    terminal.write(withWrongChecksum(terminal.encode(msgId.heartbeat, emptyMessage)));
    await terminal.heard(1);
    expect(terminal.results).toEqual(['0002:0:0']);
  });

  it('one connection that floods is read no further while its points wait; all of them are stored in the end', async () => {
    const gateway = await start({ maxInFlightPerConnection: 100 });
    const flood = await join(gateway);
    const good = await join(gateway, other);
    gateway.bus.hold();
    // 20,000 frames are more than one read of the socket can bring
    for (let i = 0; i < 20_000; i++) flood.say(msgId.location, shanghai(t0 + i * 1_000));
    await until(() => gateway.bus.waiting >= 100);
    await pause(100);
    const stuck = gateway.bus.waiting;
    expect(stuck).toBeLessThan(2_500);
    good.say(msgId.heartbeat, emptyMessage);
    await good.heard(1);
    gateway.bus.release();
    await until(() => flood.results.length === 20_000);
    expect(gateway.bus.positions.length).toBe(20_000);
    expect(gateway.stats().inFlight).toBe(0);
  });

  it('there is also a bound for all together', async () => {
    const gateway = await start({ maxInFlight: 10 });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => `1370000${1000 + i}`).map((n) => {
        gateway.store.add(n);
        return join(gateway, n);
      }),
    );
    for (const terminal of all) terminal.say(msgId.heartbeat, emptyMessage);
    await Promise.all(all.map((terminal) => terminal.heard(1)));
    gateway.bus.hold();
    for (const terminal of all) terminal.say(msgId.location, shanghai(t0));
    await until(() => gateway.bus.waiting >= 10);
    await pause(50);
    for (const terminal of all) terminal.say(msgId.location, shanghai(t0 + 1_000));
    await pause(50);
    expect(gateway.bus.waiting).toBeLessThan(30);
    gateway.bus.release();
    await Promise.all(all.map((terminal) => terminal.heard(3)));
    expect(gateway.bus.positions.length).toBe(40);
  });

  it('a silent connection is closed', async () => {
    const gateway = await start({ idleMs: 100 });
    const terminal = await join(gateway);
    await until(() => terminal.closed);
    expect(gateway.stats().connections).toBe(0);
  });
});

describe('the end', () => {
  it('answers what is stored, takes nothing more, and tells nobody that the terminals left', async () => {
    const gateway = await start();
    const terminal = await join(gateway);
    gateway.bus.hold();
    for (let i = 0; i < 10; i++) terminal.say(msgId.location, shanghai(t0 + i));
    await until(() => gateway.bus.waiting === 10);
    open.splice(0);
    const stopped = gateway.stop();
    await pause(50);
    await expect(Terminal.connect(gateway.port, other)).rejects.toThrow();
    gateway.bus.release();
    await stopped;
    await until(() => terminal.closed);
    expect(terminal.results.length).toBe(10);
    expect(gateway.bus.presences).toEqual([]);
    expect([...gateway.store.seen.keys()]).toEqual([`d${phone}`]);
    // header, body, checksum and marks of ten reports
    expect(gateway.store.sent.get(`d${phone}`)).toBe(10 * (12 + 28 + 3));
  });

  it('does not wait for ever', async () => {
    const gateway = await start({ drainMs: 100 });
    const terminal = await join(gateway);
    gateway.bus.hold();
    terminal.say(msgId.location, shanghai(t0));
    await until(() => gateway.bus.waiting === 1);
    open.splice(0);
    await gateway.stop();
    await until(() => terminal.closed);
    expect(terminal.results).toEqual([]);
  });

  it('a port that is taken is an error', async () => {
    const gateway = await start();
    const { startGateway } = await import('./listeners');
    const deps = {
      port: gateway.port,
      host: '127.0.0.1',
      bus: gateway.bus,
      store: gateway.store,
      log: { info() {}, warn() {}, error() {} },
    };
    await expect(startGateway(deps)).rejects.toThrow('EADDRINUSE');
  });
});
