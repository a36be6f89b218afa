import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserTests, readsTheRepository, screenOwners } from './changed-tests.mjs';

const owners = {
  'transport/waybill': { keys: ['waybillList'], areas: ['transport'] },
  'transport/trip': { keys: ['tripList'], areas: ['transport'] },
  'reports/driving': { keys: ['tripReport'], areas: ['report'] },
  'base/message': { keys: ['message'], areas: ['community'] },
  'watch/command': { keys: ['instructSendOut'], areas: ['backstage'] },
};
const screens = 'e2e/screens/screens.spec.ts';
const engine = 'e2e/screens/engine.spec.ts';
const [waybill, report, login] = [
  'e2e/transport/waybill.spec.ts',
  'e2e/report/trip.spec.ts',
  'e2e/community/login.spec.ts',
];
const frame = 'e2e/shell/frame.spec.ts';
const specs = [screens, engine, waybill, report, login, frame];
const after = (...files: string[]) => browserTests(files, owners, specs);

it.each([
  ['apps/web/src/modules/transport/waybill/list-page.tsx', [screens, waybill], ['waybillList']],
  ['apps/web/src/modules/transport/waybill/styles.css', [screens, waybill], ['waybillList']],
  ['apps/server/src/modules/transport/waybill/stow/board.ts', [screens, waybill], ['waybillList']],
  ['packages/contract/src/base/message/calls.ts', [login, screens], ['message']],
  ['apps/server/src/reports/driving/trip/setting.ts', [report, screens], ['tripReport']],
  // flows of the back-office stand with those of the frame
  ['apps/web/src/modules/watch/command/staff-page.tsx', [screens, frame], ['instructSendOut']],
  // parts that no screen is made of alone
  ['apps/web/src/modules/transport/parts/frame-session.ts', [screens, waybill], ['tripList', 'waybillList']],
  ['apps/server/src/reports/list.ts', [report, screens], ['tripReport']],
])('%s is seen on its own screens and in the flows of their area', (file, run, keys) => {
  expect(after(file)).toEqual({ specs: run.toSorted(), screens: keys });
});

it.each([
  'apps/web/src/kit/call/api.ts',
  'apps/web/src/theme/colours.css',
  'apps/web/src/reports/kit/page.tsx',
  'apps/web/src/modules/base/vehicle-picker/control.tsx',
  'apps/server/src/core/http/route.ts',
  'packages/contract/src/shell/menus.ts',
])('%s is seen on every screen and in the frame', (file) => {
  expect(after(file, 'apps/web/src/modules/transport/waybill/list-page.tsx')).toMatchObject({ screens: null });
  expect(after(file).specs).toEqual([engine, screens, frame].toSorted());
});

it.each([
  'package-lock.json',
  'package.json',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/server/migrations/0200_more.sql',
  'apps/server/src/demo/fleet/trucks.ts',
  'apps/simulator/src/fleet/stories.ts',
])('every browser test runs after a change of %s', (file) => {
  expect(after(file)).toEqual({ specs: specs.toSorted(), screens: null });
});

it('a spec runs when it differs, its neighbours when what they share does, all after a change of the fixtures', () => {
  expect(after(waybill)).toEqual({ specs: [waybill], screens: [] });
  expect(after('e2e/screens/addresses.ts')).toEqual({ specs: [engine, screens], screens: null });
  expect(after('e2e/fixtures/test.ts').specs).toEqual(specs.toSorted());
});

it('terminals, documents and tests are seen on no screen', () => {
  expect(
    after(
      'apps/server/src/gateway/frame.ts',
      'docs/running.md',
      'apps/web/src/kit/call/api.test.ts',
      'packages/protocol/src/x.ts',
    ),
  ).toEqual({ specs: [], screens: [] });
});

it('tests that look at the repository run always, those that make files of their own do not', () => {
  expect(readsTheRepository('apps/web/src/theme/a.test.ts', "readFileSync(join(root, 'a.css'))")).toBe(true);
  expect(readsTheRepository('apps/server/src/a.test.ts', 'mkdtempSync(x); readFileSync(y)')).toBe(false);
  expect(readsTheRepository('apps/server/test/crash/a.test.ts', 'readFileSync(x)')).toBe(false);
  expect(readsTheRepository('apps/web/src/a.test.ts', 'render(<A />)')).toBe(false);
});

it('every module with a page of its own is known, with its screens and area', () => {
  const root = join(import.meta.dirname, '..');
  const found = screenOwners(root);
  expect(found['watch/location']).toEqual({ keys: ['location'], areas: ['community'] });
  expect(Object.keys(found).length).toBeGreaterThan(50);
  for (const [name, { keys, areas }] of Object.entries(found)) {
    expect(existsSync(join(root, 'packages/contract/src', name)), name).toBe(true);
    expect(keys.length, name).toBeGreaterThan(0);
    expect(areas.length, name).toBeGreaterThan(0);
  }
});
