import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { EpisodeKind, EpisodeLevel, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import type { PlannedCall } from '../ground/punctuality';
import type { Segment } from '../motion/segments';
import type { Fix, TrackPoint } from '../point';
import type { KernelSettings } from '../settings';
import type { Wires } from '../temperature/wiring';
import type { Validity } from './clock';
import type { FuelState, TankLimits } from './oil/tank';
import type { ShapeIndex } from './place/shapes';
import type { EnteredCall, StopFence, TripRule } from './trip/types';

/** What a detector found: an episode (a stay, an open door, a temperature over its limit …). The engine adds rule, driver and vehicle. Times are epoch ms. */
export interface Fact {
  kind: EpisodeKind;
  /** which part of the vehicle or which place it is about: tem1, door2, tank1, place:1001 …; '' when there is only one */
  subject: string;
  start: number;
  /** null = still running */
  end: number | null;
  /** device time at which it became certain, for example after the delay of a rule */
  confirmedAt: number;
  /** 0 = use the rule's own level */
  level: EpisodeLevel;
  peak: number | null;
  limit: number | null;
  lng: number | null;
  lat: number | null;
  placeId: string | null;
  dataGap: boolean;
  values: EpisodeValues;
  /** the driver it is about, only where the detector knows better than "who drove when it began" */
  driverId?: string | null;
}

/**
 * What every detector gets for one report. Nothing in it depends on when the report arrived, only on device times, so that the live stream and
 * a later recompute find the same.
 */
export interface Sample {
  point: TrackPoint;
  /** time of the report before; null for the first */
  lastT: number | null;
  /** usual interval between reports, and the longest silence that is bridged (gapMax), ms */
  intervalMs: number;
  gapMaxMs: number;
  /** silence before this report was longer than gapMax */
  gap: boolean;
  /** K4 segments that this report completed, oldest first: none, one, or two when it confirms a fix that was suspected of being a jump */
  segments: ReadonlyArray<Segment<Fix>>;
  /** last valid fix up to now */
  fix: Fix | null;
  /** the vehicle moves, by the newest segment */
  moving: boolean;
  /** newest opening of any door up to now; null = never */
  doorOpenedAt: number | null;
  /** facts that the plain detectors (doors, visits, stays …) have found in this report; the rules run after them and may use these */
  facts: readonly Fact[];
  /** places that the vehicle is in */
  inside: readonly string[];
  /** state of the tanks after this report; null until the fuel detector has run */
  fuel: FuelState | null;
  /** the box is being cooled before loading (K12) */
  preCooling: boolean;
  /** newest beginning of a defrost up to now; null = none known */
  defrostAt: number | null;
  /** a waybill of the vehicle is under way */
  inTransit: boolean;
}

/** Everything about a vehicle and its company that detectors depend on, as it was at the time of a report. */
export interface Surroundings {
  /** time zone of the company */
  zone: string;
  shapes: ShapeIndex;
  /** who drives, as far as it is known */
  driverId: string | null;
  /** litres by reading for a tank (1 …); absent = the terminal sends litres */
  tanks: ReadonlyMap<number, ReadonlyArray<readonly [raw: number, litres: number]>>;
  tankCapacityL: number | null;
  /** thresholds and capacity from the calibration of a tank, by tank number */
  oil: ReadonlyMap<number, Partial<TankLimits>>;
  /** the vehicle's usual consumption, litres per 100 km; null = not known */
  refLPer100Km: number | null;
  /** how trips are told apart where the company set it for the vehicle (行程设置) */
  trip: TripRule | null;
  /** bounds of the temperature probes by their set-up */
  probes: ReadonlyArray<{ channel: number; lower: number | null; upper: number | null }>;
  /** constants of the company as they hold for the vehicle */
  settings: KernelSettings;
  /** planned calls at places around this time, in the order of their plans */
  calls: ReadonlyArray<Omit<PlannedCall, 'earlyMs' | 'lateMs'>>;
  /** stops of the trips that the vehicle makes about now */
  stops: readonly StopFence[];
  /** departures and arrivals of these trips that users entered by hand, oldest first */
  entered: readonly EnteredCall[];
  /** temperature channels of supply and return air, where the probes are named so */
  air: { supply: number; back: number } | null;
  /** numbers of the doors whose lock is closed, as far as locks tell */
  lockedDoors: ReadonlySet<number>;
}

export interface Step<S> {
  state: S;
  facts: readonly Fact[];
}

/**
 * Finds one kind of fact. `step` is pure: it takes its own small JSON state and a report and gives the next state and facts, the same live and in a
 * recompute. A fact is given again as a whole whenever it changes for a reader (began, became worse, ended). When nothing changes, `step` must
 * give back the very state object it got: the fold compares by identity.
 */
export interface Detector<S, P = undefined> {
  readonly start: S;
  step(state: S, sample: Sample, params: P, around: Surroundings): Step<S>;
  /** the facts that have not ended, as they stand after the last report */
  running(state: S, params: P): readonly Fact[];
  /** facts that begin because no report comes any more, at the server's clock `now` (epoch ms); they must agree with what `step` finds if a report comes after all */
  silence?(state: S, now: number, params: P): readonly Fact[];
}

/** One version of an alarm rule, its parameters already checked against their schema. */
export interface ActiveRule extends Validity {
  id: string;
  version: number;
  kind: RuleKind;
  level: EpisodeLevel;
  params: unknown;
  /** when the more specific rules hold that cover everything this rule does: this rule rests while one of them holds */
  yieldsTo?: readonly Validity[];
}

/** The driver's id at a moment (epoch ms), null = not known. A finding belongs to whoever drove when it began. */
export type DriverAt = (t: number) => string | null;

/** Everything that holds for a vehicle during a period: its surroundings and its rules. The same object is used as long as nothing changes. */
export interface Moment {
  around: Surroundings;
  driverAt: DriverAt;
  rules: readonly ActiveRule[];
  /** rules and versions as one text: equal keys mean the same rules */
  rulesKey: string;
  /** conversion of readings (corrections, inverted contacts) for a report that has just come in; null = none. Points read from the database are converted already. */
  wires: Wires | null;
}

/** A fact with the rule that found it (null for plain facts) and the driver it is about. */
export interface Finding extends Fact {
  ruleId: string | null;
  ruleVersion: number | null;
  driverId: string | null;
  alarm: boolean;
}
