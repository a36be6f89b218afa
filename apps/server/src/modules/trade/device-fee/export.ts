import {
  deviceFeeFilters,
  type FeeRow,
  feeColumns,
  feeExport,
  type RenewOrderRow,
  renewColumns,
  renewExport,
  renewOrderFilters,
} from '@tongda/contract/trade/device-fee/calls';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countOrders, listOrders } from './renew-repo';
import { countFees, listFees } from './repo';

/** 设备费用 as a file. */
export const feeFile = registerExport<typeof feeExport, FeeRow>({
  endpoint: feeExport,
  module: '设备费用',
  name: '设备费用',
  columns: feeColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '台', deviceFeeFilters.table),
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
  condition: (ctx, q) => describeFilters(ctx, q, '单', renewOrderFilters.table),
  count: (ctx, q) => ctx.db((trx) => countOrders(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listOrders(trx, ctx, { ...q, limit, offset }))),
  cells: { amountFen: (row) => row.amountFen / 100 },
});
