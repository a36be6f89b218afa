import { expect, test } from 'vitest';
import { buttons } from './rights';
import { specifiedRights } from './specified-rights';

const pageOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const builtPages = new Set(buttons.map(({ path }) => pageOf(path)));

/** A company makes a new secret of its program itself and reads its calls in the interface centre: the provider has no button for either. */
const ofTheCompany: readonly string[] = ['openPlatform/authorize/resetSecret', 'openPlatform/authorize/log'];

const rows = specifiedRights.flatMap(([menuId, page, rights]) =>
  Object.entries(rights).map(([action, label]) => ({ menuId, path: `${page}/${action}`, label })),
);
const built = rows.filter(({ path }) => builtPages.has(pageOf(path)) && !ofTheCompany.includes(path));

test('the catalogue has 256 rows, and those of all pages with buttons are compared', () => {
  expect(rows).toHaveLength(256);
  expect(new Set(rows.map(({ menuId, path }) => `${menuId} ${path}`)).size).toBe(256);
  expect(built.length).toBeGreaterThanOrEqual(254);
});

test.each(built)('$path is what the catalogue says', ({ menuId, path, label }) => {
  const found = buttons.filter((one) => one.path === path && (menuId === null || one.menuId === menuId));
  // 报警记录 stands in two systems: the catalogue's row is one of the two
  expect(found.map((one) => `${one.label}${one.sensitive ? '!' : ''}`)).toContain(label);
});
