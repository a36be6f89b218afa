import { hourMs } from '@tongda/contract/core/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append, content, pack, storedAt } from '../../../test/point-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { hourOf } from './hours/ages';
import { countLate, countPoints, type ReadWish, readPoints } from './read';
import { isLocated, type StoredPoint } from './stored-point';
import { mergePoints, uniquePoints } from './unique';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const t0 = Date.UTC(2026, 5, 1, 22);
const hours = [0, 1, 2, 3].map((n) => t0 + n * hourMs);

type Who = Awaited<ReturnType<typeof makeVehicle>>;
const read = async (v: Who, wish: Omit<ReadWish, 'vehicleIds'>) =>
  (await readPoints(db.systemDb, { ...wish, vehicleIds: [v.vehicleId] })).get(v.vehicleId) ?? [];

/** What the table holds after these arrivals, were nothing ever packed. */
function stored(
  arrivals: readonly StoredPoint[],
  { from, to, neighbours }: Omit<ReadWish, 'vehicleIds'>,
): StoredPoint[] {
  const all = mergePoints(uniquePoints(arrivals), []);
  const inside = all.filter(({ t }) => t >= from && t <= to);
  if (!neighbours) return inside;
  const before = all.findLast((p) => p.t < from && p.t >= from - 3 * 24 * hourMs && isLocated(p));
  const after = all.find((p) => p.t > to && p.t <= to + 3 * 24 * hourMs && isLocated(p));
  return [...(before ? [before] : []), ...inside, ...(after ? [after] : [])];
}

/** A neighbour of the range is there for its place: what came of its second without a fix joins it when the hour is packed again. */
const shortOutside =
  ({ from, to }: { from: number; to: number }) =>
  (p: StoredPoint) => {
    const { deviceId, t, lng, lat, speedKmh } = p;
    return t >= from && t <= to ? p : { deviceId, t, lng, lat, speedKmh };
  };

/** A second of the four hours; few enough that the same one comes again. */
const moment = fc.nat({ max: 60 }).map((n) => t0 + n * 240_000);
const arrival = fc.record({ t: moment, second: fc.boolean(), more: content });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ store: fc.array(arrival, { minLength: 1, maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ pack: fc.subarray(hours, { minLength: 1 }) }) },
);

describe('the one reader', () => {
  it('answers the same whether points are hot, packed or half of each, in whatever order they came', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), moment, moment, async (steps, a, b) => {
        const v = await makeVehicle(db);
        const other = await makeVehicle(db);
        const arrivals: StoredPoint[] = [];
        for (const one of steps) {
          if ('pack' in one)
            await pack(
              db,
              one.pack.map((hour) => ({ vehicleId: v.vehicleId, hour })),
            );
          else {
            // a vehicle whose terminal is changed has points of two
            const points = one.store.map(({ t, second, more }) =>
              storedAt({ ...v, deviceId: second ? other.deviceId : v.deviceId }, t, more),
            );
            arrivals.push(...points);
            await append(db, points);
          }
        }
        const [from, to] = a < b ? [a, b] : [b, a];
        for (const neighbours of [false, true]) {
          const wish = { from, to, neighbours, wanted: 'all' as const };
          expect((await read(v, wish)).map(shortOutside(wish))).toStrictEqual(
            stored(arrivals, wish).map(shortOutside(wish)),
          );
        }
        for (const range of [
          { from, to },
          { from: t0, to: t0 + 4 * hourMs },
        ]) {
          const wish = { vehicleId: v.vehicleId, ...range };
          expect(await countPoints(db.systemDb, wish)).toBe(stored(arrivals, range).length);
          const late = stored(arrivals, range).filter(({ flags }) => (flags & 4) !== 0).length;
          expect(await countLate(db.systemDb, wish)).toEqual({ points: stored(arrivals, range).length, late });
        }
      }),
      { numRuns: 20 },
    );
  });

  it('reads several vehicles at once, and an unknown one without points', async () => {
    const [a, b] = [await makeVehicle(db), await makeVehicle(db)];
    await append(db, [storedAt(a, t0), storedAt(a, t0 + 1000), storedAt(b, t0 + 2000)]);
    await pack(db, [{ vehicleId: a.vehicleId, hour: t0 }]);
    const found = await readPoints(db.systemDb, {
      vehicleIds: [a.vehicleId, b.vehicleId, '999999999'],
      from: t0,
      to: t0 + hourMs,
    });
    expect([...found].map(([id, points]) => [id, points.map((p) => p.t - t0)])).toEqual([
      [a.vehicleId, [0, 1000]],
      [b.vehicleId, [2000]],
      ['999999999', []],
    ]);
  });

  it('shows a tenant the packed hours of its own and of shared vehicles, and nobody else’s', async () => {
    const [a, b] = [await makeVehicle(db), await makeVehicle(db)];
    await append(db, [storedAt(a, t0), storedAt(b, t0)]);
    await pack(
      db,
      [a, b].map(({ vehicleId }) => ({ vehicleId, hour: hourOf(t0) })),
    );
    const seen = await db.withTenant({ clientId: a.clientId, provider: false }, (trx) =>
      readPoints(trx, { vehicleIds: [a.vehicleId, b.vehicleId], from: t0, to: t0 }),
    );
    expect([...seen].map(([id, points]) => [id, points.length])).toEqual([
      [a.vehicleId, 1],
      [b.vehicleId, 0],
    ]);
    await expect(
      db.withTenant({ clientId: a.clientId, provider: false }, (trx) => trx.deleteFrom('position_hour').execute()),
    ).rejects.toThrow(/permission denied/u);
  });
});
