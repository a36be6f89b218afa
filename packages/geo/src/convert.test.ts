import { describe, expect, it } from 'vitest';
import { convertFlat, convertPosition, inMainland } from './convert';
import { distanceM } from './distance';
import { decodeLines, encodeLines } from './line-codec';
import { latOfY, lngOfX, mercatorX, mercatorY, metresPerPixel } from './mercator';

const mainland: Array<[string, number, number]> = [
  ['北京', 116.397, 39.909],
  ['上海', 121.49, 31.24],
  ['深圳罗湖', 114.118, 22.545],
  ['珠海拱北', 113.549, 22.23],
  ['喀什', 75.99, 39.47],
  ['漠河', 122.54, 52.97],
  ['三亚', 109.51, 18.25],
  ['杭州湾跨海大桥', 121.13, 30.45],
  ['琼州海峡', 110.15, 20.15],
  ['丹东', 124.38, 40.13],
];
const elsewhere: Array<[string, number, number]> = [
  ['东京', 139.767, 35.681],
  ['首尔', 126.978, 37.566],
  ['乌兰巴托', 106.917, 47.918],
  ['河内', 105.85, 21.03],
  ['台北', 121.565, 25.033],
  ['香港', 114.169, 22.319],
  ['澳门', 113.543, 22.195],
  ['加德满都', 85.32, 27.71],
  ['阿拉木图', 76.95, 43.25],
  ['海参崴', 131.9, 43.12],
];

describe('convert', () => {
  it.each(mainland)('shifts %s and comes back within 1 m', (_, lng, lat) => {
    expect(inMainland(lng, lat)).toBe(true);
    for (const crs of ['gcj02', 'bd09'] as const) {
      const [x, y] = convertPosition(lng, lat, 'wgs84', crs);
      expect(distanceM(lng, lat, x, y)).toBeGreaterThan(100);
      const [backLng, backLat] = convertPosition(x, y, crs, 'wgs84');
      expect(distanceM(lng, lat, backLng, backLat)).toBeLessThan(1);
    }
  });
  it.each(elsewhere)('leaves %s where it is', (_, lng, lat) => {
    expect(convertPosition(lng, lat, 'wgs84', 'gcj02')).toEqual([lng, lat]);
    expect(convertPosition(lng, lat, 'bd09', 'wgs84')).toEqual([lng, lat]);
  });
  it('agrees with the published GCJ-02 position of 天安门 to a few metres', () => {
    const [lng, lat] = convertPosition(116.391349, 39.907375, 'wgs84', 'gcj02');
    expect(distanceM(lng, lat, 116.39759, 39.90878)).toBeLessThan(5);
  });
  it('converts a track in place', () => {
    const flat = new Float64Array([116.397, 39.909, 139.767, 35.681]);
    expect(convertFlat(flat, 'wgs84', 'gcj02')).toBe(flat);
    expect(flat[0]).not.toBe(116.397);
    expect([flat[2], flat[3]]).toEqual([139.767, 35.681]);
  });
});

describe('line codec', () => {
  it('brings lines back on a grid of 1e-4 degree with their tags', () => {
    const lines = [
      {
        tag: 300,
        points: [
          [-179.99999, -85.1],
          [179.9, 84],
        ] as Array<[number, number]>,
      },
      {
        tag: 0,
        points: [
          [113.12344, 23.00001],
          [113.12346, 23.00001],
          [113.1236, 22.9],
        ] as Array<[number, number]>,
      },
      { tag: 7, points: [] },
    ];
    expect(decodeLines(encodeLines(lines))).toEqual([
      {
        tag: 300,
        points: [
          [-180, -85.1],
          [179.9, 84],
        ],
      },
      {
        tag: 0,
        points: [
          [113.1234, 23],
          [113.1235, 23],
          [113.1236, 22.9],
        ],
      },
      { tag: 7, points: [] },
    ]);
  });
  it('refuses bytes that end too early', () => {
    const bytes = encodeLines([
      {
        tag: 1,
        points: [
          [113, 23],
          [114, 24],
        ],
      },
    ]);
    expect(() => decodeLines(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  });
});

describe('mercator', () => {
  it('goes there and back', () => {
    expect(lngOfX(mercatorX(113.27))).toBeCloseTo(113.27, 10);
    expect(latOfY(mercatorY(-43.5))).toBeCloseTo(-43.5, 10);
    expect(mercatorY(0)).toBeCloseTo(0.5, 12);
    expect(mercatorY(89)).toBeCloseTo(0, 6);
  });
  it('knows the size of a pixel', () => {
    expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.517, 2);
    expect(metresPerPixel(60, 1)).toBeCloseTo(78_271.517 / 4, 2);
  });
});
