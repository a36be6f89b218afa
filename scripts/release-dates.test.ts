import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastRelease, packagesToAsk, productPackages } from './release-dates.mjs';

test('packages of the product are those that it runs on, once, without builds for platforms', () => {
  const packages = {
    '': {},
    'apps/server': {},
    'node_modules/@tongda/server': { link: true },
    'node_modules/pg': { optionalDependencies: { 'pg-native-linux': '1.0.0' } },
    'node_modules/pg-native-linux': { cpu: ['x64'], optional: true },
    'node_modules/pg/node_modules/split2': {},
    'node_modules/split2': {},
    'node_modules/vitest': { dev: true },
  };
  expect(productPackages({ packages })).toEqual(['pg', 'split2']);
});

test('npm is asked for what is new, and again for what had no release for two years', () => {
  const known = { a: '2026-01-01', b: '2024-11-22', c: '2024-11-23' };
  expect(packagesToAsk(['a', 'b', 'c', 'd'], known, '2026-11-23')).toEqual(['b', 'd']);
});

test('the last release is the day of the version that npm installs', () => {
  const time = {
    created: '2010-01-01T00:00:00Z',
    '2.0.0': '2021-03-04T05:06:07Z',
    '3.0.0-rc.1': '2026-01-01T00:00:00Z',
  };
  expect(lastRelease({ 'dist-tags.latest': '2.0.0', time })).toBe('2021-03-04');
  expect(lastRelease({ 'dist-tags.latest': '9.0.0', time })).toBeUndefined();
});

test('every package of the product has its day; `npm run releases` asks for new ones', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8'));
  const { released } = read('apps/server/src/ops/release-dates.json');
  expect(Object.keys(released).length).toBeGreaterThan(100);
  expect(Object.keys(released)).toEqual(productPackages(read('package-lock.json')));
  for (const day of Object.values(released)) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/u);
});
