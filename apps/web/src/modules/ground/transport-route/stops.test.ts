import { expect, it } from 'vitest';
import { blankStop, canReorder, estimateWays, inShortestOrder, removeStop, type StopRow, shiftStop } from './stops';

const at = (name: string, lng: number, lat: number): StopRow => ({ ...blankStop(), placeId: name, name, lng, lat });
const stops = [at('江桥', 121.38, 31.25), at('苏州', 120.63, 31.36), at('南京', 118.9, 32.05)];

it('estimates every way from the stop before, at the speed of the kind of route', () => {
  const trunk = estimateWays(stops, 1);
  expect(trunk.map((s) => s.distanceKm)).toEqual([0, 94, 235]);
  expect(estimateWays(stops, 3)[1]?.driveMin).toBeGreaterThan((trunk[1]?.driveMin ?? 0) * 2);
});

it('keeps what was typed where nothing moved', () => {
  const typed = stops.map((s, i) => (i === 0 ? s : { ...s, distanceKm: 100 + i, driveMin: 60 }));
  const four = [...typed, { ...at('合肥', 117.3, 31.8), distanceKm: 170, driveMin: 140 }];
  const turned = shiftStop(four, 0, 1, 1);
  expect(turned.map((s) => s.name)).toEqual(['苏州', '江桥', '南京', '合肥']);
  expect(turned[0]).toMatchObject({ distanceKm: 0, driveMin: 0 });
  expect(turned[3]).toMatchObject({ distanceKm: 170, driveMin: 140 });
  expect(shiftStop(four, 0, -1, 1).map((s) => s.name)).toEqual(four.map((s) => s.name));
  const shorter = removeStop(four, 1, 1);
  expect(shorter.map((s) => s.name)).toEqual(['江桥', '南京', '合肥']);
  expect(shorter[1]?.distanceKm).not.toBe(102);
  expect(shorter[2]?.distanceKm).toBe(170);
});

it('leaves ways without a place as they are', () => {
  const open = [stops[0] as StopRow, blankStop(), stops[2] as StopRow];
  expect(estimateWays(open, 1).map((s) => s.distanceKm)).toEqual([0, 0, 0]);
});

it('orders the stops between start and end, and keeps what was typed where nothing moved', () => {
  const way = [
    at('江桥', 121.38, 31.25),
    at('花桥', 121.1, 31.38),
    at('常州', 119.97, 31.77),
    at('无锡', 120.3, 31.56),
    at('南京', 118.9, 32.05),
  ];
  const typed = way.map((s, i) => (i === 1 ? { ...s, distanceKm: 33.3, driveMin: 44 } : s));
  const sorted = inShortestOrder(typed, 1);
  expect(sorted.map((s) => s.name)).toEqual(['江桥', '花桥', '无锡', '常州', '南京']);
  expect(sorted[1]).toMatchObject({ distanceKm: 33.3, driveMin: 44 });
  expect(sorted[2]?.distanceKm).toBeGreaterThan(50);
  expect(canReorder([...way, blankStop()])).toBe(false);
});
