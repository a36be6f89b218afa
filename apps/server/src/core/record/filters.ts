import type { Filter, FilterTable } from '@tongda/contract/core/register/filters';
import { expirySoonDays } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allOf } from '../db/rows';
import type { Ctx } from '../http/ctx';
import { conditionsOfDays, todaySql } from '../http/wire-time';
import { isBelowOrg } from './below-org';
import { containing } from './options';

/** What a list is asked for: values of its filters by name, and ticked records. */
export type Asked = Readonly<Record<string, unknown>> & { ids?: readonly string[] };

/** SQL of the filters that are no plain comparison of columns. */
export type OwnConditions<T extends FilterTable> = {
  [K in keyof T as T[K] extends { own: true } ? K : never]: (
    value: NonNullable<z.output<T[K]['schema']>>,
    ctx: Ctx,
  ) => RawBuilder<boolean>;
};

/** `cargoName` → `cargo_name` */
const snake = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/**
 * What a list is narrowed by, as SQL. `alias` is that of the register's own table in the query; a filter that is not asked for says
 * nothing.
 */
export function filterConditions<T extends FilterTable>(
  table: T,
  alias: string,
  own: OwnConditions<T>,
  ctx: Ctx,
  asked: Asked,
): RawBuilder<boolean> {
  // each condition takes the value that the filter's own schema has let through
  const special = own as Readonly<Record<string, ((value: unknown, ctx: Ctx) => RawBuilder<boolean>) | undefined>>;
  const conditions = Object.entries(table).flatMap(([name, filter]): Array<RawBuilder<boolean>> => {
    const value = asked[name];
    if (filter.kind === 'days') return rangeOf(filter, columnsOf(name, filter, alias), ctx, value, asked[filter.until]);
    if (value === undefined || value === null || value === '') return [];
    const said = special[name];
    return [said ? said(value, ctx) : conditionOf(filter, columnsOf(name, filter, alias), ctx, value)];
  });
  if (asked.ids) conditions.push(sql<boolean>`${sql.ref(`${alias}.id`)} = any(${[...asked.ids]}::bigint[])`);
  return allOf(conditions);
}

const columnsOf = (name: string, { columns = [snake(name)] }: Filter, alias: string): string[] =>
  columns.map((column) => (column.includes('.') ? column : `${alias}.${column}`));

const either = (conditions: ReadonlyArray<RawBuilder<unknown>>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

function conditionOf(
  filter: Exclude<Filter, { kind: 'days' }>,
  columns: string[],
  ctx: Ctx,
  value: unknown,
): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'text': {
      const like = containing(String(value));
      return either(columns.map((column) => sql`${sql.ref(column)} ilike ${like}`));
    }
    case 'choice':
      return either(
        columns.map((column) =>
          filter.inside ? sql`${value}::smallint = any(${sql.ref(column)})` : sql`${sql.ref(column)} = ${value}`,
        ),
      );
    case 'record':
      return either(columns.map((column) => sql`${sql.ref(column)} = ${value}`));
    case 'org':
      return either(columns.map((column) => isBelowOrg(column, String(value))));
    case 'ends':
      return value === 'soon' ? endsSoon(columns, ctx) : isOver(columns, ctx);
  }
}

function rangeOf(filter: Filter, columns: string[], ctx: Ctx, from: unknown, to: unknown): Array<RawBuilder<boolean>> {
  const day = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const [column, ...others] = columns;
  if (column === undefined || others.length > 0) throw new Error(`${filter.label}: a range of days has one column`);
  return conditionsOfDays(column, day(from), day(to), ctx.timeZone);
}

/** A document date between today and 30 days from now. */
export const endsSoon = (columns: readonly string[], { timeZone }: Pick<Ctx, 'timeZone'>): RawBuilder<boolean> => {
  const today = todaySql(timeZone);
  return either(
    columns.map((column) => sql`${sql.ref(column)} between ${today} and ${today} + ${sql.lit(expirySoonDays)}`),
  );
};
/** A document date before today. */
export const isOver = (columns: readonly string[], { timeZone }: Pick<Ctx, 'timeZone'>): RawBuilder<boolean> =>
  either(columns.map((column) => sql`${sql.ref(column)} < ${todaySql(timeZone)}`));
