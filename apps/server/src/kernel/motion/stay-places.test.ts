import { expect, test } from 'vitest';
import { degreesNorth } from '../fixture';
import { groupStayPlaces, type PlacedStays } from './stay-places';

interface Named extends PlacedStays {
  name: string;
}
const stay = (metresNorth: number, longestS: number, siteId: string | null = null): Named => ({
  name: String(metresNorth),
  lng: 121.4737,
  lat: 31.2304 + degreesNorth(metresNorth),
  siteId,
  longestS,
});

test('stays within 200 m of the longest one are one place, those of a site always are; their order does not matter', () => {
  const stays = [stay(0, 600), stay(190, 3600), stay(380, 60), stay(450, 60), stay(0, 60, '7'), stay(900, 60, '7')];
  const shape = (list: Named[]) =>
    groupStayPlaces(list).map(({ siteId, stays: here }) => [siteId, here.map(({ name }) => name).sort()]);
  expect(shape(stays)).toEqual([
    [null, ['0', '190', '380']],
    ['7', ['0', '900']],
    [null, ['450']],
  ]);
  expect(shape([...stays].reverse())).toEqual(expect.arrayContaining(shape(stays)));
});
