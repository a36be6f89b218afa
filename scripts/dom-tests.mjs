import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'apps/web/src';

/** The web client's test files that ask for a browser's document in their first line, sorted, as paths from `root`. */
export function findDomTests(root) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.test\.tsx?$/u.test(name))
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(join(root, file), 'utf8').startsWith('// @vitest-environment jsdom'))
    .sort();
}
