import {
  type MemberDevice,
  memberDeviceColumns,
  memberDeviceExport,
  memberDeviceFilters,
} from '@tongda/contract/trade/member/device';
import {
  type MemberOrderRow,
  memberOrderColumns,
  memberOrderExport,
  memberOrderFilters,
} from '@tongda/contract/trade/member/order';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { countDevices, listDevices } from './device-repo';
import { countOrders, listOrders } from './order-repo';

/** 会员设备 as a file. */
export const deviceFile = registerExport<typeof memberDeviceExport, MemberDevice>({
  endpoint: memberDeviceExport,
  module: '会员中心',
  name: '会员设备',
  columns: memberDeviceColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '台', memberDeviceFilters.table),
  count: (ctx, q) => ctx.db((trx) => countDevices(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listDevices(trx, ctx, { ...q, limit, offset }))),
  cells: {},
});

const toYuan = (fen: number): number => fen / 100;

/** 会员订单 as a file. */
export const orderFile = registerExport<typeof memberOrderExport, MemberOrderRow>({
  endpoint: memberOrderExport,
  module: '会员中心',
  name: '会员订单',
  columns: memberOrderColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', memberOrderFilters.table),
  count: (ctx, q) => ctx.db((trx) => countOrders(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listOrders(trx, ctx, { ...q, limit, offset }))),
  cells: { payFen: (row) => toYuan(row.payFen), paidFen: (row) => toYuan(row.paidFen) },
});
