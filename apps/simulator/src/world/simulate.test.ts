import { distanceM } from '@tongda/geo/distance';
import { describe, expect, it } from 'vitest';
import { type DemoVehicle, demoVehicles } from '../fleet/demo';
import { storeCardOf } from '../fleet/demo-cards';
import { driverIndexOf, driverNames } from '../fleet/demo-drivers';
import { demoStories, storiesOf } from '../fleet/stories';
import { dayMs, dutyStartMs, inWeeklyWindow, weekdayOf } from './calendar';
import { simulateDutyDay } from './duty-day';
import type { Fix, TerminalEvent, TerminalPoint } from './event';
import { weekPlanOf } from './plan';
import { makeFix } from './sensors';
import { simulateMoves, simulateVehicle } from './simulate';
import { cityOf } from './streets';
import { monday, pointsOf, vehicle } from './test-days';

/** Vehicles of each kind of work: trunk roads, ring, cities. */
const sample = [1, 4, 7, 13, 18, 26, 29, 33, 37, 39, 41, 43, 47, 50, 52, 56, 59];
const limitKmh = (v: DemoVehicle): number =>
  storiesOf(v.no).some((s) => s.kind === 'speeding') ? 95 : v.duty.kind === 'city' ? 56 : 85;

/** All events of a duty day: of its reports only how the truck moves. */
const dayOf = (v: DemoVehicle, day: number) => simulateDutyDay(v, day, [], { fromMs: 0, sense: makeFix });

describe('simulateVehicle', () => {
  it('gives the same events again, and the same points for neighbouring ranges as for both together', () => {
    for (const no of [4, 18, 20, 41, 56]) {
      const whole = [...simulateVehicle(vehicle(no), monday, monday + 3 * dayMs)];
      const cut = monday + 1.37 * dayMs;
      const parts = [
        ...simulateVehicle(vehicle(no), monday, cut),
        ...simulateVehicle(vehicle(no), cut, monday + 3 * dayMs),
      ].filter((e) => e.kind === 'point');
      expect(parts).toEqual(whole.filter((e) => e.kind === 'point'));
      expect(whole.length).toBeGreaterThan(200);
    }
  });

  it('moves in the same way when nothing but its moves is asked for', () => {
    for (const no of [4, 18, 20, 41, 56]) {
      const [from, to] = [monday + 0.37 * dayMs, monday + 2 * dayMs];
      const fixes = [...simulateVehicle(vehicle(no), from, to)].map((event) => {
        if (event.kind !== 'point') return event;
        const { timeMs, lng, lat, speedKmh, located } = event.point;
        return { ...event, point: { timeMs, lng, lat, speedKmh, located } };
      });
      expect([...simulateMoves(vehicle(no), from, to)]).toEqual(fixes);
    }
  });

  it('keeps time, odometer and place continuous over a week', () => {
    for (const no of sample) {
      const v = vehicle(no);
      const drifting = storiesOf(no).some((s) => s.kind === 'driftSpike');
      const points = pointsOf(v, monday, monday + 7 * dayMs);
      let jumps = 0;
      points.forEach((p, i) => {
        const before = points[i - 1];
        if (!before) return;
        const seconds = (p.timeMs - before.timeMs) / 1000;
        const moved = distanceM(before.lng, before.lat, p.lng, p.lat);
        if (seconds < 5 || p.odometerM < before.odometerM) throw new Error(`vehicle ${no}: time or odometer ran back`);
        if (moved > (limitKmh(v) / 3.6) * seconds * 1.05 + 60) jumps++;
      });
      expect([no, drifting || jumps === 0]).toEqual([no, true]);
    }
  });

  it('never drives faster than the road allows, but for the planted speeding', () => {
    for (const no of sample) {
      const top = Math.max(...pointsOf(vehicle(no), monday, monday + 2 * dayMs).map((p) => p.speedKmh));
      expect(top).toBeLessThanOrEqual(limitKmh(vehicle(no)) + 0.1);
      expect(top).toBeGreaterThan(40);
    }
  });

  it('drives about as far as the odometer says', () => {
    for (const no of [2, 22, 39, 57]) {
      const points = pointsOf(vehicle(no), monday, monday + 2 * dayMs);
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) throw new Error('no points');
      let way = 0;
      points.forEach((p, i) => {
        const before = points[i - 1];
        if (before && p.speedKmh > 0) way += distanceM(before.lng, before.lat, p.lng, p.lat);
      });
      const driven = last.odometerM - first.odometerM;
      expect(way / driven).toBeGreaterThan(0.89);
      expect(way / driven).toBeLessThan(1.07);
    }
  });

  it('is back at the home yard at least half an hour before each duty day ends', () => {
    for (const v of demoVehicles) {
      for (let day = 20_769; day < 20_772; day++) {
        let lastMove = 0;
        for (const e of dayOf(v, day)) if (e.kind === 'point' && e.point.speedKmh > 0) lastMove = e.timeMs;
        if (lastMove > 0) expect(dutyStartMs(v, day) + dayMs - lastMove).toBeGreaterThan(30 * 60_000);
      }
    }
  }, 60_000);

  it('has somebody moving at every hour, a quarter of the fleet and more by day, and a few offline', () => {
    const fleet = demoVehicles.map((v) => [...simulateVehicle(v, monday, monday + dayMs)]);
    const byDay: number[] = [];
    for (let hour = 1; hour < 24; hour++) {
      const now = fleet.map((events) => stateAt(events, monday + hour * 3_600_000));
      const count = (state: string) => now.filter((s) => s === state).length;
      if (hour >= 8 && hour <= 18) byDay.push(count('moving'));
      expect(count('moving')).toBeGreaterThanOrEqual(hour >= 8 && hour <= 18 ? 12 : 4);
      expect(count('offline')).toBeGreaterThanOrEqual(2);
      expect(count('offline')).toBeLessThanOrEqual(6);
    }
    expect(byDay.reduce((sum, n) => sum + n, 0) / byDay.length).toBeGreaterThanOrEqual(demoVehicles.length / 4);
  });
});

