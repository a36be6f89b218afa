import type { Shape } from '@tongda/geo/shape';

/** How the trips of a vehicle are separated (行程设置): by parkings of at least `gapMs`, from a start site to an end site, or by switching the engine off. */
export type TripRule =
  | { mode: 'gap'; gapMs: number; minMileageM: number | null }
  | { mode: 'power'; minMileageM: number | null }
  | { mode: 'site'; starts: ReadonlySet<string>; ends: ReadonlySet<string>; minMileageM: number | null };
/** Trips from site to site. */
export type SiteRule = Extract<TripRule, { mode: 'site' }>;

/** The ground of a waybill's stop: the drawn ground of its place, or a circle around its address. */
export interface StopFence {
  stopId: string;
  /** the waybill it belongs to, and whether it is the last stop */
  tripId: string;
  last: boolean;
  shape: Shape;
}

/** A departure from a stop (not the last one), or the arrival at the last one, as a user entered it. */
export interface EnteredCall {
  tripId: string;
  /** epoch ms */
  at: number;
  departs: boolean;
}
