import { impliedKmh, isJump, median, rejectionOf } from '../../motion/hygiene';
import { type Segment, segmentStep, type Walk, type WalkSettings, walkStart } from '../../motion/segments';
import type { Fix, TrackPoint } from '../../point';
import { clockWrong, type KernelSettings, kernelDefaults } from '../../settings';

/** What the fold remembers of the way so far: K1, K3 and K4 one report at a time. */
export interface DriveState {
  /** newest report of any kind */
  t: number | null;
  /** last intervals between reports, ms, newest last: the usual one decides what a gap is */
  steps: number[];
  /** their median */
  usualMs: number;
  /** speed of the fix before `fix` */
  beforeKmh: number | null;
  fix: Fix | null;
  /** too far from `fix` to be believed alone; the next one decides (K1) */
  held: Fix | null;
  walk: Walk;
  moving: boolean;
}

export const driveStart: DriveState = {
  t: null,
  steps: [],
  usualMs: 0,
  beforeKmh: null,
  fix: null,
  held: null,
  walk: walkStart,
  moving: false,
};

export interface DriveStep {
  state: DriveState;
  intervalMs: number;
  gapMaxMs: number;
  segments: ReadonlyArray<Segment<Fix>>;
}

/** Intervals that decide what is usual. */
const keptSteps = 9;
const noSegments: ReadonlyArray<Segment<Fix>> = [];

/** Whether a stored point takes part at all; the device's clock is the time axis, so an impossible one spoils everything. */
export const believable = (point: TrackPoint): boolean => !clockWrong(point.t, point.receiveTime);

/**
 * One report further. Over a track in order the segments are those of `segmentsOf(cleanTrack(…))` with the same gapMax; a fix that is far off
 * waits for its successor. Reports that are not newer than the last one are no business of the fold.
 */
export function driveStep(state: DriveState, point: TrackPoint, given: KernelSettings): DriveStep {
  const usual = state.usualMs;
  const gapMaxMs = given.gapMaxMs ?? Math.max(3 * usual, given.gapFloorMs);
  const step = state.t === null ? null : point.t - state.t;
  const steps = step === null ? state.steps : pushed(state.steps, step);
  const usualMs = steps === state.steps ? usual : median(steps);
  const { beforeKmh, held: heldBefore, walk, moving } = state;
  const next: DriveState = { t: point.t, steps, usualMs, beforeKmh, fix: state.fix, held: heldBefore, walk, moving };
  const intervalMs = usual > 0 ? usual : (step ?? 0);
  if (rejectionOf(point) !== null) return { state: next, intervalMs, gapMaxMs, segments: noSegments };
  const segments: Array<Segment<Fix>> = [];
  const settings = settingsOf(given, gapMaxMs);
  const fix = fixOf(point);
  const { held } = next;
  if (held && next.fix && !isJump(next.fix, held, fix, settings.speedMaxKmh)) accept(next, held, settings, segments);
  next.held = null;
  if (next.fix && impliedKmh(next.fix, fix) > settings.speedMaxKmh) next.held = fix;
  else accept(next, fix, settings, segments);
  return { state: next, intervalMs, gapMaxMs, segments };
}

/** the last ones that were asked for: a terminal keeps its interval */
let of: KernelSettings = kernelDefaults;
let known: WalkSettings = { ...of, gapMaxMs: of.gapFloorMs };
function settingsOf(given: KernelSettings, gapMaxMs: number): WalkSettings {
  if (of !== given || known.gapMaxMs !== gapMaxMs) {
    of = given;
    known = { ...given, gapMaxMs };
  }
  return known;
}

function pushed(steps: number[], step: number): number[] {
  // a terminal that reports evenly keeps the same list
  let even = steps.length === keptSteps;
  for (let i = 0; even && i < steps.length; i++) even = steps[i] === step;
  return even ? steps : [...steps.slice(1 - keptSteps), step];
}

const fixOf = ({ t, lng, lat, speedKmh, acc, odometerM }: TrackPoint): Fix => ({
  t,
  lng,
  lat,
  speedKmh,
  acc,
  odometerM,
});

/** `next` is this step's own copy. */
function accept(next: DriveState, fix: Fix, settings: WalkSettings, segments: Array<Segment<Fix>>): void {
  if (next.fix) {
    const before = next.beforeKmh === null ? undefined : { speedKmh: next.beforeKmh };
    const { segment, walk } = segmentStep(next.walk, before, next.fix, fix, settings);
    segments.push(segment);
    next.walk = walk;
    next.beforeKmh = next.fix.speedKmh;
    next.moving = segment.state === 'moving';
  }
  next.fix = fix;
}
