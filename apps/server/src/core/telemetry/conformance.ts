import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import { beforeAll, describe, expect, it } from 'vitest';
import { hourOf } from './hours/ages';
import type { FiguresOf } from './hours/packing';
import type { TelemetryStore } from './store';
import type { StoredPoint } from './stored-point';

export interface StoreUnderTest {
  store: TelemetryStore;
  /** a vehicle of a company that keeps 13 months */
  vehicle(): Promise<{ vehicleId: string; deviceId: string; clientId: string }>;
  figuresOf: FiguresOf;
}

/** A store with what its tests need; `under` gives it once it was made. */
interface Kit {
  under(): StoreUnderTest;
  read(who: Who, from?: number, to?: number): Promise<StoredPoint[]>;
  pack(): Promise<unknown>;
}
type Who = Awaited<ReturnType<StoreUnderTest['vehicle']>>;

const now = Date.now();
const base = hourOf(now - 30 * hourMs);
const makePoint = (who: Who, t: number, more: Partial<StoredPoint> = {}): StoredPoint => ({
  ...who,
  ...{ t, receiveTime: t + 800, lng: 120, lat: 30, altitudeM: 9, speedKmh: 50, directionDeg: 10, flags: 3 },
  ...{ odometerM: 1000, alarmBits: 0, statusBits: 3, tempC: [4, null], humPct: null, fuelL: null, doors: 1 },
  ...{ extra: { signal: 20 }, rawItems: 'ff00' },
  ...more,
});
/** A report every 30 s for so many hours. */
const makeDrive = (who: Who, from: number, hours: number) =>
  Array.from({ length: hours * 120 }, (_, i) => makePoint(who, from + i * 30_000, { lng: 120 + i / 1000 }));

