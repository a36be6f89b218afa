import { expect, it } from 'vitest';
import { dayClock, minutesOf, routeFields, routeTotals, timetableOf } from './calls';

const stops = [
  { distanceKm: 0, driveMin: 0, stayMin: 30 },
  { distanceKm: 94.2, driveMin: 90, stayMin: 40 },
  { distanceKm: 52.5, driveMin: 55, stayMin: 60 },
];

it('sums the ways; a stay counts between the ends only', () => {
  expect(routeTotals(stops)).toEqual({ km: 146.7, minutes: 185 });
  expect(timetableOf(stops)).toEqual([
    { arrive: 0, leave: 0 },
    { arrive: 90, leave: 130 },
    { arrive: 185, leave: 185 },
  ]);
});

it('says times of later days', () => {
  expect(dayClock(minutesOf('22:30') + 185)).toBe('次日 01:35');
  expect(dayClock(minutesOf('07:05'))).toBe('07:05');
  expect(dayClock(2 * 1440 + 60)).toBe('第3天 01:00');
});

it('refuses the same place twice in a row, and lets a loop come home', () => {
  const route = (ids: string[]) =>
    routeFields.safeParse({
      routeCode: 'R1',
      routeName: '环线',
      routeType: 4,
      stops: ids.map((placeId) => ({ placeId })),
    });
  expect(route(['1', '2', '1']).success).toBe(true);
  expect(route(['1', '1', '2']).error?.issues[0]?.message).toBe('相邻两个停靠点不能是同一个站点');
  expect(route(['1']).error?.issues[0]?.message).toBe('线路至少2个停靠点');
});
