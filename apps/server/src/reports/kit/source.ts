import { roundTo } from '@tongda/contract/core/round';
import { type ColumnMap, type ReportColumn, resolveByFilter } from '@tongda/contract/reports/kit/columns';
import type { FilterMap } from '@tongda/contract/reports/kit/filters';
import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import { wireTime, wireTimeSql } from '../../core/http/wire-time';
import { placeWordsOf } from '../../modules/watch/track/door';
import type { PageWish, Reader, Wish } from './query';

type Raw = Record<string, unknown>;
type Row<R> =
  R extends Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>
    ? z.output<R['page']['output']>['list'][number]
    : never;
type FiltersOf<R> = R extends Report<infer F, ColumnMap, z.ZodRawShape, z.ZodRawShape> ? F : never;
type FootOf<R> = R extends Report<FilterMap, ColumnMap, z.ZodRawShape, infer T> ? Foot<T> : never;

/** Where the rows of a report come from: what page, foot and sheet are made of. */
export interface Source<R> {
  rows(ctx: Ctx, q: PageWish<FiltersOf<R>>): Promise<Array<Row<R>>>;
  count(ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<number>;
  totals(ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<FootOf<R>>;
  /** more rows than this are read in a file only; absent: the page has no limit */
  most?: number | undefined;
}

/** Fills the addresses of rows from their positions: the own site before the address. */
async function fillAddresses<T extends object>(ctx: Ctx, columns: ColumnMap, rows: readonly T[]): Promise<T[]> {
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
function oncePerRequest<Q extends object, D>(make: (ctx: Ctx, q: Q) => Promise<D>): (ctx: Ctx, q: Q) => Promise<D> {
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

interface SqlOptions<R> {
  /** what the page's rows say beyond SQL (readings of their time); called for the rows of a page or a piece of a sheet */
  finish?: (ctx: Ctx, rows: Array<Row<R>>, q: Wish<FiltersOf<R>>) => Promise<Array<Row<R>>>;
}

/**
 * A report whose rows are one SQL statement: a row each with the columns by their names, `id` and, for reports of vehicles, `vehicleId`;
 * times as `timestamptz`. Plate (of `at` when the statement has it, else of the end of the range), colour, remark and fleet, order, page,
 * rounding, words of time and the foot are added here.
 */
export function fromSql<R extends Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>>(
  report: R,
  statement: (ctx: Ctx, q: Wish<FiltersOf<R>>) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>,
  options: SqlOptions<R> = {},
): Source<R> {
  // the generic report is read by its own names
  const { columns, fields, order } = report as unknown as Report;
  // a statement may hold rows that were computed from points, which takes seconds
  const of = oncePerRequest(async (ctx: Ctx, q: Wish): Promise<RawBuilder<unknown>> => {
    const ticked = q.ids ? sql`where r.id::text = any(${q.ids}::text[])` : sql``;
    // the filters were parsed by the schema that the type is read from
    return sql`(select r.* from (${await statement(ctx, q as Wish<FiltersOf<R>>)}) r ${ticked}) r`;
  });
  return {
    count: async (ctx, q) => {
      const from = await of(ctx, q);
      const { rows } = await ctx.db((trx) => sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(trx));
      return rows[0]?.n ?? 0;
    },
    totals: async (ctx, q) => {
      const from = await of(ctx, q);
      const { rows, ...values } = await ctx.db((trx) => sumColumns(trx, columns, from, q));
      // reports with further fields of the foot bring a foot of their own
      return { rows: rows ?? 0, values } as unknown as FootOf<R>;
    },
    rows: async (ctx, q) => {
      const from = await of(ctx, q);
      const { rows } = await ctx.db((trx) =>
        sql<
          Row<R>
        >`select ${selectColumns({ columns, fields: Object.keys(fields ?? {}) }, ctx, q)} from ${from} ${vehicleOf(columns)}
          order by ${orderBy(columns, q.sort ?? order)} limit ${q.limit} offset ${q.offset}`.execute(trx),
      );
      const finished = options.finish ? await options.finish(ctx, rows, q) : rows;
      // rows of a report are objects
      return fillAddresses(ctx, columns, finished as Array<Row<R> & object>);
    },
  };
}

const hasVehicle = (columns: ColumnMap): boolean => Object.values(columns).some(({ kind }) => kind === 'plate');
/** Rows of a report whose plate is not always shown may stand for something else (a fleet, a driver): they have no vehicle. */
const vehicleOf = (columns: ColumnMap) =>
  hasVehicle(columns) ? sql`left join vehicle v on v.id = r."vehicleId" left join fleet f on f.id = v.fleet_id` : sql``;

function selectColumns(
  { columns, fields }: { columns: ColumnMap; fields: string[] },
  who: Reader,
  q: Wish,
): RawBuilder<unknown> {
  // a statement that knows no moment of its rows leaves `at` out
  const moment = sql`coalesce((to_jsonb(r) ->> 'at')::timestamptz, ${new Date(q.until - 1000)})`;
  const cells = Object.entries(columns).map(([name, column]) => {
    const value = sql.ref(`r.${name}`);
    const as = sql.ref(name);
    if (column.kind === 'plate') return sql`coalesce(plate_at(v.id, ${moment}), '') as ${as}`;
    if (column.kind === 'fleet') return sql`coalesce(f.name, '') as ${as}`;
    if (column.kind === 'remark') return sql`coalesce(v.remark_no, '') as ${as}`;
    if (column.kind === 'address') return sql`'' as ${as}`;
    // a column of kind time is a timestamptz in the statement
    if (column.kind === 'time') return sql`${wireTimeSql(value as RawBuilder<Date>, who.timeZone)} as ${as}`;
    if (column.kind === 'figure') return sql`round(${value}::numeric, ${decimalsOf(column, q)}::int)::float8 as ${as}`;
    return sql`${value} as ${as}`;
  });
  const vehicle = hasVehicle(columns)
    ? [sql`coalesce(v.id::text, '') as "vehicleId", coalesce(v.vehicle_color, 0) as "vehicleColor"`]
    : [];
  return sql.join([sql`r.id::text as id`, ...vehicle, ...cells, ...fields.map((name) => sql`${sql.ref(`r.${name}`)}`)]);
}

const decimalsOf = (column: ReportColumn, q: Wish): number => resolveByFilter(column.decimals ?? 0, q);

/** `order by` of a list from `<column> asc|desc`: nulls last, equal rows by plate and id. */
function orderBy(columns: ColumnMap, sort: string | undefined): RawBuilder<unknown> {
  const [name = '', direction] = (sort ?? '').split(' ');
  const column = columns[name];
  const down = direction === 'desc' ? sql`desc` : sql`asc`;
  const plate = hasVehicle(columns) ? sql`v.plate_no,` : sql``;
  if (!column?.sortable) return sql`${plate} r.id`;
  // other kinds have no column of the vehicle: they find nothing
  const value = { plate: sql`v.plate_no`, fleet: sql`f.name`, remark: sql`v.remark_no` }[column.kind as string];
  return sql`${value ?? sql.ref(`r.${name}`)} ${down} nulls last, ${plate} r.id`;
}

/** The foot over all rows. */
async function sumColumns(
  trx: Trx,
  columns: ColumnMap,
  from: RawBuilder<unknown>,
  q: Wish,
): Promise<Record<string, number | null>> {
  const parts = Object.entries(columns).flatMap(([name, column]) => {
    const { total } = column;
    if (!total || total === 'own') return [];
    const value =
      typeof total === 'string'
        ? sql`${sql.raw(total)}(${sql.ref(`r.${name}`)})`
        : sql`sum(${sql.ref(`r.${total.of}`)}) * ${total.times ?? 1}::float8 / nullif(sum(${sql.ref(`r.${total.per}`)}), 0)`;
    return [sql`round((${value})::numeric, ${decimalsOf(column, q)}::int)::float8 as ${sql.ref(name)}`];
  });
  const { rows } = await sql<Record<string, number | null>>`select ${sql.join([
    sql`count(*)::int as rows`,
    ...parts,
  ])} from ${from}`.execute(trx);
  return rows[0] ?? {};
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

function toWireRow(row: Raw, columns: ColumnMap, timeZone: string, q: Wish): Raw {
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
  const sum = (name: string): number => of(name).reduce((a, b) => a + b, 0);
  const ways = { sum, max: (name: string) => Math.max(...of(name)), min: (name: string) => Math.min(...of(name)) };
  const entries = Object.entries(columns).flatMap(([name, column]): Array<[string, number | null]> => {
    const { total } = column;
    if (!total || total === 'own') return [];
    const value = typeof total === 'string' ? ways[total](name) : (sum(total.of) * (total.times ?? 1)) / sum(total.per);
    return [[name, Number.isFinite(value) ? roundTo(value, decimalsOf(column, q)) : null]];
  });
  return Object.fromEntries(entries);
}

function sortRows(rows: Raw[], columns: ColumnMap, sort: string | undefined): Raw[] {
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
