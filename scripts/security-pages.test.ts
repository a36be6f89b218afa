import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/security');

/** What the first folder of a path on the pages stands for; the others are what they say. */
const rooms: Readonly<Record<string, string>> = {
  server: 'apps/server/src',
  'server-test': 'apps/server/test',
  web: 'apps/web/src',
  contract: 'packages/contract/src',
};

/** The pages, with their names. */
const pages = [
  join(root, 'docs/security.md'),
  ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; within a section they come first. Chapter 17 and sections 10.3 to 10.7 are answered
 * by a line each, because nothing of them applies.
 */
const asked: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 11, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};

/** A file that a page names: where it lies, and the words of a test of it. */
interface Named {
  path: string;
  words: string | null;
}

/** The files that a text names: `` `room/…/file.ts` ``, and with ` › words` a test of it. */
function filesNamed(text: string): Named[] {
  return [...text.matchAll(/`([\w-]+)\/([\w./-]+\.(?:tsx?|mjs|sql|json))`(?: › ([^\n|<]+))?/gu)].map(
    ([, room = '', rest = '', words]) => ({
      path: join(rooms[room] ?? room, rest),
      words: words?.trim() ?? null,
    }),
  );
}

/** What is wrong with a file that is named, or null. */
function faultOf({ path, words }: Named): string | null {
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  const isTest = /\.(?:test|spec)\.tsx?$/u.test(path);
  if (words === null) return null;
  if (!isTest) return `${path} is no test`;
  return titlesIn(readFileSync(join(root, path), 'utf8')).some((title) => title.includes(words))
    ? null
    : `${path} has no test "${words}"`;
}

/** The lines of a test file in which titles stand: beginnings of tests and groups, and the tables that give tests their names. */
function titlesIn(source: string): string[] {
  let isOpen = false;
  return source.split('\n').filter((line) => {
    const begins = /^\s*(?:it|test|describe)\b/u.test(line);
    const isTitle = begins || isOpen;
    // from the name of the function on to where the body begins
    if (isTitle) isOpen = !/=> *(?:\{|\w.*;)?$/u.test(line) && (isOpen || /[([{]$/u.test(line));
    return isTitle;
  });
}

it('files and tests are found in a text', () => {
  expect(filesNamed('Kept (`server/core/a.ts`).\n  Test: `e2e/shell/b.spec.ts` › does it\nmore')).toEqual([
    { path: 'apps/server/src/core/a.ts', words: null },
    { path: 'e2e/shell/b.spec.ts', words: 'does it' },
  ]);
  // in a table
  expect(filesNamed('| one | `e2e/b.spec.ts` › it<br>`e2e/c.spec.ts` › too |').map(({ words }) => words)).toEqual([
    'it',
    'too',
  ]);
  expect(faultOf({ path: 'docs/none.test.ts', words: null })).toBe('docs/none.test.ts does not exist');
  const own = 'scripts/security-pages.test.ts';
  expect(faultOf({ path: own, words: ['no', 'such', 'words'].join(' ') })).toContain('has no test');
  expect(faultOf({ path: own, words: 'files and tests are found in a text' })).toBeNull();
  // what is written in it without being the title of a test
  expect(faultOf({ path: own, words: 'titlesIn' })).toContain('has no test');
});

describe.each(pages)('$path', ({ text }) => {
  it('names files and tests that exist', () => {
    expect(filesNamed(text).map(faultOf).filter(Boolean)).toEqual([]);
  });

  it('says of every requirement how it is kept, why not, or why it does not apply', () => {
    const items = text.split(/\n(?=- |#|\n)/u).filter((item) => /^- \*\*\d/u.test(item));
    expect(items.filter((item) => !/\bTest: \S|\bNot held\b|\bDoes not apply\b/u.test(item))).toEqual([]);
  });
});

it('every requirement of levels 1 and 2 stands on one page, once', () => {
  const expected = Object.entries(asked).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  );
  const found = pages.flatMap(({ text }) => [...text.matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\*/gmu)].map(([, n]) => n));
  expect(found.toSorted()).toEqual(expected.toSorted());
});
