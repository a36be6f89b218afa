import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Tables that core itself writes or reads, by what it keeps in them. Everything else belongs to a module (or to the stream): what core needs
 * of it the module hands over (`core/run/extension.ts`, arguments), or the caller names the table.
 */
const ofCore: Readonly<Record<string, readonly string[]>> = {
  // companies: row-level security stands on them
  tenancy: ['client'],
  secrets: ['deployment'],
  exports: ['export_task'],
  imports: ['import_run', 'import_run_row'],
  history: ['change_history'],
  numbers: ['code_counter'],
  outboxes: ['mail_outbox', 'sms_outbox', 'wechat_outbox'],
  positions: ['position', 'position_hour', 'position_late', 'position_packing', 'position_refile', 'packed_device'],
  // what sits on which wire and what a tank's raw value means: no stored reading can be read without them
  wiring: ['probe_version', 'tank_table'],
};

const src = join(import.meta.dirname, '../../src/core');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test\.ts$|conformance\.ts$|^generated\//u.test(name),
);
const types = readFileSync(join(src, 'generated/db-types.ts'), 'utf8');
const tables = [...types.slice(types.indexOf('export interface DB {')).matchAll(/^ {2}(\w+): \w+;$/gmu)].map(
  ([, name = '']) => name,
);

/** Tables that a text names: after a keyword of SQL, in a call of the query builder, or as a text of its own that cannot be anything else. */
function tablesIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/gu, (comment) => (comment.startsWith('//') ? '' : ' '));
  const inSql = [...code.matchAll(/\b(?:from|join|into|update|table)\s+([a-z_]+)\b/giu)];
  const inCalls = [...code.matchAll(/(?:From|Into|Table|Join|\.table|declareGone)(?:<[^(]*>)?\(\s*'([a-z_]+)/gu)];
  const alone = [...code.matchAll(/'([a-z]+_[a-z_]+)'/gu)];
  const listed = [...code.matchAll(/^\s*\|\s*'([a-z_]+)'/gmu)];
  const known = new Set(tables);
  return [...inSql, ...inCalls, ...alone, ...listed].flatMap(([, name = '']) => (known.has(name) ? [name] : []));
}

it('finds tables wherever a file may name one', () => {
  expect(tables.length).toBeGreaterThan(100);
  expect(tablesIn('sql`select phone from driver where …`')).toEqual(['driver']);
  expect(tablesIn("db.selectFrom('vehicle as v').innerJoin('org', …)")).toEqual(['vehicle', 'org']);
  expect(tablesIn("type Named =\n  | 'org'\n  | 'fleet'")).toEqual(['org', 'fleet']);
  expect(tablesIn("const table = 'customer_order'")).toEqual(['customer_order']);
  // a comment ends with its line
  expect(tablesIn("const a = 1; // why\ndb.selectFrom('driver')")).toEqual(['driver']);
  expect(tablesIn("/* from driver */ const kind = 'message'; // join org")).toEqual([]);
});

it('core names its own tables and no table of a module', () => {
  const own = new Set(Object.values(ofCore).flat());
  const named = files.flatMap((name) =>
    tablesIn(readFileSync(join(src, name), 'utf8')).map((table) => ({ file: relative('.', name), table })),
  );
  expect(named.filter(({ table }) => !own.has(table))).toEqual([]);
  // a table that core does not use any more leaves the list
  expect([...own].filter((table) => !named.some((use) => use.table === table))).toEqual([]);
});
