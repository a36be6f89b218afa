import { expect, it } from 'vitest';
import { startOf } from './add-vehicle';
import { boardOrder } from './board/samples';

const site = { placeId: '7', name: '青浦冷库', lng: 121.1, lat: 31.15 };
const base = { kind: 2, from: null, to: null, departTime: '2026-11-20 06:00:00' } as const;
const waiting = [{ ...boardOrder, site: null }];

it('measures from a place that has a name: the site of the board, or where the ticked order is fetched', () => {
  const ticked = new Set([boardOrder.orderCode]);
  expect(startOf({ base: { ...base, from: site }, waiting, ticked })).toEqual({
    name: '青浦冷库',
    lng: 121.1,
    lat: 31.15,
  });
  expect(startOf({ base, waiting, ticked })).toEqual({ name: 'DD1 的提货地', lng: 121.2, lat: 31.2 });
});

it('measures from nowhere while neither is chosen', () => {
  expect(startOf({ base, waiting, ticked: new Set() })).toBeNull();
});
