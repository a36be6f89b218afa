import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Test files of apps and packages, as paths from the root. */
const files = ['apps', 'packages'].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/u.test(name) && !name.includes('node_modules'))
    .map((name) => join(area, name)),
);

it('mocks no module, as the files of a worker share one registry: which one comes first would decide what is mocked', () => {
  expect(files.length).toBeGreaterThan(300);
  const mocking = files.filter((file) => /\bvi\.(?:do)?mock\(/iu.test(readFileSync(join(root, file), 'utf8')));
  expect(mocking).toEqual([]);
});
