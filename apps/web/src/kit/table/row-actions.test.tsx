// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RowActions, RowsAreOld } from './row-actions';
import type { RowAction } from './types';

afterEach(cleanup);

const done: string[] = [];
const shown = (old: boolean, actions: RowAction[]) => (
  <RowsAreOld value={old}>
    <RowActions actions={actions} />
  </RowsAreOld>
);
const word = (label: string, version: number): RowAction => ({
  label,
  run: () => void done.push(`${label} ${version}`),
});

test('what is chosen while rows are asked for again is done to the new row', () => {
  done.length = 0;
  const { rerender } = render(shown(true, [word('换卡', 1)]));
  fireEvent.click(screen.getByText('换卡'));
  expect(done).toEqual([]);
  expect(screen.getByText('换卡').getAttribute('aria-busy')).toBe('true');
  rerender(shown(false, [word('换卡', 2)]));
  expect(done).toEqual(['换卡 2']);
  rerender(shown(true, [word('换卡', 2)]));
  rerender(shown(false, [word('换卡', 3)]));
  expect(done).toEqual(['换卡 2']);
});

test('what the new row no longer offers is not done; on new rows nothing waits', () => {
  done.length = 0;
  const { rerender } = render(shown(true, [word('挂失', 1)]));
  fireEvent.click(screen.getByText('挂失'));
  rerender(shown(false, [word('解除挂失', 2)]));
  expect(done).toEqual([]);
  fireEvent.click(screen.getByText('解除挂失'));
  expect(done).toEqual(['解除挂失 2']);
});
