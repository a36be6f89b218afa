import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { pointsEvery, testStart } from '../fixture';
import { packDoors, type TrackPoint } from '../point';
import { type CoolingTask, coldEnoughC, followCoolingTask, verdictOf } from './pre-cooled';

const min = 60;
const at = (minute: number): number => testStart + minute * minuteMs;
const minuteOf = (t: number | null): number | null => (t === null ? null : (t - testStart) / minuteMs);
/** the box from 6 ℃ down by half a degree a minute to −19 */
const cooling = (m: number): number => Math.max(-19, 6 - 0.5 * m);
interface Scene {
  tempC?: (minute: number) => number;
  on?: (minute: number) => boolean;
  open?: (minute: number) => boolean;
}
const reports = (until: number, { tempC = cooling, on = () => true, open = () => false }: Scene = {}): TrackPoint[] =>
  pointsEvery(min, 0, until * min, (s) => ({
    tempC: [tempC(s / min), tempC(s / min) - 1],
    doors: packDoors([open(s / min)]),
    extra: { reeferOn: on(s / min) },
  }));
const task = (more: Partial<CoolingTask> = {}): CoolingTask => ({
  ...{ from: at(0), planLoadAt: at(120), targetC: -18, channels: [], stoppedAt: null, now: at(121) },
  ...more,
});

it('K12: frozen goods are cold enough at −16, chilled ones at their bound; done after ten minutes below it', () => {
  expect([coldEnoughC(-18), coldEnoughC(8)]).toEqual([-16, 8]);
  const cooled = followCoolingTask(reports(120), task());
  // 22 ℃ at half a degree a minute; the rate of these 44 minutes is 30 ℃/h
  expect(cooled).toMatchObject({ status: 1, startC: 6, rateCPerH: 30, doorOpens: 0, lastTemps: [-19, -20], why: '' });
  expect([cooled.start, cooled.reachAt, cooled.end].map(minuteOf)).toEqual([0, 44, 54]);
  expect(verdictOf(cooled, task(), 30)).toBe('reached');
  // cold 76 minutes before loading
  expect(verdictOf(cooled, task(), 90)).toBe('tight');
  expect(
    verdictOf(followCoolingTask(reports(120), task({ planLoadAt: at(40) })), task({ planLoadAt: at(40) }), 30),
  ).toBe('missed');
});

it('begins when the unit has run for five minutes with the box closed', () => {
  const late = reports(120, { on: (m) => m >= 20, open: (m) => m < 30, tempC: (m) => cooling(m - 30) });
  expect(minuteOf(followCoolingTask(late, task()).start)).toBe(30);
  const never = followCoolingTask(reports(120, { on: () => false }), task());
  expect(never).toMatchObject({ start: null, status: null });
  expect(verdictOf(never, task(), 30)).toBe('never');
  expect(verdictOf(never, task({ now: at(60) }), 30)).toBe('running');
});

it('a door open for more than five minutes, a unit off for more than ten, a person or a silence stops it', () => {
  const stopped = (points: readonly TrackPoint[], more: Partial<CoolingTask> = {}) => {
    const { status, end, why } = followCoolingTask(points, task(more));
    return [status, minuteOf(end), why];
  };
  expect(stopped(reports(120, { open: (m) => m >= 20 && m < 27 }))).toEqual([2, 20, 'door']);
  expect(stopped(reports(120, { open: (m) => m >= 20 && m < 25 }))).toEqual([1, 54, '']);
  expect(stopped(reports(120, { on: (m) => m < 20 || m > 31 }))).toEqual([2, 20, 'off']);
  expect(stopped(reports(120), { stoppedAt: at(33) })).toEqual([2, 33, 'person']);
  // it never got cold enough, and loading was to be two hours ago
  expect(stopped(reports(240, { tempC: () => -10 }), { now: at(300) })).toEqual([2, 240, 'late']);
  expect(stopped(reports(25), { now: at(90) })).toEqual([2, 25, 'silence']);
});

it('while it runs it is told when it will be cold enough; late reports turn a stop into a reached target', () => {
  const running = followCoolingTask(reports(20), task({ now: at(21) }));
  expect(running).toMatchObject({ status: 0, end: null, lastC: -4 });
  expect(minuteOf(running.predictedAt)).toBe(44);
  expect(verdictOf(running, task({ now: at(21) }), 30)).toBe('running');
  const before = reports(120).filter(({ t }) => t <= at(20) || t >= at(80));
  expect(followCoolingTask(before, task())).toMatchObject({ status: 2, why: 'silence' });
  expect(followCoolingTask(reports(120), task())).toMatchObject({ status: 1 });
});
