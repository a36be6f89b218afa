import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isReport, type Report } from './kit/report';
import { specified } from './specified';
import { specifiedCustomized } from './specified-customized';
import { specifiedLists } from './specified-lists';

const folder = import.meta.dirname;
const reports = new Map<string, Report>();
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
  if (/^[^/]+\/[^/]+(?<!\.test)\.ts$/u.test(file))
    for (const [name, value] of Object.entries<unknown>(await import(join(folder, file))))
      if (isReport(value)) reports.set(name, value);

/** A label without unit, spaces and signs of comparison. */
const bare = (label: unknown): string => (typeof label === 'string' ? label.replace(/[(（].*[)）]|[≥\s]/gu, '') : '');

/** The words of a specified list that nothing of ours stands for, and those whose first value is another one. */
function missing(list: string, of: Readonly<Record<string, { label: unknown; initial?: unknown }>>): string[] {
  return list.split(' · ').filter((one) => {
    const [, word = '', name, first] = /^([^=:]+)(?:=(\w+))?(?::(.+))?$/u.exec(one) ?? [];
    const found = name === undefined ? Object.values(of).find(({ label }) => bare(label) === word) : of[name];
    if (!found) return true;
    if (first === undefined) return false;
    const { initial } = found;
    return (typeof initial === 'string' ? initial : JSON.stringify(initial)) !== first;
  });
}

describe.each(Object.entries({ ...specified, ...specifiedCustomized }))(
  '%s',
  (name, { range, filters, columns, without = {} }) => {
    const of = reports.get(name);
    test('has the range, filters, first values and columns of the specification', () => {
      if (!of) throw new Error('no such report');
      expect([of.range.maxDays, of.range.first]).toEqual(range);
      expect(missing(filters, of.filters)).toEqual([]);
      expect(missing(columns, of.columns)).toEqual([]);
    });
    test('has nothing that is said to be left out', () => {
      const labels = [...Object.values(of?.filters ?? {}), ...Object.values(of?.columns ?? {})].map(({ label }) =>
        bare(label),
      );
      expect(Object.keys(without).filter((word) => labels.includes(word))).toEqual([]);
    });
  },
);

describe.each(Object.entries(specifiedLists))('%s', (_, { of, filters, columns, without = {} }) => {
  const byName = Object.fromEntries(of.columns.map((column) => [column.value, column]));
  test('has the filters and columns of the specification', () => {
    expect(missing(filters, of.filters.table)).toEqual([]);
    expect(missing(columns, byName)).toEqual([]);
  });
  test('has nothing that is said to be left out', () => {
    const labels = [...Object.values(of.filters.table), ...of.columns].map(({ label }) => bare(label));
    expect(Object.keys(without).filter((word) => labels.includes(word))).toEqual([]);
  });
});
