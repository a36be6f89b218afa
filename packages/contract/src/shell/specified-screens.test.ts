import { expect, test } from 'vitest';
import { areaKeys, inArea } from './areas';
import { menus } from './menus';
import { placeAt } from './routes';
import { specifiedScreens } from './specified-screens';

const rows = areaKeys.flatMap((area) =>
  (specifiedScreens[area] ?? []).map(([path, menu, title, kind, tab]) => ({ area, path, menu, title, kind, tab })),
);

test('362 rows', () => expect(rows).toHaveLength(362));

test.each(rows)('$area $path is what the specification says', ({ area, path, menu, title, kind, tab }) => {
  const place = placeAt(inArea(area, path));
  // the detail of a report is a report of its own, which the report leads to
  const kinds = area === 'report' && kind === 'detail' ? [kind, 'report'] : [kind];
  expect({ area: place?.area, title: place?.title, tab: place?.tab }).toEqual({ area, title, tab });
  expect(kinds).toContain(place?.kind);
  if (menu > 0) expect(place?.menu === null || place === undefined ? 0 : menus[place.menu].id).toBe(menu);
});
