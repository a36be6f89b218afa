import { labelOf } from '@tongda/contract/base/dictionary/calls';
import type { Filter, FilterTable, NamedTable } from '@tongda/contract/core/register/filters';
import { sql } from 'kysely';
import type { Ctx } from '../http/ctx';

/** Finds the names of records in the order that a reader looks for them; of those that the caller may not see, none. */
export type FindNames = (ctx: Ctx, ids: readonly string[]) => Promise<string[]>;
/** How a filter is worded in the head of a sheet: as typed (with a unit), by the name of a record or of several, by the word of a code, or by fixed words. */
export type FilterWording =
  | string
  | readonly ['amount', label: string, unit: string]
  | readonly ['records', label: string, find: FindNames, counter: string]
  | readonly [NamedTable, label: string]
  | readonly ['code', label: string, dict: string]
  | readonly ['words', label: string, words: Readonly<Record<string | number, string>>];

type NamedRecords = Extract<FilterWording, readonly ['records', ...unknown[]]>;

/** Describes what a list was filtered by: `车牌号：沪A；所属车队：华东冷链一队`. `unit` is the counter word for ticked rows. */
export async function describeConditions(
  ctx: Ctx,
  filters: Readonly<Record<string, unknown>>,
  unit: string,
  wording: Readonly<Record<string, FilterWording>>,
): Promise<string> {
  const parts: string[] = [];
  const { ids } = filters;
  if (Array.isArray(ids)) parts.push(`勾选的${ids.length}${unit}`);
  for (const [field, how] of Object.entries(wording)) {
    const value = filters[field];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    if (typeof how === 'string') parts.push(`${how}：${Array.isArray(value) ? value.join('、') : String(value)}`);
    else if (how[0] === 'amount') parts.push(`${how[1]}：${String(value)}${how[2]}`);
    else if (how[0] === 'records') parts.push(`${how[1]}：${await namesOf(ctx, [value].flat().map(String), how)}`);
    // a filter worded by a dictionary holds a code of it
    else if (how[0] === 'code') parts.push(`${how[1]}：${labelOf(how[2], value as number)}`);
    else if (how[0] === 'words') parts.push(`${how[1]}：${wordsOf(value, how[2])}`);
    else parts.push(`${how[1]}：${await nameOf(ctx, how[0], String(value))}`);
  }
  return parts.join('；');
}

/** Records that the head of a sheet names; of more it says how many there are. */
const namedAtMost = 20;
async function namesOf(ctx: Ctx, ids: readonly string[], [, , find, counter]: NamedRecords): Promise<string> {
  const names = await find(ctx, ids.slice(0, namedAtMost));
  const shown = names.join('、');
  if (ids.length === names.length) return shown;
  return names.length === 0 ? `${ids.length}${counter}` : `${shown}等${ids.length}${counter}`;
}

/** The words of a code, or of several of them; a code that has none stands for itself. */
const wordsOf = (value: unknown, words: Readonly<Record<string, string>>): string =>
  [value]
    .flat()
    .map((code) => words[String(code)] ?? String(code))
    .join('、');

/** Describes the filters of a register: each with its label, in their order. */
export const describeFilters = (
  ctx: Ctx,
  asked: Readonly<Record<string, unknown>>,
  unit: string,
  filters: FilterTable,
): Promise<string> =>
  describeConditions(
    ctx,
    asked,
    unit,
    Object.fromEntries(Object.entries(filters).flatMap(([name, filter]) => wordingOf(name, filter))),
  );

function wordingOf(name: string, filter: Filter): Array<[string, FilterWording]> {
  const { label } = filter;
  switch (filter.kind) {
    case 'text':
      return [[name, label]];
    case 'choice':
    case 'ends':
      return [
        [
          name,
          ['words', label, Object.fromEntries(filter.options.map((option) => [String(option.code), option.name]))],
        ],
      ];
    case 'record':
    case 'org':
      return [[name, [filter.table, label]]];
    case 'days':
    case 'times':
      return [
        [name, `${label}起`],
        [filter.until, `${label}止`],
      ];
  }
}

async function nameOf(ctx: Ctx, table: NamedTable, id: string): Promise<string> {
  const { rows } = await ctx.db((trx) =>
    sql<{
      name: string;
    }>`select name from ${sql.table(table)} where id = ${id}`.execute(trx),
  );
  return rows[0]?.name ?? id;
}
