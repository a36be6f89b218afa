import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint, Input, Parsed } from '@tongda/contract/core/endpoint';
import type { FilterTable } from '@tongda/contract/core/register/filters';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import type { changeHisCall } from '@tongda/contract/core/register/pieces';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { requireRow } from '../db/rows';
import type { Trx } from '../db/trx';
import {
  type ExportDefinition,
  type ExportDeps,
  enqueueExport,
  readInChunks,
  registerExport,
} from '../export/definition';
import { describeFilters } from '../export/words';
import type { Ctx } from '../http/ctx';
import { notFound } from '../http/errors';
import { route } from '../http/route';
import type { ImportDefinition } from '../import/definition';
import { bindImportRoutes } from '../import/routes';
import type { Asked } from './filters';
import { historyPage } from './history';
import type { AskedWindow } from './rows';
import { holdTotal } from './totals';

type Answered<T> = z.ZodType<unknown, T>;
type PageCall<Row> = Endpoint<
  z.ZodType<{ page: number; size: number; sort?: string }>,
  Answered<{ list: Row[]; total: number; page: number; size: number }>
>;
type ExportCall = Endpoint<z.ZodType<{ sort?: string; ids?: string[] }>, Answered<{ id: string }>>;
/** A call with nothing or with filters that are all optional. */
type Answer<E extends Endpoint> = Input<Endpoint<E['output']>>;
type Handler<E extends Endpoint> = (ctx: Ctx, input: Parsed<E>) => Promise<Answer<E>>;
type DetailCall = Endpoint<z.ZodType<{ id: string }>>;

/** How the records of a register are read: by `registerRows`, or by hand where that is not enough. */
/** Counts, or answers the total that is held while a page is turned ({@link holdTotal}). */
export type Hold = (count: () => Promise<number>) => Promise<number>;

export interface RegisterReader<Row> {
  /** a window of the records that the filters let through, in the wanted order */
  list: (trx: Trx, ctx: Ctx, asked: AskedWindow) => Promise<Row[]>;
  count: (trx: Trx, ctx: Ctx, asked: Asked) => Promise<number>;
  /** a window and the number of all in one, where that is quicker; absent: `list` and `count` */
  page?: (trx: Trx, ctx: Ctx, asked: AskedWindow, hold: Hold) => Promise<{ list: Row[]; total: number }>;
  /** whether a record is there and the caller's to see */
  sees: (trx: Trx, ctx: Ctx, id: string) => Promise<boolean>;
}

/** Another file of the same records: other columns, another right, or only some of them. */
interface FurtherFile<Row extends object> {
  call: ExportCall;
  name: string;
  columns: ReadonlyArray<Column<Row>>;
  /** which of the records; absent: those of the list */
  rows?: Pick<RegisterReader<Row>, 'list' | 'count'>;
}

/** What the server says of a register beside its calls in the contract. */
interface ServedRegister<
  Row extends object,
  A extends Endpoint,
  U extends Endpoint,
  D extends Endpoint,
  T extends DetailCall,
  O extends Endpoint,
  V extends Record<string, unknown>,
> {
  /** what `registerCalls` of the contract made, or the same calls written by hand; what a register has not is left out */
  of: {
    noun: string;
    unit: string;
    filters: FilterTable | undefined;
    /** absent: a list that is no window (the tree of departments), which the register binds itself */
    page?: PageCall<Row>;
    add?: A;
    update?: U;
    del?: D;
    exports?: ExportCall;
    changeHis: ReturnType<typeof changeHisCall>;
    imports?: ImportCalls;
  };
  /** of change_history */
  entity: string;
  /** 所属模块 of its files in the download list */
  module: string;
  columns: ReadonlyArray<Column<Row>>;
  /** cells of its files that are more than the row's value or its dictionary label */
  cells?: ExportDefinition<Endpoint, Row>['cells'];
  files?: ReadonlyArray<FurtherFile<NoInfer<Row>>>;
  rows: RegisterReader<NoInfer<Row>>;
  /**
   * names what of the caller decides which records he sees and what they hold, besides his rights: callers of the same name share the total of a large register
   * ({@link holdTotal}), and the pages that they ask for at the same time
   */
  sameFor?: (ctx: Ctx) => string;
  /** a line as the caller may see it on the page, or in a file */
  hide?: (ctx: Ctx, row: NoInfer<Row>, where: 'page' | 'file') => NoInfer<Row>;
  /** one record in full; undefined when it is not there or not the caller's to see, which is answered by 4004 */
  detail?: { call: T; read: (trx: Trx, ctx: Ctx, id: string) => Promise<Answer<NoInfer<T>> | undefined> };
  /** choices of select boxes */
  options?: { call: O; read: (trx: Trx, ctx: Ctx, asked: Parsed<NoInfer<O>>) => Promise<Answer<NoInfer<O>>> };
  add?: Handler<A>;
  update?: Handler<U>;
  del?: Handler<D>;
  imports?: ImportDefinition<V>;
}

