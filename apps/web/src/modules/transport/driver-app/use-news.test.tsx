// @vitest-environment jsdom

import { cleanup, renderHook } from '@testing-library/react';
import { liveFrame } from '@tongda/contract/core/live';
import { afterEach, expect, test, vi } from 'vitest';
import { liveClient } from '../../../kit/live/connection';
import { useNews } from './use-news';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a message for the driver is fetched as soon as the server tells of it, and nobody listens once he has left', () => {
  const heard = new Set<() => void>();
  const start = vi.spyOn(liveClient, 'start').mockReturnValue(undefined);
  const stop = vi.spyOn(liveClient, 'stop').mockReturnValue(undefined);
  vi.spyOn(liveClient, 'onFrame').mockImplementation((type, listener) => {
    expect(type).toBe(liveFrame.messageCount);
    const tell = (): void => listener('');
    heard.add(tell);
    return () => void heard.delete(tell);
  });
  const come = vi.fn();
  const { rerender, unmount } = renderHook(({ who }) => useNews(who, come), { initialProps: { who: '' } });
  expect(heard.size).toBe(0);
  rerender({ who: '1:7' });
  // notices alone: his phone needs no positions of others
  expect(start).toHaveBeenLastCalledWith(false);
  for (const tell of heard) tell();
  expect(come).toHaveBeenCalledTimes(1);
  unmount();
  expect(heard.size).toBe(0);
  expect(stop).toHaveBeenCalled();
});
