import { message } from '@tongda/contract/core/messages';
import { roundTo } from '@tongda/contract/core/round';
import { type ColumnMap, type ReportColumn, resolveByFilter } from '@tongda/contract/reports/kit/columns';
import type { FilterMap } from '@tongda/contract/reports/kit/filters';
import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import type { SpreadAnswer } from '@tongda/contract/reports/kit/spread';
import type { z } from 'zod';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { placeWordsOf } from '../../modules/watch/track/door';
import type { PageWish, Wish } from './query';

type Raw = Record<string, unknown>;
export type Row<R> =
  R extends Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>
    ? z.output<R['page']['output']>['list'][number]
    : never;
export type FiltersOf<R> = R extends Report<infer F, ColumnMap, z.ZodRawShape, z.ZodRawShape> ? F : never;
export type FootOf<R> = R extends Report<FilterMap, ColumnMap, z.ZodRawShape, infer T> ? Foot<T> : never;

/** Where the rows of a report come from: what page, foot and sheet are made of. */
export interface Source<R> {
  rows(ctx: Ctx, q: PageWish<FiltersOf<R>>): Promise<Array<Row<R>>>;
  count(ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<number>;
  totals(ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<FootOf<R>>;
  /** a page with the number of all rows, where both are one question */
  counted?: (ctx: Ctx, q: PageWish<FiltersOf<R>>) => Promise<{ rows: Array<Row<R>>; total: number }>;
  /** all rows in order, so many at a time, where that costs less than a page after the other (for files) */
  each?: (ctx: Ctx, q: Wish<FiltersOf<R>>, atOnce: number) => AsyncIterable<Row<R>>;
  /** of a report with `spread` */
  spread?: (ctx: Ctx, q: Wish<FiltersOf<R>>) => Promise<SpreadAnswer>;
  /** throws for a question that only a file answers, before anything is read for the screen */
  refuse?: (ctx: Ctx, q: Wish<FiltersOf<R>>) => void | Promise<void>;
  /** what the columns of `named` are called for what was found, where that costs less than the foot */
  names?: (ctx: Ctx, q: Wish<FiltersOf<R>>) => Promise<Readonly<Record<string, string>>>;
  /** whether counting the rows reads as much as making their file: nobody waits for it then when the file is asked for */
  countLater?: (q: Wish<FiltersOf<R>>) => boolean;
  /** more rows than this are read in a file only; absent: the page has no limit */
  most?: number | undefined;
}

/** Refuses at its field a question with more rows than the screen shows. */
export function refuseManyRows(rows: number, most: number): void {
  if (rows > most)
    throw invalidField('endTime', `${message('query.slow')}（共${rows}行，最多${most}行；可缩短日期或加大间隔）`);
}

/** Decimals of a column under the filters of a question. */
export const decimalsOf = (column: ReportColumn, q: Wish): number => resolveByFilter(column.decimals ?? 0, q);

/** Fills the addresses of rows from their positions: the own site before the address. */
export async function fillAddresses<T extends object>(ctx: Ctx, columns: ColumnMap, rows: readonly T[]): Promise<T[]> {
  const wanted = Object.entries(columns).flatMap(([name, { at }]) => (at ? [{ name, at }] : []));
  if (wanted.length === 0 || rows.length === 0) return [...rows];
  // rows are objects with the columns by name
  const raw = rows as readonly Raw[];
  const known = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  const places = raw.flatMap((row) =>
    wanted.map(({ at: [lng, lat] }) => ({ lng: known(row[lng]), lat: known(row[lat]) })),
  );
  const words = await ctx.db((trx) => placeWordsOf(trx, ctx.clientId, places));
  return raw.map((row, i) => {
    const filled = wanted.map(({ name }, k) => [name, words[i * wanted.length + k] ?? '']);
    // addresses are texts, as the columns that were filled
    return { ...row, ...Object.fromEntries(filled) } as T;
  });
}

/** Makes something once for a request: for its page and its count, or for all pieces of a sheet. Which piece, and in which order, makes no difference. */
export function oncePerRequest<Q extends object, D>(
  make: (ctx: Ctx, q: Q) => Promise<D>,
): (ctx: Ctx, q: Q) => Promise<D> {
  const held = new WeakMap<Ctx, Map<string, Promise<D>>>();
  return (ctx, q) => {
    const ofRequest = held.get(ctx) ?? new Map<string, Promise<D>>();
    held.set(ctx, ofRequest);
    const key = JSON.stringify({ ...q, limit: undefined, offset: undefined, sort: undefined });
    const promise = ofRequest.get(key) ?? make(ctx, q);
    ofRequest.set(key, promise);
    return promise;
  };
}

/** How a report is made of what was loaded for its filters: all its rows, times as epoch ms, and what else its foot says. */
interface FromReadings<R, D> {
  load: (ctx: Ctx, q: Wish<FiltersOf<R>>) => Promise<D>;
  rows: (loaded: D, q: Wish<FiltersOf<R>>) => Raw[];
  /** more rows than this are read in a file only */
  most?: number;
  foot?: (loaded: D, ctx: Ctx, q: Wish<FiltersOf<R>>) => Omit<FootOf<R>, 'rows' | 'values'>;
}

/**
 * A report whose rows the kernel makes of readings. Order, page, rounding, foot and words of time are added here. Such reports keep their range
 * and number of vehicles small: every page loads them anew.
 */
export function fromReadings<R extends Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>, D>(
  report: R,
  { load, rows: rowsOf, foot, most }: FromReadings<R, D>,
): Source<R> {
  // the generic report is read by its own names
  const { columns, order } = report as unknown as Report;
  const made = oncePerRequest(async (ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<{ loaded: D; rows: Raw[] }> => {
    const { ids } = q;
    const loaded = await load(ctx, q);
    const rows = rowsOf(loaded, q);
    return { loaded, rows: ids ? rows.filter((row) => ids.includes(String(row.id))) : rows };
  });
  return {
    most,
    count: async (ctx, q) => (await made(ctx, q)).rows.length,
    totals: async (ctx, q) => {
      const { loaded, rows } = await made(ctx, q);
      // the foot's own fields are those that the report declares
      return { rows: rows.length, values: footOf(columns, rows, q), ...foot?.(loaded, ctx, q) } as unknown as FootOf<R>;
    },
    rows: async (ctx, q) => {
      const all = sortRows((await made(ctx, q)).rows, columns, q.sort ?? order);
      const page = all.slice(q.offset, q.offset + q.limit).map((row) => toWireRow(row, columns, ctx.timeZone, q));
      // the columns' shapes were built from the declaration that the row's type is read from
      return (await fillAddresses(ctx, columns, page)) as Array<Row<R>>;
    },
  };
}

/** A row as it is answered: times on the clock of the zone, figures with the decimals of their column. */
export function toWireRow(row: Raw, columns: ColumnMap, timeZone: string, q: Wish): Raw {
  const out = { ...row };
  for (const [name, column] of Object.entries(columns)) {
    const value = out[name];
    if (column.kind === 'time' && (typeof value === 'number' || value instanceof Date))
      out[name] = wireTime(value, timeZone);
    // columns of figures hold numbers or null
    if (column.kind === 'figure') out[name] = roundTo(value as number | null, decimalsOf(column, q));
  }
  return out;
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function footOf(columns: ColumnMap, rows: readonly Raw[], q: Wish): Record<string, number | null> {
  const of = (name: string): number[] => rows.flatMap((row) => numberOrNull(row[name]) ?? []);
  // of figures that nobody knows the sum is not known either: it is not 0
  const sum = (name: string): number => (of(name).length > 0 ? of(name).reduce((a, b) => a + b, 0) : Number.NaN);
  // a report may have more rows than a call has arguments
  const extreme = (name: string, pick: (a: number, b: number) => number, first: number): number =>
    of(name).reduce((a, b) => pick(a, b), first);
  const ways = {
    sum,
    max: (name: string) => extreme(name, Math.max, Number.NEGATIVE_INFINITY),
    min: (name: string) => extreme(name, Math.min, Number.POSITIVE_INFINITY),
  };
  const entries = Object.entries(columns).flatMap(([name, column]): Array<[string, number | null]> => {
    const { total } = column;
    if (!total || total === 'own') return [];
    const value =
      typeof total === 'string'
        ? ways[total](name)
        : 'distinct' in total
          ? new Set(rows.flatMap((row) => row[total.distinct] ?? [])).size
          : (sum(total.of) * (total.times ?? 1)) / sum(total.per);
    return [[name, Number.isFinite(value) ? roundTo(value, decimalsOf(column, q)) : null]];
  });
  return Object.fromEntries(entries);
}

/** Rows in the order of a question; equal ones stay as they were. */
export function sortRows<T extends Raw>(rows: T[], columns: ColumnMap, sort: string | undefined): T[] {
  const [name = '', direction] = (sort ?? '').split(' ');
  if (!columns[name]?.sortable) return rows;
  const way = direction === 'desc' ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[name], b[name]];
    if (x === null || x === undefined || y === null || y === undefined) return Number(x == null) - Number(y == null);
    if (typeof x === 'string' && typeof y === 'string') return way * x.localeCompare(y, 'zh-CN');
    return way * (Number(x) - Number(y));
  });
}
