import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { pointsEvery, testStart } from '../../fixture';
import { reeferSessionsOf } from './reefer';
import { modeSpansOf } from './reefer-mode';

const min = 60;
const air = { supply: 1, back: 2 };
const given = { gapMaxMs: 15 * minuteMs };
/** supply air of a unit whose return air is always −18 ℃ */
const running = (supplyAt: (minute: number) => number, minutes: number) =>
  pointsEvery(min, 0, minutes * min, (s) => ({ tempC: [supplyAt(s / min), -18], extra: { reeferOn: true } }));

/** `[minutes of the beginning, minutes of the end, mode]` */
function spansOf(points: ReturnType<typeof running>) {
  const sessions = (reeferSessionsOf(points, air, given)?.sessions ?? []).map(({ start, end }) => ({
    from: start,
    until: end,
  }));
  const minutes = (t: number): number => (t - testStart) / minuteMs;
  return modeSpansOf(points, sessions, air, given.gapMaxMs).map(({ from, until, mode }) => [
    minutes(from),
    minutes(until),
    mode,
  ]);
}

it('K11: cold, 14 min warm, cold again is one defrost; pieces add up to the times of the session', () => {
  const points = running((m) => (m > 20 && m <= 34 ? -10 : m > 50 ? -18 : -24), 60);
  expect(spansOf(points)).toEqual([
    [0, 20, 'cooling'],
    [20, 34, 'defrost'],
    [34, 50, 'cooling'],
    [50, 60, 'standby'],
  ]);
  const [session] = reeferSessionsOf(points, air, given)?.sessions ?? [];
  expect(session?.values).toMatchObject({
    coolingMs: 36 * minuteMs,
    defrostMs: 14 * minuteMs,
    standbyMs: 10 * minuteMs,
    duty: 0.6,
  });
});

it('warm air that lasts longer than half an hour was heating from its beginning', () => {
  expect(spansOf(running((m) => (m > 10 ? -10 : -24), 50))).toEqual([
    [0, 10, 'cooling'],
    [10, 50, 'heating'],
  ]);
});

it('without probes in the air it runs in no known mode, and nothing runs in a pause', () => {
  const bare = pointsEvery(min, 0, 10 * min, (s) => ({ extra: { reeferOn: s < 4 * min || s > 5 * min } }));
  const sessions = (reeferSessionsOf(bare, null, given)?.sessions ?? []).map(({ start, end }) => ({
    from: start,
    until: end,
  }));
  expect(
    modeSpansOf(bare, sessions, null, given.gapMaxMs).map(({ mode, from, until }) => [mode, (until - from) / minuteMs]),
  ).toEqual([
    [null, 3],
    [null, 4],
  ]);
});

it('a truck that drives and then stands reports less often: its unit runs on in one session, a silence ends it', () => {
  const on = { extra: { reeferOn: true } };
  const road = pointsEvery(30, 0, 60 * min, () => on);
  const yard = pointsEvery(5 * min, 65 * min, 600 * min, () => on);
  const told = (points: ReturnType<typeof running>) =>
    reeferSessionsOf(points, null, { gapMaxMs: 10 * minuteMs })?.sessions.map(({ start, values }) => [
      (start - testStart) / minuteMs,
      Number(values.onMs) / minuteMs,
    ]);
  expect(told([...road, ...yard])).toEqual([[0, 600]]);
  expect(told([...road, ...yard.filter(({ t }) => t > testStart + 100 * minuteMs)])).toEqual([
    [0, 60],
    [105, 495],
  ]);
});
