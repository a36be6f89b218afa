import { calcDefaults } from '@tongda/contract/base/org/calc';
import { distanceM } from '@tongda/geo/distance';
import { describe, expect, it } from 'vitest';
import { computeTrackFacts } from './day/facts';
import { makePoint, pointsEvery, testStart } from './fixture';
import { cleanTrack } from './motion/hygiene';
import { mileageStart, stepMileage } from './motion/mileage';
import { mileageOf, segmentsOf, timeByState } from './motion/segments';
import { kernelDefaults, kernelSettingsOf, settingsOverTime } from './settings';

const at = (seconds: number) => testStart + seconds * 1000;
const range = (from: number, to: number) => ({ from: at(from), to: at(to) });
const settings = { ...kernelDefaults, gapMaxMs: 600_000 };
const minutes = (ms: number) => ms / 60_000;
/** 36 km/h northwards: 10 m a second */
const drive = (offsetM: number, from: number) => (s: number) => ({
  speedKmh: 36,
  acc: true,
  northM: offsetM + (s - from) * 10,
});

describe('K1 point hygiene', () => {
  it('rejects what is no place: not located, 0/0, out of range, a clock ten minutes ahead or of a terminal that just woke up', () => {
    const points = [
      makePoint(0, { t: Date.UTC(2000, 0, 1), northM: 5 }),
      makePoint(0),
      makePoint(10, { located: false }),
      makePoint(20, { lng: 0, lat: 0 }),
      makePoint(30, { lat: 91 }),
      makePoint(40, { receiveTime: at(40) - 600_001 }),
      makePoint(50, { receiveTime: at(50) - 600_000 }),
    ];
    const clean = cleanTrack(points, 160);
    expect(clean.fixes.map((p) => (p.t - testStart) / 1000)).toEqual([0, 50]);
    expect([...clean.rejected.values()]).toEqual(['clock', 'notLocated', 'range', 'range', 'clock']);
  });

  it('keeps one point a time, the located one', () => {
    const clean = cleanTrack([makePoint(0, { located: false }), makePoint(0, { northM: 5 }), makePoint(10)], 160);
    expect(clean.points).toHaveLength(2);
    expect(clean.points[0]?.located).toBe(true);
  });

  it('drops a point off the way of both neighbours, keeps a real fast change of place', () => {
    const jump = cleanTrack([makePoint(0), makePoint(10, { northM: 5000 }), makePoint(20, { northM: 10 })], 160);
    expect([...jump.rejected.values()]).toEqual(['jump']);
    const ferry = cleanTrack([makePoint(0), makePoint(10, { northM: 5000 }), makePoint(20, { northM: 5010 })], 160);
    expect(ferry.rejected.size).toBe(0);
  });
});

describe('constants of the company (K1)', () => {
  const truck = { vehicleType: '冷藏', mileageCoefficient: 1 };
  const van = { vehicleType: '面包', mileageCoefficient: 1 };

  it('a jump is faster than 160 km/h for trucks and 200 for others', () => {
    // 500 m in 10 s are 180 km/h
    const track = [makePoint(0), makePoint(10, { northM: 500 }), makePoint(20, { northM: 10 })];
    const dropped = (vehicle: typeof truck) =>
      computeTrackFacts(track, range(0, 20), kernelSettingsOf(calcDefaults, vehicle)).droppedCount;
    expect([dropped(truck), dropped(van)]).toEqual([1, 0]);
    const strict = kernelSettingsOf({ ...calcDefaults, otherMaxKmh: 120 }, van);
    expect(computeTrackFacts(track, range(0, 20), strict).droppedCount).toBe(1);
  });

  it('hold from-to: the same movement is reckoned by those of its time', () => {
    // 8 km/h, an hour before and an hour after they changed; so slow that it is never more than 100 m away in a stay of 500 m
    const slow = pointsEvery(10, 0, 7200, (s) => ({ speedKmh: 8, acc: true, northM: (s % 20) * 2 }));
    const periods = [{ from: at(3600), to: Number.POSITIVE_INFINITY, value: { ...calcDefaults, movingSpeedKmh: 20 } }];
    const { timeMs, segments } = computeTrackFacts(slow, range(0, 7200), settingsOverTime(periods, truck));
    expect(timeMs).toMatchObject({ moving: 3_590_000, idle: 3_610_000 });
    expect(segments.filter(({ state }) => state === 'moving').every(({ end }) => end < at(3600))).toBe(true);
    expect(minutes(timeMs.moving + timeMs.idle + timeMs.parked + timeMs.noData)).toBe(120);
  });
});

