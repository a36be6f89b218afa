import { destinationOf } from '@tongda/geo/distance';
import { describe, expect, it } from 'vitest';
import { makePoint, testStart } from '../../fixture';
import { detectEpisodes, momentOf } from '../fixture';

const stop: [number, number] = [121.124, 31.15];
const moment = momentOf([], {
  stops: [{ stopId: '7', tripId: '1', last: false, shape: { kind: 'circle', centre: stop, radiusM: 300 } }],
});
/** a report `metres` north of the stop at `seconds` */
const away = (seconds: number, metres: number, more: { speedKmh?: number; acc?: boolean } = {}) => {
  const [lng, lat] = destinationOf(stop[0], stop[1], 0, metres);
  return makePoint(seconds, { lng, lat, speedKmh: 30, acc: true, ...more });
};
const visits = (points: Parameters<typeof detectEpisodes>[0]) =>
  detectEpisodes(points, moment)
    .findings.filter((f) => f.kind === 'stopVisit')
    .map((f) => [f.subject, (f.start - testStart) / 1000, f.end === null ? null : (f.end - testStart) / 1000]);

describe('arrival at and departure from a stop (transport.md 6)', () => {
  it('arrives with the first of two fixes a minute apart and leaves with the first of two outside', () => {
    expect(
      visits([
        away(0, 2000),
        away(30, 250),
        away(60, 10),
        away(90, 10),
        away(400, 350),
        away(430, 800),
        away(460, 1200),
      ]),
    ).toEqual([['stop:7', 30, 430]]);
  });

  it('a single fix counts when the ignition is off', () => {
    expect(visits([away(0, 2000), away(60, 20, { acc: false, speedKmh: 0 })])).toEqual([['stop:7', 60, null]]);
  });

  it('a passage within a minute is no arrival', () => {
    expect(visits([away(0, 2000), away(30, 100), away(60, 900), away(90, 1500)])).toEqual([]);
  });

  it('within 100 m of the ground, and out once at walking pace, it is still there', () => {
    expect(
      visits([
        away(0, 10, { acc: false }),
        away(60, 390),
        away(90, 380),
        away(120, 450, { speedKmh: 3 }),
        away(150, 460, { speedKmh: 3 }),
        away(180, 50),
      ]),
    ).toEqual([['stop:7', 0, null]]);
  });

  it('ends with the last fix there when the trip is planned no more', () => {
    const points = [away(0, 10), away(90, 10), away(180, 10)];
    const later = detectEpisodes(points, (t) => (t < testStart + 100_000 ? moment : momentOf([])));
    expect(later.findings.filter((f) => f.kind === 'stopVisit').map((f) => f.end)).toEqual([testStart + 90_000]);
  });
});
