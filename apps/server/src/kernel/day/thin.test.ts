import { expect, it } from 'vitest';
import { pointsEvery } from '../fixture';
import { thinTrack } from './thin';

const track = pointsEvery(10, 0, 600_000, (s) => ({
  speedKmh: s === 300_000 ? 97 : 40,
  lng: 121 + s / 1e5,
  lat: 31 + Math.sin(s / 3000) / 10,
  acc: s < 100_000,
  tempC: [s === 123_450 ? 7.7 : -18],
}));

it('leaves a small track alone', () => {
  expect(thinTrack(track.slice(0, 5000), 5000, new Set())).toHaveLength(5000);
});

it('comes down to the limit and keeps ends, extremes, state changes and wanted times', () => {
  const wanted = track[33_333]?.t ?? 0;
  const kept = new Set(thinTrack(track, 5000, new Set([wanted])));
  expect(kept.size).toBeLessThanOrEqual(5000);
  expect(kept.size).toBeGreaterThan(2000);
  for (const index of [0, 60_000, 30_000, 12_345, 9_999, 10_000, 33_333])
    expect(kept.has(index), String(index)).toBe(true);
});

it('holds the limit even when every point differs in state', () => {
  const nervous = track.map((point, i) => ({ ...point, acc: i % 2 === 0 }));
  const kept = thinTrack(nervous, 5000, new Set());
  expect(kept.length).toBeLessThanOrEqual(5000);
  expect([kept[0], kept[kept.length - 1]]).toEqual([0, 60_000]);
  expect([...kept].sort((a, b) => a - b)).toEqual(kept);
});
