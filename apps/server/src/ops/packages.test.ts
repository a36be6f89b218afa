import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptPackages } from './kept-packages';
import { examinePackages, readPackages } from './packages';

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8'));

describe('packages of the product', () => {
  it('that had none for three years have a reason why they are kept, and no others', () => {
    const { old = [] } = readPackages() ?? {};
    expect(old.filter(({ why }) => why === undefined).map(({ name }) => name)).toEqual([]);
    expect(old.map(({ name }) => name).sort()).toEqual(Object.keys(keptPackages).sort());
  });

  it('are named by the doctor with version, time and reason', () => {
    const [finding] = examinePackages(readPackages());
    expect(finding?.ok).toBe(true);
    expect(finding?.text).toMatch(/^\d+ 个依赖中有 \d+ 个三年没有新版本（截至 20\d\d-\d\d-\d\d）/u);
    expect(finding?.text).toContain('\n      saxes 6.0.0（2021）：读取 KML 与 Excel 文件');
  });

  it('are no longer those that came with exceljs', () => {
    const all = Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1));
    for (const gone of ['exceljs', 'fstream', 'unzipper', 'inflight', 'rimraf']) expect(all).not.toContain(gone);
    const globs = Object.entries<{ version: string }>(lock.packages).filter(([path]) => path.endsWith('/glob'));
    for (const [, { version }] of globs) expect(Number.parseInt(version, 10)).toBeGreaterThan(10);
  });
});
