import { expect, test } from 'vitest';
import { sitesOf } from './site-pins';

test('goods that wait at a hub have one pin there, with their number; goods with a truck or at a site without a shape have none', () => {
  const hub = { siteName: '苏州园区站', siteLng: 120.72, siteLat: 31.31 };
  const pins = sitesOf([
    hub,
    { siteName: null, siteLng: null, siteLat: null },
    hub,
    { ...hub, siteName: '新站', siteLng: null },
  ]);
  expect(pins).toEqual([expect.objectContaining({ lng: 120.72, lat: 31.31, label: '苏州园区站 2 单在站' })]);
});
