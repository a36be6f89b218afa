// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stateFilters } from '../monitor/model';
import { StateChips, type StateChipsProps } from './state-chips';

afterEach(cleanup);
// every filter has a count
const none = Object.fromEntries(stateFilters.map((filter) => [filter, 0])) as StateChipsProps['counts'];
const words = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('chips say no nought before the vehicles are there', () => {
  const shown = (loading: boolean) => (
    <StateChips counts={none} loading={loading} filter="all" onFilter={() => undefined} />
  );
  const { rerender } = render(shown(true));
  expect(words()).toContain('报警--');
  rerender(shown(false));
  expect(words()).toContain('报警0');
});
