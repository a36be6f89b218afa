import { describe, expect, it } from 'vitest';
import { destinationOf, distanceM } from './distance';
import { inShape, pointAlongLine, type Shape, selfIntersects, shapeAreaM2, shapeBbox, shapeCentre } from './shape';
import type { LngLat } from './types';

const jiangqiao: LngLat = [121.38, 31.25];
const at = (bearing: number, metres: number): LngLat => destinationOf(jiangqiao[0], jiangqiao[1], bearing, metres);
const circle: Shape = { kind: 'circle', centre: jiangqiao, radiusM: 500 };
const rect: Shape = { kind: 'rect', box: [121.3, 31.2, 121.4, 31.3] };
const bent: Shape = {
  kind: 'polygon',
  rings: [
    [
      [121.0, 31.0],
      [121.2, 31.0],
      [121.2, 31.02],
      [121.02, 31.02],
      [121.02, 31.2],
      [121.0, 31.2],
    ],
  ],
};
const holed: Shape = {
  kind: 'district',
  parts: [
    [
      [
        [120, 30],
        [121, 30],
        [121, 31],
        [120, 31],
      ],
      [
        [120.4, 30.4],
        [120.6, 30.4],
        [120.6, 30.6],
        [120.4, 30.6],
      ],
    ],
  ],
};
const road: Shape = {
  kind: 'line',
  path: [
    [121.0, 31.0],
    [121.1, 31.0],
    [121.1, 31.1],
  ],
  halfWidthM: 200,
};

describe('inShape', () => {
  it('ends a circle at its radius in every direction', () => {
    for (const bearing of [0, 45, 90, 180, 270]) {
      expect(inShape(...at(bearing, 499), circle), `${bearing} in`).toBe(true);
      expect(inShape(...at(bearing, 501), circle), `${bearing} out`).toBe(false);
      expect(inShape(...at(bearing, 549), circle, 50), `${bearing} buffer`).toBe(true);
      expect(inShape(...at(bearing, 551), circle, 50), `${bearing} past the buffer`).toBe(false);
    }
  });

  it('keeps to the edges of a rectangle, and to its buffer', () => {
    expect(inShape(121.3, 31.25, rect)).toBe(true);
    expect(inShape(121.299, 31.25, rect)).toBe(false);
    expect(inShape(121.299, 31.25, rect, 100)).toBe(true);
    expect(inShape(121.299, 31.25, rect, 90)).toBe(false);
  });

  it('leaves out the notch of a polygon and the hole of a district', () => {
    expect(inShape(121.1, 31.01, bent)).toBe(true);
    expect(inShape(121.1, 31.1, bent)).toBe(false);
    expect(inShape(120.2, 30.2, holed)).toBe(true);
    expect(inShape(120.5, 30.5, holed)).toBe(false);
    expect(inShape(120.401, 30.5, holed, 200)).toBe(true);
  });

  it('follows a corridor around its corner and ends it with a round cap', () => {
    expect(inShape(121.05, 31.0017, road)).toBe(true);
    expect(inShape(121.05, 31.002, road)).toBe(false);
    expect(inShape(...destinationOf(121.1, 31.1, 0, 199), road)).toBe(true);
    expect(inShape(...destinationOf(121.1, 31.1, 0, 201), road)).toBe(false);
  });

  it('finds nothing inside an empty shape', () => {
    expect(inShape(0, 0, { kind: 'line', path: [], halfWidthM: 100 })).toBe(false);
    expect(inShape(0, 0, { kind: 'district', parts: [] })).toBe(false);
    expect(shapeBbox({ kind: 'polygon', rings: [] })).toBeNull();
  });
});

describe('measures', () => {
  it('puts the whole circle into its box, and hardly more', () => {
    const [west, south, east, north] = shapeBbox(circle) ?? [0, 0, 0, 0];
    for (let bearing = 0; bearing < 360; bearing += 5) {
      const [lng, lat] = at(bearing, 500);
      expect(lng >= west && lng <= east && lat >= south && lat <= north, String(bearing)).toBe(true);
    }
    expect(distanceM(west, 31.25, east, 31.25)).toBeLessThan(1001);
  });

  it('measures areas', () => {
    expect(shapeAreaM2(circle)).toBeCloseTo(785_398, 0);
    // 0.1° of longitude at 31.25° N is 9,506 m, 0.1° of latitude 11,120 m
    expect(shapeAreaM2(rect) / 1e6).toBeCloseTo(105.7, 0);
    expect(shapeAreaM2(holed) / shapeAreaM2({ kind: 'rect', box: [120, 30, 121, 31] })).toBeCloseTo(0.96, 2);
  });

  it('puts labels on the ground itself', () => {
    expect(shapeCentre(circle)).toEqual(jiangqiao);
    expect(shapeCentre(rect)?.map((x) => x.toFixed(2))).toEqual(['121.35', '31.25']);
    // the line's middle lies on its second leg: the first one is shorter
    expect(shapeCentre(road)?.[0]).toBe(121.1);
    expect(pointAlongLine([], 5)).toBeNull();
    expect(pointAlongLine(road.kind === 'line' ? road.path : [], 1e9)).toEqual([121.1, 31.1]);
  });
});

describe('selfIntersects', () => {
  it('finds a bow tie and lets a square and a bent outline be', () => {
    const square: LngLat[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    expect(selfIntersects(square)).toBe(false);
    expect(selfIntersects([square[0] as LngLat, square[2] as LngLat, square[1] as LngLat, square[3] as LngLat])).toBe(
      true,
    );
    expect(selfIntersects(bent.kind === 'polygon' ? (bent.rings[0] ?? []) : [])).toBe(false);
    expect(selfIntersects(square.slice(0, 3))).toBe(false);
  });
});
