import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { lostSubject } from '@tongda/contract/watch/alarm/words';
import type { KernelSettings } from '../../settings';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';

/** 缺数: a channel has had no reading for longer than N of the terminal's intervals. The alarm begins with the last reading. Times are epoch ms. */
interface Channel {
  /** time of the last reading, or of the first report that was watched */
  since: number;
  told: boolean;
}
export interface LostState {
  /** last report */
  t: number;
  /** how long readings must be missing before it counts, ms; by the terminal's interval until then */
  afterMs: number;
  /** the rule leaves the vehicle alone at the moment (it stands, or is in a site) */
  exempt: boolean;
  lng: number | null;
  lat: number | null;
  channels: Readonly<Record<string, Channel>>;
}

/** What is watched: the channels that a rule has bounds for, with their reading in this report. */
interface Watch {
  kind: EpisodeKind;
  channels: ReadonlyArray<{ name: string; value: number | null }>;
  times: number;
  exempt: boolean;
  settings: KernelSettings;
}

/** How long readings may be missing, ms: N intervals, but at least as long as a parked vehicle stays online, or a driving one may be without network (K2, K4). */
const patienceMs = ({ intervalMs, point }: Sample, { times, settings }: Watch): number =>
  Math.max(times * intervalMs, point.acc ? settings.gapFloorMs : settings.offlineMs.accOff);

const toFact = (kind: EpisodeKind, name: string, state: LostState, since: number, end: number | null): Fact => {
  const place = state.lng === null || state.lat === null ? null : { lng: state.lng, lat: state.lat };
  return makeFact(kind, lostSubject(name), { start: since, end, confirmedAt: since + state.afterMs }, place);
};

function lostStep(
  before: LostState | null,
  sample: Sample,
  watch: Watch,
): { state: LostState; facts: readonly Fact[] } {
  const { t } = sample.point;
  const { fix } = sample;
  const facts: Fact[] = [];
  const channels: Record<string, Channel> = {};
  // judged by what held before this report: whether a silence was too long depends on the interval before it
  const judge = before;
  for (const { name, value } of watch.channels) {
    const known = judge?.channels[name];
    const over = judge && known && !judge.exempt && (known.told || t - known.since > judge.afterMs);
    if (value !== null || !known || watch.exempt || judge?.exempt) {
      if (judge && known && over) facts.push(toFact(watch.kind, name, judge, known.since, t));
      channels[name] = { since: t, told: false };
    } else {
      if (judge && over && !known.told) facts.push(toFact(watch.kind, name, judge, known.since, null));
      channels[name] = over && !known.told ? { since: known.since, told: true } : known;
    }
  }
  const told = Object.values(channels).some((channel) => channel.told);
  const place = told && judge ? { lng: judge.lng, lat: judge.lat } : { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
  const afterMs = told && judge ? judge.afterMs : patienceMs(sample, watch);
  return { state: { t, afterMs, exempt: watch.exempt, ...place, channels }, facts };
}

const lostRunning = (kind: EpisodeKind, state: LostState): readonly Fact[] =>
  Object.entries(state.channels)
    .filter(([, { told }]) => told)
    .map(([name, { since }]) => toFact(kind, name, state, since, null));

/** Channels that are lost because no report comes any more; those that were given before run already. */
const lostSilent = (kind: EpisodeKind, state: LostState, now: number): readonly Fact[] =>
  state.exempt
    ? noFacts
    : Object.entries(state.channels)
        .filter(([, { since, told }]) => !told && now - since > state.afterMs)
        .map(([name, { since }]) => toFact(kind, name, state, since, null));

/** State of a limit detector together with that of lost readings. Rules that do not ask for lost readings keep the limit detector's state alone. */
type Both<S> = { bounds: S; lost: LostState | null };
interface LostOptions<P> {
  kind: EpisodeKind;
  channels: (sample: Sample, params: P, around: Surroundings) => Watch['channels'];
  exempt: (sample: Sample, params: P, around: Surroundings) => boolean;
}

/** Adds 缺数 to a limit detector. The parameters of a rule's version never change, so its state is always of one of the two shapes. */
export function withLostReadings<S extends object, P extends { lostTimes: number | null }>(
  inner: Detector<S, P>,
  { kind, channels, exempt }: LostOptions<P>,
): Detector<S | Both<S>, P> {
  const bothOf = (state: S | Both<S>): Both<S> => ('bounds' in state ? state : { bounds: state, lost: null });
  return {
    start: inner.start,
    step(before, sample, params, around) {
      // without lost readings only the inner detector ever made a state
      if (params.lostTimes === null) return inner.step(before as S, sample, params, around);
      const known = bothOf(before);
      const step = inner.step(known.bounds, sample, params, around);
      const watch = {
        kind,
        channels: channels(sample, params, around),
        times: params.lostTimes,
        exempt: exempt(sample, params, around),
        settings: around.settings,
      };
      const lost = lostStep(known.lost, sample, watch);
      const facts = lost.facts.length === 0 ? step.facts : [...step.facts, ...lost.facts];
      return { state: { bounds: step.state, lost: lost.state }, facts };
    },
    running(state, params) {
      // as in `step`
      if (params.lostTimes === null) return inner.running(state as S, params);
      const { bounds, lost } = bothOf(state);
      return [...inner.running(bounds, params), ...(lost ? lostRunning(kind, lost) : noFacts)];
    },
    silence(state, now, params) {
      const { lost } = params.lostTimes === null ? { lost: null } : bothOf(state);
      return lost ? lostSilent(kind, lost, now) : noFacts;
    },
  };
}
