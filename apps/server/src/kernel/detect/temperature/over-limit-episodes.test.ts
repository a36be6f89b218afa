import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { makePoint, testStart } from '../../fixture';
import { detectEpisodes, momentOf, ruleOf } from '../fixture';
import { overLimitEpisodesOf } from './over-limit-episodes';

const temps = [-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14];
const points = temps.map((c, i) => makePoint(i * 300, { tempC: [c] }));
const wish = { channel: 1, lower: null, upper: -12, delayS: 600, intervalMs: 5 * minuteMs, gapMaxMs: 15 * minuteMs };

it('K17: bound −12, delay 10, every 5 min: 25 min from 10:10, extreme −8, 47.5 ℃·min, 一般', () => {
  const [episode, ...more] = overLimitEpisodesOf(points, wish);
  expect(more).toEqual([]);
  expect(episode).toMatchObject({
    start: testStart + 10 * minuteMs,
    confirmedAt: testStart + 20 * minuteMs,
    end: testStart + 35 * minuteMs,
    peak: -8,
    level: 2,
    values: { deviation: 4, areaMin: 47.5 },
  });
});

it('finds what the alarm rule finds, and one that still runs without an end', () => {
  const rule = ruleOf('temperature', { probes: [{ channel: 1, lower: null, upper: -12 }], delayS: 600 });
  const ofRule = detectEpisodes(points, momentOf([rule])).findings.filter(({ kind }) => kind === 'temperatureAlarm');
  const plain = ({ start, end, peak, level, values }: (typeof ofRule)[number]) => ({ start, end, peak, level, values });
  expect(
    overLimitEpisodesOf(points, wish).map((one) =>
      plain({ ...one, ruleId: null, ruleVersion: null, driverId: null, alarm: true }),
    ),
  ).toEqual(ofRule.map(plain));
  expect(overLimitEpisodesOf(points.slice(0, 6), wish)).toMatchObject([{ end: null, peak: -8 }]);
  expect(overLimitEpisodesOf(points, { ...wish, upper: 0 })).toEqual([]);
});
