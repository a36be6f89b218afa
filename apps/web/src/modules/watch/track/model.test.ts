import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { describe, expect, it } from 'vitest';
import {
  advanceClock,
  fuelAt,
  indexAt,
  momentAt,
  pointFlag,
  speedColour,
  type TrackPoints,
  tempScales,
  timeTicks,
  trackPieces,
} from './model';

const { acc, located, late, afterGap } = pointFlag;
const points: TrackPoints = {
  t: [0, 10_000, 20_000, 900_000, 910_000],
  lng: [121, 121.01, 121.02, 121.5, 121.51],
  lat: [31, 31, 31, 31.2, 31.2],
  speedKmh: [50, 65, 65, 90, 90],
  directionDeg: [90, 90, 90, 45, 45],
  mileageM: [0, 950, 1900, 52_000, 52_950],
  flags: [acc | located, acc | located, acc | located, acc | located | afterGap, acc | located | late],
  tempC: [[-18, -18.2, -18.1, -17, -17]],
  humPct: [],
  fuelL: [],
  doors: [0, 0, 0, 0, 0],
};

describe('the moment of the player', () => {
  it('finds the point at or before a time', () => {
    expect([-5, 0, 9_999, 10_000, 899_999, 9e9].map((t) => indexAt(points, t))).toEqual([0, 0, 0, 1, 2, 4]);
  });
  it('interpolates between points and stands still over a gap', () => {
    const between = momentAt(points, 5_000);
    expect([between?.lng.toFixed(3), between?.mileageM, between?.gap]).toEqual(['121.005', 475, false]);
    const inGap = momentAt(points, 500_000);
    expect([inGap?.lng, inGap?.speedKmh, inGap?.gap]).toEqual([121.02, null, true]);
    expect(momentAt({ ...points, t: [] }, 5)).toBeNull();
  });
  it('shows no speed where none is known, and keeps the last heading', () => {
    const dark: TrackPoints = { ...points, speedKmh: [50, null, 65, 90, 90], directionDeg: [90, null, null, 45, 45] };
    expect(momentAt(dark, 12_000)).toMatchObject({ speedKmh: null, directionDeg: 90 });
    expect(momentAt(dark, 20_000)).toMatchObject({ speedKmh: 65, directionDeg: 90 });
    expect(speedColour(null)).not.toBe(speedColour(0));
  });
  it('runs at its rate, stops at the end and jumps over standing time when asked', () => {
    expect(advanceClock(0, 100, 64, 1e9, null)).toBe(6_400);
    expect(advanceClock(0, 100, 64, 5_000, null)).toBe(5_000);
    const stops = [{ startTime: 2_000, endTime: 60_000 }];
    expect(advanceClock(0, 100, 64, 1e9, stops)).toBe(60_000);
    expect(advanceClock(0, 20, 64, 1e9, stops)).toBe(1_280);
  });
});

describe('the line on the map', () => {
  it('cuts at colour changes, at late data and never draws through a gap', () => {
    const pieces = trackPieces(points, (i) => speedColour(points.speedKmh[i] ?? 0));
    expect(pieces.map((p) => [p.kind, p.colour, p.coordinates.length])).toEqual([
      ['live', '#0E9F55', 3],
      ['gap', '#E08600', 2],
      ['late', '#E08600', 2],
    ]);
    expect(pieces[1]?.coordinates[0]).toEqual([121.02, 31]);
  });
  it.each([
    [0, '#8FA0B3'],
    [29.9, '#8FA0B3'],
    [30, '#35A7C9'],
    [60, '#0E9F55'],
    [80, '#E08600'],
    [100, '#E03428'],
  ])('%s km/h has the colour %s', (speed, colour) => {
    expect(speedColour(speed)).toBe(colour);
  });
});

describe('scales and axis', () => {
  it('chilled and frozen curves get a scale each, with their bounds inside', () => {
    const track = {
      points: {
        ...points,
        tempC: [
          [-18.2, -17],
          [null, null],
          [3.1, 9.8],
          [-20, -19],
        ],
      },
      probes: [
        { kind: 'tem', channel: 1, name: '前区', zone: null, lower: -22, upper: -15 },
        { kind: 'tem', channel: 3, name: '后区', zone: null, lower: 2, upper: 8 },
      ],
    } as unknown as TrackAnswer;
    expect(tempScales(track)).toEqual([
      { channels: [3], min: 2, max: 9.8, lower: 2, upper: 8 },
      { channels: [1, 4], min: -22, max: -15, lower: -22, upper: -15 },
    ]);
  });
  it('labels whole hours of the local day', () => {
    const east8 = 8 * 3_600_000;
    const midnight = Date.UTC(2026, 10, 19, 16);
    expect(
      timeTicks(midnight, midnight + 6 * 3_600_000, 540, east8).map((t) => new Date(t + east8).getUTCHours()),
    ).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

it('what is in the tanks at a point is what is in all of them', () => {
  const fuelL = [
    [120, null, null],
    [220, 218.4, null],
  ];
  expect([0, 1, 2].map((i) => fuelAt({ fuelL }, i))).toEqual([340, 218.4, null]);
});
