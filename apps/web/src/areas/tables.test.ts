// @vitest-environment jsdom
import { areaKeys } from '@tongda/contract/shell/areas';
import { builtRoutes } from '@tongda/contract/shell/built';
import { type Route, routes } from '@tongda/contract/shell/routes';
import { expect, test } from 'vitest';
import { tables } from './tables';

test('the areas mount exactly the screens that the contract calls built, wherever it lists them', () => {
  for (const area of areaKeys) {
    const listed = [...builtRoutes].filter((key) => (routes[key] as Route).in.includes(area));
    // The missing-page screen alone does not make a sub-application.
    const expected = listed.some((key) => key !== 'notFound') ? listed : [];
    expect(Object.keys(tables[area] ?? {}).sort(), area).toEqual(expected.sort());
  }
});
