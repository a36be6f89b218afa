// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { numberColumn, textColumn } from '@tongda/contract/reports/kit/columns';
import { expect, test } from 'vitest';
import { cellsOf } from './cells';

const asked = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };

test('an episode that was withdrawn keeps its row, and its name is struck through', () => {
  const columns = { title: textColumn('报警类型', 128, { goneBy: 'status' }), note: textColumn('意见', 80) };
  const cells = cellsOf(columns, asked, []);
  const row = (status: number) => ({ id: '1', title: '超温报警', note: '已核实', status });
  // a text without the mark is drawn by the table itself
  expect(cells.note).toBeUndefined();
  const { rerender } = render(<p>{cells.title?.(row(1))}</p>);
  expect(screen.getByText('超温报警').tagName).toBe('P');
  rerender(<p>{cells.title?.(row(2))}</p>);
  expect(screen.getByText('超温报警').tagName).toBe('S');
});

test('a figure that is not known is no zero', () => {
  const cells = cellsOf({ km: numberColumn('里程(km)', 80, { decimals: 1 }) }, asked, []);
  render(
    <p>
      {cells.km?.({ id: '1', km: null })} {cells.km?.({ id: '1', km: 0 })}
    </p>,
  );
  expect(screen.getByText('-- 0.0')).toBeTruthy();
});
