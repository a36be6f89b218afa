import type { ColumnMap } from '@tongda/contract/reports/kit/columns';
import type { FilterMap } from '@tongda/contract/reports/kit/filters';
import type { Report } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { rowsInBlocks } from '../../core/db/cursor';
import { planAnew } from '../../core/db/statements';
import type { Trx } from '../../core/db/trx';
import { readInChunks } from '../../core/export/definition';
import { wireTimeSql } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import type { PageWish, Reader, Wish } from './query';
import {
  decimalsOf,
  type FiltersOf,
  type FootOf,
  fillAddresses,
  oncePerRequest,
  type Row,
  type Source,
} from './source';
import { countSpread } from './spread';

interface SqlOptions<R> {
  /** what the page's rows say beyond SQL (readings of their time); called for the rows of a page or a piece of a sheet */
  finish?: (ctx: Ctx, rows: Array<Row<R>>, q: Wish<FiltersOf<R>>) => Promise<Array<Row<R>>>;
  /**
   * SQL type of the rows' `id`. The rows of a page are then found, ordered and counted by id, vehicle and the column of the order alone, and only they get their
   * columns, from the statement of their vehicles. For statements whose rows say the same when fewer vehicles are asked for (`vehicleIds`); `null` for a
   * question whose rows are no vehicle's.
   */
  keys?: (q: Wish<FiltersOf<R>>) => KeyType | null;
  /** whether counting takes as long as making the file ({@link Source.countLater}) */
  countLater?: (q: Wish<FiltersOf<R>>) => boolean;
  /** a column that says where a row stands in the list as it is ordered, from 1 */
  number?: string;
  /** figures of the foot that are of no row (columns with the total `own`) */
  foot?: (ctx: Ctx, q: Wish<FiltersOf<R>>) => Promise<Record<string, number | null>>;
  /** throws for a question that only a file answers */
  refuse?: (ctx: Ctx, q: Wish<FiltersOf<R>>) => void | Promise<void>;
  /** condition on a row `r`: the foot and the spread are made of these rows alone, and the others are listed without being counted (withdrawn alarms) */
  counted?: RawBuilder<boolean>;
}
type KeyType = 'bigint' | 'text';
/** So many rows of a file are taken from one statement, which may look through all rows of their vehicles. */
const keysAtOnce = 5_000;
/** And so many of them are held at once. */
const rowsAtOnce = 200;

/** Which row, of which vehicle; and how many there are in all. */
interface Key {
  id: string;
  vehicleId: string | null;
  total: number;
}
/** Rows by their ids, and the vehicles that they are of: each list as one text, because a file may have hundreds of thousands of rows. */
interface Some {
  ids: string;
  vehicleIds: string | null;
}
const between = '\u001f';

/**
 * Stands in every statement of a report: the plan for a truck's day is not that for a month of a thousand trucks, and only a plan that knows the ids of a piece of a file looks them up by
 * their hashes instead of comparing each row with all of them.
 */
const forThese = sql.raw(planAnew);

/**
 * A report whose rows are one SQL statement: a row each with the columns by their names, `id` and, for reports of vehicles, `vehicleId`;
 * times as `timestamptz`. Plate (of `at` when the statement has it, else of the end of the range), colour, remark and fleet, order, page,
 * rounding, words of time and the foot are added here.
 */
