import { ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { TrackPoint } from '../../point';
import { noSurroundings } from '../no-surroundings';
import type { Fact, Sample } from '../types';
import { temperatureRule } from './over-limit';

/** What episodes outside of chosen bounds are looked for with. */
export interface OverLimitWish {
  /** temperature channel, from 1 */
  channel: number;
  lower: number | null;
  upper: number | null;
  /** s that a reading must stay outside before it counts */
  delayS: number;
  /** ms, usual interval of the points and longest silence that is bridged */
  intervalMs: number;
  gapMaxMs: number;
}

/**
 * K8 episodes of one probe outside of any bounds, by the detector of the alarm rule itself, from points in order of time. One that still runs
 * has no end. Nothing is left out: no grace after doors, no defrost.
 */
export function overLimitEpisodesOf(points: readonly TrackPoint[], wish: OverLimitWish): Fact[] {
  const { channel, lower, upper, intervalMs, gapMaxMs, delayS } = wish;
  const params = ruleParams.temperature.parse({ probes: [{ channel, lower, upper }], delayS });
  const found = new Map<number, Fact>();
  let state = temperatureRule.start;
  let lastT: number | null = null;
  for (const point of points) {
    const step = temperatureRule.step(state, sampleOf(point, lastT, { intervalMs, gapMaxMs }), params, noSurroundings);
    state = step.state;
    lastT = point.t;
    for (const fact of step.facts) found.set(fact.start, fact);
  }
  for (const fact of temperatureRule.running(state, params)) found.set(fact.start, fact);
  return [...found.values()];
}

const sampleOf = (
  point: TrackPoint,
  lastT: number | null,
  { intervalMs, gapMaxMs }: Pick<Sample, 'intervalMs' | 'gapMaxMs'>,
): Sample => ({
  point,
  lastT,
  intervalMs,
  gapMaxMs,
  gap: lastT !== null && point.t - lastT > gapMaxMs,
  segments: [],
  fix: point.located ? point : null,
  moving: false,
  doorOpenedAt: null,
  facts: [],
  inside: [],
  fuel: null,
  preCooling: false,
  defrostAt: null,
  inTransit: false,
});
