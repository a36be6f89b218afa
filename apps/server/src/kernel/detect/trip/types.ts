import type { Shape } from '@tongda/geo/shape';

/** How trips of a vehicle are told apart (行程设置, report.md 2.6). */
export type TripRule =
  | { mode: 'gap'; gapMs: number; minMileageM: number | null }
  | { mode: 'site'; starts: ReadonlySet<string>; ends: ReadonlySet<string>; minMileageM: number | null };
/** The way of telling trips apart by the sites where they begin and end. */
export type SiteRule = Extract<TripRule, { mode: 'site' }>;

/** The ground of a stop of a trip that the vehicle is to make about now: the drawn one of its place, or a circle around an address. */
export interface StopFence {
  stopId: string;
  /** waybill that it belongs to, and whether the trip ends there */
  tripId: string;
  last: boolean;
  shape: Shape;
}

/** A departure (from a stop that is not the last) or the arrival at the last one, as somebody entered it. */
export interface EnteredCall {
  tripId: string;
  /** epoch ms */
  at: number;
  departs: boolean;
}
