// @vitest-environment jsdom
import { areaKeys } from '@tongda/contract/shell/areas';
import { builtRoutes } from '@tongda/contract/shell/built';
import { type Route, type RouteKey, routes } from '@tongda/contract/shell/routes';
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

test('every mounted page loads', async () => {
  for (const table of Object.values(tables)) {
    for (const [key, load] of Object.entries(table) as Array<[RouteKey, () => Promise<unknown>]>) {
      expect(typeof (await load()), key).toBe('function');
    }
  }
}, 60_000);
