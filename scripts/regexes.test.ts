import { createRequire } from 'node:module';
import { patterns } from '@tongda/contract/core/field/patterns';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '../apps/server/src/core/http/endpoints';
import { findSuperLinear, regexesOf } from './regexes.mjs';

describe('regular expressions of a source text', () => {
  it('are found as literals and as texts, and so is one that is put together', () => {
    const text =
      "const a = /x\\/y/gu;\nconst b = new RegExp('z+', 'i');\nconst c = RegExp(a + b);\n// /no/\nconst d = 4 / 2 / 1;";
    expect(regexesOf(text)).toEqual([
      { line: 1, source: 'x\\/y', flags: 'gu' },
      { line: 2, source: 'z+', flags: 'i' },
      { line: 3, source: null, flags: '' },
    ]);
  });

  it('the one of an e-mail address, whose parts repeat, is proven and not only tried: what is tried may be refused by one run of many', () => {
    const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js');
    const { source, flags } = patterns.email.regex;
    expect(checkSync(source, flags)).toMatchObject({ status: 'safe', checker: 'automaton' });
  });

  it('are refused when they cost more than the text is long', () => {
    const said = findSuperLinear([
      { source: '\\s+$', flags: 'u', at: 'a.ts:1' },
      { source: '^(?:a|aa)+$', flags: 'u', at: 'a.ts:2' },
      { source: '^\\s+', flags: 'u', at: 'a.ts:3' },
    ]);
    expect(said).toHaveLength(2);
    expect(said[0]).toContain('a.ts:1');
    expect(said[1]).toContain('exponential');
  });
});

/** Patterns of a JSON schema, wherever they stand; they include the formats that zod brings along. */
function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap(patternsOf)];
}

it('what callers send is checked by expressions that cost no more than it is long', () => {
  const sent = new Set(
    listEndpoints().flatMap((e) => patternsOf(z.toJSONSchema(e.input, { io: 'input', unrepresentable: 'any' }))),
  );
  const ours = Object.values(patterns).filter((one): one is RegExp => one instanceof RegExp);
  expect(sent.size).toBeGreaterThan(20);
  const all = [
    ...[...sent].map((source) => ({ source, flags: 'u', at: 'contract' })),
    ...ours.map(({ source, flags }) => ({ source, flags, at: 'patterns' })),
  ];
  expect(findSuperLinear(all)).toEqual([]);
}, 120_000);