/** The rules that every implementation of the telemetry store must keep, as tests; each implementation's test runs them. */
export function telemetryConformance(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the promises of a telemetry store`, () => {
    let made: StoreUnderTest;
    beforeAll(async () => {
      made = await make();
    });
    const kit: Kit = {
      under: () => made,
      read: async (who, from = base - dayMs, to = now) =>
        (await made.store.read({ vehicleIds: [who.vehicleId], from, to, wanted: 'all' })).get(who.vehicleId) ?? [],
      pack: () => made.store.pack(made.figuresOf, now + hourMs, 60_000),
    };
    testTracks(kit);
    testPages(kit);
    testPlaces(kit);
    testMoments(kit);
    testKeeping(kit);
  });
}

/** Points are stored once, and a track is the same whatever order its points came in. */
function testTracks({ under, read, pack }: Kit): void {
  it('keeps equal reports once, and merges different ones of one second: nothing that a terminal said is lost', async () => {
    const v = await under().vehicle();
    const event = (identifier: string) => ({ item: 0x64, identifier, t: base });
    const reports = [
      makePoint(v, base, { flags: 1, speedKmh: 0, lng: 0, lat: 0, alarmBits: 1, extra: { safety: [event('a')] } }),
      makePoint(v, base, {
        alarmBits: 2 ** 31,
        doors: 2,
        rawItems: 'e10101',
        extra: { safety: [event('b')], signal: 9 },
      }),
      makePoint(v, base, { alarmBits: 4, doors: 8, tempC: null, rawItems: 'e20102', extra: null, speedKmh: 40 }),
    ];
    const merged = {
      ...makePoint(v, base, { alarmBits: 2 ** 31 + 5, doors: 10, speedKmh: 50, rawItems: 'e10101e20102ff00' }),
      tempC: [4, null],
      extra: { signal: 9, safety: [event('a'), event('b')], reports: expect.anything() },
    };
    const orders = [
      [0, 1, 2, 0],
      [2, 1, 0],
      [1, 1, 2, 2, 0],
    ];
    const found: unknown[] = [];
    for (const order of orders) {
      const w = await under().vehicle();
      for (const i of order) {
        await under().store.append([{ ...makePoint(w, base), ...reports[i], ...w, receiveTime: now + i }], now);
        if (order.length === 5) await pack();
      }
      const [point, ...more] = await read(w);
      expect(more).toEqual([]);
      expect({ ...point, ...v, receiveTime: base + 800 }).toEqual(merged);
      expect(point?.extra?.reports).toHaveLength(3);
      found.push(point?.extra?.reports);
      await pack();
      expect(await read(w)).toEqual([point]);
      // the same again changes nothing, also when the hour is packed already
      for (const i of order) await under().store.append([{ ...makePoint(w, base), ...reports[i], ...w }], now);
      expect(await read(w)).toEqual([point]);
      expect(await under().store.count({ vehicleId: w.vehicleId, from: base, to: base })).toBe(1);
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  it('gives the same track for every order of arrival, packed in between or not', async () => {
    const [v, w] = [await under().vehicle(), await under().vehicle()];
    const points = makeDrive(v, base, 3);
    await under().store.append(points, now);
    // the index is below the length
    const shuffled = points.map((_, i) => points[(i * 77) % points.length] as StoredPoint).map((p) => ({ ...p, ...w }));
    for (let i = 0; i < shuffled.length; i += 60) {
      await under().store.append(shuffled.slice(i, i + 90), now);
      if (i % 120 === 0) await pack();
    }
    expect((await read(w)).map((p) => ({ ...p, ...v }))).toEqual(await read(v));
    expect(await under().store.count({ vehicleId: w.vehicleId, from: base, to: base + 2 * hourMs - 1 })).toBe(240);
  });
}

/** Reading page by page. */
function testPages({ under, read, pack }: Kit): void {
  it('pages through a range without hole or repetition', async () => {
    const v = await under().vehicle();
    await under().store.append(makeDrive(v, base, 2), now);
    await pack();
    await under().store.append(
      makeDrive(v, base + 90 * 60_000, 2).map((p) => ({ ...p, t: p.t + 7000 })),
      now,
    );
    const seen: number[] = [];
    let next: Awaited<ReturnType<TelemetryStore['page']>>['next'] = null;
    do {
      const page = await under().store.page({
        vehicleId: v.vehicleId,
        from: base + 1,
        to: now,
        limit: 50,
        ...(next ? { after: next } : {}),
      });
      expect(page.points.length).toBeLessThanOrEqual(50);
      seen.push(...page.points.map((p) => p.t));
      next = page.next;
    } while (next);
    expect(seen).toEqual((await read(v, base + 1)).map((p) => p.t));
  });
}

/** Where vehicles were at a moment. */
function testPlaces({ under, pack }: Kit): void {
  it('knows who was nearest to a place, and who was inside an area, at a moment', async () => {
    const fleet = await Promise.all(Array.from({ length: 6 }, () => under().vehicle()));
    const ids = fleet.map((v) => v.vehicleId);
    const moment = base + 40 * 60_000;
    const places = fleet.map((_, i) => ({ lng: 116 + i / 10, lat: 40 }));
    await under().store.append(
      fleet.flatMap((v, i) => [
        makePoint(v, moment - 60_000, places[i]),
        makePoint(v, moment + 60_000, { lng: 80, lat: 40 }),
        makePoint(v, moment - 30_000, { flags: 1, lng: 0, lat: 0 }),
      ]),
      now,
    );
    const nearest = async () =>
      (
        await under().store.nearestAt({ vehicleIds: ids, at: moment, maxAgeMs: hourMs, lng: 116.31, lat: 40, limit: 3 })
      ).map((f) => [f.vehicleId, f.t, Math.round(f.distanceM)]);
    const inside = async () =>
      (
        await under().store.insideAt({
          vehicleIds: ids,
          at: moment,
          maxAgeMs: hourMs,
          box: { west: 116.05, south: 39, east: 116.45, north: 41 },
          inside: (lng) => lng !== 116.2,
        })
      )
        .map((f) => f.vehicleId)
        .sort();
    const far = (i: number) => Math.round(distanceM(116.31, 40, places[i]?.lng ?? 0, 40));
    const expected = [3, 4, 2].map((i) => [ids[i], moment - 60_000, far(i)]);
    const within = [1, 3, 4].map((i) => ids[i]).sort();
    expect(await nearest()).toEqual(expected);
    expect(await inside()).toEqual(within);
    await pack();
    expect(await nearest()).toEqual(expected);
    expect(await inside()).toEqual(within);
    // one of them moved on by a late report
    await under().store.append([makePoint(fleet[3] as Who, moment - 1000, { lng: 116.9, lat: 40 })], now);
    expect((await nearest()).map(([id]) => id)).toEqual([4, 2, 5].map((i) => ids[i]));
    expect(await inside()).toEqual([1, 4].map((i) => ids[i]).sort());
    expect(
      await under().store.nearestAt({
        vehicleIds: ids,
        at: moment + 5 * dayMs,
        maxAgeMs: hourMs,
        lng: 116,
        lat: 40,
        limit: 9,
      }),
    ).toEqual([]);
  });
}

/** Where a vehicle was at several moments, in one question. */
function testMoments({ under, pack }: Kit): void {
  it('finds the last fix before each of several moments, packed or not, in their order', async () => {
    const [v, silent] = [await under().vehicle(), await under().vehicle()];
    const at = base + 2 * hourMs;
    await under().store.append(
      [
        makePoint(v, at - hourMs, { lng: 121.1 }),
        makePoint(v, at - 60_000, { lng: 121.2 }),
        // a report without a fix says no place
        makePoint(v, at - 30_000, { lng: 0, lat: 0, flags: 1 }),
        makePoint(v, at + 60_000, { lng: 121.3 }),
      ],
      now,
    );
    const asked = [
      { vehicleId: v.vehicleId, at: at + 60_000 },
      { vehicleId: silent.vehicleId, at },
      { vehicleId: v.vehicleId, at },
      { vehicleId: v.vehicleId, at: at - 30 * 60_000 },
      { vehicleId: v.vehicleId, at: at - 2 * hourMs },
    ];
    const places = async () => (await under().store.fixesAt(asked, 2 * hourMs)).map((fix) => fix?.lng ?? null);
    const expected = [121.3, null, 121.2, 121.1, null];
    expect(await places()).toEqual(expected);
    await pack();
    expect(await places()).toEqual(expected);
    expect(await under().store.fixesAt([], hourMs)).toEqual([]);
  });
}

/** What is old is deleted. */
function testKeeping({ under, read }: Kit): void {
  it('forgets what is older than the company keeps, and nothing younger than half a year', async () => {
    const v = await under().vehicle();
    const ages = [500, 150, 3].map((days) => now - days * dayMs);
    await under().store.append(
      ages.map((t) => makePoint(v, t)),
      now,
    );
    await under().store.dropOld(now);
    expect((await read(v, 0)).map((p) => p.t)).toEqual(ages.slice(1));
  });
}
