// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapHandle } from '../../../map/view/handle';
import { useFirstView } from './use-map';

const fitBounds = vi.fn();
// the view is all that the hook asks of a map
const map = { current: { fitBounds } as unknown as MapHandle };
const truck = (i: number) => ({ lng: 120 + i, lat: 30 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the view takes in trucks that report later, until the user touches the page', () => {
  const trucks = (count: number) => Array.from({ length: count }, (_, i) => truck(i));
  const { rerender } = renderHook(({ vehicles }) => useFirstView(map, vehicles), {
    initialProps: { vehicles: trucks(0) },
  });
  const seen = (count: number): number => {
    rerender({ vehicles: trucks(count) });
    act(() => vi.advanceTimersByTime(200));
    return fitBounds.mock.lastCall?.[0].length ?? 0;
  };
  expect(seen(0)).toBe(0);
  expect(seen(3)).toBe(3);
  expect(seen(60)).toBe(60);
  window.dispatchEvent(new Event('wheel'));
  expect(seen(61)).toBe(60);
});
