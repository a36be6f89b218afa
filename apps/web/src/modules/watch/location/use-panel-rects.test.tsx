// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePanelRects } from './use-panel-rects';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the scale and the buttons of a map that is there later than its page are kept free of labels too', async () => {
  const page = document.createElement('div');
  const map = page.appendChild(document.createElement('div'));
  const { result } = renderHook(() => usePanelRects({ current: page }, ''));
  // what stands there at first is measured now
  act(() => vi.advanceTimersByTime(100));
  await act(async () => {
    const buttons = document.createElement('div');
    buttons.dataset.mapPanel = '';
    buttons.getBoundingClientRect = () => new DOMRect(900, 650, 400, 32);
    // within something that arrives with it
    map.appendChild(document.createElement('section')).append(buttons);
  });
  expect(result.current).toEqual([{ x: 900, y: 650, width: 400, height: 32 }]);
});
