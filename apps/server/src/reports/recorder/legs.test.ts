import { expect, test } from 'vitest';
import { legsOf, pathsOf, transitOf } from './legs';
import type { RecorderPoint } from './load';

const hour = 3_600_000;
const places = {
  上海: [121.5, 31.2],
  杜伊斯堡: [6.76, 51.43],
  鹿特丹: [4.48, 51.92],
  印度洋: [75, -20],
} as const;

/** A reading an hour at each of the named places, in order; null: a reading without a place, a number: so many hours without one. */
function told(...at: ReadonlyArray<keyof typeof places | null | number>): RecorderPoint[] {
  let t = 0;
  return at.flatMap((place): RecorderPoint[] => {
    if (typeof place === 'number') {
      t += place * hour;
      return [];
    }
    const [lng, lat] = place === null ? [0, 0] : places[place];
    const point = { t, located: place !== null, lng, lat, speedKmh: null, tempC: [], humPct: [], fuelL: [] };
    t += hour;
    // what a leg looks at
    return [point as unknown as RecorderPoint];
  });
}
const gapMax = 3 * hour;
const told3 = (points: RecorderPoint[]) =>
  legsOf(points, gapMax).map(({ country, from, until }) => [country, from / hour, until / hour]);

test('a way is cut where it comes into another country; the border was passed at the first reading behind it', () => {
  expect(told3(told('上海', '上海', '印度洋', '印度洋', '鹿特丹', '杜伊斯堡'))).toEqual([
    ['中国', 0, 2],
    ['公海', 2, 4],
    ['荷兰', 4, 5],
    ['德国', 5, 5],
  ]);
});

test('readings without a place do not end a leg, nor does a silence within one country', () => {
  expect(told3(told('上海', null, null, 30, '上海'))).toEqual([['中国', 0, 33]]);
});

test('two countries with nothing told between them have a leg between, of which nobody knows where it was', () => {
  const legs = legsOf(told('上海', '上海', 300, '鹿特丹', '鹿特丹'), gapMax);
  expect(legs.map(({ country, from, until }) => [country, from / hour, until / hour])).toEqual([
    ['中国', 0, 1],
    [null, 1, 302],
    ['荷兰', 302, 303],
  ]);
  expect(pathsOf(legs, 2000)).toEqual([[places.上海, places.上海], [], [places.鹿特丹, places.鹿特丹]]);
});

test('the time in a country that was come through twice is told once, in the order of the first time', () => {
  const legs = legsOf(told('杜伊斯堡', '鹿特丹', '鹿特丹', '杜伊斯堡', '杜伊斯堡'), gapMax);
  expect(transitOf(legs).map(({ country, ms }) => [country, ms / hour])).toEqual([
    ['德国', 2],
    ['荷兰', 2],
  ]);
});

test('a long way keeps the first and the last place of each leg', () => {
  const legs = legsOf(told(...Array<'鹿特丹'>(500).fill('鹿特丹'), '杜伊斯堡'), gapMax);
  const [dutch = [], german = []] = pathsOf(legs, 50);
  expect(dutch.length + german.length).toBeLessThanOrEqual(50);
  expect([dutch[0], dutch.at(-1), german]).toEqual([places.鹿特丹, places.鹿特丹, [places.杜伊斯堡]]);
});

test('nothing told, no legs', () => {
  expect(legsOf([], gapMax)).toEqual([]);
  expect(legsOf(told(null, null), gapMax)).toEqual([]);
});
