import { describe, expect, it } from 'vitest';
import { inCorridor, nearestOnLine } from './corridor';
import { destinationOf } from './distance';
import { bboxOf, inPolygon, inRing, polygonAreaM2, ringAreaM2 } from './polygon';
import { simplifyIndices, simplifyLine } from './simplify';
import type { LngLat } from './types';

const square: LngLat[] = [
  [120, 30],
  [121, 30],
  [121, 31],
  [120, 31],
];
const hole: LngLat[] = [
  [120.4, 30.4],
  [120.6, 30.4],
  [120.6, 30.6],
  [120.4, 30.6],
];

describe('polygon', () => {
  it('tests rings that are closed and rings that are not', () => {
    expect(inRing(120.5, 30.5, square)).toBe(true);
    expect(inRing(120.5, 30.5, [...square, [120, 30]])).toBe(true);
    expect(inRing(119.9, 30.5, square)).toBe(false);
    expect(inRing(120.5, 31.1, square)).toBe(false);
  });
  it('leaves holes out', () => {
    expect(inPolygon(120.5, 30.5, [square, hole])).toBe(false);
    expect(inPolygon(120.2, 30.5, [square, hole])).toBe(true);
    expect(inPolygon(120.2, 30.5, [])).toBe(false);
  });
  it('measures a square of one degree on the sphere', () => {
    // (sin 31° - sin 30°) · (π/180) · R²
    const exact = (Math.sin((31 * Math.PI) / 180) - 0.5) * (Math.PI / 180) * 6_371_008.8 ** 2;
    expect(ringAreaM2(square) / exact).toBeCloseTo(1, 3);
    expect(polygonAreaM2([square, hole])).toBeLessThan(ringAreaM2(square));
    expect(ringAreaM2([...square].reverse())).toBeCloseTo(ringAreaM2(square), 0);
  });
  it('boxes positions', () => {
    expect(bboxOf(square)).toEqual([120, 30, 121, 31]);
    expect(bboxOf([])).toBeNull();
  });
});

describe('corridor', () => {
  const road: LngLat[] = [
    [120, 30],
    [120.1, 30],
    [120.1, 30.1],
  ];
  it('finds the nearest place of a line', () => {
    const [lng, lat] = destinationOf(120.05, 30, 180, 250);
    const hit = nearestOnLine(lng, lat, road);
    expect(hit?.distanceM).toBeCloseTo(250, 0);
    expect(hit?.segment).toBe(0);
    expect(hit?.ratio).toBeCloseTo(0.5, 2);
  });
  it('measures to the end when the foot lies beyond it', () => {
    const [lng, lat] = destinationOf(120.1, 30.1, 0, 400);
    expect(nearestOnLine(lng, lat, road)).toMatchObject({ segment: 1, ratio: 1 });
    expect(inCorridor(lng, lat, road, 399)).toBe(false);
    expect(inCorridor(lng, lat, road, 401)).toBe(true);
  });
  it('has an answer for one vertex and none for no line', () => {
    expect(nearestOnLine(120, 30, [])).toBeNull();
    expect(nearestOnLine(120, 30, [[120, 30]])?.distanceM).toBe(0);
  });
});

describe('simplify', () => {
  it('drops what lies within the tolerance and keeps the corner', () => {
    const wobble = Array.from({ length: 101 }, (_, i): LngLat => [120 + i / 1000, 30 + (i % 2) * 0.0001]); // 11 m
    const bent: LngLat[] = [...wobble, [120.1, 30.05]];
    expect(simplifyIndices(bent, 30)).toEqual([0, 100, 101]);
    expect(simplifyLine(bent, 30)).toHaveLength(3);
    expect(simplifyIndices(bent, 1).length).toBeGreaterThan(90);
  });
  it('keeps the indices it is told to', () => {
    const straight = Array.from({ length: 10 }, (_, i): LngLat => [120 + i / 100, 30]);
    expect(simplifyIndices(straight, 30, [4])).toEqual([0, 4, 9]);
  });
  it('leaves every dropped vertex within the tolerance', () => {
    const curve = Array.from({ length: 2000 }, (_, i): LngLat => [120 + i / 4000, 30 + 0.1 * Math.sin(i / 150)]);
    const kept = simplifyLine(curve, 50);
    expect(kept.length).toBeLessThan(200);
    for (const [lng, lat] of curve) expect(nearestOnLine(lng, lat, kept)?.distanceM).toBeLessThan(51);
  });
});
