import type { LngLat } from '@tongda/geo/types';

/** A way by road; lengths m, times minutes, one leg from each of the asked positions to the next. */
export interface RoadWay {
  path: LngLat[];
  distanceM: number;
  driveMin: number;
  legs: Array<{ distanceM: number; driveMin: number }>;
}
/** Roads that a way may keep off. */
export type Avoided = 'toll' | 'motorway';

/** A routing engine. Every call may throw RoutingTrouble. */
export interface RoutingEngine {
  /** One way or several over these positions, the fastest first. Null: the engine cannot keep off such roads, or there is no way without them. */
  ways(stops: readonly LngLat[], avoided?: Avoided): Promise<RoadWay[] | null>;
  /** Length and time between any two of the positions; undefined: no way. */
  matrix(
    stops: readonly LngLat[],
  ): Promise<(from: number, to: number) => { distanceM: number; driveMin: number } | undefined>;
}

/** The engine does not answer, or knows no way: the sentence is for the user. `offRoad` is a position too far from any road. */
export class RoutingTrouble extends Error {
  constructor(
    message: string,
    readonly offRoad = false,
  ) {
    super(message);
  }
}
