import type { MessageRow } from '@tongda/contract/base/message/calls';
import { expect, test } from 'vitest';
import { badgeText, popupsAfter, soundsAfter } from './popup-model';

const row = (id: string, createTime: string, level: number | null = null): MessageRow => ({
  id,
  category: 13,
  type: 186,
  typeName: '疲劳驾驶',
  level,
  popup: true,
  sound: false,
  objTag: 'vehicle:1',
  objName: '沪A10001',
  title: '疲劳驾驶',
  content: '',
  createTime: `2026-11-21 ${createTime}`,
  readFlag: 0,
});
const idsOf = (rows: readonly MessageRow[]) => rows.map(({ id }) => id);

test.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('a badge of %i says %j', (count, text) => expect(badgeText(count)).toBe(text));

test('higher levels first, then newer ones', () => {
  const unread = [row('a', '08:00:00'), row('b', '09:00:00', 1), row('c', '07:00:00', 2), row('d', '10:00:00', 1)];
  expect(idsOf(popupsAfter([], unread, new Set(), true).open)).toEqual(['c', 'd', 'b', 'a']);
});

test('eleven a refresh; the rest waits in the list and does not come up over the next pages', () => {
  const unread = Array.from({ length: 25 }, (_, i) => row(String(i), `08:00:${String(59 - i).padStart(2, '0')}`));
  const shown = new Set<string>();
  const counts = [1, 2].map(() => {
    const { fresh, told } = popupsAfter([], unread, shown, true);
    for (const { id } of told) shown.add(id);
    return fresh.length;
  });
  expect(counts).toEqual([11, 0]);
  expect(shown.size).toBe(25);
  expect(idsOf(popupsAfter([], [row('new', '09:00:00'), ...unread], shown, true).fresh)).toEqual(['new']);
});

test('open ones stay until closed, and go when they were read elsewhere', () => {
  const open = [row('a', '08:00:00'), row('b', '08:01:00')];
  expect(idsOf(popupsAfter(open, [row('c', '08:02:00')], new Set(['a', 'b']), false).open)).toEqual(['c', 'b', 'a']);
  expect(idsOf(popupsAfter(open, [row('b', '08:01:00')], new Set(['a', 'b']), true).open)).toEqual(['b']);
});

test('what is only to be counted does not come up, until it is told to', () => {
  const quiet = { ...row('1', '2026-11-21 08:00:00'), popup: false };
  expect(popupsAfter([], [quiet], new Set(), true).open).toEqual([]);
  expect(popupsAfter([], [{ ...quiet, popup: true }], new Set(), true).open.map(({ id }) => id)).toEqual(['1']);
});

test('a message that asks for a tone is heard once, also when it never pops up', () => {
  const unread = [{ ...row('a', '08:00:00'), popup: false, sound: true }, row('b', '09:00:00')];
  expect(soundsAfter(unread, new Set())).toEqual(['a']);
  expect(soundsAfter(unread, new Set(['a']))).toEqual([]);
  expect(popupsAfter([], unread, new Set(), true).fresh.map(({ id }) => id)).toEqual(['b']);
});
