import { describe, expect, it } from 'vitest';
import { memberPayType, memberStatus } from './enums';
import {
  effectiveOn,
  memberFacts,
  memberPeriod,
  memberSteps,
  nextMemberStatus,
  purchaseResult,
  reviewDue,
  unusedFen,
  waitsForPayment,
  waitsForReview,
} from './order-state';

const { online, offline } = memberPayType;

describe('orders of memberships', () => {
  it('take these steps and no others', () => {
    const found = memberStatus.codes.flatMap((status) =>
      [online, offline].flatMap((payType) =>
        memberSteps.flatMap((step) => {
          const to = nextMemberStatus({ status, payType }, step);
          return to === null ? [] : [`${status}>${to} ${step}${payType === online ? ' online' : ''}`];
        }),
      ),
    );
    expect(found).toEqual([
      '1>2 pay online',
      '1>6 close online',
      '1>9 expire online',
      '1>2 pay',
      '1>6 close',
      '1>9 expire',
      '2>3 approve online',
      '2>4 reject online',
      '2>3 approve',
      '2>4 reject',
      '3>5 refund online',
      '3>5 refund',
      '4>5 refund online',
      '4>8 voucher',
      '7>6 close online',
      '7>9 expire online',
      '7>8 voucher',
      '7>6 close',
      '7>9 expire',
      '8>3 approve online',
      '8>4 reject online',
      '8>3 approve',
      '8>4 reject',
    ]);
  });

  it.each([
    [1, { audit: 0, payment: 1 }],
    [2, { audit: 0, payment: 2 }],
    [3, { audit: 1, payment: 2 }],
    [4, { audit: 9 }],
    [5, { audit: 1, payment: 5 }],
    [6, { audit: 8 }],
    [7, { audit: 0, payment: 1 }],
    [8, { audit: 0 }],
    [9, { audit: 8 }],
  ])('in status %i say %o', (status, facts) => {
    expect(memberFacts(status)).toEqual(facts);
  });

  it('that wait stand before a purchase: payment first, then the review', () => {
    expect(memberStatus.codes.filter(waitsForPayment)).toEqual([1, 7]);
    expect(memberStatus.codes.filter(waitsForReview)).toEqual([2, 8]);
    expect(purchaseResult([3, 4, 5, 6, 9])).toBe(0);
    expect(purchaseResult([8, 3])).toBe(2);
    expect(purchaseResult([2, 7])).toBe(1);
  });
});

describe('the time that is bought', () => {
  it.each([
    ['2026-11-21', '2026-12-31', 12, '2027-01-01', '2027-12-31'],
    ['2026-11-21', null, 12, '2026-11-21', '2027-11-20'],
    ['2026-11-21', '2026-11-20', 1, '2026-11-21', '2026-12-20'],
    ['2026-11-21', '2026-11-21', 1, '2026-11-22', '2026-12-21'],
    ['2027-01-31', null, 1, '2027-01-31', '2027-02-27'],
    ['2028-02-29', null, 12, '2028-02-29', '2029-02-27'],
  ])('on %s after %s for %i months is %s to %s', (today, end, months, start, until) => {
    expect(memberPeriod(today, end, months)).toEqual({ start, end: until });
  });

  it('holds from its first to its last day', () => {
    const period = { start: '2026-11-21', end: '2027-11-20' };
    expect(effectiveOn('2026-11-20', period)).toBe(0);
    expect(effectiveOn('2026-11-21', period)).toBe(1);
    expect(effectiveOn('2027-11-20', period)).toBe(1);
    expect(effectiveOn('2027-11-21', period)).toBe(2);
    expect(effectiveOn('2027-11-21', null)).toBe(0);
  });

  it('is refunded by the days that were not used', () => {
    const year = { start: '2026-01-01', end: '2026-12-31' };
    expect(unusedFen(120_000, year, '2026-04-10')).toBe(87_123);
    expect(unusedFen(120_000, year, '2025-12-31')).toBe(120_000);
    expect(unusedFen(120_000, year, '2026-12-31')).toBe(0);
  });
});

it.each([
  ['2026-11-18', '2026-11-23'],
  ['2026-11-20', '2026-11-25'],
  ['2026-11-21', '2026-11-25'],
])('a review of what came on %s is due on %s', (day, due) => {
  expect(reviewDue(day, 3)).toBe(due);
});
