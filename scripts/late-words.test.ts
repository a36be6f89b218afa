import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = [
  'apps/server/src/modules/transport',
  'apps/web/src/modules/transport',
  'packages/contract/src/transport',
].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/u.test(name))
    .map((name) => join(area, name)),
);
/** A text that says by how much something is late: 晚 before a figure, in a template or in SQL. `WINDOW` counts in minutes, as its limit does. */
const ownWords = /晚到?[ \u3000]*(?:\$\{(?!spanText|counted)|\{|' *\|\|)/u;

it('says how late something is in the words of lateText alone, so that pages, messages and files say the same', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => ownWords.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
