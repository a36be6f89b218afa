// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { defineEnum } from '@tongda/contract/core/enum';
import { by, filterSet } from '@tongda/contract/core/register/filters';
import { afterEach, expect, test, vi } from 'vitest';
import { ThemeProvider } from '../../../theme/provider';
import { stubDocument } from '../../test-document';
import { FilterBar } from './bar';
import { FilterSelect, FilterText, FilterTree } from './controls';
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

test('an id whose name has not come yet is not shown as a bare number', () => {
  render(
    <ThemeProvider>
      <FilterBar filters={{ one: '501', several: ['502'] }} query={vi.fn()} reset={vi.fn()}>
        <FilterSelect name="one" label="设备" options={[]} />
        <FilterSelect name="several" label="多个设备" options={[]} multiple />
      </FilterBar>
    </ThemeProvider>,
  );
  expect(screen.queryByText('501')).toBeNull();
  expect(screen.queryByText('502')).toBeNull();
  expect(screen.getAllByText('已选 1 项')).toHaveLength(2);
});

test('so it is in a tree, also when the tree does not know the id; what is chosen in it is its id', async () => {
  const query = vi.fn();
  const load = async () => [{ id: '7', name: '华东冷链一队' }];
  render(
    <ThemeProvider>
      <FilterBar filters={{ known: '7', gone: '503' }} query={query} reset={vi.fn()}>
        <FilterTree name="known" label="部门" load={load} />
        <FilterTree name="gone" label="旧部门" load={load} />
        <FilterTree name="none" label="新部门" load={load} />
      </FilterBar>
    </ThemeProvider>,
  );
  expect(screen.queryByText('503')).toBeNull();
  expect(screen.getAllByText('已选 1 项')).toHaveLength(2);
  expect(await screen.findByText('华东冷链一队')).toBeTruthy();
  expect(screen.getAllByText('已选 1 项')).toHaveLength(1);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '新部门' }));
  fireEvent.click((await screen.findAllByText('华东冷链一队')).at(-1) ?? document.body);
  expect(query).toHaveBeenCalledWith({ known: '7', gone: '503', none: '7' });
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

test('a label leaves room to type and to choose, whatever width was declared', () => {
  render(
    <ThemeProvider>
      <FilterBar filters={{}} query={vi.fn()} reset={vi.fn()}>
        <FilterText name="min" label="最低速度（km/h）" width={130} />
        <FilterSelect name="way" label="数据来源与方式" options={[]} width={120} />
        <FilterText name="driver" label="司机" width={140} />
      </FilterBar>
    </ThemeProvider>,
  );
  const widthOf = (label: string): number =>
    Number.parseInt(screen.getByLabelText(label).closest<HTMLElement>('.kit-list-filter-one')?.style.width ?? '', 10);
  expect(widthOf('最低速度（km/h）')).toBeGreaterThanOrEqual(170);
  expect(widthOf('数据来源与方式')).toBeGreaterThanOrEqual(140);
  expect(widthOf('司机')).toBe(140);
});

test('what the list is narrowed by stands behind the main search, and the rest in its own order; nothing moves under the mouse', () => {
  const controls = () =>
    [...document.querySelectorAll('.kit-list-filter-one')].map(
      (one) => one.querySelector('.kit-list-filter-label')?.textContent ?? '品名',
    );
  const bar = (filters: object) => (
    <ThemeProvider>
      <FilterBar filters={{ ...filters }} query={vi.fn()} reset={vi.fn()}>
        <RegisterFilters of={table} />
      </FilterBar>
    </ThemeProvider>
  );
  const { rerender } = render(bar({ until: '2026-12-01', layer: null }));
  const before = ['品名', '日期', '温层', '单号', '型号', '开始时间'];
  expect(controls()).toEqual(before);
  // typed here: it stays where it is
  fireEvent.change(screen.getByRole('textbox', { name: '型号' }), { target: { value: 'T1' } });
  rerender(bar({ until: '2026-12-01', model: 'T1' }));
  expect(controls()).toEqual(before);
  // a link of another page sets a filter that is folded away
  rerender(bar({ began: '2026-12-01 00:00:00', model: 'T1' }));
  expect(controls()).toEqual(['品名', '日期', '开始时间', '温层', '单号', '型号']);
});
