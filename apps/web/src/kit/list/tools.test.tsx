// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ThemeProvider } from '../../theme/provider';
import { stubDocument } from '../test-document';
import { ListTools } from './tools';

stubDocument();
afterEach(cleanup);

const show = (asOf: string | undefined) =>
  render(
    <ThemeProvider>
      <ListTools
        {...{ updatedAt: Date.UTC(2026, 2, 1, 4), asOf, shown: 1, all: 2, busy: false, full: false }}
        {...{ choose: vi.fn(), refresh: vi.fn(), toggleFull: vi.fn() }}
      />
    </ThemeProvider>,
  );

test('says when its rows were asked for', () => {
  show(undefined);
  expect(screen.getByText('更新于 12:00:00')).toBeTruthy();
});

test('says as of when they are, where the answer was kept for a while', () => {
  show('2026-03-01 11:59:20');
  expect(screen.getByText('数据截至 11:59:20')).toBeTruthy();
  expect(screen.queryByText(/更新于/u)).toBeNull();
});
