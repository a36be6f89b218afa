import { z } from 'zod';
import { type Endpoint, endpoint, type MenuAccess } from '../../core/endpoint';
import { message } from '../../core/messages';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { exportOptions } from '../../core/register/pieces';
import { type ButtonMenu, rightOf } from '../../shell/rights';
import { mountOf, type Route, type RouteKey, routes } from '../../shell/routes';
import { type ColumnMap, dayCountOf, figure } from './columns';
import { curveAnswer } from './curve';
import type { FilterMap } from './filters';
import { spreadAnswer } from './spread';

/** Days that a report asks for at first, of the company's calendar. */
export type FirstRange = 'today' | 'yesterday' | 'week' | 'month';

interface Spec<F extends FilterMap, C extends ColumnMap, X extends z.ZodRawShape, T extends z.ZodRawShape> {
  /** the route that shows it; title and place in the menus come from there */
  screen: RouteKey;
  menu: ButtonMenu;
  /** `/api/report/parking` */
  base: `/api/${string}`;
  /** last parts of the paths where they are not page, totals and export */
  calls?: { page?: string; totals?: string; export?: string; curve?: string };
  /** right of the export under the menu; `export` unless said otherwise */
  right?: string;
  /** what a row is, counted: 辆, 条 */
  unit: string;
  range: { maxDays: number; first: FirstRange };
  filters: F;
  columns: C;
  /** fields of a row that are no column */
  fields?: X;
  /** fields of the foot beside the columns that have a total */
  totals?: T;
  /** its rows are asked for when the page opens: a short list, not a report to think about first */
  auto?: true;
  /** order before the user chooses one: `startTime desc` */
  order?: string;
  /** where a row leads to; the address takes the row's vehicle and the range along. `curve`: a drawer with the readings around the row's own time */
  drill?: { detail?: RouteKey; track?: true; curve?: true };
  /** columns that the foot names by what the vehicle has (`tem1` → 后仓); one that it does not name is left out */
  named?: ReadonlyArray<Extract<keyof C, string>>;
  /** the report's curves have a call of their own (`<base>/curve`) */
  curve?: true;
  /** how the rows spread over days, hours and vehicles is shown on request (`<base>/stat`): for rows with `vehicleId` and a moment `at` */
  spread?: true;
  /** calls of the report beyond showing (处理, 新增 …): they are guarded and documented with its own, `serve()` binds them */
  actions?: readonly Endpoint[];
  /** the readings of one vehicle or recorder can be handed out on paper (PDF, `<base>/print`): what the paper is called, and what stands on its button */
  record?: { name: string; label: string };
  /** columns of the figures that stand above the table as a table of their own, a row a probe; `totals()` says them as `stat` */
  stat?: ColumnMap;
  /** the rows have `lng` and `lat`: they are drawn on a map beside the table, as circles whose area is `size`; `part`: percent of the ring that is drawn in amber */
  map?: {
    size: Extract<keyof C, string>;
    name: Extract<keyof C, string>;
    part?: Extract<keyof C, string>;
    /** figures of the list beside the map with a short heading each, in its order; the rows stand there in groups by their `kind` */
    side?: Readonly<Partial<Record<Extract<keyof C, string>, string>>>;
  };
  /** a chart of the first rows by the figure `of`: bars of it, and beside them `stack`, which adds up to a whole; `name` are columns of which one is filled */
  bars?: {
    name: ReadonlyArray<Extract<keyof C, string>>;
    of: Extract<keyof C, string>;
    top: number;
    stack?: ReadonlyArray<Extract<keyof C, string>>;
  };
  /** figures of the foot that stand above the table too */
  strip?: ReadonlyArray<Extract<keyof C, string>>;
  /** a sentence beside the toolbar: what the signs of the table mean */
  hint?: string;
  /** why there may be no rows, and what to do */
  empty?: { title: string; text: string };
}

type Shapes<M extends Readonly<Record<string, { schema: z.ZodType }>>> = { [K in keyof M]: M[K]['schema'] };
type FiltersOf<F extends FilterMap> = { [K in keyof F]: z.output<F[K]['schema']> };
type Vehicle<C extends ColumnMap> = C extends { plateNo: unknown }
  ? { vehicleId: z.ZodString; vehicleColor: z.ZodNumber }
  : object;
type Days<C extends ColumnMap> = C extends { days: unknown } ? { pending: z.ZodArray<z.ZodNumber> } : object;
type RowOf<C extends ColumnMap, X extends z.ZodRawShape> = {
  [K in keyof (Shapes<C> & X & Vehicle<C> & Days<C>)]: z.output<(Shapes<C> & X & Vehicle<C> & Days<C>)[K]>;
} & { id: string };

