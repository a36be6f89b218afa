import { minuteMs } from '@tongda/contract/core/durations';
import { expect, it } from 'vitest';
import { type CauseFacts, causeOf } from './cause';

const at = (minute: number): number => minute * minuteMs;
const span = (from: number, until: number) => ({ from: at(from), until: at(until) });
/** an episode from minute 60 to 100 about which nothing is known */
const plain: CauseFacts = {
  start: at(60),
  end: at(100),
  doors: [],
  off: [],
  defrosts: [],
  uncooled: false,
  spreadC: 2,
};
const cause = (more: Partial<CauseFacts>) => causeOf({ ...plain, ...more });

it('names the first cause that is true', () => {
  const door = { doors: [{ start: at(55), end: at(58) }] };
  const off = { off: [span(58, 63)] };
  const defrosts = { defrosts: [span(62, 76)] };
  expect(cause({ ...door, ...off, ...defrosts, uncooled: true, spreadC: 12 })).toBe('door');
  expect(cause({ ...off, ...defrosts, uncooled: true, spreadC: 12 })).toBe('stopped');
  expect(cause({ ...defrosts, uncooled: true, spreadC: 12 })).toBe('defrost');
  expect(cause({ uncooled: true, spreadC: 12 })).toBe('preCooling');
  expect(cause({ spreadC: 12 })).toBe('probe');
  expect(cause({})).toBe('unknown');
});

it('two minutes of an open door, four of a stopped unit, a defrost long before are none; one that is open still counts to the end', () => {
  expect(cause({ doors: [{ start: at(55), end: at(57) }] })).toBe('unknown');
  expect(cause({ off: [span(60, 64)] })).toBe('unknown');
  expect(cause({ defrosts: [span(20, 34)] })).toBe('unknown');
  expect(cause({ defrosts: [span(55, 100)] })).toBe('unknown');
  expect(cause({ doors: [{ start: at(96), end: null }] })).toBe('door');
});
