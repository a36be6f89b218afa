import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredPoint } from '../stored-point';
import { packPoints, unpackPoints } from './pack';

const real = fc.oneof(
  fc.integer({ min: -600, max: 800 }).map((n) => Math.fround(n / 10)),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
);
const channel = fc.option(fc.array(fc.option(real), { maxLength: 5 }));
const whole = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const degrees = (max: number) =>
  fc.oneof(
    fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((n) => n / 1e6),
    fc.double({ min: -max, max, noNaN: true }),
  );
const json = fc.oneof(
  fc.integer({ min: -300, max: 3000 }).map((n) => n / 10),
  fc.boolean(),
  fc.jsonValue(),
);
const point: fc.Arbitrary<StoredPoint> = fc.record({
  deviceId: fc.constantFrom('1', '2', '9007199254740993'),
  vehicleId: fc.constant('7'),
  clientId: fc.constantFrom('1001', '1002'),
  t: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 0, 1) }),
  receiveTime: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 0, 1) }),
  lng: degrees(180),
  lat: degrees(90),
  altitudeM: fc.integer({ min: -32768, max: 32767 }),
  speedKmh: real,
  directionDeg: whole(9),
  flags: whole(5),
  odometerM: fc.option(fc.maxSafeNat()),
  alarmBits: fc.integer({ min: 0, max: 0xffffffff }),
  statusBits: fc.integer({ min: 0, max: 0xffffffff }),
  tempC: channel,
  humPct: channel,
  fuelL: channel,
  doors: fc.option(whole(14)),
  extra: fc.option(fc.dictionary(fc.constantFrom('signal', 'satellites', 'safety', 'extVoltageV'), json)),
  rawItems: fc.option(fc.uint8Array({ minLength: 1, maxLength: 20 }).map((b) => Buffer.from(b).toString('hex'))),
});

describe('packed hours', () => {
  it('hold every value exactly, whatever it is and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        // JSON has no -0
        const expected = points.map((p) => ({ ...p, extra: JSON.parse(JSON.stringify(p.extra)) }));
        expect(unpackPoints(packPoints(expected), '7')).toStrictEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('hold the numbers that tempt a packer to round', () => {
    const odd = [0, -0, 0.1, 1 / 3, 1e-7, 123.4567891, 121.473701, 1e300, Number.MAX_SAFE_INTEGER, 2 ** -1074];
    const base = fc.sample(point, 1)[0] as StoredPoint;
    const points = odd.map((n, i) => ({
      ...base,
      t: i,
      lng: n,
      speedKmh: Math.fround(n),
      odometerM: Math.trunc(Math.abs(n)) < 2 ** 53 ? Math.trunc(Math.abs(n)) : null,
      tempC: [Math.fround(n), null],
      extra: { n: Object.is(n, -0) ? 0 : n },
      rawItems: null,
    }));
    expect(unpackPoints(packPoints(points), '7')).toStrictEqual(points);
  });

  it('are refused in a format of the future, and when they are cut off', () => {
    const body = packPoints(fc.sample(point, 5));
    expect(() => unpackPoints(Buffer.concat([Buffer.of(2), body.subarray(1)]), '7')).toThrow('format 2');
    expect(() => unpackPoints(body.subarray(0, body.length - 3), '7')).toThrow();
  });

  it('leave out what a track does not need when they are read for one', () => {
    const points = fc.sample(point, 20);
    const short = unpackPoints(packPoints(points), '7', false);
    expect(short).toStrictEqual(
      points.map((p) => ({ ...p, extra: null, altitudeM: 0, statusBits: 0, rawItems: null })),
    );
  });
});