/** A report as both sides use it. */
export interface Report<
  F extends FilterMap = FilterMap,
  C extends ColumnMap = ColumnMap,
  X extends z.ZodRawShape = z.ZodRawShape,
  T extends z.ZodRawShape = z.ZodRawShape,
> extends Omit<Spec<F, C, X, T>, 'filters' | 'columns' | 'map' | 'strip' | 'bars' | 'named'> {
  kind: 'report';
  title: string;
  filters: F;
  columns: C;
  map?: { size: string; name: string; part?: string; side?: Readonly<Record<string, string>> };
  strip?: readonly string[];
  bars?: { name: readonly string[]; of: string; top: number; stack?: readonly string[] };
  named?: readonly string[];
  calls: { page: string; totals: string; export: string; curve: string };
  page: Endpoint<z.ZodType<Query<F> & Paging>, z.ZodType<Page<RowOf<C, X>>>>;
  totalsCall: Endpoint<z.ZodType<Query<F>>, z.ZodType<Foot<T>>>;
  exportCall: Endpoint<z.ZodType<Query<F> & Sheet>, z.ZodType<{ id: string }>>;
  curveCall: Endpoint<z.ZodType<Query<F>>, typeof curveAnswer> | null;
  spreadCall: Endpoint<z.ZodType<Query<F>>, typeof spreadAnswer> | null;
  recordCall: Endpoint<z.ZodType<Query<F>>, z.ZodType<{ id: string }>> | null;
}

/** The filters as the server reads them. */
export type Query<F extends FilterMap> = FiltersOf<F> & { startTime: string; endTime: string };
interface Paging {
  page: number;
  size: number;
  sort?: string | undefined;
}
interface Sheet {
  sort?: string | undefined;
  fields?: string[] | undefined;
  ids?: string[] | undefined;
  format?: 'xlsx' | 'csv' | 'pdf' | undefined;
}
interface Page<R> {
  list: R[];
  total: number;
  page: number;
  size: number;
  /** days of vehicles in the answer that wait for late data: their figures may still change */
  late: number;
  /** when the rows were read: a page is kept for a minute for who asks the same */
  asOf: string;
}
export type Foot<T extends z.ZodRawShape = z.ZodRawShape> = {
  rows: number;
  values: Record<string, number | null>;
  /** of reports with `named`: a word a column */
  names?: Record<string, string> | undefined;
  /** of reports with `stat` */
  stat?: Array<{ id: string } & Record<string, unknown>> | undefined;
} & {
  [K in keyof T]: z.output<T[K]>;
};

/** Row of a report: `ReportRow<typeof parkingReport>`. */
export type ReportRow<R> = R extends Report<FilterMap, infer C, infer X, z.ZodRawShape> ? RowOf<C, X> : never;
/** Filters of a report after parsing: `ReportQuery<typeof parkingReport>`. */
export type ReportQuery<R> = R extends Report<infer F, ColumnMap, z.ZodRawShape, z.ZodRawShape> ? Query<F> : never;
/** Foot of a report. */
export type ReportFoot<R> = R extends Report<FilterMap, ColumnMap, z.ZodRawShape, infer T> ? Foot<T> : never;

interface Range {
  startTime: string;
  endTime: string;
}
const inOrder = { path: ['endTime'], message: message('daterange.order') };
const isRangeOrdered = (q: Range): boolean => q.startTime <= q.endTime;

/**
 * Declares a report once. Its calls (page, totals, export, curve), their rights, its filters, table, sheet, foot, chart, map and screen come
 * from this value; the server adds `rows()` in `server/src/reports/<group>/<report>.ts`.
 */
export function report<
  const F extends FilterMap,
  const C extends ColumnMap,
  const X extends z.ZodRawShape = Record<never, z.ZodType>,
  const T extends z.ZodRawShape = Record<never, z.ZodType>,
