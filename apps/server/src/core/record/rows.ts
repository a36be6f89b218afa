import type { FilterSet, FilterTable } from '@tongda/contract/core/register/filters';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { orderByClause } from '../db/rows';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';
import { type Asked, filterConditions, type OwnConditions } from './filters';

/** A window of a list in the wanted order (`sort` is `<column of the list> asc|desc`). */
export type AskedWindow = Asked & { sort?: string; limit: number; offset: number };

type Sorting = Readonly<Partial<Record<string, string | RawBuilder<unknown>>>>;

/** What a register's list is read from. */
interface RowsSpec<T extends FilterTable, D, TB extends keyof D, O, R> {
  filters: FilterSet<T>;
  /** columns of the list: those that can be sorted by are found here */
  columns: ReadonlyArray<{ value: string; sortable?: boolean }>;
  /** alias of the register's own table in the query */
  alias: string;
  /** records that the caller may see, with all that a line shows */
  select: (trx: Trx, ctx: Ctx) => SelectQueryBuilder<D, TB, O>;
  /**
   * What a column is sorted by where its own output would sort wrongly (an empty name instead of none). 更新时间 and 创建时间 are sorted by
   * the moment, not by the text of it.
   */
  sort?: Sorting | ((ctx: Ctx) => Sorting);
  /** the order where a request names none: as a request would say it, or as SQL; absent: newest first */
  usual?: string | RawBuilder<unknown>;
  /** makes lines of what the query found, where that takes more than SQL; absent: they are the lines. `asked`: what the list is narrowed by */
  finish?: (trx: Trx, ctx: Ctx, found: O[], asked: Asked) => Promise<R[]>;
}
type Own<T extends FilterTable> = keyof OwnConditions<T> extends never
  ? { own?: OwnConditions<T> }
  : { own: OwnConditions<T> };

/** The reading side of a register. */
export interface RegisterRows<O> {
  /** a window of the records that the filters let through, newest first unless sorted */
  list: (trx: Trx, ctx: Ctx, asked: AskedWindow) => Promise<O[]>;
  count: (trx: Trx, ctx: Ctx, asked: Asked) => Promise<number>;
  /** what the list is narrowed by, for further questions about the same records */
  where: (ctx: Ctx, asked: Asked) => RawBuilder<boolean>;
  /** whether it is there and the caller's to see */
  sees: (trx: Trx, ctx: Ctx, id: string) => Promise<boolean>;
  /** undefined when it is not there or not the caller's to see */
  find: (trx: Trx, ctx: Ctx, id: string) => Promise<O | undefined>;
}

/** List, count and look-up of a register from its query, its filters and its columns. */
export function registerRows<T extends FilterTable, D, TB extends keyof D, O, R = O>(
  spec: RowsSpec<T, D, TB, O, R> & Own<T>,
): RegisterRows<R> {
  const { filters, alias, select, columns, sort = {}, usual } = spec;
  const idColumn = `${alias}.id`;
  const sortable = (ctx: Ctx): Record<string, string | RawBuilder<unknown>> => {
    const own: Sorting = {
      updateTime: `${alias}.updated_at`,
      createTime: `${alias}.created_at`,
      ...(typeof sort === 'function' ? sort(ctx) : sort),
    };
    return Object.fromEntries(columns.filter((c) => c.sortable).map(({ value }) => [value, own[value] ?? value]));
  };
  // registers whose filters are all columns leave `own` out
  const own = (spec.own ?? {}) as OwnConditions<T>;
  const where = (ctx: Ctx, asked: Asked) => filterConditions(filters.table, alias, own, ctx, asked);
  // without `finish` the lines are what the query found: R is O then
  const finish = spec.finish ?? (async (_trx: Trx, _ctx: Ctx, found: O[]) => found as unknown as R[]);
  const isRecord = (id: string) => sql<boolean>`${sql.ref(idColumn)} = ${id}`;
  return {
    where,
    list: async (trx, ctx, asked) => {
      const found = await select(trx, ctx)
        .where(where(ctx, asked))
        .orderBy(
          asked.sort === undefined && typeof usual === 'object'
            ? usual
            : orderByClause(asked.sort ?? (typeof usual === 'string' ? usual : undefined), sortable(ctx), idColumn),
        )
        .limit(asked.limit)
        .offset(asked.offset)
        .execute();
      // kysely's `Simplify` of a type that is open here is that type
      return finish(trx, ctx, found as O[], asked);
    },
    count: async (trx, ctx, asked) => {
      const { n } = await select(trx, ctx)
        .where(where(ctx, asked))
        .clearSelect()
        .select(sql<number>`count(*)::int`.as('n'))
        .$castTo<{ n: number }>()
        .executeTakeFirstOrThrow();
      return n;
    },
    sees: async (trx, ctx, id) => {
      const query = select(trx, ctx).where(isRecord(id)).clearSelect();
      return (await query.select(sql`1`.as('one')).executeTakeFirst()) !== undefined;
    },
    find: async (trx, ctx, id) => {
      const found = await select(trx, ctx).where(isRecord(id)).limit(1).execute();
      // kysely's `Simplify` of a type that is open here is that type
      return (await finish(trx, ctx, found as O[], {}))[0];
    },
  };
}
