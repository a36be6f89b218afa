import { connect, type Socket } from 'node:net';
import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, describe, expect, it } from 'vitest';
import { Terminal, type TestGateway, testGateway, until } from '../../test/gateway-kit';
import { Addresses, Indulgence, overdueOf } from './limits';

/** Thousands of connections take long where other work has the processors, ms. */
const slowMs = 20_000;

describe('a connection is cut', () => {
  const limits = { halfFrameMs: 30_000, namelessMs: 60_000 };
  it.each([
    [{ namelessSince: 0, halfSince: null }, 59_999, null],
    [{ namelessSince: 0, halfSince: null }, 60_000, 'nameless'],
    [{ namelessSince: 0, halfSince: 10_000 }, 39_999, null],
    [{ namelessSince: 0, halfSince: 10_000 }, 40_000, 'halfFrame'],
    [{ namelessSince: null, halfSince: 500_000 }, 530_000, 'halfFrame'],
    [{ namelessSince: null, halfSince: null }, 1e9, null],
  ])('%o at %i ms: %s', (waited, now, why) => {
    expect(overdueOf(waited, limits, now)).toBe(why);
  });
});

describe('an address', () => {
  it('is slowed, then cut, by what was refused; it fades', () => {
    const addresses = new Addresses(10);
    expect(addresses.blame('a', 199, 0)).toBe('fine');
    expect(addresses.blame('a', 1, 0)).toBe('slowed');
    expect(addresses.enter('a', 0)).toBe('slowed');
    expect(addresses.blame('a', 1_800, 0)).toBe('cut');
    expect(addresses.enter('a', 0)).toBeNull();
    expect(addresses.enter('b', 0)).toBe('taken');
    // 2,000, 1,000 and 199 after 10 s and 33.3 s
    expect(addresses.verdict('a', 10_000)).toBe('slowed');
    expect(addresses.enter('a', 10_000)).toBe('slowed');
    expect(addresses.verdict('a', 33_300)).toBe('fine');
  });

  it('with thirteen bad frames a second stays below, with fourteen it is slowed, with 134 cut', () => {
    const after = (aSecond: number): string => {
      const addresses = new Addresses(10);
      let verdict = 'fine';
      for (let s = 0; s < 600; s++) verdict = addresses.blame('a', aSecond, s * 1_000);
      return verdict;
    };
    expect([after(13), after(14), after(133), after(134)]).toEqual(['fine', 'slowed', 'slowed', 'cut']);
  });

  it('where a known terminal speaks is never cut', () => {
    const addresses = new Addresses(100);
    addresses.enter('a', 0);
    addresses.introduce('a', 0);
    addresses.blame('a', 10_000, 0);
    expect(addresses.enter('a', 0)).toBe('slowed');
    for (let n = 1; n < 20; n++) addresses.enter('a', 0);
    expect(addresses.enter('a', 0)).toBeNull();
    for (let n = 0; n < 20; n++) addresses.leave('a', false, 0);
    addresses.leave('a', true, 0);
    expect(addresses.enter('a', 0)).toBeNull();
  });

  it('that does no harm is forgotten, and so are all that have nothing open when they are too many', () => {
    const addresses = new Addresses(10);
    for (let i = 0; i < 20_000; i++) addresses.blame(`a${i}`, 2_000, 0);
    addresses.enter('b', 0);
    addresses.tidy(0);
    expect(addresses.verdict('a1', 0)).toBe('fine');
    addresses.blame('c', 2_000, 0);
    addresses.tidy(60_000);
    expect(addresses.verdict('c', 60_000)).toBe('fine');
    addresses.blame('d', 2_000, 0);
    addresses.tidy(0);
    expect(addresses.verdict('d', 0)).toBe('cut');
  });
});

it('a session is not blamed for ten refused frames, nor for one every three seconds; for more it is', () => {
  const indulgence = new Indulgence();
  const blamed = (times: number[]): number => times.filter((now) => indulgence.isSpent(now)).length;
  expect(blamed(new Array(12).fill(0))).toBe(2);
  expect(blamed(Array.from({ length: 600 }, (_, i) => (i + 1) * 3_000))).toBe(0);
  expect(blamed(Array.from({ length: 600 }, (_, i) => 1_800_000 + (i + 1) * 1_000))).toBe(400);
});

