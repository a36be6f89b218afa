// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { allowed } from './user';

const state = { menus: new Set(['111', '166']), buttons: new Set(['111 vehicle/add', '190 vehicle/edit']) };

test.each([
  ['public', true],
  ['session', true],
  [{ menu: 111 }, true],
  [{ menu: 112 }, false],
  [{ menu: [112, 166] }, true],
  [{ menu: 111, path: 'vehicle/add', label: '新增' }, true],
  [{ menu: 111, path: 'vehicle/edit', label: '编辑' }, false],
  [{ menu: [111, 190], path: 'vehicle/edit', label: '编辑' }, true],
] as const)('%j', (access, may) => expect(allowed(access, state)).toBe(may));
