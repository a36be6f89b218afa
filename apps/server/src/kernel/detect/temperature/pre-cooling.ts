import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { validTempC } from '../../temperature/figures';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';

/** Pre-cooling of a warm, closed box before loading (K12). The fact's coolerStatus is 0 running, 1 done, 2 stopped. Times are epoch ms. */
interface Cooling {
  /** when the unit was switched on */
  start: number;
  lng: number | null;
  lat: number | null;
  /** warmest probe at the start, ℃ */
  fromC: number;
  /** when it became certain: the unit was on and the box closed for five minutes; null = not yet */
  told: number | null;
  /** since when the unit is off, a door is open, all probes are at their target; null = it is not so */
  offSince: number | null;
  openSince: number | null;
  coldSince: number | null;
  /** time of the last report, and its warmest probe, ℃ */
  t: number;
  lastC: number;
  doorOpens: number;
}
export interface PreCoolingState {
  run: Cooling | null;
  /** whether the unit was on at the last report; null before the first. Only switching it on begins a pre-cooling */
  on: boolean | null;
}

const sureMs = 5 * minuteMs;
const doneMs = 10 * minuteMs;
const offMs = 10 * minuteMs;
const openMs = 5 * minuteMs;
const status = { running: 0, done: 1, stopped: 2 } as const;

export const isCooling = (state: PreCoolingState | undefined): boolean => state?.run?.told != null;

/** The warmest of the probes with an upper bound, and whether any of them is above it; null without such a reading. */
function warmestProbe(sample: Sample, { probes }: Surroundings): { valueC: number; above: boolean } | null {
  let valueC: number | null = null;
  let above = false;
  for (const { channel, upper } of probes) {
    const value = upper === null ? null : validTempC(sample.point.tempC[channel - 1]);
    if (value === null || upper === null) continue;
    valueC = Math.max(value, valueC ?? value);
    above ||= value > upper;
  }
  return valueC === null ? null : { valueC, above };
}

/** Doors are packed two bits each, the upper one means open. */
const anyOpen = (doors: number): boolean => (doors & 0x2aaa) !== 0;
/** Whether the unit runs: as the terminal says, else as the reefer detector concludes from the air. */
function isUnitRunning(sample: Sample, before: boolean | null): boolean {
  const said = sample.point.extra?.reeferOn;
  if (said !== undefined) return said;
  const session = sample.facts.findLast((f) => f.kind === 'reefer');
  return session ? session.end === null : (before ?? false);
}

const roundTempC = (value: number): number => Math.round(value * 10) / 10;
function toFact(run: Cooling, end: number | null, coolerStatus: number): Fact {
  const hours = ((end ?? run.t) - run.start) / hourMs;
  const place = run.lng === null || run.lat === null ? null : { lng: run.lng, lat: run.lat };
  return makeFact('preCooling', '', { start: run.start, end, confirmedAt: run.told ?? run.t }, place, {
    peak: run.lastC,
    values: {
      coolerStatus,
      fromC: run.fromC,
      toC: run.lastC,
      rateCPerH: hours > 0 ? roundTempC((run.fromC - run.lastC) / hours) : null,
      reachedAt: coolerStatus === status.done ? run.coldSince : null,
      doorOpens: run.doorOpens,
    },
  });
}

export const preCoolingDetector: Detector<PreCoolingState> = {
  start: { run: null, on: null },
  step(before, sample, _params, around) {
    const on = isUnitRunning(sample, before.on);
    if (!on && before.run === null) return on === before.on ? stepResult(before) : stepResult({ run: null, on });
    const box = warmestProbe(sample, around);
    const open = anyOpen(sample.point.doors);
    const { run } = before;
    if (!run) {
      const begins = on && before.on === false && box?.above === true && !open;
      if (!begins) return on === before.on ? stepResult(before) : stepResult({ run: null, on });
      return stepResult({ run: beginCooling(sample, box.valueC), on });
    }
    return followCooling(run, on, open, box, sample);
  },
  running: ({ run }) => (run && run.told !== null ? [toFact(run, null, status.running)] : noFacts),
};

const stepResult = (state: PreCoolingState, facts: readonly Fact[] = noFacts) => ({ state, facts });

function beginCooling({ point, fix }: Sample, valueC: number): Cooling {
  return {
    start: point.t,
    lng: fix?.lng ?? null,
    lat: fix?.lat ?? null,
    fromC: valueC,
    told: null,
    offSince: null,
    openSince: null,
    coldSince: null,
    t: point.t,
    lastC: valueC,
    doorOpens: 0,
  };
}

function followCooling(
  before: Cooling,
  on: boolean,
  open: boolean,
  box: ReturnType<typeof warmestProbe>,
  sample: Sample,
) {
  const { t } = sample.point;
  const end = (coolerStatus: number, when: number) =>
    stepResult({ run: null, on }, before.told === null ? noFacts : [toFact(run, when, coolerStatus)]);
  const cold = box !== null && !box.above;
  const run: Cooling = {
    ...before,
    t,
    lastC: box?.valueC ?? before.lastC,
    offSince: on ? null : (before.offSince ?? t),
    openSince: open ? (before.openSince ?? t) : null,
    coldSince: cold ? (before.coldSince ?? t) : null,
    doorOpens: before.doorOpens + (open && before.openSince === null ? 1 : 0),
  };
  // what happened during a silence is not known, so the cooling ends before it
  if (sample.gap) return end(status.stopped, before.t);
  if (run.told === null && (open || !on)) return stepResult({ run: null, on });
  if (run.coldSince !== null && t - run.coldSince >= doneMs) return end(status.done, t);
  if (run.offSince !== null && t - run.offSince > offMs) return end(status.stopped, run.offSince);
  if (run.openSince !== null && t - run.openSince > openMs) return end(status.stopped, run.openSince);
  if (run.told === null && t - run.start >= sureMs) {
    run.told = t;
    return stepResult({ run, on }, [toFact(run, null, status.running)]);
  }
  return stepResult({ run, on });
}
