// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { defineEnum } from '@tongda/contract/core/enum';
import { by, filterSet } from '@tongda/contract/core/register/filters';
import { afterEach, expect, test, vi } from 'vitest';
import { ThemeProvider } from '../../../theme/provider';
import { stubDocument } from '../../test-document';
import { FilterBar } from './bar';
import { FilterSelect } from './controls';
import { RegisterFilters } from './declared';

stubDocument();
afterEach(cleanup);

const layer = defineEnum('layer', { warm: [1, '常温'], cold: [2, '冷藏'] });
const { table } = filterSet({
  keyword: by.text('品名', { main: true, hint: '品名或编码' }),
  layer: by.code('温层', layer),
  codes: by.text('单号', { hint: '单号，可粘贴多个' }),
  days: by.days('日期', 'until'),
  model: by.text('型号'),
  began: by.times('开始时间', 'ended'),
  tab: by.either('分类', '有', '无', { bar: false }),
  fleetId: by.linked('所属车队', 'fleet'),
});

test('draws a control for each filter under its label, and none for what the page sets itself', () => {
  const query = vi.fn();
  render(
    <ThemeProvider>
      <FilterBar filters={{}} query={query} reset={vi.fn()}>
        <RegisterFilters of={table} choices={{ model: [{ code: 'T1', name: 'T1' }] }} />
      </FilterBar>
    </ThemeProvider>,
  );
  expect(screen.getByLabelText('温层')).toBeTruthy();
  expect(screen.getByLabelText('单号，可粘贴多个')).toBeTruthy();
  expect(screen.getAllByPlaceholderText('开始')).toHaveLength(2);
  expect(screen.queryByLabelText('分类')).toBeNull();
  expect(screen.getByRole('combobox', { name: '型号' })).toBeTruthy();
  expect(screen.queryByLabelText('所属车队')).toBeNull();
  expect(screen.getByRole('textbox', { name: '品名或编码' })).toBeTruthy();
  fireEvent.change(screen.getByPlaceholderText('品名或编码'), { target: { value: '鸡翅' } });
  fireEvent.click(screen.getByText('查询'));
  expect(query).toHaveBeenCalledWith({ keyword: '鸡翅' });
}, 20_000);

test('a code that was typed into the address as a number is shown by its name', () => {
  const options = [
    { code: '0', name: '全部级别' },
    { code: '1', name: '提示' },
  ];
  render(
    <ThemeProvider>
      <FilterBar filters={{ level: 0, levels: [1] }} query={vi.fn()} reset={vi.fn()}>
        <FilterSelect name="level" label="级别" options={options} />
        <FilterSelect name="levels" label="多个级别" options={options} multiple />
      </FilterBar>
    </ThemeProvider>,
  );
  expect(screen.getByText('全部级别')).toBeTruthy();
  expect(screen.getByText('提示')).toBeTruthy();
});
