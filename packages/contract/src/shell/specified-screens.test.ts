import { expect, test } from 'vitest';
import { areaKeys, inArea } from './areas';
import { isMenuKey, type MenuKey, menus } from './menus';
import { placeAt } from './routes';
import { specifiedScreens } from './specified-screens';

const rows = areaKeys.flatMap((area) =>
  (specifiedScreens[area] ?? []).map(([path, menu, parent, title, kind, tab]) => ({
    area,
    path,
    menu,
    parent,
    title,
    kind,
    tab,
  })),
);

test('362 rows, 203 of them below a menu', () => {
  expect(rows).toHaveLength(362);
  expect(rows.filter(({ parent }) => parent > 0)).toHaveLength(203);
});

/** Numbers of a menu and of those above it. A page below a list has the list's own menu as its parent in the specification. */
function numbersUpFrom(key: MenuKey | null): number[] {
  if (key === null) return [];
  const { id, parent } = menus[key];
  return [id, ...numbersUpFrom(parent !== null && isMenuKey(parent) ? parent : null)];
}

test.each(rows)('$area $path is what the specification says', ({ area, path, menu, parent, title, kind, tab }) => {
  const place = placeAt(inArea(area, path));
  // the detail of a report is a report of its own, which the report leads to
  const kinds = area === 'report' && kind === 'detail' ? [kind, 'report'] : [kind];
  expect({ area: place?.area, title: place?.title, tab: place?.tab }).toEqual({ area, title, tab });
  expect(kinds).toContain(place?.kind);
  if (menu > 0) expect(place?.menu === null || place === undefined ? 0 : menus[place.menu].id).toBe(menu);
  if (parent > 0) expect(numbersUpFrom(place?.menu ?? null)).toContain(parent);
});
