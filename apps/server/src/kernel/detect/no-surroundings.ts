import { kernelDefaults } from '../settings';
import { noShapes } from './place/shapes';
import type { Surroundings } from './types';

/** A vehicle of which nothing is known: no places, tanks, probes, calls or stops, in a company that keeps UTC. For detectors that need nothing else. */
export const noSurroundings: Surroundings = {
  zone: 'UTC',
  shapes: noShapes,
  tanks: new Map(),
  tankCapacityL: null,
  oil: new Map(),
  refLPer100Km: null,
  trip: null,
  probes: [],
  settings: kernelDefaults,
  air: null,
  calls: [],
  stops: [],
  entered: [],
  driverId: null,
  lockedDoors: new Set(),
};
