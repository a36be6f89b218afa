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

const folders = ['packages/contract/src', 'apps/web/src', 'apps/server/src/reports', 'apps/server/src/modules'];
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$/u.test(name))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

test('the glossary names words that are not used', () => {
  expect(pairs.length).toBeGreaterThan(5);
  expect(pairs.flatMap(([not]) => not)).toContain('所属组织');
});

/** Longer words that hold one of them and mean something else. */
const others: Readonly<Record<string, RegExp>> = {
  关锁: /开关锁/gu,
  终端号: /终端号码/gu,
  终端数: /终端数据/gu,
  箱温: /冷机箱温/gu,
};
/** The words of the specification are listed there as it writes them; headings of other people's files are read as they come. */
const asWritten = /\/specified(?:-\w+)?\.ts$|\/planned\/|\/import\/columns\.ts$|\/(?:sheet-head|staff-numbers)\.ts$/u;

/** What users read: comments are English, and theirs to quote. */
const read = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
test('no text of the contract, the web or the server says one of them', () => {
  const found = sources
    .filter(({ name }) => !asWritten.test(name))
    .flatMap(({ name, text }) =>
      pairs.flatMap(([not, but]) =>
        not
          .filter((word) =>
            read(text)
              .replaceAll(others[word] ?? '\u0000', '')
              .includes(word),
          )
          .map((word) => `${name}: ${word}, say ${but}`),
      ),
    );
  expect(found).toEqual([]);
});

test('what a signal says has one name: ACC, on or off, and 主电压 in an array of facts', () => {
  const found = sources.filter(({ text }) => /['"`}]点火['"`]|\['电压'/u.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

test('a unit stands in brackets behind its head', () => {
  const unit = '(?:km/h|km|kg|m³|℃|%RH|%|L|V|m|h|天|元|分钟|秒)';
  const bare = new RegExp(
    `(?:(?:label|title)(?:: |=)['"]|[cC]olumn\\(')[^'"\\n]*[\\p{Script=Han}\\d](?: ${unit}|（${unit}）)['"]|>[^<>\\n]*\\p{Script=Han} ${unit}</th>`,
    'gu',
  );
  const found = sources.flatMap(({ name, text }) => [...text.matchAll(bare)].map(([hit]) => `${name}: ${hit}`));
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
