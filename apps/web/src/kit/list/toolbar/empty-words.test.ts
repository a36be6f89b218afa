import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..', '..', '..');
const pages = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }))
  .filter(({ text }) => /<ListPage\b/u.test(text));

/** The `<Empty …/>` that a list hands over, as it is written; buttons in it come after `action=`. */
const emptyOf = (text: string): string[] =>
  [...text.matchAll(/\bempty=\{\s*<Empty\b([\s\S]*?)\/>\s*\}\n/gu)].map(([, props = '']) => props);

test('an empty list does not offer a second time what its toolbar offers', () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap(({ text }) => emptyOf(text)).length).toBeGreaterThan(15);
  const twice = pages.filter(({ text }) => emptyOf(text).some((props) => props.includes('action=')));
  expect(twice.map(({ name }) => name)).toEqual([]);
});
