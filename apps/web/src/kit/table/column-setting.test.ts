import { columns } from '@tongda/contract/core/columns';
import { expect, test } from 'vitest';
import { defaultSetting, fitSetting, shownColumns, tableKey } from './column-setting';
import { fittedWidths, headWidth, isFirm, wishedWidth } from './fitted-widths';

interface Row {
  plate: string;
  type: string;
  fleet: string;
  note: string;
}
const all = columns<Row>()([
  { value: 'plate', label: '车牌号', width: 90, noEdit: true, fixed: 'left' },
  { value: 'type', label: '车型', width: 90 },
  { value: 'fleet', label: '车队', width: 90 },
  { value: 'note', label: '备注', width: 90, hidden: true },
]);
const values = (list: ReadonlyArray<{ value: string }>) => list.map(({ value }) => value);

test('the definition shows what is not hidden', () => {
  expect(values(shownColumns(all, defaultSetting(all)))).toEqual(['plate', 'type', 'fleet']);
});

test('order is the stored one, pinned columns stand in front', () => {
  const stored = [
    { value: 'note', show: true },
    { value: 'plate', show: true, fixed: 'left' as const },
    { value: 'type', show: false },
    { value: 'fleet', show: true },
  ];
  expect(values(shownColumns(all, fitSetting(all, stored)))).toEqual(['plate', 'note', 'fleet']);
});

test('a new column appears at its place, a removed one is ignored, a locked one is always shown', () => {
  const stored = [
    { value: 'gone', show: true },
    { value: 'fleet', show: true },
    { value: 'plate', show: false },
  ];
  const fitted = fitSetting(all, stored);
  expect(values(fitted)).toEqual(['fleet', 'note', 'plate', 'type']);
  expect(fitted.find(({ value }) => value === 'plate')?.show).toBe(true);
});

test('every table has its own key', () => {
  expect(tableKey('/api/base/manage/vehicle/page')).toBe('table.base.manage.vehicle.page');
});

test('columns of long text give what is missing, others keep their width; what is scrolled ends with a whole column', () => {
  const widths = [72, 180, 124, 290];
  expect(fittedWidths(widths, 700)).toEqual(widths);
  const fitted = fittedWidths(widths, 560);
  expect([fitted[0], fitted[2]]).toEqual([72, 124]);
  expect(fitted.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(560);
  expect(fitted[3]).toBeGreaterThanOrEqual(290 * 0.6);
  // the columns in sight end where the actions begin: no figure is cut in two
  const scrolled = fittedWidths(widths, 400);
  expect([scrolled.slice(0, 3).reduce((sum, width) => sum + width, 0), scrolled[3]]).toEqual([400, 290]);
  expect(scrolled[0]).toBeGreaterThanOrEqual(72);
  const oneMore = fittedWidths([72, 180, 124, 290, 90, 90, 90], 480 + 90);
  expect(oneMore.slice(0, 4).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(570);
  expect(oneMore.slice(0, 4).reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(566);
  // the column that names the row stays whole
  expect(fittedWidths([178, 180, 124, 290], 700, new Set([0]))[0]).toBe(178);
  // before the table was measured
  expect(fittedWidths(widths, 0)).toEqual(widths);
});

test('names that a narrow window cuts are whole in a wide one and give nothing; a chosen width stays', () => {
  const customer = { label: '客户', width: 120, wide: 186 };
  expect([1066, 1540].map((room) => [wishedWidth(customer, room), isFirm(customer, room)])).toEqual([
    [120, false],
    [186, true],
  ]);
  const plain = { label: '件数', width: 58 };
  expect([wishedWidth(plain, 1540), isFirm(plain, 1540)]).toEqual([58, false]);
  expect(isFirm({ ...plain, fixed: 'left' }, 400)).toBe(true);
  const narrow = shownColumns([{ value: 'name', ...customer }], [{ value: 'name', show: true, width: 80 }]);
  expect(narrow.map((column) => wishedWidth(column, 1540))).toEqual([80]);
});

test('a column is wide enough for its head and for the arrows that sort', () => {
  expect(headWidth('件数', false)).toBe(24 + 18);
  expect(headWidth('件数', true)).toBe(24 + 18 + 22);
  // a space, a letter and a raised figure are narrower than a Chinese letter
  expect(headWidth('体积 m³', true)).toBe(24 + 3 * 7 + 18 + 22);
  expect(headWidth('件数 计划 / 实提', true)).toBeGreaterThan(110 + 16);
});