>(spec: Spec<F, C, X, T>): Report<F, C, X, T> {
  // reports are mounted in the area of reports
  const title = mountOf(routes[spec.screen] as Route<'report'>, 'report').title;
  const right = rightOf(spec.menu, spec.right ?? 'export');
  const seeing: MenuAccess = { menu: right.menu };
  const calls = { page: 'page', totals: 'totals', export: 'export', curve: 'curve', ...spec.calls };
  const path = (last: string): `/${string}` => `${spec.base}/${last}`;
  const filters = z.object({ startTime: dateTime, endTime: dateTime, ...schemasOf(spec.filters) });
  const sort = sortBy(spec.columns);
  const { maxDays } = spec.range;
  const tooLong = { path: ['endTime'], message: message('daterange.span', { n: maxDays }) };
  const ranged = <S extends z.ZodType>(schema: S): S =>
    schema
      // every input here has a range
      .refine((q) => isRangeOrdered(q as Range), inOrder)
      // every input here has a range; refining keeps the schema
      .refine((q) => dayCountOf(q as Range) <= maxDays, tooLong) as S;
  // whoever looks at the company in somebody else's name may look at its reports
  const visit = 'look';
  const made = {
    ...spec,
    kind: 'report' as const,
    title,
    calls,
    page: endpoint({
      visit,
      path: path(calls.page),
      access: seeing,
      title,
      input: ranged(pageQuery.extend({ ...filters.shape, sort })),
      output: pageOf(rowSchema(spec)).extend({ late: z.number().int(), asOf: dateTime }),
    }),
    totalsCall: endpoint({
      visit,
      path: path(calls.totals),
      access: seeing,
      title: `${title}合计`,
      input: ranged(filters),
      output: z.object({
        rows: z.number().int(),
        values: z.record(z.string(), figure),
        ...(spec.named ? { names: z.record(z.string(), z.string()) } : {}),
        ...(spec.stat ? { stat: z.array(rowSchema({ columns: spec.stat })) } : {}),
        ...spec.totals,
      }),
    }),
    exportCall: endpoint({
      visit,
      path: path(calls.export),
      access: right,
      title: `导出${title}`,
      input: ranged(filters.extend({ ...exportOptions, ...printable, sort })),
      output: z.object({ id }),
    }),
    curveCall:
      spec.curve || spec.drill?.curve
        ? endpoint({
            visit,
            path: path(calls.curve),
            access: seeing,
            title: `${title}曲线`,
            input: ranged(filters),
            output: curveAnswer,
          })
        : null,
    spreadCall: spec.spread
      ? endpoint({
          visit,
          path: path('stat'),
          access: seeing,
          title: `${title}分布`,
          input: ranged(filters),
          output: spreadAnswer,
        })
      : null,
    recordCall: spec.record
      ? endpoint({
          visit,
          path: path('print'),
          access: rightOf(spec.menu, 'print'),
          title: `打印${title}的${spec.record.name}`,
          input: ranged(filters.extend({ format: z.literal('pdf').default('pdf') })),
          output: z.object({ id }),
        })
      : null,
  };
  // the shapes were built from the maps that the types are read from
  return made as unknown as Report<F, C, X, T>;
}

/** Files of reports are made as PDF too; rows that the kernel makes are told by more than a number. */
const printable = {
  ids: z
    .array(z.string().regex(/^[\w-]{1,80}$/u))
    .max(500, '一次最多导出500条勾选的记录')
    .optional(),
  format: z.enum(['xlsx', 'csv', 'pdf']).optional(),
} as const;

/** `<column> asc|desc` of a column that the list can be ordered by; another one is refused by its name, or the rows would come in an order that nobody asked for. */
const sortBy = (columns: ColumnMap) =>
  pageQuery.shape.sort.refine((sort) => sort === undefined || columns[sort.split(' ')[0] ?? '']?.sortable === true, {
    error: ({ input }) => sortRefusal(columns, String(input).split(' ')[0] ?? ''),
  });

function sortRefusal(columns: ColumnMap, name: string): string {
  const column = columns[name];
  if (!column) return `排序字段“${name}”不存在`;
  return `排序字段“${name}”${typeof column.label === 'string' ? `（${column.label}）` : ''}不支持排序`;
}

const schemasOf = (filters: FilterMap): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema]));

function rowSchema(spec: Pick<Spec<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>, 'columns' | 'fields'>) {
  const kinds = new Set(Object.values(spec.columns).map(({ kind }) => kind));
  return z.object({
    ...Object.fromEntries(Object.entries(spec.columns).map(([name, { schema }]) => [name, schema])),
    ...(kinds.has('plate') ? { vehicleId: z.string(), vehicleColor: z.number().int() } : {}),
    ...(kinds.has('days') ? { pending: z.array(z.number().int()) } : {}),
    ...spec.fields,
    id: z.string(),
  });
}

export const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'report';

/** Every call of a report. */
export function callsOf(of: Report): Endpoint[] {
  const { page, totalsCall, exportCall, curveCall, spreadCall, recordCall, actions = [] } = of;
  const all = [page, totalsCall, exportCall, curveCall, spreadCall, recordCall, ...actions];
  // calls of different shapes are one list of calls
  return all.filter((call) => call !== null) as Endpoint[];
}