export function fromSql<R extends Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>>(
  report: R,
  statement: (ctx: Ctx, q: Wish<FiltersOf<R>>) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>,
  {
    finish,
    keys: keyTypeOf,
    number,
    foot,
    refuse,
    countLater,
    counted: isCounted = sql<boolean>`true`,
  }: SqlOptions<R> = {},
): Source<R> {
  // the generic report is read by its own names
  const { columns, fields, order } = report as unknown as Report;
  // a statement may hold rows that were computed from points, which takes seconds
  const of = oncePerRequest(async (ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<RawBuilder<unknown>> => {
    const ticked = q.ids ? sql`where r.id::text = any(${q.ids}::text[])` : sql``;
    return sql`(select r.* from (${await statement(ctx, q)}) r ${ticked}) r`;
  });
  /** The rows of a statement in the order of the question, before they are finished; `more`: columns besides. */
  const ordered = <T = Row<R>>(ctx: Ctx, q: Wish<FiltersOf<R>>, from: RawBuilder<unknown>, more = sql``) =>
    sql<T>`select ${forThese} ${selectColumns({ columns, fields: Object.keys(fields ?? {}) }, ctx, q)} ${more}
      from ${from} ${vehicleOf(columns)} order by ${orderBy(columns, q.sort ?? order)}`;
  const { complete, numbered } = finisherOf<R>({ columns, finish, number });
  const count = async (ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<number> => {
    const from = await of(ctx, q);
    const { rows } = await ctx.db((trx) =>
      sql<{ n: number }>`select ${forThese} count(*)::int as n from ${from}`.execute(trx),
    );
    return rows[0]?.n ?? 0;
  };
  /** A page whose rows are made with their columns, all at once. */
  const readWhole = async (ctx: Ctx, q: PageWish<FiltersOf<R>>) => {
    const all = ordered<Row<R> & { n?: number }>(ctx, q, await of(ctx, q), sql`, (count(*) over ())::int as n`);
    const { rows } = await ctx.db((trx) =>
      sql<Row<R> & { n?: number }>`${all} limit ${q.limit} offset ${q.offset}`.execute(trx),
    );
    const total = rows[0]?.n ?? 0;
    for (const row of rows) delete row.n;
    return {
      // without the number of all rows they are the report's rows
      rows: numbered(await complete(ctx, q, rows as Array<Row<R>>), q.offset),
      // beyond the last row nobody tells how many there are
      total: rows.length === 0 && q.offset > 0 ? await count(ctx, q) : total,
    };
  };

  const { findKeys, findPieces, some } = keyedStatements({ columns, order, of, statement, ordered });
  const counted = async (ctx: Ctx, q: PageWish<FiltersOf<R>>) => {
    const type = keyTypeOf?.(q) ?? null;
    if (!type) return readWhole(ctx, q);
    const keys = await findKeys(ctx, q, sql`limit ${q.limit} offset ${q.offset}`);
    const total = keys[0]?.total ?? (q.offset > 0 ? await count(ctx, q) : 0);
    if (keys.length === 0) return { rows: [], total };
    const statement = await some(ctx, q, type, {
      ids: keys.map(({ id }) => id).join(between),
      vehicleIds: joined(keys),
    });
    const { rows } = await ctx.db((trx) => statement.execute(trx));
    return { rows: numbered(await complete(ctx, q, rows), q.offset), total };
  };
  return {
    ...(refuse ? { refuse } : {}),
    ...(countLater ? { countLater } : {}),
    count,
    counted,
    rows: async (ctx, q) => (await counted(ctx, q)).rows,
    totals: async (ctx, q) => {
      const from = await of(ctx, q);
      const { rows, ...values } = await ctx.db((trx) => sumColumns(trx, columns, sql`${from} where ${isCounted}`, q));
      const own = await foot?.(ctx, q);
      // reports with further fields of the foot bring a foot of their own
      return { rows: rows ?? 0, values: { ...values, ...own } } as unknown as FootOf<R>;
    },
    ...(report.spreadCall
      ? {
          spread: async (ctx: Ctx, q: Wish<FiltersOf<R>>) =>
            countSpread(ctx, sql`${await of(ctx, q)} where ${isCounted}`, q),
        }
      : {}),
    each: async function* (ctx, q, atOnce) {
      const type = keyTypeOf?.(q) ?? null;
      if (!type) {
        yield* readInChunks(async (limit, offset) => (await readWhole(ctx, { ...q, limit, offset })).rows, atOnce);
        return;
      }
      let before = 0;
      for (const piece of await findPieces(ctx, q)) {
        // by a cursor: five thousand rows that wait for their turn outlive the young part of the heap, and the old one is tidied seldom
        const blocks = rowsInBlocks((work) => ctx.db(work), await some(ctx, q, type, piece), rowsAtOnce);
        for await (const rows of blocks) {
          const done = numbered(await complete(ctx, q, rows), before);
          before += rows.length;
          yield* done;
        }
      }
    },
  };
}

/** What is done with rows that were read. */
function finisherOf<R extends Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>>({
  columns,
  finish,
  number,
}: Pick<SqlOptions<R>, 'finish' | 'number'> & { columns: ColumnMap }) {
  return {
    /** Rows with what the points and the map say of them. */
    complete: async (ctx: Ctx, q: Wish<FiltersOf<R>>, rows: Array<Row<R>>) => {
      const finished = finish ? await finish(ctx, rows, q) : rows;
      // rows of a report are objects
      return fillAddresses(ctx, columns, finished as Array<Row<R> & object>);
    },
    /** The rows with their place in the list, of which `before` are not among them. */
    numbered: <T extends object>(rows: T[], before: number): T[] =>
      number === undefined ? rows : rows.map((row, i) => ({ ...row, [number]: before + i + 1 })),
  };
}

interface KeyedParts<R> {
  columns: ColumnMap;
  order: Report['order'];
  /** all rows of a question, made once a request */
  of: (ctx: Ctx, q: Wish<FiltersOf<R>>) => Promise<RawBuilder<unknown>>;
  statement: (ctx: Ctx, q: Wish<FiltersOf<R>>) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
  /** rows with their columns, in the order of the question */
  ordered: (ctx: Ctx, q: Wish<FiltersOf<R>>, from: RawBuilder<unknown>) => RawBuilder<Row<R>>;
}

/** The statements of a report whose rows are found by their keys first (`SqlOptions.keys`). */
function keyedStatements<R>({ columns, order, of, statement, ordered }: KeyedParts<R>) {
  /** Rows and how they are put in order to find a page or a piece of a file. Moments are seldom equal: where they are, the vehicle's number decides instead of its plate, which a company's 300,000 stays would have to be joined with first. */
  const lined = async (
    ctx: Ctx,
    q: Wish<FiltersOf<R>>,
  ): Promise<[from: RawBuilder<unknown>, by: RawBuilder<unknown>]> => {
    const from = await of(ctx, q);
    const sort = q.sort ?? order;
    const [name = ''] = (sort ?? '').split(' ');
    const byMoment = columns[name]?.kind === 'time' && columns[name].sortable === true;
    return byMoment
      ? [from, orderBy(columns, sort, sql`r."vehicleId",`)]
      : [sql`${from} ${vehicleOf(columns)}`, orderBy(columns, sort)];
  };
  const findKeys = async (ctx: Ctx, q: Wish<FiltersOf<R>>, part: RawBuilder<unknown>): Promise<Key[]> => {
    const [from, by] = await lined(ctx, q);
    const { rows } = await ctx.db((trx) =>
      sql<Key>`select ${forThese} r.id::text as id, r."vehicleId"::text as "vehicleId", (count(*) over ())::int as total from ${from}
        order by ${by} ${part}`.execute(trx),
    );
    return rows;
  };
  /** All rows in their order, so many of a statement at once. */
  const findPieces = async (ctx: Ctx, q: Wish<FiltersOf<R>>): Promise<Some[]> => {
    const [from, by] = await lined(ctx, q);
    const { rows } = await ctx.db((trx) =>
      sql<Some>`select ${forThese} string_agg(k.id, ${between} order by k.n) as ids, string_agg(distinct k."vehicleId", ${between}) as "vehicleIds"
        from (select r.id::text as id, r."vehicleId"::text as "vehicleId", row_number() over (order by ${by}) as n from ${from}) k
        group by (k.n - 1) / ${keysAtOnce}::int order by min(k.n)`.execute(trx),
    );
    return rows;
  };
  /** The rows of these ids. */
  const some = async (ctx: Ctx, q: Wish<FiltersOf<R>>, type: KeyType, { ids, vehicleIds }: Some) => {
    const from = await statement(ctx, { ...q, vehicleIds: vehicleIds?.split(between) ?? [] });
    const rows = sql`(select r.* from (${from}) r where r.id = any(string_to_array(${ids}, ${between})::${sql.raw(type)}[])) r`;
    return ordered(ctx, q, rows);
  };
  return { findKeys, findPieces, some };
}

/** The vehicles of rows, each once; null when the rows are of none. */
const joined = (keys: readonly Key[]): string | null => {
  const vehicleIds = new Set(keys.flatMap(({ vehicleId }) => vehicleId ?? []));
  return vehicleIds.size > 0 ? [...vehicleIds].join(between) : null;
};

const hasVehicle = (columns: ColumnMap): boolean => Object.values(columns).some(({ kind }) => kind === 'plate');
/** Rows of a report whose plate is not always shown may stand for something else (a fleet, a driver): they have no vehicle. */
const vehicleOf = (columns: ColumnMap) =>
  hasVehicle(columns) ? sql`left join vehicle v on v.id = r."vehicleId" left join fleet f on f.id = v.fleet_id` : sql``;

function selectColumns(
  { columns, fields }: { columns: ColumnMap; fields: string[] },
  who: Reader,
  q: Wish,
): RawBuilder<unknown> {
  // a statement that knows no moment of its rows leaves `at` out: the name then means that of `no`, which is null
  const moment = sql`coalesce((select (select at from (select r.*) x) from (select null::timestamptz as at) no), ${new Date(q.until - 1000)})`;
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

/** `order by` of a list from `<column> asc|desc`: nulls last, equal rows by plate, or `vehicle` instead, and id. */
function orderBy(columns: ColumnMap, sort: string | undefined, vehicle = sql`v.plate_no,`): RawBuilder<unknown> {
  const [name = '', direction] = (sort ?? '').split(' ');
  const column = columns[name];
  const down = direction === 'desc' ? sql`desc` : sql`asc`;
  const plate = hasVehicle(columns) ? vehicle : sql``;
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
        : 'distinct' in total
          ? sql`count(distinct ${sql.ref(`r.${total.distinct}`)})`
          : sql`sum(${sql.ref(`r.${total.of}`)}) * ${total.times ?? 1}::float8 / nullif(sum(${sql.ref(`r.${total.per}`)}), 0)`;
    return [sql`round((${value})::numeric, ${decimalsOf(column, q)}::int)::float8 as ${sql.ref(name)}`];
  });
  const { rows } = await sql<Record<string, number | null>>`select ${forThese} ${sql.join([
    sql`count(*)::int as rows`,
    ...parts,
  ])} from ${from}`.execute(trx);
  return rows[0] ?? {};
}
