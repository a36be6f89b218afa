// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { pagerSchemes } from '@tongda/contract/core/page';
import { afterEach, expect, test, vi } from 'vitest';
import { ThemeProvider } from '../../theme/provider';
import { stubDocument } from '../test-document';
import { Pager } from './pager';

stubDocument();
afterEach(cleanup);

const { size, sizePage: options } = pagerSchemes.C;
const show = (total: number, change = vi.fn()) => {
  render(
    <ThemeProvider>
      <Pager page={1} size={size} sizes={options} total={total} change={change} />
    </ThemeProvider>,
  );
  return change;
};

test('total, pages and sizes always, the jumper only with more than one page', () => {
  show(15);
  expect(screen.getByText('共 15 条')).toBeTruthy();
  expect(screen.getByText('15 条/页')).toBeTruthy();
  expect(document.querySelector('.ant-pagination-options-quick-jumper')).toBeNull();
  cleanup();
  const change = show(31);
  expect(screen.getByText('共 31 条')).toBeTruthy();
  expect(document.querySelector('.ant-pagination-options-quick-jumper')).not.toBeNull();
  fireEvent.click(screen.getByTitle('3'));
  expect(change).toHaveBeenCalledWith(3, 15);
}, 20_000);
