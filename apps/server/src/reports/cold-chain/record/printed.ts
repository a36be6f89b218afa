import type { TripReport } from '@tongda/contract/reports/customized/trip-report';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { RecordFacts } from '@tongda/contract/watch/seal/calls';

/** A piece of the record's time in which a probe was outside of its bounds. */
export interface Deviation {
  from: number;
  until: number;
  /** index into the temperature and humidity probes of the record */
  probe: number;
  side: 'above' | 'below';
  extreme: number;
  /** how far the extreme lay outside */
  excess: number;
  /** Σ excess · Δt, ℃·min or %RH·min */
  degreeMin: number;
}

/** One row of the interval table: `values` by probe, null = no report (缺失). */
export interface PrintedRow {
  t: number;
  values: ReadonlyArray<number | null>;
  /** sides by probe where a value lies outside of its bounds */
  sides: ReadonlyArray<Deviation['side'] | null>;
  open: boolean | null;
  /** the refrigeration unit defrosted */
  frost: boolean;
  came: 'real' | 'late' | 'unproven' | 'none';
}

export interface PrintedDoor {
  name: string;
  from: number;
  until: number | null;
  place: string;
}

/** A rule for medicine, what was found, and whether that holds. */
export interface ConformityLine {
  rule: string;
  found: string;
  holds: boolean;
}

/** Everything that stands on a printed record, in the form in which a thread is given it. Times are epoch ms. */
export interface PrintedRecord {
  number: string;
  version: number;
  /** hex */
  root: string;
  madeAt: number;
  facts: RecordFacts;
  from: number;
  until: number;
  curve: CurveAnswer;
  deviations: readonly Deviation[];
  /** of a record against the bounds of medicine; empty for other goods */
  conformity: readonly ConformityLine[];
  rows: readonly PrintedRow[];
  doors: readonly PrintedDoor[];
  /** what the unit did when: 制冷, 除霜 …; '' = it ran, and more is not known */
  chiller: ReadonlyArray<{ from: number; until: number; what: string }>;
  samples: number;
  /** reports that came late (补传) */
  late: number;
  days: ReadonlyArray<{ day: string; version: number; samples: number; root: string; madeAt: number }>;
  /** what people said of the time; it is no part of what is sealed */
  remarks: ReadonlyArray<{ startTime: string; endTime: string; text: string; userName: string }>;
  /** of the report of one trip: what that says */
  trip?: TripReport;
  /** where the record is checked; empty when PUBLIC_URL is not set: then the QR code holds number and root alone */
  verifyUrl: string;
}
