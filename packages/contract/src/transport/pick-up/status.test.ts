import { expect, test } from 'vitest';
import { orderStatus, transportationStatus } from '../enums';
import { derivePickUpStatus, isPickUpCode, type PickUpFacts } from './status';

const { notStarted, inTransit, completed } = transportationStatus;
const facts = (more: Partial<PickUpFacts> = {}): PickUpFacts => ({ voided: false, divided: false, leg: null, ...more });
const leg = (more: Partial<NonNullable<PickUpFacts['leg']>> = {}): PickUpFacts['leg'] => ({
  transportationStatus: notStarted,
  loadPieces: 0,
  atPoint: false,
  ...more,
});

test('a pick-up order goes 1-2-3-4-5 with its leg (transport.md 3.2)', () => {
  expect(derivePickUpStatus(facts())).toBe(orderStatus.toDispatch);
  expect(derivePickUpStatus(facts({ leg: leg() }))).toBe(orderStatus.toLoad);
  expect(derivePickUpStatus(facts({ leg: leg({ atPoint: true }) }))).toBe(orderStatus.loading);
  expect(derivePickUpStatus(facts({ leg: leg({ loadPieces: 3 }) }))).toBe(orderStatus.loading);
  expect(derivePickUpStatus(facts({ leg: leg({ transportationStatus: inTransit, loadPieces: 3 }) }))).toBe(
    orderStatus.inTransit,
  );
  expect(derivePickUpStatus(facts({ leg: leg({ transportationStatus: completed }) }))).toBe(orderStatus.completed);
});

test('a divided one leaves its work to the children, a voided one is over whatever its leg says', () => {
  expect(derivePickUpStatus(facts({ divided: true }))).toBe(orderStatus.voided);
  expect(derivePickUpStatus(facts({ voided: true, leg: leg() }))).toBe(orderStatus.voided);
});

test('numbers tell pick-up orders from customer orders', () => {
  expect(isPickUpCode('TH26112100001-02')).toBe(true);
  expect(isPickUpCode('DD26112100001')).toBe(false);
});
