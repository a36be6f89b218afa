// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { liveFrame } from '@tongda/contract/core/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../../kit/live/connection';
import { useChangedRows } from './use-changed-rows';

let tell: (ids: string[]) => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(liveClient, 'onFrame').mockImplementation((type, listener) => {
    expect(type).toBe(liveFrame.alarmUpdate);
    tell = (ids) => listener(JSON.stringify({ ids }));
    return () => (tell = () => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function List({ ids, refresh }: { ids: string[]; refresh: () => void }) {
  useChangedRows(
    ids.map((id) => ({ id })),
    refresh,
  );
  return null;
}

test('a page of alarms is asked for again once, soon after some of its rows have changed', () => {
  const refresh = vi.fn();
  const { rerender } = render(<List ids={['1', '2']} refresh={refresh} />);
  tell(['2']);
  tell(['1', '9']);
  expect(refresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  // an alarm that is not on the page changes nothing, until it is
  tell(['9']);
  vi.advanceTimersByTime(10_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  rerender(<List ids={['9']} refresh={refresh} />);
  tell(['9']);
  vi.advanceTimersByTime(3_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('who has left the page hears no more', () => {
  const refresh = vi.fn();
  const { unmount } = render(<List ids={['1']} refresh={refresh} />);
  tell(['1']);
  unmount();
  vi.advanceTimersByTime(10_000);
  expect(refresh).not.toHaveBeenCalled();
});
