import type { Filter, FilterTable } from '@tongda/contract/core/register/filters';
import { expirySoonDays } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allOf } from '../db/rows';
import { conditionsOfDays, instantSql, todaySql } from '../http/answer/wire-time';
import type { Ctx } from '../http/ctx';
import { isBelowOrg } from './below-org';
import { likePattern, withoutProvince } from './options';

/** What a list is asked for: values of its filters by name, and ticked records. */
export type Asked = Readonly<Record<string, unknown>> & { ids?: readonly string[] };

/** All that the plain filters want of the caller; a list that is read for others than a request's caller hands over what it has. */
type Zoned = Pick<Ctx, 'timeZone'>;

/** What a request asks of a filter: its value; of a range the ends, of which one may be open. */
type AskedOf<F extends Filter> = F extends { until: string }
  ? { from: string | undefined; to: string | undefined }
  : NonNullable<z.output<F['schema']>>;
/** SQL of the filters that are no plain comparison of columns. */
export type OwnConditions<T extends FilterTable, C extends Zoned = Ctx> = {
  [K in keyof T as T[K] extends { own: true } ? K : never]: (value: AskedOf<T[K]>, ctx: C) => RawBuilder<boolean>;
};

/** `cargoName` → `cargo_name` */
const snake = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/**
 * What a list is narrowed by, as SQL. `alias` is that of the register's own table in the query; a filter that is not asked for says
 * nothing.
 */
export function filterConditions<T extends FilterTable, C extends Zoned>(
  table: T,
  alias: string,
  own: OwnConditions<T, C>,
  ctx: C,
  asked: Asked,
): RawBuilder<boolean> {
  // each condition takes the value that the filter's own schema has let through
  const special = own as Readonly<Record<string, ((value: unknown, ctx: C) => RawBuilder<boolean>) | undefined>>;
  const conditions = Object.entries(table).flatMap(([name, filter]): Array<RawBuilder<boolean>> => {
    const value = asked[name];
    const said = special[name];
    if ('until' in filter) {
      const range = { from: endOf(value), to: endOf(asked[filter.until]) };
      if (range.from === undefined && range.to === undefined) return [];
      return said ? [said(range, ctx)] : conditionsOfRange(filter, columnsOf(name, filter, alias), ctx, range);
    }
    if (value === undefined || value === null || value === '') return [];
    return [said ? said(value, ctx) : conditionOf(filter, columnsOf(name, filter, alias), ctx, value)];
  });
  if (asked.ids) conditions.push(sql<boolean>`${sql.ref(`${alias}.id`)} = any(${[...asked.ids]}::bigint[])`);
  return allOf(conditions);
}

const columnsOf = (name: string, { columns = [snake(name)] }: Filter, alias: string): string[] =>
  columns.map((column) => (column.includes('.') ? column : `${alias}.${column}`));

const anyOf = (conditions: ReadonlyArray<RawBuilder<unknown>>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

function conditionOf(
  filter: Exclude<Filter, { until: string }>,
  columns: string[],
  ctx: Zoned,
  value: unknown,
): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'text': {
      const text = String(value);
      const like = likePattern((filter.area && withoutProvince(text)) || text);
      return anyOf(columns.map((column) => sql`${sql.ref(column)} ilike ${like}`));
    }
    case 'choice':
      return anyOf(
        columns.map((column) =>
          filter.many
            ? sql`${sql.ref(column)} = any(${value}::int[])`
            : filter.inside
              ? sql`${value}::smallint = any(${sql.ref(column)})`
              : sql`${sql.ref(column)} = ${value}`,
        ),
      );
    case 'record':
      return anyOf(columns.map((column) => sql`${sql.ref(column)} = ${value}`));
    case 'org':
      return anyOf(columns.map((column) => isBelowOrg(column, String(value))));
    case 'ends':
      return value === 'soon' ? endsSoon(columns, ctx) : isOver(columns, ctx);
  }
}

const endOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function conditionsOfRange(
  { kind, label }: Filter,
  columns: string[],
  { timeZone }: Zoned,
  { from, to }: AskedOf<Extract<Filter, { until: string }>>,
): Array<RawBuilder<boolean>> {
  const [column, ...others] = columns;
  if (column === undefined || others.length > 0) throw new Error(`${label}: a range has one column`);
  if (kind === 'days') return conditionsOfDays(column, from, to, timeZone);
  return [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= ${instantSql(from, timeZone)}`] : []),
    ...(to ? [sql<boolean>`${sql.ref(column)} <= ${instantSql(to, timeZone)}`] : []),
  ];
}

/** A document date between today and 30 days from now. */
export const endsSoon = (columns: readonly string[], { timeZone }: Zoned): RawBuilder<boolean> => {
  const today = todaySql(timeZone);
  return anyOf(
    columns.map((column) => sql`${sql.ref(column)} between ${today} and ${today} + ${sql.lit(expirySoonDays)}`),
  );
};
/** A document date before today. */
export const isOver = (columns: readonly string[], { timeZone }: Zoned): RawBuilder<boolean> =>
  anyOf(columns.map((column) => sql`${sql.ref(column)} < ${todaySql(timeZone)}`));

/** The condition of a filter 已绑定/未绑定 (`by.either`): that something holds, or that it does not. */
export const holds = (condition: RawBuilder<boolean>) => (code: number) =>
  code === 1 ? condition : sql<boolean>`not ${condition}`;
