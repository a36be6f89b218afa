import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { expect, test } from 'vitest';
import { groupsOf } from './stow/stops/groups';
import { tripPieces } from './trip-pieces';

const leg = (planPieces: number, loadPieces: number, loadCounted: boolean, unloadPieces: number | null = null) => ({
  ...{ orderCode: 'DD1', fromSeq: 1, toSeq: 2, planPieces, loadPieces, loadCounted, unloadPieces },
});

test('the pieces of a trip name plan and count where they differ', () => {
  expect(tripPieces({ totalPieces: 1240, legs: [leg(1120, 0, false), leg(120, 0, false)] })).toBe('1,240 件');
  expect(tripPieces({ totalPieces: 240, legs: [leg(120, 100, true), leg(120, 0, false)] })).toBe(
    '计划 240 件，清点 220 件',
  );
  expect(tripPieces({ totalPieces: 120, legs: [leg(120, 0, true)] })).toBe('计划 120 件，清点 0 件');
  // the departure makes the count the total
  expect(tripPieces({ totalPieces: 100, legs: [leg(120, 100, true)] })).toBe('100 件');
});

test('the stops of a form have the pieces that the list of stops has: those that were unloaded, once they are', () => {
  const pieces = (one: ReturnType<typeof leg>, waybillKind = 3): number[] => {
    // only what the groups read
    const waybill = { waybillKind, stops: [{ seq: 1 }, { seq: 2 }], legs: [one] } as unknown as WaybillDetail;
    return groupsOf(waybill).map((group) => group.pieces);
  };
  expect(pieces(leg(120, 0, false))).toEqual([120]);
  expect(pieces(leg(120, 100, true))).toEqual([100]);
  expect(pieces(leg(120, 100, true, 98))).toEqual([98]);
  // of a 提单 it is where they are loaded
  expect(pieces(leg(120, 100, true, 98), 1)).toEqual([100]);
});
