import { expect, test } from 'vitest';
import { temperatureType } from '../../../resources/vehicle/enums';
import { waybillKind } from '../enums';
import { needsSeal } from './departure';

const leg = (type: number, more: { loadPieces?: number; loadCounted?: boolean } = {}) => ({
  ...{ fromSeq: 1, planPieces: 10, loadPieces: 0, loadCounted: false, temperatureType: type },
  ...more,
});
const { frozen, ambient } = temperatureType;
const none = { loadPieces: 0, loadCounted: true };

test.each([
  ['cold goods', waybillKind.stowage, [leg(ambient), leg(frozen)], true],
  ['the only cold order was counted 0', waybillKind.stowage, [leg(ambient), leg(frozen, none)], false],
  ['of the cold goods one order is there', waybillKind.stowage, [leg(frozen, none), leg(frozen)], true],
  ['nothing cold', waybillKind.stowage, [leg(ambient)], false],
  ['an empty box on its way to collect cold goods', waybillKind.billOfLading, [leg(frozen)], false],
])('%s', (_, kind, legs, expected) => expect(needsSeal({ waybillKind: kind, legs })).toBe(expected));
