import * as audit from '@tongda/contract/trade/member/audit';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countAudits, listAudits } from './repo';

/** 订单审核 as a file. */
export const auditFile = registerExport<typeof audit.auditExport, audit.AuditRow>({
  endpoint: audit.auditExport,
  module: '订单审核',
  name: '订单审核',
  columns: audit.auditColumns,
  condition: (ctx, q) => describeFilters(ctx, { ...q, ids: undefined }, '单', audit.auditFilters.table),
  count: (ctx, q) => ctx.db((trx) => countAudits(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listAudits(trx, ctx, { ...q, limit, offset }))),
  cells: { kind: audit.auditKindWords, amountFen: (row) => row.amountFen / 100 },
});