describe('K3 mileage', () => {
  it('measures (31.2304,121.4737)-(31.2404,121.4837) as 1463 m', () => {
    expect(Math.round(distanceM(121.4737, 31.2304, 121.4837, 31.2404))).toBe(1463);
  });

  it('splits 12 km between 23:50 and 00:20 into 4.0 km before and 8.0 km after midnight', () => {
    const s = 15 * 3600 + 50 * 60; // 23:50 in Shanghai
    const points = [
      makePoint(s, { speedKmh: 24, acc: true, odometerM: 100_000 }),
      makePoint(s + 1800, { speedKmh: 24, acc: true, odometerM: 112_000, northM: 11_500 }),
    ];
    const midnight = s + 600;
    const before = mileageOf(segmentsOf(points, range(s - 600, midnight), settings));
    const after = mileageOf(segmentsOf(points, range(midnight, s + 3600), settings));
    expect(before.mileageM).toBeCloseTo(4000, 6);
    expect(after.mileageM).toBeCloseTo(8000, 6);
  });

  it('takes the odometer when it is plausible, the distance when it is not or is missing', () => {
    const from = makePoint(0, { speedKmh: 60, odometerM: 1000 });
    const to = (odometerM: number | null) => makePoint(60, { speedKmh: 60, northM: 1000, odometerM });
    const metres = (odometerM: number | null) =>
      Math.round(stepMileage(mileageStart, from, to(odometerM), settings).metres);
    expect(metres(2100)).toBe(1100);
    expect(metres(null)).toBe(1000);
    expect(metres(900)).toBe(1000); // ran backwards: another terminal
    expect(metres(1000 + 160_000 / 60 + 501)).toBe(1000); // further than 160 km/h + 0.5 km
  });

  it('counts nothing by position while standing, and not the drift of a stay', () => {
    const points = pointsEvery(10, 0, 600, (s) => ({ northM: (s / 10) % 2 ? 20 : 0 }));
    expect(mileageOf(segmentsOf(points, range(0, 600), settings)).mileageM).toBe(0);
  });

  it('does not believe an odometer that stands still, and loses no metre when it wakes up', () => {
    const dead = pointsEvery(10, 0, 600, (s) => ({ ...drive(0, 0)(s), odometerM: 500 }));
    expect(mileageOf(segmentsOf(dead, range(0, 600), settings)).mileageM).toBeGreaterThan(4900);
    const coarse = pointsEvery(10, 0, 600, (s) => ({
      ...drive(0, 0)(s),
      odometerM: Math.floor((s * 10) / 1500) * 1500,
    }));
    const { mileageM } = mileageOf(segmentsOf(coarse, range(0, 600), settings));
    expect(mileageM).toBeGreaterThan(5900);
    expect(mileageM).toBeLessThan(6100);
  });

  it('counts a silence with displacement as 补算里程, scaled by the coefficient', () => {
    const points = [...pointsEvery(10, 0, 100, drive(0, 0)), ...pointsEvery(10, 1900, 2000, drive(20_000, 1900))];
    const facts = computeTrackFacts(points, range(0, 2000), { ...settings, mileageCoefficient: 1.1 });
    expect(facts.gapMileageM).toBeCloseTo(19_000 * 1.1, 0);
    expect(facts.mileageM).toBeCloseTo(21_000 * 1.1, 0);
    expect(facts.gaps).toMatchObject([{ start: at(100), end: at(1900), unlocated: false }]);
  });
});

describe('K4 states', () => {
  it('moving needs two points running at 5 km/h, idle is ACC on, parked ACC off', () => {
    const points = [
      ...pointsEvery(10, 0, 50, () => ({ acc: true })),
      makePoint(60, { acc: true, speedKmh: 9 }), // one lonely reading is no movement
      ...pointsEvery(10, 70, 90, () => ({ acc: true })),
      ...pointsEvery(10, 100, 200, drive(0, 100)),
      ...pointsEvery(10, 210, 300, () => ({ northM: 1050 })),
    ];
    const time = timeByState(segmentsOf(points, range(0, 300), settings));
    expect(time).toEqual({ idle: 100_000, moving: 110_000, parked: 90_000, noData: 0 });
  });

  it('more than 100 m from where it stood is movement, however slow', () => {
    const points = pointsEvery(10, 0, 600, (s) => ({ acc: true, speedKmh: 3, northM: s * 0.83 }));
    const time = timeByState(segmentsOf(points, range(0, 600), settings));
    expect(time.moving).toBeGreaterThan(0);
  });

  it('a silence in one place with ACC off on both sides is parking, otherwise 无数据', () => {
    const off = [makePoint(0), makePoint(3600, { northM: 20 })];
    expect(timeByState(segmentsOf(off, range(0, 3600), settings)).parked).toBe(3_600_000);
    const on = [makePoint(0, { acc: true }), makePoint(3600, { northM: 20 })];
    expect(timeByState(segmentsOf(on, range(0, 3600), settings)).noData).toBe(3_600_000);
    const away = [makePoint(0), makePoint(3600, { northM: 300 })];
    expect(timeByState(segmentsOf(away, range(0, 3600), settings)).noData).toBe(3_600_000);
  });

  it('bridges the end of the data as long as the vehicle would count as online', () => {
    const time = timeByState(segmentsOf(pointsEvery(60, 0, 600), range(-60, 7200), settings));
    expect(time).toEqual({ moving: 0, idle: 0, parked: 600_000 + 40 * 60_000, noData: 60_000 + 4_200_000 });
  });

  it('an empty range is 无数据 from end to end', () => {
    expect(timeByState(segmentsOf([], range(0, 100), settings))).toEqual({
      moving: 0,
      idle: 0,
      parked: 0,
      noData: 100_000,
    });
  });
});

