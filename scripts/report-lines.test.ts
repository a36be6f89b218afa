import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from './lib.mjs';
import { findFaults, longer, mostLines, plainReports, reportNames } from './report-lines.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tongda-report-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A report of a declaration, a file of the server with so many lines, and a test of one line. */
function write(name: string, declaration: string, lines: number): void {
  for (const [path, text] of [
    [`packages/contract/src/reports/${name}.ts`, declaration],
    [`apps/server/src/reports/${name}.ts`, 'row;\n'.repeat(lines)],
    [`apps/server/src/reports/${name}.test.ts`, 'test;\n'],
  ] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
const one = 'export const aReport = report({\n});\n';

it('counts declaration, rows and test of reports that only show', () => {
  write('a/plain', one, 10);
  write('a/two', one + one, 10);
  write('a/acting', `${one}visit: 'write'\n`, 10);
  expect(plainReports(folder, ['a/plain', 'a/two', 'a/acting', 'a/missing'])).toEqual([{ name: 'a/plain', lines: 13 }]);
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