/**
 * The server's twin of the web's list page: makes the files of a register known to the worker (so call it when the module is loaded) and
 * answers what binds its calls: list, detail, options, 新增, 编辑, 删除, export, change history, import. What a register has beyond that, its
 * routes bind themselves.
 */
export function serveRegister<
  Row extends object,
  A extends Endpoint,
  U extends Endpoint,
  D extends Endpoint,
  T extends DetailCall,
  O extends Endpoint,
  V extends Record<string, unknown>,
>(served: ServedRegister<Row, A, U, D, T, O, V>): (app: FastifyInstance, deps: ExportDeps) => void {
  const { of, rows, entity, detail, options, hide = (_ctx, row) => row } = served;
  const files = fileCalls(served).map(({ call, name, columns, rows: lines = rows }) =>
    registerExport<ExportCall, Row>({
      endpoint: call,
      module: served.module,
      name,
      columns,
      condition: (ctx, q) => describeFilters(ctx, q, of.unit, of.filters ?? {}),
      count: (ctx, q) => ctx.db((trx) => lines.count(trx, ctx, q)),
      rows: (ctx, q) =>
        readInChunks(async (limit, offset) => {
          const found = await ctx.db((trx) => lines.list(trx, ctx, { ...q, limit, offset }));
          return found.map((row) => hide(ctx, row, 'file'));
        }),
      cells: served.cells,
    }),
  );
  const pageOf =
    rows.page ??
    (async (trx: Trx, ctx: Ctx, asked: AskedWindow, hold: Hold) => ({
      list: await rows.list(trx, ctx, asked),
      total: await hold(() => rows.count(trx, ctx, asked)),
    }));
  return (app, deps) => {
    const { page: call } = of;
    if (call)
      route(
        app,
        call,
        (ctx, q) =>
          ctx.db(async (trx) => {
            const { page, size } = q;
            const hold: Hold = (count) => holdTotal(ctx, call, q, count, served.sameFor?.(ctx));
            const { list, total } = await pageOf(trx, ctx, { ...q, limit: size, offset: (page - 1) * size }, hold);
            return { list: list.map((row) => hide(ctx, row, 'page')), total, page, size };
          }),
        { sameFor: served.sameFor, fresh: true },
      );
    if (detail)
      route(app, detail.call, (ctx, { id }) =>
        ctx.db(async (trx) => requireRow(await detail.read(trx, ctx, id), of.noun)),
      );
    if (options) route(app, options.call, (ctx, q) => ctx.db((trx) => options.read(trx, ctx, q)));
    if (of.add && served.add) route(app, of.add, served.add);
    if (of.update && served.update) route(app, of.update, served.update);
    if (of.del && served.del) route(app, of.del, served.del);
    for (const file of files) route(app, file.endpoint, (ctx, q) => enqueueExport(deps, ctx, file, q));
    route(app, of.changeHis, (ctx, q) =>
      ctx.db(async (trx) => {
        if (!(await rows.sees(trx, ctx, q.id))) throw notFound(of.noun);
        return historyPage(trx, ctx, entity, q);
      }),
    );
    if (served.imports) bindImportRoutes(app, served.imports);
  };
}

/** The register as a file, and what it has besides. */
const fileCalls = <Row extends object>({
  of: { exports: call, noun: name },
  columns,
  files = [],
}: {
  of: { exports?: ExportCall; noun: string };
  columns: ReadonlyArray<Column<Row>>;
  files?: ReadonlyArray<FurtherFile<Row>>;
}): Array<FurtherFile<Row>> => [...(call ? [{ call, name, columns }] : []), ...files];
