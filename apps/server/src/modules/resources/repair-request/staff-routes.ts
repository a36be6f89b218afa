import { visitHalf } from '@tongda/contract/resources/repair-request/enums';
import * as staff from '@tongda/contract/resources/repair-request/staff';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { historyPage } from '../../../core/record/history';
import { holdTotal } from '../../../core/record/totals';
import { countAllStates, loadMore, workRows } from './repo';
import { entity } from './step';
import { assignWork, finishWork, refuseWork, startWork } from './work';

/** 维修受理 as a file. */
const workFile = registerExport<typeof staff.repairWorkExport, staff.RepairWorkRow>({
  endpoint: staff.repairWorkExport,
  module: '维修与停报受理',
  name: '维修受理',
  columns: staff.repairWorkColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', staff.repairWorkFilters.table),
  count: (ctx, q) => ctx.db((trx) => workRows.count(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => workRows.list(trx, ctx, { ...q, limit, offset }))),
  cells: { visitDate: (row) => `${row.visitDate} ${visitHalf.label(row.visitHalf)}` },
});

/** 维修受理: the provider's staff work on the requests of all companies. */
export function repairWorkRoutes(app: FastifyInstance, exports: ExportDeps): void {
  route(app, staff.repairWorkPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await workRows.list(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, staff.repairWorkPage, q, () => workRows.count(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, staff.repairWorkCount, (ctx) => ctx.db((trx) => countAllStates(trx)));
  route(app, staff.repairWorkDetail, (ctx, { id }) =>
    ctx.db(async (trx) => ({
      ...requireRow(await workRows.find(trx, ctx, id), '报修单'),
      ...(await loadMore(trx, exports.secrets, id)),
    })),
  );
  route(app, staff.repairWorkAssign, assignWork);
  route(app, staff.repairWorkStart, startWork);
  route(app, staff.repairWorkFinish, finishWork);
  route(app, staff.repairWorkRefuse, refuseWork);
  route(app, staff.repairWorkExport, (ctx, q) => enqueueExport(exports, ctx, workFile, q));
  route(app, staff.repairWorkChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      const found = await trx
        .selectFrom('repair_request')
        .select('client_id as clientId')
        .where('id', '=', q.id)
        .executeTakeFirst();
      if (!found) throw notFound('报修单');
      return historyPage(trx, { ...ctx, clientId: found.clientId }, entity, q);
    }),
  );
}
