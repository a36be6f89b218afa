// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, expect, type Mock, test, vi } from 'vitest';
import { ThemeProvider } from '../../../theme/provider';
import { bindNotify } from '../../dialog/notify';
import { stubDocument } from '../../test-document';
import type { Filters } from '../url';
import { FilterBar } from './bar';
import { FilterRange } from './range';

const toasts: Array<{ content: string }> = [];
// the sentences alone are looked at
bindNotify({ message: { open: (one: { content: string }) => toasts.push(one) } } as unknown as Parameters<
  typeof bindNotify
>[0]);

stubDocument();
afterEach(cleanup);
afterAll(() => bindNotify(null));

const november = { startTime: '2026-11-01 00:00:00', endTime: '2026-11-30 23:59:59' };

type Asked = Mock<(filters: Filters) => void>;

function Page({ asked, maxDays }: { asked: Asked; maxDays: number }) {
  const [filters, setFilters] = useState<Filters>(november);
  const query = (next: Filters): void => {
    asked(next);
    setFilters(next);
  };
  return (
    <ThemeProvider>
      <FilterBar filters={filters} query={query} reset={vi.fn()}>
        <FilterRange names={['startTime', 'endTime']} label="日期" maxDays={maxDays} />
      </FilterBar>
    </ThemeProvider>
  );
}

function show(maxDays = 62): Asked {
  const asked: Asked = vi.fn();
  render(<Page asked={asked} maxDays={maxDays} />);
  return asked;
}
const box = (name: '开始' | '结束'): HTMLInputElement => screen.getByPlaceholderText(name);
const focus = (input: HTMLElement): void => act(() => input.focus());
const type = (input: HTMLElement, value: string): void => {
  focus(input);
  fireEvent.change(input, { target: { value } });
};
const press = (input: HTMLElement, key: string): void => {
  fireEvent.keyDown(input, { key });
};

test('both ends typed in full, each ended by Enter, are asked', async () => {
  const asked = show();
  type(box('开始'), '2026-11-10');
  press(box('开始'), 'Enter');
  await waitFor(() => expect(document.activeElement).toBe(box('结束')));
  // what is typed now replaces the old end
  await waitFor(() => expect(box('结束').selectionEnd).toBe('11-30'.length));
  expect(box('结束').selectionStart).toBe(0);
  type(box('结束'), '2026-11-20');
  press(box('结束'), 'Enter');
  await waitFor(() =>
    expect(asked.mock.lastCall).toEqual([{ startTime: '2026-11-10 00:00:00', endTime: '2026-11-20 23:59:59' }]),
  );
  expect([box('开始').value, box('结束').value]).toEqual(['11-10', '11-20']);
});

test('one end typed and left by Tab is asked once, the other stays', async () => {
  const asked = show();
  type(box('结束'), '2026-11-29');
  press(box('结束'), 'Tab');
  // where Tab leads to is still in the box
  focus(screen.getByRole('button', { name: '清除' }));
  await waitFor(() => expect(asked.mock.calls).toEqual([[{ ...november, endTime: '2026-11-29 23:59:59' }]]));
  expect(box('结束').value).toBe('11-29');
});

test('a range that is refused leaves the old one in the box', async () => {
  const asked = show(10);
  type(box('结束'), '2026-11-29');
  press(box('结束'), 'Tab');
  focus(screen.getByText('查询').closest('button') ?? document.body);
  await waitFor(() => expect(toasts.map(({ content }) => content)).toEqual(['最多可选10天']));
  await waitFor(() => expect(box('结束').value).toBe('11-30'));
  expect(asked).not.toHaveBeenCalled();
});
