import type { OrgRow } from '@tongda/contract/base/org/calls';
import { expect, it } from 'vitest';
import { dropPlace, filterTree, toTree } from './model';

const row = (id: string, parentId: string | null, name: string): OrgRow => ({
  id,
  parentId,
  name,
  code: '',
  orgType: 3,
  sort: 0,
  managerName: '',
  userCount: 0,
  userTotal: 0,
  vehicleCount: 0,
  vehicleTotal: 0,
  version: 1,
});
const rows = [row('1', null, '总部'), row('2', '1', '调度部'), row('3', '1', '财务部'), row('4', '2', '夜班组')];

it('rows become a tree; a row without its parent stands at the top', () => {
  expect(toTree(rows).map((o) => o.children.map((c) => c.id))).toEqual([['2', '3']]);
  expect(toTree(rows.slice(1)).map((o) => o.id)).toEqual(['2', '3']);
});
it('a search keeps what lies above a match, by pinyin initials too', () => {
  const [top] = filterTree(toTree(rows), 'yb');
  expect(top?.children.map((c) => [c.id, c.children.map((d) => d.id)])).toEqual([['2', ['4']]]);
  expect(filterTree(toTree(rows), '没有')).toEqual([]);
});
it('a drop goes into a department, or beside one among its brothers', () => {
  expect(dropPlace(rows, { id: '3' }, { id: '2', onto: true, after: false })).toEqual({ parentId: '2', index: 9999 });
  expect(dropPlace(rows, { id: '3' }, { id: '2', onto: false, after: false })).toEqual({ parentId: '1', index: 0 });
  expect(dropPlace(rows, { id: '4' }, { id: '2', onto: false, after: true })).toEqual({ parentId: '1', index: 1 });
  expect(dropPlace(rows, { id: '4' }, { id: '1', onto: false, after: true })).toBeNull();
});
