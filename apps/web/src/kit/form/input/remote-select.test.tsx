// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RemoteSelect } from './remote-select';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what is typed is asked for once, 250 ms after the last key', async () => {
  vi.useFakeTimers();
  const search = vi.fn(async () => []);
  render(<RemoteSelect search={search} label="企业" />);
  const box = screen.getByRole('combobox', { name: '企业' });
  fireEvent.mouseDown(box);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(search.mock.calls).toEqual([['']]);
  for (const text of ['鲜', '鲜达', '鲜达冷']) {
    fireEvent.change(box, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(249));
  }
  expect(search).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(search.mock.calls.slice(1)).toEqual([['鲜达冷']]);
}, 20_000);
