import { type MemberDevice, memberDeviceColumns, memberDeviceExport } from '@tongda/contract/trade/member/device';
import { memberEffectiveStatus, memberPayType } from '@tongda/contract/trade/member/enums';
import { type MemberOrderRow, memberOrderColumns, memberOrderExport } from '@tongda/contract/trade/member/order';
import type { MemberGroup } from '@tongda/contract/trade/member/order-state';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { countDevices, listDevices } from './device-repo';
import { countOrders, listOrders } from './order-repo';

/** 会员设备 as a file. */
export const deviceFile = registerExport<typeof memberDeviceExport, MemberDevice>({
  endpoint: memberDeviceExport,
  module: '会员中心',
  name: '会员设备',
  columns: memberDeviceColumns,
  condition: async (_ctx, q) =>
    [
      ...(q.keyword ? [`设备号/车牌：${q.keyword}`] : []),
      ...(q.model ? [`型号：${q.model}`] : []),
      ...(q.effectiveStatus === undefined ? [] : [`状态：${memberEffectiveStatus.label(q.effectiveStatus)}`]),
      ...(q.expire ? ['30天内到期'] : []),
      ...(q.ids ? [`勾选的${q.ids.length}台`] : []),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countDevices(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listDevices(trx, ctx, { ...q, limit, offset }))),
  cells: {},
});

const groupNames: Record<MemberGroup, string> = {
  toPay: '待付款',
  toReview: '待审核',
  passed: '已通过',
  failed: '未通过',
  refunded: '已退款',
  cancelled: '已取消',
};
const yuan = (fen: number): number => fen / 100;

/** 会员订单 as a file. */
export const orderFile = registerExport<typeof memberOrderExport, MemberOrderRow>({
  endpoint: memberOrderExport,
  module: '会员中心',
  name: '会员订单',
  columns: memberOrderColumns,
  condition: async (_ctx, q) =>
    [
      ...(q.group ? [`状态：${groupNames[q.group]}`] : []),
      ...(q.orderNo ? [`订单号：${q.orderNo}`] : []),
      ...(q.payType === undefined ? [] : [`支付方式：${memberPayType.label(q.payType)}`]),
      ...(q.invoiceStatus === undefined ? [] : [`发票：${invoiceStatus.label(q.invoiceStatus)}`]),
      ...(q.from || q.to ? [`下单时间：${q.from ?? ''}~${q.to ?? ''}`] : []),
    ].join('；'),
  count: (ctx, q) => ctx.db((trx) => countOrders(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listOrders(trx, ctx, { ...q, limit, offset }))),
  cells: { payFen: (row) => yuan(row.payFen), paidFen: (row) => yuan(row.paidFen) },
});
