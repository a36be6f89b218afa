import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dictionaryOf } from './calls';
import { specified } from './specified';

/** Lists that the product goes on with values of its own. */
const longer: ReadonlySet<string> = new Set(['msgType', 'grantType', 'instructionSending']);

/** The specification calls this 关锁 in its list and 上锁 on the pages of locks: one word for one thing (glossary). */
const oneWord: ReadonlyMap<string, string> = new Map([['关锁', '上锁']]);

test.each(Object.entries(specified))('%s says what the specification says', (typeCode, rows) => {
  const served = dictionaryOf([typeCode])[typeCode]?.map(({ code, name }) => [code, name]) ?? [];
  const named = new Set<unknown>(rows.map(([code]) => code));
  expect(longer.has(typeCode) ? served.filter(([code]) => named.has(code)) : served).toEqual(
    rows.map(([code, name]) => [code, oneWord.get(name) ?? name]),
  );
});

test('a type code is declared once in the whole contract', async () => {
  const root = join(import.meta.dirname, '../..');
  const byCode = new Map<unknown, Set<unknown>>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.ts$/u.test(file)) continue;
    const exported: Record<string, unknown> = await import(join(root, file));
    for (const value of Object.values(exported)) {
      if (typeof value !== 'object' || value === null || !('typeCode' in value) || !('codes' in value)) continue;
      byCode.set(value.typeCode, (byCode.get(value.typeCode) ?? new Set()).add(value));
    }
  }
  expect(byCode.size).toBeGreaterThan(150);
  expect([...byCode].filter(([, all]) => all.size > 1).map(([code]) => code)).toEqual([]);
});
