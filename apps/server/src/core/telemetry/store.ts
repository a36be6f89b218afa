import type { AtWish, Box, FixAt, Moment } from './at-time';
import type { FiguresOf, PackingDone } from './hours/packing';
import type { PageWish, PointPage } from './page';
import type { ReadWish } from './read';
import type { StoredPoint } from './stored-point';

/**
 * The store of positions. New points are rows of `position`; when an hour has ended for some time, the points of a vehicle are packed into one row of
 * `position_hour`, about a twentieth of the size. Keys begin with the vehicle, so that a store spread over machines could put a vehicle on one of
 * them. The rules for implementations are the tests in `conformance.ts`; today the only one is `pgTelemetry`.
 */
export interface TelemetryStore {
  /** Resolves when the points are stored. A point is identified by device and time: the first one stays, but a located one replaces one without a fix. */
  append(points: readonly StoredPoint[], now: number): Promise<void>;
  /** Points by vehicle, in order of time, whatever order they came in and whether they are packed or not. */
  read(wish: ReadWish): Promise<Map<string, StoredPoint[]>>;
  count(range: { vehicleId: string; from: number; to: number }): Promise<number>;
  page(wish: PageWish): Promise<PointPage>;
  nearestAt(
    wish: AtWish & { lng: number; lat: number; limit: number; radiusM?: number },
  ): Promise<Array<FixAt & { distanceM: number }>>;
  insideAt(wish: AtWish & { box: Box; inside: (lng: number, lat: number) => boolean }): Promise<FixAt[]>;
  /** Where vehicles were at moments of their own, in the order of the moments; null where no fix of the last `maxAgeMs` is known. */
  fixesAt(moments: readonly Moment[], maxAgeMs: number): Promise<Array<FixAt | null>>;
  /** Packs what is old enough; what is read does not change. */
  pack(figuresOf: FiguresOf, now: number, budgetMs: number): Promise<PackingDone>;
  /** Deletes what is older than its company keeps. */
  dropOld(now: number): Promise<void>;
}
