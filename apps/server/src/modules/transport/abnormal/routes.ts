import * as abnormal from '@tongda/contract/transport/abnormal/calls';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { countAbnormal, countAbnormalByState, listAbnormal } from './repo';
import {
  acceptReport,
  addReport,
  assignReport,
  closeReport,
  findSubjects,
  handleReport,
  listHandlers,
  reopenReport,
  withdrawReport,
} from './steps';
import { loadThread, loadVehicleAround } from './thread';
import './handover';

const file = registerExport<typeof abnormal.abnormalExport, abnormal.AbnormalRow>({
  endpoint: abnormal.abnormalExport,
  module: '异常上报',
  name: '异常上报',
  columns: abnormal.abnormalColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', abnormal.abnormalFilters.table),
  count: (ctx, q) => ctx.db((trx) => countAbnormal(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listAbnormal(trx, ctx, { ...q, limit, offset }))),
  cells: { orderCodes: (row) => row.orderCodes.join('、') },
});

/** Binds the calls of abnormal reports: reporting, accepting, handling, closing. */
export function abnormalRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, abnormal.abnormalPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listAbnormal(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, abnormal.abnormalPage, q, () => countAbnormal(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, abnormal.abnormalStatusCount, (ctx, q) => ctx.db((trx) => countAbnormalByState(trx, ctx, q)));
  route(app, abnormal.abnormalThread, (ctx, { waybillCode }) =>
    ctx.db((trx) => loadThread(trx, ctx, deps.secrets, waybillCode)),
  );
  route(app, abnormal.abnormalMoment, (ctx, { abnormalCode }) =>
    ctx.db((trx) => loadVehicleAround(trx, ctx, abnormalCode)),
  );
  route(app, abnormal.abnormalSubjects, (ctx, q) => ctx.db((trx) => findSubjects(trx, ctx, q)));
  route(app, abnormal.abnormalHandlers, (ctx) => ctx.db((trx) => listHandlers(trx, ctx)));
  route(app, abnormal.abnormalAdd, (ctx, input) => addReport(ctx, input));
  route(app, abnormal.abnormalAccept, (ctx, input) => acceptReport(ctx, input));
  route(app, abnormal.abnormalHandle, (ctx, input) => handleReport(ctx, input));
  route(app, abnormal.abnormalClose, (ctx, input) => closeReport(ctx, input));
  route(app, abnormal.abnormalReopen, (ctx, input) => reopenReport(ctx, input));
  route(app, abnormal.abnormalWithdraw, (ctx, input) => withdrawReport(ctx, input));
  route(app, abnormal.abnormalAssign, (ctx, input) => assignReport(ctx, input));
  route(app, abnormal.abnormalExport, (ctx, input) => enqueueExport(deps, ctx, file, input));
}
