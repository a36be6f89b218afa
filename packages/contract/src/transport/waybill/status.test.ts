import { describe, expect, it } from 'vitest';
import { transportationStatus, transportStatus } from '../enums';
import { countProblem, isCountedShort, loadedPieces, staysBehind, transferDifferences } from './dock/counting';
import { stopStatus, stowStatus } from './enums';
import { abnormalMachine, deriveTransportStatus, receiptMachine, stowMachine, waybillMachine } from './status';

const { toCome, arrived, left, skipped } = stopStatus;
const { notStarted, inTransit, completed } = transportationStatus;

describe('deriveTransportStatus (transport.md 3.3)', () => {
  it('follows departure, stops and legs', () => {
    expect(deriveTransportStatus({ departed: false, stops: [toCome], legs: [notStarted] })).toBe(
      transportStatus.toDepart,
    );
    expect(deriveTransportStatus({ departed: true, stops: [left, toCome], legs: [inTransit] })).toBe(
      transportStatus.inTransit,
    );
    expect(deriveTransportStatus({ departed: true, stops: [left, arrived], legs: [inTransit] })).toBe(
      transportStatus.inTransit,
    );
    expect(deriveTransportStatus({ departed: true, stops: [left, arrived], legs: [completed] })).toBe(
      transportStatus.complete,
    );
    expect(deriveTransportStatus({ departed: true, stops: [left, skipped], legs: [inTransit] })).toBe(
      transportStatus.complete,
    );
    expect(deriveTransportStatus({ departed: true, stops: [], legs: [] })).toBe(transportStatus.inTransit);
  });
});

describe('machines of the trip', () => {
  it('lead forward, and back only where the trade allows it', () => {
    expect(waybillMachine.allowed(transportStatus.complete)).toEqual([]);
    expect(waybillMachine.to('revokeDepart')).toBe(transportStatus.toDepart);
    expect(stowMachine.can('load', stowStatus.toStow)).toBe(false);
    expect(stowMachine.can('rollback', stowStatus.loaded)).toBe(true);
    expect(abnormalMachine.can('withdraw', 1)).toBe(false);
    expect(abnormalMachine.refusal('close', 0, '异常')).toBe('待处理的异常不能关闭，只有已处理时可以');
    expect(receiptMachine.can('send', 1)).toBe(false);
  });
});

describe('counting', () => {
  const count = { orderCode: 'A', loaded: 10, unloaded: 10, damaged: 0, short: 0, over: 0 };
  it('reconciles an arrival', () => {
    expect(countProblem(count)).toBeNull();
    expect(countProblem({ ...count, unloaded: 8, short: 2 })).toBeNull();
    expect(countProblem({ ...count, unloaded: 11, over: 1, damaged: 1 })).toBeNull();
    expect(countProblem({ ...count, unloaded: 8 })).toBe('实到8件加短少0件，应等于应到10件加多货0件');
    expect(countProblem({ ...count, damaged: 11 })).toBe('破损11件多于实到10件');
    expect(countProblem({ ...count, short: 1, over: 1 })).toBe('短少和多货不能同时填写');
    expect(countProblem({ ...count, unloaded: 9.5, short: 0.5 })).toBe('件数须为不小于0的整数');
  });
  it('tells an order of which nothing was there from one that nobody counted', () => {
    const leg = { fromSeq: 1, planPieces: 120, loadPieces: 0, loadCounted: false };
    const none = { ...leg, loadCounted: true };
    const short = { ...none, loadPieces: 100 };
    const whole = { ...none, loadPieces: 120 };
    // after the departure of a truck that nobody counted all that was planned is aboard
    const taken = { ...leg, loadPieces: 120 };
    expect([leg, none, short, whole, taken].map(loadedPieces)).toEqual([null, 0, 100, 120, 120]);
    expect([leg, none, short, whole, taken].map(isCountedShort)).toEqual([false, true, true, false, false]);
    expect([leg, none, short, whole, taken].map(staysBehind)).toEqual([false, true, false, false, false]);
    // at later stops goods are counted when they are loaded there
    expect(staysBehind({ ...none, fromSeq: 2 })).toBe(false);
  });
  it('names what went missing between two vehicles', () => {
    const moved = [
      { orderCode: 'A', unloaded: 10, loaded: 10 },
      { orderCode: 'B', unloaded: 10, loaded: 9 },
      { orderCode: 'C', unloaded: 5, loaded: 6 },
    ];
    expect(transferDifferences(moved)).toEqual([
      { orderCode: 'B', short: 1, over: 0 },
      { orderCode: 'C', short: 0, over: 1 },
    ]);
  });
});
