// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Turn, useTurn, useTurns } from './turns';

beforeEach(() => {
  vi.useFakeTimers();
  useTurns.setState({ waiting: [], current: null, last: null });
});
afterEach(() => {
  cleanup();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const ask = (turn: Turn, wanted = true) =>
  renderHook((props: { wanted: boolean }) => useTurn(turn, props.wanted), { initialProps: { wanted } });
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const now = (): Turn | null => useTurns.getState().current;

/** A dialog of somebody else; jsdom gives nothing a size. */
function dialog(): HTMLElement {
  const wrap = document.createElement('div');
  wrap.className = 'ant-modal-wrap';
  wrap.getClientRects = () => [new DOMRect(0, 0, 10, 10)] as unknown as DOMRectList;
  document.body.append(wrap);
  return wrap;
}

test('one at a time: how pages open, then at once the tour, and the fees only after a calm half minute', () => {
  const fees = ask('serviceFee');
  const guide = ask('guide');
  const browse = ask('browse');
  pass(1000);
  expect(now()).toBeNull();
  pass(1000);
  expect([browse, guide, fees].map(({ result }) => result.current)).toEqual([true, false, false]);
  pass(120_000);
  expect(now()).toBe('browse');
  browse.rerender({ wanted: false });
  pass(500);
  expect(now()).toBeNull();
  pass(750);
  expect([browse, guide, fees].map(({ result }) => result.current)).toEqual([false, true, false]);
  guide.rerender({ wanted: false });
  pass(29_000);
  expect(now()).toBeNull();
  pass(2000);
  expect(fees.result.current).toBe(true);
});

test('nothing opens over a dialog in which the user works', () => {
  const guide = ask('guide');
  const other = dialog();
  pass(60_000);
  expect(guide.result.current).toBe(false);
  other.remove();
  pass(3000);
  expect(guide.result.current).toBe(false);
  pass(1500);
  expect(guide.result.current).toBe(true);
});

test('what is open stays open when something more urgent comes', () => {
  const fees = ask('serviceFee');
  pass(2000);
  expect(fees.result.current).toBe(true);
  const browse = ask('browse');
  pass(60_000);
  expect([fees.result.current, browse.result.current]).toEqual([true, false]);
  fees.unmount();
  pass(31_000);
  expect(browse.result.current).toBe(true);
});
