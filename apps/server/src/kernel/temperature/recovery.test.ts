import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { makePoint, testStart } from '../fixture';
import type { TrackPoint } from '../point';
import { validTempC } from './figures';
import { recoveryMs } from './recovery';

const probe = (i: number, upper: number | null) => ({
  reading: ({ tempC }: TrackPoint) => validTempC(tempC[i]),
  boundsAt: () => ({ lower: null, upper }),
});
/** every five minutes from the opening of the door at 0; it closes at minute 10 */
const points = (...temps: Array<[number | null, number]>) => temps.map((tempC, i) => makePoint(i * 5 * 60, { tempC }));
const closed = testStart + 10 * minuteMs;

it('counts from the closing to the first report with every probe inside', () => {
  const warm = points([-18, 4], [-14, 9], [-10, 12], [-11, 9], [-13, 7], [-15, 6]);
  expect(recoveryMs(warm, [probe(0, -12)], closed)).toBe(10 * minuteMs);
  expect(recoveryMs(warm, [probe(0, -12), probe(1, 6)], closed)).toBe(15 * minuteMs);
  // it has not come back, or there is nothing to hold it against
  expect(recoveryMs(warm, [probe(0, -16)], closed)).toBeNull();
  expect(recoveryMs(warm, [probe(0, null)], closed)).toBeNull();
});

it('is nothing when no probe left its bounds, and a missing reading is no return', () => {
  expect(recoveryMs(points([-18, 4], [-17, 5], [-17, 5], [-18, 5]), [probe(0, -12)], closed)).toBe(0);
  expect(recoveryMs(points([-18, 4], [-11, 5], [-11, 5], [null, 5], [-13, 5]), [probe(0, -12)], closed)).toBe(
    10 * minuteMs,
  );
});
