// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePlayer } from './use-player';

afterEach(cleanup);

test('the player stays within its range, wherever it is sent', () => {
  const { result } = renderHook(() => usePlayer({ from: 1000, to: 5000, stops: [] }));
  const sentTo = (t: number): number => {
    act(() => result.current.seek(t));
    return result.current.t;
  };
  // an alarm that began before the range, a stop that ends after it
  expect([sentTo(400), sentTo(9000), sentTo(3000)]).toEqual([1000, 5000, 3000]);
});
