// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lateComing } from './broken';

afterEach(cleanup);

test('a page whose files did not come is tried again when it is opened and by the button, and stays once it has come', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const missing = new Error('Failed to fetch dynamically imported module: /assets/driver.js');
  const load = vi
    .fn()
    .mockRejectedValueOnce(missing)
    .mockResolvedValue(() => <p>司机管理</p>);
  const Page = lateComing(load, missing);
  const first = render(<Page />);
  expect(screen.getByText('页面加载失败')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/u }));
  await screen.findByText('司机管理');
  first.unmount();
  render(<Page />);
  expect(screen.getByText('司机管理')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