describe('K5 parking', () => {
  /** 08:00-08:04 standing, 150 m in 40 s, 08:04:40-08:30 standing, then away */
  const points = [
    ...pointsEvery(10, 0, 230),
    makePoint(240, { speedKmh: 15, acc: true }),
    makePoint(250, { speedKmh: 15, acc: true, northM: 40 }),
    makePoint(260, { speedKmh: 15, acc: true, northM: 80 }),
    makePoint(270, { speedKmh: 15, acc: true, northM: 120 }),
    ...pointsEvery(10, 280, 1790, () => ({ northM: 150 })),
    ...pointsEvery(10, 1800, 2400, drive(150, 1800)),
  ];

  it('one row of 30 min with 精细停车, one of 25 min 20 s without', () => {
    const fine = computeTrackFacts(points, range(0, 2400), { ...settings, parkingFine: true });
    expect(fine.stays.map((stay) => minutes(stay.end - stay.start))).toEqual([30]);
    const plain = computeTrackFacts(points, range(0, 2400), { ...settings, parkingFine: false });
    expect(plain.stays.map((stay) => (stay.end - stay.start) / 1000)).toEqual([25 * 60 + 20]);
  });

  it('tells ACC-off time from idling and takes the middle of the fixes', () => {
    const standing = [
      ...pointsEvery(10, 0, 290, () => ({ acc: true })),
      ...pointsEvery(10, 300, 590, (s) => ({ northM: s % 20 ? 4 : 0 })),
      ...pointsEvery(10, 600, 700, drive(0, 600)),
    ];
    const [stay] = computeTrackFacts(standing, range(0, 700), settings).stays;
    expect(stay).toMatchObject({ idleMs: 300_000, accOffMs: 300_000, open: false });
    expect(stay?.lng).toBe(121.4737);
  });

  it('is open while nothing moved after it', () => {
    const [stay] = computeTrackFacts(pointsEvery(60, 0, 3600), range(0, 3600), settings).stays;
    expect(stay).toMatchObject({ start: at(0), end: at(3600), open: true });
  });
});

describe('K6 trips', () => {
  const leg = (from: number, to: number, offsetM: number) => pointsEvery(10, from, to, drive(offsetM, from));
  const stand = (from: number, to: number, northM: number) => pointsEvery(10, from, to, () => ({ northM }));

  it('are what lies between parkings of 15 minutes; a shorter stop belongs to the trip', () => {
    const points = [
      ...stand(0, 990, 0),
      ...leg(1000, 1990, 0),
      ...stand(2000, 2490, 10_000),
      ...leg(2500, 3490, 10_000),
      ...stand(3500, 4990, 20_000),
      ...leg(5000, 5990, 20_000),
      ...stand(6000, 7000, 30_000),
    ];
    const { trips } = computeTrackFacts(points, range(0, 7000), settings);
    expect(trips.map((trip) => [(trip.start - testStart) / 1000, (trip.end - testStart) / 1000])).toEqual([
      [1000, 3500],
      [5000, 6000],
    ]);
    expect(trips[0]?.mileageM).toBeCloseTo(20_000, -2);
    expect(trips[0]?.drivingMs).toBe(2_000_000);
    expect(trips[0]?.avgSpeedKmh).toBeCloseTo(36, 0);
  });

  it('a hop below 0.5 km or 3 min is absorbed in the parking', () => {
    const points = [...stand(0, 990, 0), ...leg(1000, 1040, 0), ...stand(1050, 2500, 450)];
    expect(computeTrackFacts(points, range(0, 2500), settings).trips).toEqual([]);
  });
});

describe('K9 doors and terminal alarms', () => {
  it('opens and closes each door by itself, ignores bounce under 10 s, leaves the last open', () => {
    const open1 = 0b0110; // door 1 open, door 2 closed
    const closed = 0b0101;
    const points = pointsEvery(5, 0, 200, (s) => ({
      doors: s < 20 ? closed : s < 60 ? open1 : s < 65 ? closed : s < 100 ? open1 : s < 190 ? closed : 0b1001,
    }));
    const { doors } = computeTrackFacts(points, range(0, 200), settings);
    expect(
      doors.map((d) => [d.door, (d.start - testStart) / 1000, d.end === null ? null : (d.end - testStart) / 1000]),
    ).toEqual([
      [1, 20, 100],
      [2, 190, null],
    ]);
  });

  it('spans an alarm bit from first to last report and parts it by a silence', () => {
    const points = [
      ...pointsEvery(10, 0, 50, (s) => ({ alarmBits: s >= 20 ? 2 ** 31 + 2 : 0 })),
      makePoint(2000, { alarmBits: 2 }),
    ];
    const { alarms } = computeTrackFacts(points, range(0, 2000), settings);
    expect(alarms.map((a) => [a.bit, (a.start - testStart) / 1000, (a.end - testStart) / 1000])).toEqual([
      [1, 20, 50],
      [31, 20, 50],
      [1, 2000, 2000],
    ]);
  });
});
