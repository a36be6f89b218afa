import { describe, expect, it } from 'vitest';
import { orderStatus, transportationStatus } from '../enums';
import { splitFlag, stowStatus } from '../waybill/enums';
import { customerOrderMachine, deriveOrderStatus, type LegFacts, type OrderFacts, pickUpOrderMachine } from './status';

const order = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  voided: false,
  signed: false,
  splitFlag: splitFlag.whole,
  children: [],
  legs: [],
  planned: false,
  ...more,
});
const leg = (more: Partial<LegFacts> = {}): LegFacts => ({
  live: true,
  transportationStatus: transportationStatus.notStarted,
  loadPieces: 0,
  stowStatus: stowStatus.stowed,
  loading: false,
  final: true,
  ...more,
});
const { completed, inTransit } = transportationStatus;

describe('deriveOrderStatus (transport.md 3)', () => {
  it('waits for dispatch without a leg, and for loading with one or with a plan', () => {
    expect(deriveOrderStatus(order())).toBe(orderStatus.toDispatch);
    expect(deriveOrderStatus(order({ legs: [leg({ live: false })] }))).toBe(orderStatus.toDispatch);
    expect(deriveOrderStatus(order({ legs: [leg()] }))).toBe(orderStatus.toLoad);
    expect(deriveOrderStatus(order({ planned: true }))).toBe(orderStatus.toLoad);
  });
  it('is loading from the first piece on, in transit from the first departure on', () => {
    expect(deriveOrderStatus(order({ legs: [leg({ loadPieces: 1 })] }))).toBe(orderStatus.loading);
    expect(deriveOrderStatus(order({ legs: [leg({ loading: true })] }))).toBe(orderStatus.loading);
    expect(deriveOrderStatus(order({ legs: [leg({ transportationStatus: inTransit })] }))).toBe(orderStatus.inTransit);
  });
  it('stays in transit while it waits at a transfer site', () => {
    const legs = [leg({ transportationStatus: completed, final: false })];
    expect(deriveOrderStatus(order({ legs }))).toBe(orderStatus.inTransit);
    expect(deriveOrderStatus(order({ legs: [...legs, leg()] }))).toBe(orderStatus.inTransit);
  });
  it('is complete when it was signed and its last leg has ended', () => {
    const legs = [leg({ transportationStatus: completed })];
    expect(deriveOrderStatus(order({ legs }))).toBe(orderStatus.inTransit);
    expect(deriveOrderStatus(order({ legs, signed: true }))).toBe(orderStatus.completed);
    expect(
      deriveOrderStatus(order({ legs: [leg({ transportationStatus: completed, final: false })], signed: true })),
    ).toBe(orderStatus.inTransit);
  });
  it('follows its children when it was divided', () => {
    const parent = (...children: OrderFacts['children']) =>
      deriveOrderStatus(order({ splitFlag: splitFlag.parent, children }));
    expect(parent(1, 2, 3)).toBe(orderStatus.toDispatch);
    expect(parent(2, 3)).toBe(orderStatus.toLoad);
    expect(parent(1, 4)).toBe(orderStatus.inTransit);
    expect(parent(1, 5)).toBe(orderStatus.inTransit);
    expect(parent(5, 5, 6)).toBe(orderStatus.completed);
    expect(parent(6, 6)).toBe(orderStatus.voided);
  });
  it('stays voided whatever else is true', () => {
    expect(deriveOrderStatus(order({ voided: true, legs: [leg({ transportationStatus: inTransit })] }))).toBe(
      orderStatus.voided,
    );
  });
});

describe('machines', () => {
  it('names what may be done in a state, and why something may not', () => {
    expect(customerOrderMachine.allowed(orderStatus.toDispatch)).toEqual([
      'edit',
      'splitOrder',
      'cancelSplit',
      'merge',
      'cancelMerge',
      'stowage',
      'void',
    ]);
    expect(customerOrderMachine.allowed(orderStatus.voided)).toEqual([]);
    expect(customerOrderMachine.can('void', orderStatus.inTransit)).toBe(false);
    expect(customerOrderMachine.refusal('void', orderStatus.inTransit, '订单')).toBe(
      '运输中的订单不能作废，只有待调度、待装车时可以',
    );
    expect(pickUpOrderMachine.can('fail', orderStatus.inTransit)).toBe(false);
    expect(pickUpOrderMachine.to('pick')).toBe(orderStatus.inTransit);
  });
});
