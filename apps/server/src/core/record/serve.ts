import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint, Input, Parsed } from '@tongda/contract/core/endpoint';
import type { FilterTable } from '@tongda/contract/core/register/filters';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import type { BatchLine, changeHisCall } from '@tongda/contract/core/register/pieces';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
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
import { historyPage } from './history';
import type { RegisterRows } from './rows';

type Answered<T> = z.ZodType<unknown, T>;
type PageCall<Row> = Endpoint<
  z.ZodType<{ page: number; size: number; sort?: string }>,
  Answered<{ list: Row[]; total: number; page: number; size: number }>
>;
type ExportCall = Endpoint<z.ZodType<{ sort?: string; ids?: string[] }>, Answered<{ id: string }>>;
type BatchCall = Endpoint<z.ZodType<{ ids: string[] }>, Answered<BatchLine[]>>;
type Handler<E extends Endpoint> = (ctx: Ctx, input: Parsed<E>) => Promise<Input<Endpoint<E['output']>>>;

/** What the server says of a register beside its calls in the contract. */
interface ServedRegister<
  Row extends object,
  A extends Endpoint,
  U extends Endpoint,
  V extends Record<string, unknown>,
> {
  /** what `registerCalls` of the contract made */
  of: {
    noun: string;
    unit: string;
    filters: FilterTable | undefined;
    page: PageCall<Row>;
    add: A;
    update: U;
    del: BatchCall;
    exports: ExportCall;
    changeHis: ReturnType<typeof changeHisCall>;
    imports?: ImportCalls;
  };
  /** of change_history */
  entity: string;
  /** 所属模块 of its files in the download list */
  module: string;
  columns: ReadonlyArray<Column<Row>>;
  /** cells of its file that are more than the row's value or its dictionary label */
  cells?: ExportDefinition<Endpoint, Row>['cells'];
  rows: RegisterRows<NoInfer<Row>>;
  /** a line as the caller may see it on the page, or in a file */
  hide?: (ctx: Ctx, row: NoInfer<Row>, where: 'page' | 'file') => NoInfer<Row>;
  add: Handler<A>;
  update: Handler<U>;
  del: (ctx: Ctx, ids: string[]) => Promise<BatchLine[]>;
  imports?: ImportDefinition<V>;
}

/**
 * The server's twin of the web's list page: makes the export of a register known to the worker (so call it when the module is loaded) and
 * answers what binds its calls: list, 新增, 编辑, 删除, export, change history, import. What a register has beyond that, its routes bind
 * themselves.
 */
export function serveRegister<
  Row extends object,
  A extends Endpoint,
  U extends Endpoint,
  V extends Record<string, unknown>,
>(served: ServedRegister<Row, A, U, V>): (app: FastifyInstance, deps: ExportDeps) => void {
  const { of, rows, entity, hide = (_ctx, row) => row } = served;
  const file = registerExport<ExportCall, Row>({
    endpoint: of.exports,
    module: served.module,
    name: of.noun,
    columns: served.columns,
    condition: (ctx, q) => describeFilters(ctx, q, of.unit, of.filters ?? {}),
    count: (ctx, q) => ctx.db((trx) => rows.count(trx, ctx, q)),
    rows: (ctx, q) =>
      readInChunks(async (limit, offset) => {
        const lines = await ctx.db((trx) => rows.list(trx, ctx, { ...q, limit, offset }));
        return lines.map((row) => hide(ctx, row, 'file'));
      }),
    cells: served.cells,
  });
  return (app, deps) => {
    route(app, of.page, (ctx, q) =>
      ctx.db(async (trx) => ({
        list: (await rows.list(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size })).map((row) =>
          hide(ctx, row, 'page'),
        ),
        total: await rows.count(trx, ctx, q),
        page: q.page,
        size: q.size,
      })),
    );
    route(app, of.add, served.add);
    route(app, of.update, served.update);
    route(app, of.del, (ctx, { ids }) => served.del(ctx, ids));
    route(app, of.exports, (ctx, q) => enqueueExport(deps, ctx, file, q));
    route(app, of.changeHis, (ctx, q) =>
      ctx.db(async (trx) => {
        if (!(await rows.sees(trx, ctx, q.id))) throw notFound(of.noun);
        return historyPage(trx, ctx, entity, q);
      }),
    );
    if (served.imports) bindImportRoutes(app, served.imports);
  };
}