function stateAt(events: readonly TerminalEvent[], timeMs: number): 'moving' | 'idle' | 'parked' | 'offline' {
  const last = events.filter((e) => e.timeMs <= timeMs).at(-1);
  if (last?.kind !== 'point' || timeMs - last.timeMs > 40 * 60_000) return 'offline';
  if (last.point.speedKmh >= 5) return 'moving';
  return last.point.acc ? 'idle' : 'parked';
}

/** km of each calendar day of the week from `monday`, by the odometer as it was last reported. */
function calendarDaysKm(v: DemoVehicle): number[] {
  const last = new Map<number, number>();
  for (const { timeMs, odometerM } of pointsOf(v, monday - dayMs, monday + 7 * dayMs))
    last.set(Math.floor((timeMs - monday) / dayMs), odometerM);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ((last.get(day) ?? 0) - (last.get(day - 1) ?? last.get(day) ?? 0)) / 1000);
}

describe('a working week', () => {
  it('gives each truck one day off and 300 to 600 km on each of the others', () => {
    const plans = demoVehicles.map((v) => ({ v, days: weekPlanOf(v).days }));
    const working = plans.filter(({ days }) => days.some(({ lengthM }) => lengthM > 0));
    expect(working).toHaveLength(56);
    for (const { v, days } of working) {
      expect([v.no, days.filter(({ steps }) => steps.length === 0).length]).toEqual([v.no, 1]);
      const odd = days.filter(({ lengthM }) => lengthM > 0 && (lengthM < 300_000 || lengthM > 600_000));
      expect([v.no, odd.map(({ lengthM }) => lengthM)]).toEqual([v.no, []]);
    }
  });

  it('shows so much of a calendar day too, whatever midnight and silent terminals make of it', () => {
    const km = demoVehicles.flatMap((v) => calendarDaysKm(v).filter((one) => one > 1));
    expect(km.length).toBeGreaterThan(300);
    // before and after a day off of the two trucks that work at night the first and the last hours of a drive stand alone
    expect(km.filter((one) => one >= 300 && one <= 600).length / km.length).toBeGreaterThan(0.88);
    expect(Math.max(...km)).toBeLessThan(660);
  }, 60_000);

  it('lets no trunk truck drive while its terminal is silent, so that nobody sees a day’s way in one leap', () => {
    const points = pointsOf(vehicle(55), monday, monday + 7 * dayMs);
    const leaps = points.map((p, i) => {
      const before = points[i - 1];
      return before && p.timeMs - before.timeMs > 3_600_000 ? p.odometerM - before.odometerM : 0;
    });
    expect(Math.max(...leaps)).toBe(0);
    expect(points.some((p, i) => p.timeMs - (points[i - 1]?.timeMs ?? p.timeMs) > 10 * 3_600_000)).toBe(true);
  });

  it('lets no driver drive for more than nine hours a day, and for four without a rest of 20 minutes, but for the one of the story', () => {
    const first = Math.floor(monday / dayMs) + 1;
    for (const v of demoVehicles) {
      const tells = new Set(storiesOf(v.no).flatMap((s) => (s.kind === 'noRest' ? s.weekdays : [])));
      for (let day = first; day < first + 7; day++) {
        const { wheelH, longestH } = wheelOf([...dayOf(v, day)].flatMap((e) => (e.kind === 'point' ? e.point : [])));
        expect([v.no, day, wheelH <= 9, tells.has(weekdayOf(day)) || longestH < 4]).toEqual([v.no, day, true, true]);
      }
    }
  }, 60_000);

  it('has one driver a truck, who never takes a second one', () => {
    const drivers = demoVehicles.map(({ no }) => driverNames[driverIndexOf(no)]);
    expect(new Set(drivers).size).toBe(60);
    expect(new Set(driverNames).size).toBe(driverNames.length);
  });

  it('hires exactly the trucks of the outside fleet, each from a carrier', () => {
    for (const { carrier, fleet } of demoVehicles) expect(carrier !== null).toBe(fleet === '外协车队');
  });
});

