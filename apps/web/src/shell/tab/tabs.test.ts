import { expect, test } from 'vitest';
import {
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  maxTabs,
  moveTab,
  noTabs,
  openTab,
  type TabState,
  tabsOfWindow,
} from './tabs';

/** `A B* C`: three tabs, the second one active. */
const state = (text: string): TabState => {
  const names = text.split(' ');
  const tabs = names.map((name, i) => tab(name.replace('*', ''), i));
  return { tabs, activeId: names.find((name) => name.endsWith('*'))?.slice(0, -1) ?? null };
};
const tab = (id: string, seen = 0) => ({
  ...{ id, menu: id, group: 'g', parent: 'p', name: id, url: `/${id}` },
  openUrlName: '',
  seen,
});
const text = ({ tabs, activeId }: TabState): string =>
  tabs.map(({ id }) => (id === activeId ? `${id}*` : id)).join(' ');

test('closing the active tab activates the next, or the previous one at the end', () => {
  expect(text(closeTab(state('A B* C'), 'B'))).toBe('A C*');
  expect(text(closeTab(state('A B C*'), 'C'))).toBe('A B*');
});
test('closing an inactive tab keeps the active one', () => expect(text(closeTab(state('A B* C'), 'A'))).toBe('B* C'));
test('the only tab cannot be closed', () => expect(text(closeTab(state('A*'), 'A'))).toBe('A*'));

test('close others, left and right; the clicked one becomes active when the active one goes', () => {
  expect(text(closeOthers(state('A* B C'), 'B'))).toBe('B*');
  expect(text(closeLeft(state('A B* C'), 'C'))).toBe('C*');
  expect(text(closeRight(state('A B* C'), 'B'))).toBe('A B*');
  expect(text(closeRight(state('A B C*'), 'A'))).toBe('A*');
});
test('nothing to close is no change', () => {
  const one = state('A* B');
  expect(closeLeft(one, 'A')).toBe(one);
  expect(closeRight(one, 'B')).toBe(one);
});

test('opening adds and activates; the same one twice is one tab with the new address', () => {
  const first = openTab(noTabs, tab('A'));
  const second = openTab(first, tab('B'));
  expect(text(second)).toBe('A B*');
  const again = openTab(second, { ...tab('A'), url: '/A?page=2' });
  expect(text(again)).toBe('A* B');
  expect(again.tabs[0]?.url).toBe('/A?page=2');
});

test('tabs are grouped by the parent of their menu: a new one stands beside its brothers', () => {
  const of = (id: string, parent: string, group = 'g') => ({ ...tab(id), parent, group });
  let all = openTab(noTabs, of('order', 'orders'));
  all = openTab(all, of('waybill', 'waybills'));
  all = openTab(all, of('pickUp', 'orders'));
  expect(text(all)).toBe('order pickUp* waybill');
  all = openTab(all, of('elsewhere', 'orders', 'other'));
  expect(text(all)).toBe('order pickUp waybill elsewhere*');
});

test('a window shows the tabs that were opened in it, by the name of the window', () => {
  const all = [tab('A'), { ...tab('B'), openUrlName: 'transport' }];
  expect(tabsOfWindow(all, 'transport').map(({ id }) => id)).toEqual(['B']);
  expect(tabsOfWindow(all, '').map(({ id }) => id)).toEqual(['A']);
});

test('the 21st tab closes the one that was not seen for longest', () => {
  let many: TabState = noTabs;
  for (let i = 0; i < maxTabs; i++) many = openTab(many, tab(`T${i}`));
  many = openTab(many, tab('T0'));
  const next = openTab(many, tab('new'));
  expect(next.tabs).toHaveLength(maxTabs);
  expect(next.dropped?.id).toBe('T1');
  expect(next.activeId).toBe('new');
});

test('dragging moves a tab to the place of another', () => {
  expect(text(moveTab(state('A B* C'), 'A', 'C'))).toBe('B* C A');
  expect(text(moveTab(state('A B* C'), 'C', 'A'))).toBe('C A B*');
});
