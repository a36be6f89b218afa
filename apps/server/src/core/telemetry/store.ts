import type { AtWish, Box, FixAt } from './at-time';
import type { FiguresOf, PackingDone } from './packing';
import type { PageWish, PointPage } from './page';
import type { ReadWish } from './read';
import type { StoredPoint } from './stored-point';

/**
 * Where positions lie (design.md decision 6). Keys begin with the vehicle, so that a store spread over machines can put a vehicle on one of
 * them. What a driver has to keep is `conformance.ts`; the one driver today is `pgTelemetry`.
 */
export interface TelemetryStore {
  /** Resolves when the points are safe. A point is its device and its time: the first one stays, a located one replaces one without a fix. */
  append(points: readonly StoredPoint[], now: number): Promise<void>;
  /** Points in order of time, whatever order they came in and however they lie. */
  read(wish: ReadWish): Promise<Map<string, StoredPoint[]>>;
  count(range: { vehicleId: string; from: number; to: number }): Promise<number>;
  page(wish: PageWish): Promise<PointPage>;
  nearestAt(
    wish: AtWish & { lng: number; lat: number; limit: number; radiusM?: number },
  ): Promise<Array<FixAt & { distanceM: number }>>;
  insideAt(wish: AtWish & { box: Box; inside: (lng: number, lat: number) => boolean }): Promise<FixAt[]>;
  /** Brings what is old enough into its small form; nothing that is read changes. */
  pack(figuresOf: FiguresOf, now: number, budgetMs: number): Promise<PackingDone>;
  /** Forgets what no company keeps any longer. */
  dropOld(now: number): Promise<void>;
}
