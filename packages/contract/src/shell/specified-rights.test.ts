import { expect, test } from 'vitest';
import { buttons } from './rights';
import { specifiedRights } from './specified-rights';

const pageOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const builtPages = new Set(buttons.map(({ path }) => pageOf(path)));

const rows = specifiedRights.flatMap(([menuId, page, rights]) =>
  Object.entries(rights).map(([action, label]) => ({ menuId, path: `${page}/${action}`, label })),
);
const built = rows.filter(({ path }) => builtPages.has(pageOf(path)));

test('the catalogue has 256 rows, and those of all pages with buttons are compared', () => {
  expect(rows).toHaveLength(256);
  expect(new Set(rows.map(({ menuId, path }) => `${menuId} ${path}`)).size).toBe(256);
  expect(built.length).toBe(256);
});

test.each(built)('$path is what the catalogue says', ({ menuId, path, label }) => {
  const found = buttons.filter((one) => one.path === path && (menuId === null || one.menuId === menuId));
  // 报警记录 stands in two systems: the catalogue's row is one of the two
  expect(found.map((one) => `${one.label}${one.sensitive ? '!' : ''}`)).toContain(label);
});
