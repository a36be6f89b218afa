// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useShown } from './use-shown';

afterEach(cleanup);
const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/alarmRecord?alarmId=1']}>{children}</MemoryRouter>
);

test('the form of the next alarm never opens on the one before it', () => {
  const seen: Array<readonly [string | null, string | null]> = [];
  const { result } = renderHook(
    () => {
      const shown = useShown();
      seen.push([shown.id, shown.form]);
      return shown;
    },
    { wrapper },
  );
  act(() => result.current.open('2', 'handle'));
  expect([result.current.id, result.current.form]).toEqual(['2', 'handle']);
  expect(seen).not.toContainEqual(['1', 'handle']);
  act(() => result.current.open('3', null));
  expect([result.current.id, result.current.form]).toEqual(['3', null]);
});
