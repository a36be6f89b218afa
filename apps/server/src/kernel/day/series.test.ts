import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makePoint } from '../fixture';
import { thinSeries } from './series';

const reading = fc.option(fc.integer({ min: -400, max: 400 }).map((n) => n / 10));
const track = fc
  .array(
    fc.record({
      speedKmh: fc.integer({ min: 0, max: 120 }),
      tempC: fc.array(reading, { maxLength: 3 }),
      acc: fc.boolean(),
      doors: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 300 },
  )
  .map((rows) => rows.map((row, i) => makePoint(i * 10, row)));

it('keeps the ends, the extremes of every reading and both sides of every change, and nothing twice', () => {
  fc.assert(
    fc.property(track, fc.integer({ min: 1, max: 40 }), (points, buckets) => {
      const kept = thinSeries(points, buckets);
      const times = kept.map((p) => p.t);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(kept[0]).toBe(points[0]);
      expect(kept.at(-1)).toBe(points.at(-1));
      const range = (of: (p: (typeof points)[number]) => number | null | undefined, list: typeof points) => {
        const values = list.flatMap((p) => of(p) ?? []);
        return [Math.min(...values), Math.max(...values)];
      };
      expect(range((p) => p.speedKmh, kept)).toEqual(range((p) => p.speedKmh, points));
      for (const channel of [0, 1, 2])
        expect(range((p) => p.tempC[channel], kept)).toEqual(range((p) => p.tempC[channel], points));
      const changes = (list: typeof points) =>
        list.flatMap((p, i) =>
          i > 0 && (list[i - 1]?.acc !== p.acc || list[i - 1]?.doors !== p.doors) ? [`${list[i - 1]?.t} ${p.t}`] : [],
        );
      expect(changes(kept)).toEqual(changes(points));
    }),
  );
});

it('draws a calm day with a few hundred points', () => {
  const day = Array.from({ length: 8_640 }, (_, i) =>
    makePoint(i * 10, { speedKmh: 60, tempC: [-18 + Math.sin(i / 200)] }),
  );
  expect(thinSeries(day, 200).length).toBeLessThan(1_000);
});
