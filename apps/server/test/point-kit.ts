import fc from 'fast-check';
import { appendHot } from '../src/core/telemetry/hot';
import { packHours, type VehicleHour } from '../src/core/telemetry/hours/packing';
import type { StoredPoint } from '../src/core/telemetry/stored-point';
import { figuresOf } from '../src/modules/watch/track/figures';
import type { TestDb } from './test-db';

/** As the worker computes them. */
export { figuresOf };

/** Stores points as the stream does: one transaction. */
export async function append(db: TestDb, points: readonly StoredPoint[], now = Date.now()): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await appendHot(client, points, now);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export const pack = (db: TestDb, items: readonly VehicleHour[]): Promise<number> =>
  db.systemDb.transaction().execute((trx) => packHours(trx, items, figuresOf));

/** A located point, standing in Shanghai, unless said otherwise. */
export const storedAt = (
  who: { vehicleId: string | null; deviceId: string; clientId: string },
  t: number,
  more: Partial<StoredPoint> = {},
): StoredPoint => ({
  ...who,
  t,
  receiveTime: t + 500,
  lng: 121.4737,
  lat: 31.2304,
  altitudeM: 5,
  speedKmh: 0,
  directionDeg: 90,
  flags: 3,
  odometerM: null,
  alarmBits: 0,
  statusBits: 3,
  tempC: null,
  humPct: null,
  fuelL: null,
  doors: null,
  extra: null,
  rawItems: null,
  ...more,
});

const real = fc
  .oneof(
    fc.integer({ min: -600, max: 800 }).map((n) => Math.fround(n / 10)),
    fc.float({ min: -1e6, max: 1e6, noNaN: true }),
  )
  .map((n) => n + 0);
const channel = fc.option(fc.array(fc.option(real), { maxLength: 4 }));
const word = fc.integer({ min: 0, max: 0xffffffff });

/** Any content that a report can have in the table. */
export const content: fc.Arbitrary<Partial<StoredPoint>> = fc.record({
  receiveTime: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }).map((n) => n + 0),
  lat: fc.integer({ min: -90e6, max: 90e6 }).map((n) => n / 1e6 + 0),
  altitudeM: fc.integer({ min: -32768, max: 32767 }),
  speedKmh: real,
  directionDeg: fc.integer({ min: 0, max: 359 }),
  flags: fc.integer({ min: 0, max: 31 }),
  odometerM: fc.option(fc.integer({ min: 0, max: 1e12 })),
  alarmBits: word,
  statusBits: word,
  tempC: channel,
  humPct: channel,
  fuelL: channel,
  doors: fc.option(fc.integer({ min: 0, max: 0x3fff })),
  extra: fc.option(
    fc.dictionary(
      fc.constantFrom('signal', 'reeferOn', 'safety', 'extVoltageV'),
      fc.oneof(fc.integer(), fc.boolean(), fc.constant([{ item: 100, identifier: 'a\\b\t"' }])),
      { noNullPrototype: true },
    ),
  ),
  rawItems: fc.option(fc.uint8Array({ minLength: 1, maxLength: 9 }).map((b) => Buffer.from(b).toString('hex'))),
});
