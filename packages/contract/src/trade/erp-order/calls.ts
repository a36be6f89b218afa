import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { auditStatus, invoiceStatus, paymentStatus } from '../../transport/enums';
import { erpOrderStatusList, memberPayType } from '../member/enums';
import { invoiceShape } from '../member/invoice';
import { voucherInput } from '../member/order';
import { codeInput, offeredCode, payResult, simulatedInput, simulatedResult } from '../member/pay';
import { paymentsShape, transferShape } from '../member/payment';
import { storedTicket, ticketInfo } from '../member/ticket';

const base = '/api/base/erpOrder' as const;
const read = { menu: menus.orderCenter.id } as const;

const orderRow = z.object({
  id,
  orderNo: z.string(),
  orderType: z.number(),
  /** names of its products */
  summary: z.string(),
  quantity: z.number(),
  amountFen: z.number(),
  paidFen: z.number(),
  paymentStatus: z.number(),
  auditStatus: z.number(),
  invoiceStatus: z.number(),
  logistics: z.string(),
  applyUser: z.string(),
  createTime: dateTime,
  receivedTime: dateTime.nullable(),
  hasContract: z.boolean(),
  hasInvoice: z.boolean(),
  /** it still costs money, which may be paid now */
  payable: z.boolean(),
  /** a bank transfer was told, and the provider has not looked for it yet */
  transferWaits: z.boolean(),
  version: z.number(),
});
export type ErpOrderRow = z.infer<typeof orderRow>;
export const erpOrderFilters = filterSet({
  orderType: by.code('类型', erpOrderStatusList, { bar: false }),
  orderNo: by.text('订单号', { max: 30, main: true, width: 190 }),
  paymentStatus: by.code('付款状态', paymentStatus, { width: 150 }),
  payable: by.own(by.only('待支付', '待支付', { width: 120 })),
  auditStatus: by.code('审核状态', auditStatus, { width: 150 }),
  invoiceStatus: by.code('开票', invoiceStatus, { width: 140 }),
  from: by.times('下单时间', 'to', { columns: ['created_at'] }),
});
const filters = erpOrderFilters.schema;
export type ErpOrderFilters = z.output<typeof filters>;
export const erpOrderPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '订单中心列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(orderRow),
});
export const erpOrderCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '订单中心各类型数量',
  output: z.array(z.object({ type: z.number(), count: z.number() })),
});
export const erpOrderDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '订单详情',
  input: z.object({ id }),
  output: orderRow.extend({
    salesman: z.string(),
    installStatus: z.string(),
    remark: z.string(),
    renewOrderNo: z.string().nullable(),
    returnOf: z.string().nullable(),
    ...invoiceShape.shape,
    payments: paymentsShape.shape.payments,
    /** the bank transfer that the buyer says he made; null: none, or a refused one of an order that takes no money any more */
    transfer: transferShape.nullable(),
    /** what the company's last invoice was asked for with, of whatever kind of orders */
    lastTicket: storedTicket.nullable(),
    items: z.array(
      z.object({
        id,
        productName: z.string(),
        model: z.string(),
        qty: z.number(),
        unitPriceFen: z.number(),
        deviceNos: z.array(z.string()),
      }),
    ),
  }),
});
export type ErpOrderDetail = z.infer<typeof erpOrderDetail.output>;
const one = z.object({ id, version });
const pay = button('orderCenter', 'pay');
/** How much an order still costs, and how it may be paid. */
export const erpOrderPayWays = endpoint({
  path: `${base}/payWays`,
  access: pay,
  title: '订单的付款方式',
  input: z.object({ id }),
  output: z.object({
    dueFen: z.number(),
    payTypes: z.array(z.literal(memberPayType.codes)),
    payee: z.object({ accountName: z.string(), bankName: z.string(), accountNo: z.string() }).nullable(),
  }),
});
/** The code to scan for what an order still costs. */
export const erpOrderPayCode = endpoint({
  path: `${base}/getPaymentQRCode`,
  access: pay,
  title: '订单付款二维码',
  input: codeInput,
  output: offeredCode,
});
/** Asks the providers of payments, as a message of theirs may be late or lost. */
export const erpOrderPayResult = endpoint({
  path: `${base}/queryPaymentResults`,
  access: pay,
  title: '查询订单付款结果',
  input: z.object({ orderNo: z.string().max(40) }),
  output: payResult,
});
/** Test mode only: somebody pays the open code. */
export const erpOrderSimulate = endpoint({
  path: `${base}/simulatePayment`,
  access: pay,
  title: '模拟订单付款（仅测试模式）',
  input: simulatedInput,
  output: simulatedResult,
});
/** The vouchers of a bank transfer: the provider's staff looks at the account and confirms it. */
export const erpOrderVoucher = endpoint({
  path: `${base}/updateOrder`,
  access: pay,
  title: '提交订单汇款凭证',
  input: one.extend(voucherInput.shape),
});
export const erpOrderCancel = endpoint({
  path: `${base}/cancel`,
  access: button('orderCenter', 'cancel'),
  title: '取消订单',
  input: one,
});
export const erpOrderReceive = endpoint({
  path: `${base}/receive`,
  access: button('orderCenter', 'receive'),
  title: '确认收货',
  input: one,
});
export const erpOrderInvoice = endpoint({
  path: `${base}/invoice`,
  access: button('orderCenter', 'invoice'),
  title: '订单申请开票',
  input: one.extend({ ticketInfo }),
});
export const erpOrderInvoiceFile = endpoint({
  path: `${base}/invoiceFile`,
  access: read,
  title: '下载订单发票',
  raw: true,
  input: z.object({ id }),
  output: z.unknown(),
});
export const erpOrderReturn = endpoint({
  path: `${base}/returnApply`,
  access: button('orderCenter', 'return'),
  title: '申请退货',
  input: one.extend({ reason: z.string('请输入退货原因').trim().min(2, '请输入退货原因').max(200, '最多200个字符') }),
  output: z.object({ id, orderNo: z.string() }),
});
export const erpOrderContract = endpoint({
  path: `${base}/download`,
  access: button('orderCenter', 'contract'),
  title: '下载合同',
  input: z.object({ id }),
  output: z.object({ url: z.string() }),
});
export const erpOrderExport = endpoint({
  path: `${base}/export`,
  access: button('orderCenter', 'export'),
  title: '导出订单',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
export const erpOrderChangeHis = changeHisCall(base, read, '订单');
export const erpOrderColumns = columns<ErpOrderRow>()([
  { value: 'orderNo', label: '订单号', width: 170, fixed: 'left', noEdit: true },
  { value: 'orderType', label: '类型', width: 84, dict: 'erpOrderStatusList' },
  { value: 'summary', label: '商品摘要', width: 210 },
  { value: 'quantity', label: '数量', width: 66, align: 'right' },
  { value: 'amountFen', label: '金额(元)', width: 110, align: 'right', sortable: true },
  { value: 'paidFen', label: '已付(元)', width: 110, align: 'right' },
  { value: 'paymentStatus', label: '付款状态', width: 104, dict: 'paymentStatus' },
  { value: 'auditStatus', label: '审核状态', width: 88, dict: 'auditStatus' },
  { value: 'invoiceStatus', label: '发票状态', width: 88, dict: 'invoiceStatus' },
  { value: 'logistics', label: '物流', width: 186 },
  { value: 'applyUser', label: '下单人', width: 90 },
  { value: 'createTime', label: '下单时间', width: 150, sortable: true },
]);