describe('connections', () => {
  const phone = '13800138000';
  let gateway: TestGateway;
  const sockets: Array<Socket | Terminal> = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.end();
    await gateway.stop();
  });
  const open = async (): Promise<{ socket: Socket; isClosed: () => boolean }> => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1' });
    let closed = false;
    socket.on('close', () => {
      closed = true;
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    sockets.push(socket);
    return { socket, isClosed: () => closed };
  };

  it('with half a frame go; one that ends its frames in time stays', async () => {
    // as many as once stayed for minutes; none of them goes for naming nobody, however slowly they come
    const many = 2_000;
    gateway = await testGateway({ halfFrameMs: 150, cutMs: 20 });
    gateway.store.add(phone);
    const terminal = await Terminal.connect(gateway.port, phone);
    sockets.push(terminal);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(1);
    const halves = await Promise.all(Array.from({ length: many }, open));
    for (const { socket } of halves) socket.write(Buffer.from('7e02000000', 'hex'));
    await until(() => halves.every(({ isClosed }) => isClosed()), slowMs);
    expect(gateway.stats().refused).toMatchObject({ halfFrame: many, nameless: 0 });
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(2);
    // it spoke late, yet never left a frame unfinished
    expect(terminal.closed).toBe(false);
  });

  it('that name nobody go; one that did so in time stays', async () => {
    const namelessMs = 300;
    gateway = await testGateway({ namelessMs, cutMs: 20 });
    gateway.store.add(phone);
    // on a machine that is busy one may be cut before it has said anything; that is another one's turn
    const named = async (): Promise<Terminal> => {
      const terminal = await Terminal.connect(gateway.port, phone);
      sockets.push(terminal);
      terminal.say(msgId.heartbeat, emptyMessage);
      await until(() => terminal.closed || terminal.answers.length > 0, slowMs);
      return terminal.closed ? named() : terminal;
    };
    const terminal = await named();
    const before = gateway.stats().refused.nameless;
    const silent = await open();
    await until(silent.isClosed, slowMs);
    expect(gateway.stats().refused.nameless).toBe(before + 1);
    terminal.say(msgId.heartbeat, emptyMessage);
    await terminal.heard(2);
    expect(terminal.closed).toBe(false);
  });

  it('of one address are few as long as they name no terminal that is known', async () => {
    gateway = await testGateway({ maxStrangers: 3, heldMs: 50 });
    gateway.store.add(phone);
    const known = await Terminal.connect(gateway.port, phone);
    sockets.push(known);
    known.say(msgId.heartbeat, emptyMessage);
    await known.heard(1);
    const [first] = [await open(), await open(), await open()];
    const fourth = await open();
    await until(() => fourth.isClosed());
    expect(gateway.stats().refused.crowded).toBe(1);
    first?.socket.destroy();
    await until(() => gateway.stats().connections === 3);
    const next = await open();
    await until(() => gateway.stats().connections === 4);
    expect(next.isClosed()).toBe(false);
  });

  it('of an address that floods are slowed, then cut, while others are answered', async () => {
    gateway = await testGateway({ restMs: 50, heldMs: 50 });
    gateway.store.add(phone);
    const good = await Terminal.connect(gateway.port, phone, '2013', '127.0.0.2');
    sockets.push(good);
    const shorts = Buffer.from('7e0102037e'.repeat(30), 'hex');
    const flood = async (): Promise<boolean> => {
      const { socket, isClosed } = await open();
      socket.write(shorts);
      await until(isClosed);
      return gateway.stats().refused.crowded > 0;
    };
    let rounds = 0;
    while (!(await flood())) rounds++;
    // 2,000 frames, each connection being cut after its 30
    expect(rounds).toBeGreaterThan(60);
    expect(rounds).toBeLessThan(90);
    good.say(msgId.heartbeat, emptyMessage);
    await good.heard(1);
    expect(gateway.stats().connections).toBe(1);
  });

  it.each([
    ['reports that it may not make', msgId.heartbeat, emptyMessage],
    ['codes that are wrong', msgId.auth, { code: 'x', imei: '', softwareVersion: '' }],
  ] as const)('by which a number off a sticker sends %s are cut, as a stranger is', async (_, id, body) => {
    gateway = await testGateway({ restMs: 20, maxStrangers: 2, heldMs: 50 });
    gateway.store.add(phone, { policy: 'strict', authCode: 'right' });
    const flood = async (): Promise<void> => {
      const socket = await Terminal.connect(gateway.port, phone, '2013', '127.0.0.2');
      sockets.push(socket);
      for (let i = 0; i < 3_000; i++) socket.say(id, body);
      await until(() => socket.closed);
    };
    while (gateway.stats().refused.flood + gateway.stats().refused.crowded === 0) await flood();
    // known by its number alone it stays a stranger of its address
    await until(() => gateway.stats().connections === 0);
    const [first, second, third] = [await open(), await open(), await open()];
    first.socket.write(Buffer.alloc(0));
    await until(() => third.isClosed());
    expect(second.isClosed()).toBe(false);
    // who is let in has a place of his own
    const good = await Terminal.connect(gateway.port, phone, '2013', '127.0.0.3');
    sockets.push(good);
    good.say(msgId.auth, { code: 'right', imei: '', softwareVersion: '' });
    await good.heard(1);
    for (const { socket } of [first, second]) socket.destroy();
  });

  it('of a fleet that is set badly do not cut the address that it shares with others', async () => {
    gateway = await testGateway();
    gateway.store.add(phone, { policy: 'strict', authCode: 'right' });
    const fleet = await Terminal.connect(gateway.port, phone);
    sockets.push(fleet);
    for (let i = 0; i < 300; i++) {
      const number = String(13_700_000_000 + i);
      gateway.store.add(number, { policy: 'strict', authCode: 'other' });
      for (let k = 0; k < 8; k++) fleet.say(msgId.heartbeat, emptyMessage, number);
    }
    await fleet.heard(2_400);
    expect(gateway.stats().refused).toMatchObject({ notAuthenticated: 2_400, flood: 0 });
    const good = await Terminal.connect(gateway.port, phone);
    sockets.push(good);
    good.say(msgId.auth, { code: 'right', imei: '', softwareVersion: '' });
    await good.heard(1);
    expect(gateway.stats().refused.crowded).toBe(0);
  });

  it('damaged frames behind the number of a sticker are cut too', async () => {
    gateway = await testGateway({ restMs: 20 });
    gateway.store.add(phone, { policy: 'strict', authCode: 'right' });
    const terminal = await Terminal.connect(gateway.port, phone, '2013', '127.0.0.2');
    sockets.push(terminal);
    const whole = encodeMessage(msgId.heartbeat, { phone, serial: 1, version: '2013' }, emptyMessage);
    const bad = Uint8Array.from(whole);
    // its serial, not its number
    bad[11] = (bad[11] ?? 0) ^ 2;
    // one good frame between them, so that they are never many in a row
    const mixed = Buffer.concat(Array.from({ length: 4_000 }, (_, n) => (n % 10 === 0 ? whole : bad)));
    terminal.write(mixed);
    await until(() => terminal.closed);
    expect(gateway.stats().refused.flood).toBe(1);
  });

  it('that send bytes without the end of a frame, and numbers that nobody knows without end, are cut', async () => {
    gateway = await testGateway({ restMs: 20 });
    const { socket, isClosed } = await open();
    socket.write(Buffer.alloc(70_000, 0x41));
    await until(isClosed);
    expect(gateway.stats().refused.flood).toBe(1);
    const stranger = await Terminal.connect(gateway.port, '15000000000', '2013', '127.0.0.2');
    sockets.push(stranger);
    for (let i = 0; i < 3_000; i++) stranger.say(msgId.heartbeat, emptyMessage);
    await until(() => stranger.closed);
    // of those that come together the first are answered
    expect(stranger.results.length).toBeLessThan(400);
    expect(gateway.stats().refused.flood).toBe(2);
  });
});
