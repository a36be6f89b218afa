import { impliedKmh, isJump, median, rejectionOf } from '../motion/hygiene';
import { type Segment, stepSegment, type Walk, type WalkSettings, walkStart } from '../motion/segments';
import { type Fix, fixOf, reportsIn, type TrackPoint } from '../point';
import { isClockWrong, type KernelSettings, kernelDefaults } from '../settings';

/** What the fold remembers of the track: cleaning (K1), mileage (K3) and motion (K4), one report at a time. Times are epoch ms. */
export interface DriveState {
  /** newest report of any kind */
  t: number | null;
  /** of how many reports that moment was made; absent: one */
  reports?: number;
  /** the newest intervals between reports, ms, newest last: their median decides how long a gap is */
  steps: number[];
  /** their median */
  usualMs: number;
  /** speed of the fix before `fix` */
  beforeKmh: number | null;
  fix: Fix | null;
  /** a fix that is too far from `fix` to be trusted alone; the next one decides whether it was a jump (K1) */
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

/** How many intervals are kept. */
const keptSteps = 9;
const noSegments: ReadonlyArray<Segment<Fix>> = [];

/** Whether detectors may use a stored point: the device's clock is their time axis, so a point with an impossible one is left out. */
export const isBelievable = (point: TrackPoint): boolean => !isClockWrong(point.t, point.receiveTime);

/**
 * Takes one report and gives the segments it completes. Over a track in order these are the segments of `segmentsOf(cleanTrack(…))` with the same
 * longest silence; a fix that is far off waits for its successor. The caller must leave out reports that are not newer than the last one.
 */
export function stepDrive(state: DriveState, point: TrackPoint, given: KernelSettings): DriveStep {
  const usual = state.usualMs;
  const gapMaxMs = given.gapMaxMs ?? Math.max(3 * usual, given.gapFloorMs);
  const step = state.t === null ? null : point.t - state.t;
  const steps = step === null ? state.steps : withNewest(state.steps, step);
  const usualMs = steps === state.steps ? usual : median(steps);
  const { beforeKmh, held: heldBefore, walk, moving } = state;
  const next: DriveState = { t: point.t, steps, usualMs, beforeKmh, fix: state.fix, held: heldBefore, walk, moving };
  if (reportsIn(point) > 1) next.reports = reportsIn(point);
  const intervalMs = usual > 0 ? usual : (step ?? 0);
  if (rejectionOf(point) !== null) return { state: next, intervalMs, gapMaxMs, segments: noSegments };
  const segments: Array<Segment<Fix>> = [];
  const settings = settingsOf(given, gapMaxMs);
  const fix = fixOf(point);
  const { held } = next;
  if (held && next.fix && !isJump(next.fix, held, fix, settings.speedMaxKmh)) acceptFix(next, held, settings, segments);
  next.held = null;
  if (next.fix && impliedKmh(next.fix, fix) > settings.speedMaxKmh) next.held = fix;
  else acceptFix(next, fix, settings, segments);
  return { state: next, intervalMs, gapMaxMs, segments };
}

/** The last settings that were made: a terminal keeps its interval, so they are nearly always asked for again. */
let of: KernelSettings = kernelDefaults;
let known: WalkSettings = { ...of, gapMaxMs: of.gapFloorMs };
function settingsOf(given: KernelSettings, gapMaxMs: number): WalkSettings {
  if (of !== given || known.gapMaxMs !== gapMaxMs) {
    of = given;
    known = { ...given, gapMaxMs };
  }
  return known;
}

function withNewest(steps: number[], step: number): number[] {
  // a terminal that reports evenly keeps the same list
  let even = steps.length === keptSteps;
  for (let i = 0; even && i < steps.length; i++) even = steps[i] === step;
  return even ? steps : [...steps.slice(1 - keptSteps), step];
}

/** `next` is this step's own copy. */
function acceptFix(next: DriveState, fix: Fix, settings: WalkSettings, segments: Array<Segment<Fix>>): void {
  if (next.fix) {
    const before = next.beforeKmh === null ? undefined : { speedKmh: next.beforeKmh };
    const { segment, walk } = stepSegment(next.walk, before, next.fix, fix, settings);
    segments.push(segment);
    next.walk = walk;
    next.beforeKmh = next.fix.speedKmh;
    next.moving = segment.state === 'moving';
  }
  next.fix = fix;
}