describe('fuel', () => {
  it('falls with the distance, rises only at refuellings about every 700 km, and never runs out', () => {
    for (const no of [3, 19 + 3, 43, 53, 57]) {
      const points = pointsOf(vehicle(no), monday, monday + 7 * dayMs);
      const levels = points.map((p) => p.fuelL ?? Number.NaN);
      const rises: number[] = [];
      levels.forEach((litres, i) => {
        const change = litres - (levels[i - 1] ?? litres);
        if (change > 8 && (points[i]?.timeMs ?? 0) - (rises.at(-1) ?? 0) > 1_800_000)
          rises.push(points[i]?.timeMs ?? 0);
        const theft = no === 43 && change < -8;
        if (change < -5 && !theft) throw new Error(`vehicle ${no}: ${change} L at once`);
      });
      const km = ((points.at(-1)?.odometerM ?? 0) - (points[0]?.odometerM ?? 0)) / 1000;
      expect(km / rises.length).toBeGreaterThan(450);
      expect(km / rises.length).toBeLessThan(1100);
      expect(Math.min(...levels)).toBeGreaterThan(10);
    }
  });
});

describe('planted stories', () => {
  const day = (no: number, weekday: number): TerminalEvent[] => {
    const start = dutyStartMs(vehicle(no), 20_769 + ((weekday + 3) % 7));
    return [...simulateVehicle(vehicle(no), start, start + dayMs)];
  };
  const points = (events: TerminalEvent[]) => events.flatMap((e) => (e.kind === 'point' ? [e.point] : []));

  it('binds every story to a vehicle of the fleet, with unique ids', () => {
    expect(new Set(demoStories.map((s) => s.id)).size).toBe(demoStories.length);
    expect(demoStories.every((s) => demoVehicles.some((v) => v.no === s.vehicleNo))).toBe(true);
  });

  it('loses the link for half an hour and more on the blind stretch', () => {
    const blind = day(56, 1).filter((e) => e.kind === 'point' && !e.link);
    const first = blind[0];
    const inFirstHour = blind.filter((e) => e.timeMs - (first?.timeMs ?? 0) < 3_600_000);
    expect((inFirstHour.at(-1)?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBeGreaterThan(28 * 60_000);
  });

  it('opens the door for 25 minutes and warms by about 11 ℃', () => {
    const open = points(day(18, 2)).filter((p) => p.doors > 0);
    const runs = runsOf(open, 6 * 60_000);
    const longest = runs.sort((a, b) => spanMs(b) - spanMs(a))[0] ?? [];
    expect(spanMs(longest) / 60_000).toBeGreaterThan(19);
    const rise = (longest.at(-1)?.tempC[1] ?? 0) - (longest[0]?.tempC[1] ?? 0);
    expect(rise).toBeGreaterThan(6);
    expect(rise).toBeLessThan(13);
  });

  it('warms in transit while the unit stands still for 50 minutes', () => {
    const top = Math.max(...points(day(4, 1)).map((p) => (p.speedKmh > 20 ? (p.tempC[1] ?? -99) : -99)));
    const usual = Math.max(...points(day(4, 2)).map((p) => (p.speedKmh > 20 ? (p.tempC[1] ?? -99) : -99)));
    expect(top).toBeGreaterThan(-16);
    expect(top).toBeGreaterThan(usual + 1);
  });

  it('speeds at 95 for three minutes', () => {
    const fast = points(day(50, 2)).filter((p) => p.speedKmh > 82);
    expect(fast.length).toBeGreaterThanOrEqual(5);
    expect(spanMs(fast)).toBeLessThan(4 * 60_000);
  });

  it('drives on for more than four hours without a rest of 20 minutes', () => {
    const moving = points(day(52, 1)).filter((p) => p.speedKmh >= 5);
    const longest = Math.max(...runsOf(moving, 20 * 60_000).map(spanMs));
    expect(longest / 3_600_000).toBeGreaterThan(4.3);
    expect(longest / 3_600_000).toBeLessThan(5.5);
  });

  it('loses 35 L in the night and shows the loss until the next refuelling', () => {
    const theft = Date.parse('2026-11-18T02:40:00+08:00');
    const near = pointsOf(vehicle(43), theft - 600_000, theft + 1_200_000);
    const before = near.filter((p) => p.timeMs < theft).at(-1);
    expect((before?.fuelL ?? 0) - (near.at(-1)?.fuelL ?? 0)).toBeGreaterThan(33);
    expect(near.every((p) => !p.acc)).toBe(true);
  });

  it('has no reading of the broken probe, never moves the idle truck, never switches on the new terminal', () => {
    expect(points(day(7, 1)).every((p) => p.tempC[1] === null && p.tempC[0] !== null)).toBe(true);
    expect(points(day(35, 1)).every((p) => !p.acc && p.speedKmh === 0)).toBe(true);
    expect(day(48, 1)).toEqual([{ kind: 'power', timeMs: expect.any(Number), on: false }]);
  });

  it('keeps the terminal dark for two days, then reports the power cut with bit 8', () => {
    const v = vehicle(20);
    const events = [...simulateVehicle(v, monday, monday + 7 * dayMs)];
    const off = events.find((e) => e.kind === 'power' && !e.on);
    const on = events.find((e) => e.kind === 'power' && e.on);
    expect(((on?.timeMs ?? 0) - (off?.timeMs ?? 0)) / 3_600_000).toBeCloseTo(48, 0);
    const cut = points(events).filter((p) => (p.alarmBits & 256) !== 0);
    expect(cut.length).toBeGreaterThan(3);
    expect(cut.every((p) => p.extVoltageV === 0 && inWeeklyWindow(p.timeMs, [4], 130, 30))).toBe(true);
  });

  it('shows terminals without main power, without a fix and with a weak battery at any moment of the week', () => {
    for (let hour = 3; hour < 7 * 24; hour += 11) {
      const at = monday + hour * 3_600_000;
      const last = (no: number) => pointsOf(vehicle(no), at - 1_200_000, at).at(-1);
      expect([hour, last(35)?.alarmBits, last(35)?.extVoltageV]).toEqual([hour, 1 << 8, 0]);
      expect([hour, last(38)?.located]).toEqual([hour, false]);
      expect([hour, last(24)?.backupPct, last(24)?.alarmBits]).toEqual([hour, 12, 0]);
    }
    // for ten minutes each morning the antenna finds its place
    const morning = pointsOf(vehicle(38), monday, monday + dayMs).filter(({ located }) => located);
    expect(morning.length).toBeGreaterThan(0);
    expect(morning.length).toBeLessThan(5);
  });

  it('reads the driver’s card for each working day of every third truck', () => {
    const cards = (no: number) =>
      [
        ...simulateVehicle(vehicle(no), dutyStartMs(vehicle(no), Math.floor(monday / dayMs) + 1), monday + 5 * dayMs),
      ].flatMap((e, i, all) => {
        if (e.kind !== 'card') return [];
        expect(all[i + 1]?.timeMs ?? e.timeMs).toBeGreaterThanOrEqual(e.timeMs);
        return [e.card];
      });
    expect(cards(2)).toEqual([]);
    const own = cards(1);
    expect(own.slice(0, 4).map((card) => card.inserted)).toEqual([true, false, true, false]);
    expect(own[0]).toMatchObject({ name: '张建军', certificateNo: '3101000000019800000' });
    expect(new Set(own.map((card) => card.name)).size).toBe(1);
  });

  it('holds the card of a store to its reader at most of the stores that have one, standing there', () => {
    const truck = demoVehicles.find(({ duty }) => duty.kind === 'city' && duty.city === 'shanghai');
    if (!truck) throw new Error('no truck in Shanghai');
    let last: TerminalPoint | null = null;
    const far: number[] = [];
    for (const event of simulateVehicle(truck, monday, monday + 4 * dayMs)) {
      if (event.kind === 'point') last = event.point;
      if (event.kind !== 'reader') continue;
      const store = cityOf('shanghai').stores.find((_, i) => storeCardOf(i) === event.cardNo);
      const [lng, lat] = store ? cityOf('shanghai').toLngLat(store.u, store.v) : [0, 0];
      far.push(distanceM(last?.lng ?? 0, last?.lat ?? 0, lng, lat));
    }
    expect(far.length).toBeGreaterThan(5);
    expect(Math.max(...far)).toBeLessThan(400);
  });

  it('raises a few camera alarms a day on the road, only on vehicles with cameras', () => {
    const [with17, without18] = [17, 18].map((no) =>
      points([...simulateVehicle(vehicle(no), monday, monday + 7 * dayMs)]),
    );
    const seen = (with17 ?? []).filter((p) => p.sights);
    expect(seen.length).toBeGreaterThan(7);
    expect(seen.length).toBeLessThan(70);
    expect(seen.every((p) => p.speedKmh >= 35)).toBe(true);
    expect((without18 ?? []).some((p) => p.sights)).toBe(false);
  });

  it('lets fruit breathe out carbon dioxide, above 5000 ppm in some cycles, and airs the box afterwards', () => {
    const levels = points([...simulateVehicle(vehicle(12), monday, monday + 7 * dayMs)]).map((p) => p.co2Ppm?.[0] ?? 0);
    expect(Math.max(...levels)).toBeGreaterThan(5200);
    expect(Math.max(...levels)).toBeLessThan(6000);
    expect(Math.min(...levels)).toBeGreaterThan(500);
  });

  it('throws single fixes far away at a speed that does not fit', () => {
    const list = points([...simulateVehicle(vehicle(23), monday, monday + 2 * dayMs)]);
    const spikes = list.filter((p, i) => {
      const before = list[i - 1];
      return before && p.timeMs - before.timeMs <= 30_000 && distanceM(before.lng, before.lat, p.lng, p.lat) > 2500;
    });
    expect(spikes.length).toBeGreaterThan(2);
    expect(Math.max(...spikes.map((p) => p.speedKmh))).toBeLessThan(60);
  });
});

function runsOf<P extends Fix>(list: readonly P[], gapMs: number): P[][] {
  const runs: P[][] = [];
  for (const p of list) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && p.timeMs - last.timeMs <= gapMs) run.push(p);
    else runs.push([p]);
  }
  return runs;
}
/** Hours at the wheel, and the most of them without a rest of 20 minutes; shorter halts do not count as rest. */
function wheelOf(list: readonly Fix[]): { wheelH: number; longestH: number } {
  const moves = list.map((p, i) => p.speedKmh >= 5 || (list[i - 1]?.speedKmh ?? 0) >= 5);
  const wheelMs = list.reduce((sum, p, i) => sum + (moves[i] ? p.timeMs - (list[i - 1]?.timeMs ?? p.timeMs) : 0), 0);
  const runs = runsOf(
    list.filter((_, i) => moves[i]),
    20 * 60_000,
  );
  return { wheelH: wheelMs / 3_600_000, longestH: Math.max(0, ...runs.map(spanMs)) / 3_600_000 };
}
function spanMs(list: readonly Fix[]): number {
  return (list.at(-1)?.timeMs ?? 0) - (list[0]?.timeMs ?? 0);
}
