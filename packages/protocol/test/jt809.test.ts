import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { encodeFrame809, type Message809, Splitter809, scrambleBody } from '../src/jt809/frame';
import {
  decodeLatePositions809,
  decodeLogin809,
  decodeLoginAnswer809,
  decodeOfVehicle809,
  decodePosition809,
  decodeWarn809,
  encodeLatePositions809,
  encodeLogin809,
  encodeLoginAnswer809,
  encodeOfVehicle809,
  encodePosition809,
  encodeWarn809,
  type Position809,
} from '../src/jt809/messages';

const login: Message809 = { serial: 133, id: 0x1001, centerId: 20_180_920, key: null, body: new Uint8Array(0) };
const position: Position809 = {
  shifted: false,
  t: Date.parse('2012-07-19T15:15:15+08:00'),
  lng: 133.123456,
  lat: 24.123456,
  speedKmh: 50,
  recorderSpeedKmh: 51,
  mileageKm: 150,
  directionDeg: 45,
  altitudeM: 45,
  state: 3,
  alarm: 257,
};

describe('frames of JT/T 809', () => {
  it('a frame is what the standard says, byte by byte', () => {
    const body = encodeLogin809({ userId: 20_180_920, password: '20180920', downIp: '127.0.0.1', downPort: 809 });
    const hex = toHex(encodeFrame809({ ...login, body }));
    const header = ['5b', '00000048', '00000085', '1001', '0133efb8', '010000', '00', '00000000'].join('');
    expect(hex.slice(0, header.length)).toBe(header);
    expect(hex.slice(header.length, -6)).toBe(
      `0133efb8${'3230313830393230'}${'3132372e302e302e31'.padEnd(64, '0')}0329`,
    );
    expect(hex.endsWith('5d')).toBe(true);
    expect(new Splitter809().push(fromHex(hex))).toEqual([{ ...login, body }]);
  });

  it('delimiters and escapes inside are escaped, each by its own pair', () => {
    const body = Uint8Array.of(0x5b, 0x5a, 0x5d, 0x5e);
    const wire = encodeFrame809({ ...login, body });
    expect(toHex(wire)).toContain('5a015a025e015e02');
    expect(wire.filter((byte) => byte === 0x5b || byte === 0x5d)).toHaveLength(2);
    expect(new Splitter809().push(wire)[0]?.body).toEqual(body);
  });

  it('a scrambled body is the numbers of the key, and comes back', () => {
    const scramble = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 };
    // 20,000,000 * (256178 mod 30,000,000) + 20,000,000 = ...d279ee00 in 32 bits: the first mask is its bits 20-27
    const state = Number((20_000_000n * 256_178n + 20_000_000n) & 0xffffffffn);
    expect(scrambleBody(Uint8Array.of(0), 256_178, scramble)[0]).toBe((state >>> 20) & 0xff);
    const body = encodeLoginAnswer809(0, 7);
    const wire = encodeFrame809({ ...login, key: 256_178, body }, scramble);
    expect(new Splitter809(scramble).push(wire)).toEqual([{ ...login, key: 256_178, body }]);
    // without the constants nobody can read it
    const blind = new Splitter809();
    expect([blind.push(wire), blind.refused]).toEqual([[], 1]);
  });

  it('any messages in any pieces come out as they went in, and damage takes one message only', () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 40 }), (bodies, piece) => {
        const wire = bodies.flatMap((body, i) => [...encodeFrame809({ ...login, serial: i, body })]);
        const splitter = new Splitter809();
        const out: Message809[] = [];
        for (let at = 0; at < wire.length; at += piece)
          out.push(...splitter.push(Uint8Array.from(wire.slice(at, at + piece))));
        expect(out.map(({ body }) => [...body])).toEqual(bodies.map((body) => [...body]));
        expect(splitter.refused).toBe(0);
      }),
      { numRuns: 60 },
    );
    const good = encodeFrame809({ ...login, body: Uint8Array.of(1, 2, 3) });
    const bad = good.slice();
    bad[10] = (bad[10] ?? 0) ^ 0x11;
    const splitter = new Splitter809();
    expect(splitter.push(Uint8Array.from([0x33, ...bad, ...good]))).toHaveLength(1);
    expect(splitter.refused).toBe(2);
  });
});

describe('messages of JT/T 809', () => {
  it('a position takes 36 bytes, its time is of China', () => {
    const hex = toHex(encodePosition809(position));
    expect(hex).toBe('00130707dc0f0f0f07ef4d80017018400032003300000096002d002d0000000300000101');
    expect(decodePosition809(fromHex(hex))).toEqual(position);
  });

  it('a position travels inside of its vehicle', () => {
    const body = encodePosition809(position);
    const data = encodeOfVehicle809({ plateNo: '沪A12345', color: 2, id: 0x1202, body });
    expect(data).toHaveLength(21 + 1 + 2 + 4 + 36);
    expect(decodeOfVehicle809(data)).toEqual({ plateNo: '沪A12345', color: 2, id: 0x1202, body });
  });

  it('late positions travel five at a time at most', () => {
    const list = [position, { ...position, t: position.t + 30_000, shifted: true }];
    expect(decodeLatePositions809(encodeLatePositions809(list))).toEqual(list);
    expect(() => encodeLatePositions809([])).toThrow(RangeError);
    expect(() => encodeLatePositions809(Array.from({ length: 6 }, () => position))).toThrow(RangeError);
  });

  it('login, its answer and alarms come back as they were', () => {
    const asked = { userId: 7, password: 'a1b2', downIp: '', downPort: 0 };
    expect(decodeLogin809(encodeLogin809(asked))).toEqual(asked);
    expect(decodeLoginAnswer809(encodeLoginAnswer809(4, 0xfffffffe))).toEqual({ result: 4, verifyCode: 0xfffffffe });
    const warn = { source: 2, type: 14, t: 1_537_920_000_000, infoId: 3344, text: '超温报警 -9.5℃' };
    expect(decodeWarn809(encodeWarn809(warn))).toEqual(warn);
  });
});
