import type { Column } from '@tongda/contract/core/columns';
import type { FilterSet, FilterTable } from '@tongda/contract/core/filters';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { orderBy } from '../db/rows';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';
import { type Asked, filterConditions, type OwnConditions } from './filters';

/** A window of a list in the wanted order (`sort` is `<column of the list> asc|desc`). */
type AskedWindow = Asked & { sort?: string; limit: number; offset: number };

/** What a register's list is read from. */
interface RowsSpec<T extends FilterTable, D, TB extends keyof D, O> {
  filters: FilterSet<T>;
  /** columns of the list: those that can be sorted by are found here */
  columns: ReadonlyArray<Column<O>>;
  /** alias of the register's own table in the query */
  alias: string;
  /** records that the caller may see, with all that a line shows */
  select: (trx: Trx, ctx: Ctx) => SelectQueryBuilder<D, TB, O>;
  /**
   * What a column is sorted by where its own output would sort wrongly (an empty name instead of none). 更新时间 and 创建时间 are sorted by
   * the moment, not by the text of it.
   */
  sort?: Readonly<Partial<Record<string, string | RawBuilder<unknown>>>>;
}
type Own<T extends FilterTable> = keyof OwnConditions<T> extends never
  ? { own?: OwnConditions<T> }
  : { own: OwnConditions<T> };

/** The reading side of a register. */
export interface RegisterRows<O> {
  /** a window of the records that the filters let through, newest first unless sorted */
  list: (trx: Trx, ctx: Ctx, asked: AskedWindow) => Promise<O[]>;
  count: (trx: Trx, ctx: Ctx, asked: Asked) => Promise<number>;
  /** undefined when it is not there or not the caller's to see */
  find: (trx: Trx, ctx: Ctx, id: string) => Promise<O | undefined>;
}

/** List, count and look-up of a register from its query, its filters and its columns. */
export function registerRows<T extends FilterTable, D, TB extends keyof D, O>(
  spec: RowsSpec<T, D, TB, O> & Own<T>,
): RegisterRows<O> {
  const { filters, alias, select } = spec;
  const idColumn = `${alias}.id`;
  const moments = { updateTime: `${alias}.updated_at`, createTime: `${alias}.created_at`, ...spec.sort };
  const sortable = Object.fromEntries(
    spec.columns
      .filter((column) => column.sortable)
      .map(({ value }): [string, string | RawBuilder<unknown>] => [
        value,
        (moments as RowsSpec<T, D, TB, O>['sort'] & object)[value] ?? value,
      ]),
  );
  // registers whose filters are all columns leave `own` out
  const own = (spec.own ?? {}) as OwnConditions<T>;
  const narrowed = (trx: Trx, ctx: Ctx, asked: Asked) =>
    select(trx, ctx).where(filterConditions(filters.table, alias, own, ctx, asked));
  return {
    list: (trx, ctx, asked) =>
      narrowed(trx, ctx, asked)
        .orderBy(orderBy(asked.sort, sortable, idColumn))
        .limit(asked.limit)
        .offset(asked.offset)
        .execute() as Promise<O[]>,
    count: async (trx, ctx, asked) => {
      const { n } = await narrowed(trx, ctx, asked)
        .clearSelect()
        .select(sql<number>`count(*)::int`.as('n'))
        .$castTo<{ n: number }>()
        .executeTakeFirstOrThrow();
      return n;
    },
    find: (trx, ctx, id) =>
      select(trx, ctx)
        .where(sql<boolean>`${sql.ref(idColumn)} = ${id}`)
        .executeTakeFirst() as Promise<O | undefined>,
  };
}
