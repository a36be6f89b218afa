import { connect, type Socket } from 'node:net';
import { encodeFrame, encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { afterEach, expect, it } from 'vitest';
import { pause, shanghai, Terminal, type TestGateway, testGateway, until } from '../../test/gateway-kit';

/** Terminals that report as they should, and numbers of one that does not. */
const good = ['13800138000', '13800138001'];
const known = '13900139000';
const t0 = Date.UTC(2026, 10, 21, 3);
const REPORTS = 150;
const GARBAGE = 6_000;

const open: Array<{ end: () => void }> = [];
let gateway: TestGateway;
afterEach(async () => {
  for (const one of open.splice(0)) one.end();
  await gateway.stop();
});

/** Numbers from 0 to below 1, the same ones each time (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = numbersFrom(19);
const below = (most: number): number => Math.floor(random() * most);
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256));
const ids = Object.values(msgId);

const report = (phone: string): Uint8Array =>
  encodeMessage(msgId.location, { phone, serial: below(65_536), version: '2013' }, shanghai(t0));
/** Any message with any body. */
function anyMessage(phone: string): Uint8Array {
  const id = ids[below(ids.length)] ?? msgId.location;
  const version = below(2) === 0 ? ('2013' as const) : ('2019' as const);
  return encodeFrame({ phone, serial: below(65_536), version, msgId: id, body: bytes(below(200)) });
}
/** A report of a terminal that reports rightly, in which some bytes are others: its checksum is wrong. */
function damaged(phone: string): Uint8Array {
  const frame = Uint8Array.from(report(phone));
  const at = 14 + below(frame.length - 20);
  frame[at] = (frame[at] ?? 0) ^ 0x01;
  // neither a mark nor an escape comes or goes
  return frame.some((byte, i) => i > 0 && i < frame.length - 1 && (byte === 0x7e || byte === 0x7d)) ? bytes(1) : frame;
}
const kinds: ReadonlyArray<() => Uint8Array> = [
  () => bytes(below(120)),
  () => Uint8Array.of(0x7e, ...bytes(below(60)), 0x7e),
  () => anyMessage(known),
  () => anyMessage(String(13_000_000_000 + below(1_000))),
  () => report(known).subarray(0, below(30)),
  () => damaged(good[below(good.length)] ?? ''),
  () => Uint8Array.of(0x30, 0x31, 0x63, 0x64, ...bytes(below(80))),
];

/** Sends garbage over connections that are opened anew when they are cut; answers how many pieces went. */
async function pour(port: number, isOver: () => boolean): Promise<number> {
  const sockets: Socket[] = [];
  const dial = (): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
    socket.on('error', () => undefined);
    open.push({ end: () => socket.destroy() });
    return socket;
  };
  let sent = 0;
  while (sent < GARBAGE && !isOver()) {
    for (let i = 0; i < 8; i++) {
      const socket = sockets[i];
      if (!socket || socket.destroyed) sockets[i] = dial();
      for (let n = 0; n < 10; n++, sent++) sockets[i]?.write(kinds[below(kinds.length)]?.() ?? '');
    }
    await pause(2);
  }
  return sent;
}

it('terminals that report rightly are answered and stored, each report once and in order, whatever others send beside them', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  gateway = await testGateway({ now: () => t0 + 600_000 });
  for (const phone of [...good, known]) gateway.store.add(phone);
  const terminals = await Promise.all(good.map((phone) => Terminal.connect(gateway.port, phone)));
  open.push(...terminals);
  let isOver = false;
  const poured = pour(gateway.port, () => isOver);
  for (let i = 0; i < REPORTS; i++) {
    for (const terminal of terminals) terminal.say(msgId.location, shanghai(t0 + i * 1_000));
    await pause(5);
  }
  await until(() => terminals.every(({ results }) => results.length >= REPORTS));
  isOver = true;
  expect(await poured).toBeGreaterThan(1_000);
  for (const terminal of terminals) {
    expect(terminal.closed).toBe(false);
    expect(terminal.results).toEqual(Array.from({ length: REPORTS }, (_, i) => `0200:${i}:0`));
    const stored = gateway.bus.positions.filter(({ deviceId }) => deviceId === `d${terminal.phone}`);
    expect(stored.map(({ deviceTime }) => deviceTime)).toEqual(
      Array.from({ length: REPORTS }, (_, i) => t0 + i * 1_000),
    );
  }
  const { refused } = gateway.stats();
  expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
  // nothing of it waits when its connections are gone
  for (const one of open.splice(0)) one.end();
  await until(() => gateway.stats().connections === 0);
  expect(gateway.stats()).toMatchObject({ inFlight: 0, terminals: 0 });
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
