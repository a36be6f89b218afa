// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { useFocusReturn } from './focus-return';

afterEach(cleanup);

/** A page with a dialog in a box at the end of the body, as antd makes it. */
function Page() {
  useFocusReturn();
  const [open, setOpen] = useState(false);
  return (
    <>
      <a href="/">首页</a>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {open
        ? createPortal(
            <div className="ant-modal-root">
              <div className="ant-modal-wrap">
                <button type="button" onClick={() => setOpen(false)}>
                  关闭
                </button>
              </div>
            </div>,
            document.body.appendChild(document.createElement('div')),
          )
        : null}
    </>
  );
}

test('a dialog gives the keyboard back to what it was opened with, also when the tab key left the dialog and was led back', async () => {
  render(<Page />);
  const opener = screen.getByRole('button', { name: '打开' });
  opener.focus();
  opener.click();
  const close = await screen.findByRole('button', { name: '关闭' });
  close.focus();
  // the first link of the page has the keyboard for a moment, until the dialog takes it again
  screen.getByRole('link', { name: '首页' }).focus();
  close.focus();
  const box = close.closest('.ant-modal-root')?.parentElement;
  close.click();
  await waitFor(() => expect(screen.queryByRole('button', { name: '关闭' })).toBeNull());
  box?.remove();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('the keyboard comes back as well when something else went from the page while the dialog was open and nothing had the keyboard', async () => {
  const measure = document.body.appendChild(document.createElement('div'));
  render(<Page />);
  const opener = screen.getByRole('button', { name: '打开' });
  opener.focus();
  opener.click();
  const close = await screen.findByRole('button', { name: '关闭' });
  close.focus();
  // the tab key went past the last field, to the browser itself; a table measures the scroll bar in a box of the page
  close.blur();
  measure.remove();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  // the dialog takes it again
  close.focus();
  const box = close.closest('.ant-modal-root')?.parentElement;
  close.click();
  await waitFor(() => expect(screen.queryByRole('button', { name: '关闭' })).toBeNull());
  box?.remove();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
