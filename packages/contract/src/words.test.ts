import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** One word for one thing: the table of the glossary, looked for in everything that users read. */
const root = join(import.meta.dirname, '../../..');
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
const table = glossary.slice(glossary.indexOf('## One word for one thing'));
const pairs = [...table.matchAll(/^\| (?!not )([^|-][^|]*) \| ([^|]+) \|$/gmu)].map(
  ([, not = '', but = '']) => [not.split(', '), but] as const,
);

const folders = ['packages/contract/src', 'apps/web/src'];
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$/u.test(name))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

test('the glossary names words that are not used', () => {
  expect(pairs.length).toBeGreaterThan(5);
  expect(pairs.flatMap(([not]) => not)).toContain('所属组织');
});

test('no text of the contract or the web says one of them', () => {
  const found = sources.flatMap(({ name, text }) =>
    pairs.flatMap(([not, but]) =>
      // 终端号 is also the beginning of 终端号码
      not.filter((word) => new RegExp(`${word}(?!码)`, 'u').test(text)).map((word) => `${name}: ${word}, say ${but}`),
    ),
  );
  expect(found).toEqual([]);
});

/** What a message is about is looked at, and that is no record of the list's own. */
const looksAt = new Set(['apps/web/src/modules/base/message/list-page.tsx']);
test('a line of a list leads to its record by 详情', () => {
  const found = sources.filter(({ name, text }) => !looksAt.has(name) && /label: '(?:查看|查看详情)'/u.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

test('terminal numbers stand whole, under one name: those of JT/T 808-2019 have 20 digits', () => {
  const columns = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/value: '(?:terminalNo|deviceNo)', label: '(?<label>[^']+)', width: (?<width>\d+)/gu)].map(
      ({ groups }) => ({ name, label: groups?.label, width: Number(groups?.width) }),
    ),
  );
  expect(columns.length).toBeGreaterThan(8);
  const terminals = columns.filter(({ label }) => label !== '设备编号');
  expect(terminals.filter(({ label, width }) => label !== '终端编号' || width < 164)).toEqual([]);
});
