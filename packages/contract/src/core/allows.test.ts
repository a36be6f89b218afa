import { describe, expect, it, test } from 'vitest';
import { allowsAccess, menuOfRight, rightKey } from './allows';

const held = {
  menus: new Set(['111', '166']),
  buttons: new Set([rightKey(111, 'vehicle/add'), rightKey(190, 'vehicle/edit')]),
};
const none = { menus: new Set<string>(), buttons: new Set<string>() };

test.each([
  ['public', true],
  ['session', true],
  [{ menu: 111 }, true],
  [{ menu: 112 }, false],
  [{ menu: [112, 166] }, true],
  [{ menu: 111, path: 'vehicle/add', label: '新增' }, true],
  [{ menu: 111, path: 'vehicle/edit', label: '编辑' }, false],
  // the button belongs to 190, which is not held; 166 is held without it
  [{ menu: [166, 190], path: 'vehicle/edit', label: '编辑' }, false],
  [{ menu: [190, 111], path: 'vehicle/add', label: '新增' }, true],
  [{ menu: 111, path: '', label: '' }, false],
] as const)('%j', (access, may) => expect(allowsAccess(held, access)).toBe(may));

describe('somebody with every right', () => {
  it('presses every button, under the menus that the company has', () => {
    expect(allowsAccess({ ...held, all: true }, { menu: 111, path: 'vehicle/edit' })).toBe(true);
    expect(allowsAccess({ ...held, all: true }, { menu: 112, path: 'vehicle/edit' })).toBe(false);
  });
});

it('somebody without rights calls what is public or asks for a session only', () => {
  expect([allowsAccess(none, 'public'), allowsAccess(none, 'session'), allowsAccess(none, { menu: 111 })]).toEqual([
    true,
    true,
    false,
  ]);
});

it('a key names the menu of its button', () => expect(menuOfRight(rightKey(132, 'a/b|c'))).toBe('132'));
