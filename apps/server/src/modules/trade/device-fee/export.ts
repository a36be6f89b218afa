import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  type FeeRow,
  feeColumns,
  feeExport,
  type RenewOrderRow,
  renewColumns,
  renewExport,
} from '@tongda/contract/trade/device-fee/calls';
import { feeStatus, renewStatus } from '@tongda/contract/trade/member/enums';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { countOrders, listOrders } from './renew-repo';
import { countFees, listFees } from './repo';

/** 设备费用 as a file. */
export const feeFile = registerExport<typeof feeExport, FeeRow>({
  endpoint: feeExport,
  module: '设备费用',
  name: '设备费用',
  columns: feeColumns,
  condition: async (_ctx, q: Parsed<typeof feeExport>) =>
    [
      ...(q.keyword ? [`设备号/车牌：${q.keyword}`] : []),
      ...(q.model ? [`型号：${q.model}`] : []),
      ...(q.packageName ? [`套餐：${q.packageName}`] : []),
      ...(q.feeStatus ? [`费用状态：${q.feeStatus.map((code) => feeStatus.label(code)).join('、')}`] : []),
      ...(q.endFrom || q.endTo ? [`到期日：${q.endFrom?.slice(0, 10) ?? ''}~${q.endTo?.slice(0, 10) ?? ''}`] : []),
      ...(q.ids ? [`勾选的${q.ids.length}台`] : []),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countFees(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listFees(trx, ctx, { ...q, limit, offset }))),
  cells: { remind: (row) => (row.remind ? '是' : '否') },
});

/** 续费订单 as a file. */
export const renewFile = registerExport<typeof renewExport, RenewOrderRow>({
  endpoint: renewExport,
  module: '设备费用',
  name: '续费订单',
  columns: renewColumns,
  condition: async (_ctx, q: Parsed<typeof renewExport>) =>
    [
      ...(q.orderNo ? [`订单号：${q.orderNo}`] : []),
      ...(q.renewStatus === undefined ? [] : [`订单状态：${renewStatus.label(q.renewStatus)}`]),
      ...(q.from || q.to ? [`下单时间：${q.from ?? ''}~${q.to ?? ''}`] : []),
      ...(q.ids ? [`勾选的${q.ids.length}单`] : []),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countOrders(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listOrders(trx, ctx, { ...q, limit, offset }))),
  cells: { amountFen: (row) => row.amountFen / 100 },
});
