import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { EpisodeKind, EpisodeLevel, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import type { PlannedCall } from '../ground/punctuality';
import type { Segment } from '../motion/segments';
import type { Fix, TrackPoint } from '../point';
import type { KernelSettings } from '../settings';
import type { Wires } from '../temperature/wiring';
import type { Validity } from './clock';
import type { FuelState, TankLimits } from './oil/shapes';
import type { ShapeIndex } from './place/shapes';
import type { EnteredCall, StopFence, TripRule } from './trip/types';

/** An episode as a detector knows it; the engine adds rule, driver and vehicle. Times are epoch ms. */
export interface Fact {
  kind: EpisodeKind;
  /** what of the vehicle: tem1, door2, tank1, place:1001 … */
  subject: string;
  start: number;
  /** null = still running */
  end: number | null;
  /** when it became certain */
  confirmedAt: number;
  /** 0 = the rule's own level */
  level: EpisodeLevel;
  peak: number | null;
  limit: number | null;
  lng: number | null;
  lat: number | null;
  placeId: string | null;
  dataGap: boolean;
  values: EpisodeValues;
  /** driver it is about, where that is not the one at the wheel when it is told */
  driverId?: string | null;
}

/** What is known when one report comes; the same for every detector. Nothing in it depends on when the report arrived. */
export interface Sample {
  point: TrackPoint;
  /** time of the report before; null for the first */
  lastT: number | null;
  /** usual interval between reports, and the longest silence that is bridged (gapMax), ms */
  intervalMs: number;
  gapMaxMs: number;
  /** silence before this report was longer than gapMax */
  gap: boolean;
  /** K4 segments that this report completed, oldest first: none, one, or two after a doubted fix */
  segments: ReadonlyArray<Segment<Fix>>;
  /** last valid fix up to now */
  fix: Fix | null;
  /** the vehicle moves, by the newest segment */
  moving: boolean;
  /** newest opening of any door up to now; null = never */
  doorOpenedAt: number | null;
  /** plain facts (stays, doors, visits …) that began or ended with this report: they come before the rules */
  facts: readonly Fact[];
  /** places that the vehicle is in */
  inside: readonly string[];
  /** tanks as this report leaves them; null until the sensors were looked at */
  fuel: FuelState | null;
  /** the box is being cooled before loading (K12) */
  preCooling: boolean;
  /** newest beginning of a defrost up to now; null = none known */
  defrostAt: number | null;
  /** a waybill of the vehicle is under way */
  inTransit: boolean;
}

/** What holds for a vehicle at the time of a report. */
export interface Surroundings {
  /** time zone of the company */
  zone: string;
  shapes: ShapeIndex;
  /** who drives, as far as it is known */
  driverId: string | null;
  /** litres by reading for a tank (1 …); absent = the terminal sends litres */
  tanks: ReadonlyMap<number, ReadonlyArray<readonly [raw: number, litres: number]>>;
  tankCapacityL: number | null;
  /** what the calibration of a tank says besides its table */
  oil: ReadonlyMap<number, Partial<TankLimits>>;
  /** litres a 100 km that the vehicle is known to burn */
  refLPer100Km: number | null;
  /** how trips are told apart where the company set it for the vehicle (行程设置) */
  trip: TripRule | null;
  /** bounds of the temperature probes by their set-up */
  probes: ReadonlyArray<{ channel: number; lower: number | null; upper: number | null }>;
  /** constants of the company as they hold for the vehicle */
  settings: KernelSettings;
  /** planned calls at places whose time is near, in the order of their plans */
  calls: ReadonlyArray<Omit<PlannedCall, 'earlyMs' | 'lateMs'>>;
  /** stops of the trips that the vehicle makes about now */
  stops: readonly StopFence[];
  /** departures and arrivals of these trips that were entered by hand, oldest first */
  entered: readonly EnteredCall[];
  /** temperature channels of supply and return air, where the probes are named so */
  air: { supply: number; back: number } | null;
}

export interface Step<S> {
  state: S;
  facts: readonly Fact[];
}

/**
 * One kind of finding. `step` is pure: small JSON state and a report in, state and facts out, the same live and in a recompute. A fact is given
 * again, whole, whenever it changes for the reader (began, became worse, ended); a detector in rest gives back the state it got.
 */
export interface Detector<S, P = undefined> {
  readonly start: S;
  step(state: S, sample: Sample, params: P, around: Surroundings): Step<S>;
  /** facts that run, as they stand after the last report */
  running(state: S, params: P): readonly Fact[];
  /** facts that begin because nothing comes any more, at the clock `now`; must not contradict what `step` says when a report comes after all */
  silence?(state: S, now: number, params: P): readonly Fact[];
}

/** A rule as it was at some time, checked against its schema. */
export interface ActiveRule extends Validity {
  id: string;
  version: number;
  kind: RuleKind;
  level: EpisodeLevel;
  params: unknown;
  /** more specific rules of the vehicle that say something of everything this one does: while one of them holds, this one does not */
  yieldsTo?: readonly Validity[];
}

/** Who drove at a moment, as far as it is known: a finding is about the driver at its beginning, whoever drives when it is told. */
export type DriverAt = (t: number) => string | null;

/** Everything that holds for a vehicle during a piece of time; the same object as long as nothing changes. */
export interface Moment {
  around: Surroundings;
  driverAt: DriverAt;
  rules: readonly ActiveRule[];
  /** names rules and versions: equal = the same rules */
  rulesKey: string;
  /** what the vehicle's wires make of a report that has just come in; null = nothing. Points that were read are so already. */
  wires: Wires | null;
}

/** What a detector found, with whose rule and which driver. */
export interface Finding extends Fact {
  ruleId: string | null;
  ruleVersion: number | null;
  driverId: string | null;
  alarm: boolean;
}
