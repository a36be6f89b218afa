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

test('one that is chosen is shown by its name, and never by its id while nobody knows the name', async () => {
  const search = vi.fn(async () => []);
  const { rerender } = render(<RemoteSelect search={search} label="企业" value="508" />);
  expect(screen.queryByText('508')).toBeNull();
  expect(screen.getByText('已选 1 项')).toBeTruthy();
  rerender(<RemoteSelect search={search} label="企业" value="508" known={{ id: '508', name: '鲜达冷链' }} />);
  expect(screen.getByText('鲜达冷链')).toBeTruthy();
});
