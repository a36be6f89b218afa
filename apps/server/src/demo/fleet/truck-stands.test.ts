import { demoVehicles } from '@tongda/simulator/fleet/demo';
import type { TerminalEvent } from '@tongda/simulator/world/event';
import { simulateVehicle } from '@tongda/simulator/world/simulate';
import { describe, expect, it } from 'vitest';
import { callsOf, isReliable, runsBetween, runsOf, type Spot, type Stand, spotsOf, standsOf } from './truck-stands';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.parse('2026-11-21T00:00:00Z');
const at = (minute: number): number => start + minute * minuteMs;

/** A report: minute, kilometres east of 121°E (about), speed. */
const report = (minute: number, km: number, speedKmh: number, located = true): TerminalEvent => ({
  kind: 'point',
  timeMs: at(minute),
  link: true,
  point: {
    timeMs: at(minute),
    lng: 121 + km / 95,
    lat: 31,
    altitudeM: 0,
    speedKmh,
    directionDeg: 0,
    located,
    acc: true,
    doors: 0,
    odometerM: 0,
    fuelL: null,
    tempC: [],
    humPct: [],
    reeferOn: null,
    extVoltageV: 24,
    signal: 20,
    satellites: 10,
    alarmBits: 0,
  },
});
const spot = (name: string, km: number, hub = false): Spot => ({ name, lng: 121 + km / 95, lat: 31, hub });
const stand = (km: number, from: number, until: number | null): Stand => ({
  lng: 121 + km / 95,
  lat: 31,
  arriveAt: at(from),
  leaveAt: until === null ? null : at(until),
});
const [yard, shop, market, farYard] = [
  spot('城配中心', 0, true),
  spot('一店', 10),
  spot('二店', 20),
  spot('外站', 40, true),
];
const spots = [yard, shop, market, farYard];
const named = (runs: ReturnType<typeof runsOf>) =>
  runs.map(({ load, drops }) => [load.spot.name, ...drops.map((drop) => drop.spot.name)].join('>'));

describe('standsOf', () => {
  it('takes a stand from the first report at rest to the first one that moves, not a red light', () => {
    const stands = standsOf([
      report(0, 0, 0),
      report(5, 0, 0),
      report(8, 0, 20),
      report(10, 1, 0),
      report(10.7, 1, 0),
      report(11, 1.1, 30),
      report(20, 10, 0),
      report(25, 10, 0),
    ]);
    expect(stands).toEqual([
      { ...stand(0, 0, 8), lng: 121 },
      { ...stand(10, 20, null), lng: 121 + 10 / 95 },
    ]);
  });

  it('ends a stand when the truck is elsewhere though nobody saw it move, and believes no report without a fix', () => {
    const stands = standsOf([
      report(0, 0, 0),
      report(5, 3, 0, false),
      report(6, 0, 0),
      report(11, 10, 0),
      report(16, 10, 9),
    ]);
    expect(stands.map(({ arriveAt, leaveAt }) => [arriveAt, leaveAt])).toEqual([
      [at(0), at(11)],
      [at(11), at(16)],
    ]);
  });
});

describe('runsOf', () => {
  it('goes from one hub to the next, which counts when it is another one', () => {
    const calls = callsOf(
      [
        stand(0, 0, 30),
        stand(5, 40, 50),
        stand(10, 60, 70),
        stand(20, 80, 90),
        stand(0, 120, 150),
        stand(40, 200, 230),
      ],
      spots,
    );
    expect(named(runsOf(calls))).toEqual(['城配中心>一店>二店', '城配中心>外站']);
  });

  it('leaves out a place called at twice and a stand whose end is not seen', () => {
    const calls = callsOf(
      [stand(0, 0, 30), stand(10, 60, 70), stand(20, 80, 90), stand(10, 100, 110), stand(40, 200, null)],
      spots,
    );
    expect(named(runsOf(calls))).toEqual(['城配中心>二店']);
  });

  it('makes one call of two stands that a wrong fix has parted', () => {
    expect(callsOf([stand(10, 0, 10), stand(10.05, 11, 20)], spots)).toEqual([
      { spot: shop, arriveAt: at(0), leaveAt: at(20) },
    ]);
  });
});

describe('the simulated trucks', () => {
  it('tells when a terminal cannot be followed', () => {
    expect(isReliable([report(0, 0, 0), report(5, 0, 0), report(10, 1, 30)])).toBe(true);
    expect(isReliable([report(0, 0, 0), report(16, 0, 0)])).toBe(false);
    expect(isReliable([report(0, 0, 0), report(5, 0, 0, false), report(10, 1, 30)])).toBe(false);
  });

  // night, morning rush, noon, evening; a Sunday and working days; local time is UTC+8
  it.each([
    '2026-11-21T17:30:00Z',
    '2026-11-22T20:00:00Z',
    '2026-11-23T00:30:00Z',
    '2026-11-25T04:00:00Z',
    '2026-11-26T12:00:00Z',
  ])('has trucks on trunk roads and trucks that load at %s', (text) => {
    const now = Date.parse(text);
    const runs = demoVehicles
      .filter(({ duty }) => duty.kind === 'trunk')
      .flatMap((vehicle) => runsBetween(vehicle, now - 7 * hourMs, now + 9 * hourMs));
    const road = runs.filter(({ load, drops }) => load.leaveAt < now && drops.some(({ arriveAt }) => arriveAt > now));
    expect(road.length).toBeGreaterThanOrEqual(3);
    expect(runs.filter(({ load }) => load.leaveAt > now + 5 * minuteMs).length).toBeGreaterThanOrEqual(6);
    for (const { load, drops } of runs) {
      const times = [load.leaveAt, ...drops.flatMap(({ arriveAt, leaveAt }) => [arriveAt, leaveAt])];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  it('finds the rounds of a city truck among the stores of its city', () => {
    const truck = demoVehicles.find(({ no }) => no === 17);
    if (!truck) throw new Error('no truck 17');
    const noon = Date.parse('2026-11-25T04:00:00Z');
    const calls = callsOf(standsOf(simulateVehicle(truck, noon - 6 * hourMs, noon + 6 * hourMs)), spotsOf(truck));
    // a round of nine stores takes about six hours
    expect(calls.filter(({ spot: { hub } }) => !hub).length).toBeGreaterThanOrEqual(8);
    expect(calls.some(({ spot: { name } }) => name === '上海城配中心')).toBe(true);
  });
});
