import { destinationOf } from '@tongda/geo/distance';
import { expect, test } from 'vitest';
import { makePoint } from '../../fixture';
import { detectEpisodes, momentOf } from '../fixture';
import { ShapeIndex } from '../place/shapes';

const depot: [number, number] = [121.124, 31.15];
const site = { kind: 'site', shape: { kind: 'circle', centre: depot, radiusM: 300 }, bufferM: 0 } as const;
const shapes = new ShapeIndex([{ ...site, placeId: '1', stayMs: 180_000, speedLimitKmh: null }]);

/** A truck that stands for 20 minutes so many metres from the middle of the depot. */
const standing = (metres: number) => {
  const [lng, lat] = destinationOf(depot[0], depot[1], 0, metres);
  return Array.from({ length: 41 }, (_, i) => makePoint(i * 30, { lng, lat, speedKmh: 0, acc: false }));
};
const staySites = (metres: number) =>
  detectEpisodes(standing(metres), momentOf([], { shapes }))
    .findings.filter(({ kind }) => kind === 'stay')
    .map(({ end, placeId }) => [end, placeId]);

test('a stay that goes on lies in its site, and is none 站外 until it has ended', () => {
  expect(staySites(50)).toEqual([[null, '1']]);
  expect(staySites(2000)).toEqual([[null, null]]);
});
