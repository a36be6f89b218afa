// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { windowNameFor } from './open-page';

const here = { path: '/resources/vehicle', windowName: '' };
const location = { url: '/community/location', window: 'location' };

test('an entry marked blank has a window of its own, named by its id, whatever the setting', () => {
  const board = { url: '/community/staticdashboard', mark: 'blank', id: '10488' };
  for (const openUrl of [true, false, null]) expect(windowNameFor(board, here, openUrl)).toBe('m10488');
  expect(windowNameFor(board, { ...here, windowName: 'm10488' }, true)).toBeUndefined();
});

test('当前页面替换: everything stays in this window', () => {
  expect(windowNameFor({ url: '/transport/vehicle' }, here, true)).toBeUndefined();
  expect(windowNameFor(location, here, true)).toBeUndefined();
});

test('nothing chosen: only the location page has its own window', () => {
  expect(windowNameFor({ url: '/transport/vehicle' }, here, null)).toBeUndefined();
  expect(windowNameFor(location, here, null)).toBe('location');
});

test('多页面打开: a window for every sub-application, and one for the location page', () => {
  expect(windowNameFor({ url: '/resources/driver' }, here, false)).toBeUndefined();
  expect(windowNameFor({ url: '/transport/vehicle' }, here, false)).toBe('transport');
  expect(windowNameFor(location, here, false)).toBe('location');
  expect(windowNameFor(location, { path: '/community/location', windowName: 'location' }, false)).toBeUndefined();
  expect(
    windowNameFor({ url: '/resources/vehicle' }, { path: '/transport/vehicle', windowName: 'resources' }, false),
  ).toBeUndefined();
});
