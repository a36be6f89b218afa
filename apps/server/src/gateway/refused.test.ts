import { encodeBody, encodeFrame, encodeMessage, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import { wrapFrame } from '@tongda/protocol/jt808/frame';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { FakeBus, FakeStore, registration, shanghai, Terminal, until } from '../../test/gateway-kit';
import { type RunningGateway, startGateway } from './listeners';
import type { GatewayOptions } from './server';
import type { Refused } from './stats';

/** Whatever is wrong with a frame: it counts once, under the first reason that holds, and the log stays short. */
const t0 = Date.UTC(2026, 10, 21, 3);
const running: RunningGateway[] = [];
const terminals: Terminal[] = [];

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const gateway of running.splice(0)) await gateway.stop();
});

async function start(options: Partial<GatewayOptions> = {}) {
  const [bus, store, metrics] = [new FakeBus(), new FakeStore(), new Registry()];
  const lines: string[] = [];
  const note = (_: unknown, message: string): number => lines.push(message);
  const log = { info: note, warn: note, error: note };
  const host = { port: 0, host: '127.0.0.1' };
  const ways = { ...host, udpPort: 0 };
  const gateway = await startGateway({ ...ways, bus, store, log, metrics, options: { now: () => t0, ...options } });
  running.push(gateway);
  /** gateway_refused_total as Prometheus reads it, without the reasons that did not occur */
  const refused = async (): Promise<Record<string, number>> => {
    const { values = [] } = (await metrics.getSingleMetric('gateway_refused_total')?.get()) ?? {};
    return Object.fromEntries(values.filter(({ value }) => value > 0).map((v) => [v.labels.reason, v.value]));
  };
  const join = async (phone: string): Promise<Terminal> => {
    const terminal = await Terminal.connect(gateway.port, phone);
    terminals.push(terminal);
    return terminal;
  };
  return { gateway, bus, store, lines, refused, join };
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Numbers that look random and are the same in every run (Park and Miller). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface Nasty {
  why: Refused;
  wire: Uint8Array;
}

/** One frame of everything that is refused of a terminal whose phone is `phone`, with the reason; `strict` has yet to authenticate. */
function nastyFrames(phone: string, strict: string): Nasty[] {
  let serial = 0;
  const frame = (id: number, body: Uint8Array, more: { phone?: string; encryption?: number } = {}): Uint8Array =>
    encodeFrame({ phone, version: '2013', serial: serial++, msgId: id, body, ...more });
  const good = encodeBody(msgId.location, shanghai(t0), '2013');
  const undated = Uint8Array.from(good);
  undated[23] = 0x13;
  const item = (body: Uint8Array): number[] => [0, body.length, ...body];
  const batch = (...items: number[][]): Uint8Array =>
    frame(msgId.locationBatch, Uint8Array.from([0, items.length, 0, ...items.flat()]));
  // the last byte before the mark is the checksum
  const flawed = (wire: Uint8Array): Uint8Array => wire.map((byte, i) => (i === wire.length - 2 ? byte ^ 1 : byte));
  const between = (...bytes: number[]): Uint8Array => Uint8Array.of(0x7e, ...bytes, 0x7e);
  const cut = (id: MsgId): Nasty => ({ why: 'damaged', wire: frame(id, Uint8Array.of(1)) });
  const from = { phone: strict, version: '2013' } as const;
  return [
    { why: 'frame', wire: between(1, 2, 3) },
    { why: 'frame', wire: between(...new Array<number>(5_000).fill(0x41)) },
    { why: 'frame', wire: between(...new Array<number>(20).fill(0x41), 0x7d, 0x05, 0x41) },
    // says that its body has 9 bytes, and has none
    { why: 'header', wire: wrapFrame(Uint8Array.of(0, 2, 0, 9, 1, 0x38, 0, 0x13, 0x80, 0, 0, 1)) },
    { why: 'checksum', wire: flawed(frame(msgId.heartbeat, new Uint8Array())) },
    { why: 'checksum', wire: flawed(frame(msgId.heartbeat, new Uint8Array(), { phone: '15900000000' })) },
    { why: 'unknownTerminal', wire: frame(msgId.location, good, { phone: '15900000001' }) },
    { why: 'unsupported', wire: frame(0x0f01, good) },
    { why: 'unsupported', wire: frame(msgId.location, good, { encryption: 1 }) },
    { why: 'impossibleDate', wire: frame(msgId.location, undated) },
    { why: 'impossibleDate', wire: batch(item(undated), item(good), item(undated)) },
    // wrong in two ways, and in some of its points only
    { why: 'damaged', wire: batch(item(undated), item(good), item(good.subarray(0, 20))) },
    { why: 'damaged', wire: batch(item(good.subarray(0, 20)), item(undated)) },
    cut(msgId.location),
    cut(msgId.locationBatch),
    cut(msgId.driverCard),
    cut(msgId.register),
    cut(msgId.mediaData),
    cut(msgId.parameters),
    {
      why: 'notKept',
      wire: frame(msgId.terminalResend, encodeBody(msgId.terminalResend, { firstSerial: 7, packages: [1] }, '2013')),
    },
    { why: 'notAuthenticated', wire: frame(msgId.location, good, { phone: strict }) },
    {
      why: 'wrongCode',
      wire: encodeMessage(msgId.auth, { ...from, serial: 1 }, { code: 'wrong', imei: '', softwareVersion: '' }),
    },
    { why: 'alreadyRegistered', wire: encodeMessage(msgId.register, { ...from, serial: 2 }, registration) },
  ];
}

it('every refused frame is counted once by its reason, however the bytes arrive, and the log stays short', async () => {
  const { gateway, bus, store, lines, refused, join } = await start({ restMs: 1, maxGarbage: 1_000 });
  const roll = dice(808);
  const expected: Record<string, number> = {};
  let valid = 0;
  for (let round = 0; round < 30; round++) {
    const [phone, strict] = [String(13_800_000_000 + round), String(13_900_000_000 + round)];
    store.add(phone);
    store.add(strict, { policy: 'strict', authCode: 'right' });
    const terminal = await join(phone);
    const nasty = nastyFrames(phone, strict);
    for (const { why } of nasty) expected[why] = (expected[why] ?? 0) + 1;
    const wires = nasty.map(({ wire }) => wire);
    // what is right stands between them and is not counted
    for (let n = 0; n < 5; n++, valid++) wires.push(terminal.encode(msgId.heartbeat, emptyMessage));
    const bytes = Buffer.concat(
      wires
        .map((wire) => ({ wire, at: roll(1e6) }))
        .sort((a, b) => a.at - b.at)
        .map((w) => w.wire),
    );
    for (let at = 0; at < bytes.length; ) {
      const length = 1 + roll(roll(3) === 0 ? 4_000 : 60);
      terminal.write(bytes.subarray(at, at + length));
      at += length;
    }
  }
  await until(() => gateway.stats().heartbeats === valid && sumOf(gateway.stats().refused) >= sumOf(expected));
  // the points of the batches that were taken in part: two a terminal
  await until(() => gateway.stats().inFlight === 0 && bus.positions.length === 60);
  expect(await refused()).toEqual(expected);
  expect(lines).toEqual(['gateway listens']);

  bus.fail = true;
  const terminal = await join('13800000000');
  const body = encodeBody(msgId.location, shanghai(t0), '2013');
  const undated = Uint8Array.from(body);
  undated[23] = 0x13;
  for (let n = 0; n < 500; n++) terminal.say(msgId.location, shanghai(t0 + n * 1_000));
  const partly = Uint8Array.from([0, 2, 0, 0, undated.length, ...undated, 0, body.length, ...body]);
  const frame = { phone: terminal.phone, version: '2013', serial: 900, msgId: msgId.locationBatch } as const;
  terminal.write(encodeFrame({ ...frame, body: partly }));
  await terminal.heard(501);
  expect(await refused()).toEqual({ ...expected, notStored: 501 });
  // one line in five seconds, however long a loaded machine takes for the 501
  expect([...new Set(lines)]).toEqual(['gateway listens', 'points not stored']);
  expect(lines.length).toBeLessThan(5);
});

it('the same holds for datagrams, with those that have no frame at all or end in the middle of one', async () => {
  const { gateway, store, lines, refused } = await start();
  const [phone, strict] = ['13800000000', '13900000000'];
  store.add(phone);
  store.add(strict, { policy: 'strict', authCode: 'right' });
  const terminal = await Terminal.overUdp(gateway.udpPort ?? 0, phone);
  terminals.push(terminal);
  const nasty = nastyFrames(phone, strict);
  const half = terminal.encode(msgId.heartbeat, emptyMessage).subarray(0, 9);
  nasty.push({ why: 'frame', wire: Uint8Array.of(1, 2, 3) }, { why: 'frame', wire: half });
  const expected: Record<string, number> = {};
  for (const { why, wire } of nasty) {
    expected[why] = (expected[why] ?? 0) + 1;
    terminal.write(wire);
  }
  terminal.say(msgId.heartbeat, emptyMessage);
  await until(() => gateway.stats().heartbeats === 1 && sumOf(gateway.stats().refused) >= nasty.length);
  await until(() => gateway.stats().inFlight === 0);
  expect(await refused()).toEqual(expected);
  expect(lines).toEqual(['gateway listens']);
});

it('what is no frame counts, too, when the same bytes made its connection be cut', async () => {
  const { store, refused, join } = await start({ maxGarbage: 3 });
  const terminal = await join('13800138000');
  store.add(terminal.phone);
  terminal.say(msgId.heartbeat, emptyMessage);
  await terminal.heard(1);
  const wrong = terminal.encode(msgId.heartbeat, emptyMessage).map((byte, i) => (i === 12 ? byte ^ 1 : byte));
  terminal.write(Buffer.concat([wrong, Buffer.from('7e0102037e', 'hex'), wrong, wrong]));
  await until(() => terminal.closed);
  expect(await refused()).toEqual({ checksum: 3, frame: 1 });
});
