import * as audit from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage, memberPayType } from '@tongda/contract/trade/member/enums';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { countAudits, listAudits } from './repo';

/** 订单审核 as a file. */
export const auditFile = registerExport<typeof audit.auditExport, audit.AuditRow>({
  endpoint: audit.auditExport,
  module: '订单审核',
  name: '订单审核',
  columns: audit.auditColumns,
  condition: async (_ctx, q) =>
    [
      ...(q.stage === undefined ? [] : [`状态：${auditStage.label(q.stage)}`]),
      ...(q.kind === undefined ? [] : [`类型：${auditKind.label(q.kind)}`]),
      ...(q.client ? [`企业：${q.client}`] : []),
      ...(q.orderNo ? [`订单号：${q.orderNo}`] : []),
      ...(q.payType === undefined ? [] : [`支付方式：${memberPayType.label(q.payType)}`]),
      ...(q.from || q.to ? [`下单时间：${q.from ?? ''}~${q.to ?? ''}`] : []),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countAudits(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listAudits(trx, ctx, { ...q, limit, offset }))),
  cells: { amountFen: (row) => row.amountFen / 100 },
});
