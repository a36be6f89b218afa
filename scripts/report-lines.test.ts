import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from './lib.mjs';
import { findFaults, longer, mostLines, plainReports, reportNames } from './report-lines.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tongda-report-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a declaration, a file of the server that serves its report in so many lines, and a test of one line. */
function write(
  name: string,
  declaration: string,
  lines: number,
  { server = name, test = server, asks = '' } = {},
): void {
  const serving = `serve(\n  ${declaration.match(/const (\w+)/u)?.[1] ?? ''},\n);\n`;
  for (const [path, text] of [
    [`packages/contract/src/reports/${name}.ts`, declaration],
    [`apps/server/src/reports/${server}.ts`, serving + 'row;\n'.repeat(lines - 3)],
    [`apps/server/src/reports/${test}.test.ts`, `test${asks};\n`],
  ] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
const one = (name: string) => `export const ${name}Report = report({\n  base: '/api/report/${name}',\n});\n`;

it('counts declaration, rows and test of reports that only show', () => {
  write('a/plain', one('plain'), 10);
  write('a/two', one('first') + one('second'), 10);
  write('a/acting', `${one('acting')}visit: 'write'\n`, 10);
  // served from a file of another name, once with a test of that name, once with one that only asks it
  write('a/other-name', one('other'), 20, { server: 'a/deeper/name' });
  write('a/asked', one('asked'), 30, { server: 'a/deeper/asked', test: 'a/deeper/figures', asks: "('asked/page')" });
  writeFileSync(join(folder, 'packages/contract/src/reports/a/unserved.ts'), one('unserved'));
  expect(plainReports(folder, ['a/plain', 'a/two', 'a/acting', 'a/other-name', 'a/asked', 'a/unserved'])).toEqual([
    { name: 'a/plain', lines: 14 },
    { name: 'a/other-name', lines: 24 },
    { name: 'a/asked', lines: 34 },
  ]);
});

it('names what is too long, exceptions that grew, and those that are none', () => {
  const reports = [
    { name: 'short', lines: mostLines },
    { name: 'long', lines: mostLines + 1 },
    { name: 'grown', lines: 201 },
    { name: 'shrunk', lines: 149 },
  ];
  const most = { most: 200, why: '' };
  expect(findFaults(reports, { grown: most, shrunk: most, gone: most })).toEqual([
    'long: 151 lines, at most 150; what other reports repeat belongs to the kits',
    'grown: 201 lines, at most 200; what other reports repeat belongs to the kits',
    'shrunk: 149 lines, no exception any more',
    'gone is no plain report',
  ]);
});

it('finds the reports of the product', () => {
  const found = plainReports(root, reportNames()).map(({ name }) => name);
  expect(found).toEqual(expect.arrayContaining([...Object.keys(longer), 'recorder/overseas']));
});
