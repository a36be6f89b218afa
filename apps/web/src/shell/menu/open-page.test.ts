// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { windowFor } from './open-page';

const here = { path: '/resources/vehicle', windowName: '' };
const location = { url: '/community/location', window: 'location' };

test('an entry marked blank has a window of its own, named by its id, whatever the setting', () => {
  const board = { url: '/community/staticdashboard', mark: 'blank', id: '10488' };
  for (const openUrl of [true, false, null]) expect(windowFor(board, here, openUrl)).toBe('m10488');
  expect(windowFor(board, { ...here, windowName: 'm10488' }, true)).toBeUndefined();
});

test('当前页面替换: everything stays in this window', () => {
  expect(windowFor({ url: '/transport/vehicle' }, here, true)).toBeUndefined();
  expect(windowFor(location, here, true)).toBeUndefined();
});

test('nothing chosen: only the location page has its own window', () => {
  expect(windowFor({ url: '/transport/vehicle' }, here, null)).toBeUndefined();
  expect(windowFor(location, here, null)).toBe('location');
});

test('多页面打开: a window for every sub-application, and one for the location page', () => {
  expect(windowFor({ url: '/resources/driver' }, here, false)).toBeUndefined();
  expect(windowFor({ url: '/transport/vehicle' }, here, false)).toBe('transport');
  expect(windowFor(location, here, false)).toBe('location');
  expect(windowFor(location, { path: '/community/location', windowName: 'location' }, false)).toBeUndefined();
  expect(
    windowFor({ url: '/resources/vehicle' }, { path: '/transport/vehicle', windowName: 'resources' }, false),
  ).toBeUndefined();
});
