import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { invoiceStatus } from '../../transport/enums';
import { contractStatus, memberPayType } from './enums';
import { invoiceShape } from './invoice';
import { memberGroupNames, memberLimits } from './order-state';
import { paymentsShape } from './payment';
import { memberBase, memberRead, months } from './plan';
import { storedTicket, ticketInfo } from './ticket';

const buy = button('member', 'buy');
const item = z.object({ deviceId: id, months });
export type MemberWish = z.infer<typeof item>;
const tooMany = `一次最多购买${memberLimits.devices}台设备`;
const items = z.array(item).min(1, '请选择要开通会员的设备').max(memberLimits.devices, tooMany);

/** The caller's draft of an order, kept on the server so that it survives a reload. */
export const memberDraft = endpoint({
  path: `${memberBase}/draft`,
  access: buy,
  title: '会员购买草稿',
  output: z.object({ planId: id.nullable(), items: z.array(item) }),
});
export const memberSaveDraft = endpoint({
  path: `${memberBase}/saveDraft`,
  access: buy,
  title: '保存会员购买草稿',
  input: z.object({ planId: id, items: z.array(item).max(memberLimits.devices, tooMany) }),
});

const line = z.object({
  deviceId: id,
  deviceNo: z.string(),
  plateNo: z.string(),
  model: z.string(),
  months: z.number(),
  listPriceFen: z.number(),
  amountFen: z.number(),
  /** the period it would have if it were approved today */
  startDate: z.string(),
  endDate: z.string(),
});
export type MemberLine = z.infer<typeof line>;
const preview = z.object({
  planId: id,
  planName: z.string(),
  lines: z.array(line),
  totalFen: z.number(),
  discountFen: z.number(),
  payFen: z.number(),
  promos: z.array(z.string()),
  buyer: z.string(),
  /** as last asked for */
  ticket: storedTicket.nullable(),
  /** ways of paying that work here */
  payTypes: z.array(z.literal(memberPayType.codes)),
  /** so much money wants a signed contract before it is paid */
  contractRequired: z.boolean(),
  /** from this amount on, in fen */
  contractFen: z.number(),
});
export type MemberPreview = z.infer<typeof preview>;
export const memberPreview = endpoint({
  path: `${memberBase}/orderPreview`,
  access: buy,
  title: '会员订单试算',
  input: z.object({ planId: id, items }),
  output: preview,
});
export const createOrder = endpoint({
  path: `${memberBase}/createOrder`,
  access: buy,
  title: '提交会员订单',
  input: z.object({
    planId: id,
    items,
    payType: z.literal(memberPayType.codes, '请选择支付方式'),
    ticketInfo,
    /** the price that was shown; when it has changed, the order is refused with the new one */
    payFen: z.number().int(),
    agreed: z.literal(true, '请阅读并同意《会员服务协议》'),
  }),
  output: z.object({ orderNo: z.string(), payFen: z.number(), expireAt: dateTime }),
});

const orderRow = z.object({
  id,
  orderNo: z.string(),
  planName: z.string(),
  deviceCount: z.number(),
  /** `12个月`, `3~12个月` */
  monthsText: z.string(),
  payFen: z.number(),
  paidFen: z.number(),
  payType: z.number(),
  memberStatus: z.number(),
  auditStatus: z.number(),
  paymentStatus: z.number(),
  invoiceStatus: z.number(),
  contractStatus: z.literal(contractStatus.codes),
  createUser: z.string(),
  createTime: dateTime,
  /** when the order is closed if it is still unpaid */
  expireAt: dateTime.nullable(),
  version: z.number(),
});
export type MemberOrderRow = z.infer<typeof orderRow>;
export const memberOrderFilters = filterSet({
  group: by.own(by.key('状态', memberGroupNames, { bar: false })),
  orderNo: by.text('订单号', { max: 30, main: true, width: 200 }),
  from: by.times('下单时间', 'to', { columns: ['created_at'] }),
  payType: by.code('支付方式', memberPayType, { width: 180 }),
  invoiceStatus: by.code('发票', invoiceStatus, { width: 150 }),
});
const orderFilters = memberOrderFilters.schema;
export type MemberOrderFilters = z.output<typeof orderFilters>;
export const queryPurchaseRecords = endpoint({
  path: `${memberBase}/queryPurchaseRecords`,
  access: memberRead,
  title: '会员订单列表',
  input: pageQuery.extend(orderFilters.shape),
  output: pageOf(orderRow),
});
export const memberOrderCount = endpoint({
  path: `${memberBase}/orderCount`,
  access: memberRead,
  title: '会员订单各状态数量',
  output: z.array(z.object({ status: z.number(), count: z.number() })),
});
export const memberOrderExport = endpoint({
  path: `${memberBase}/exportOrder`,
  access: button('member', 'export'),
  title: '导出会员订单',
  input: orderFilters.extend(exportOptions),
  output: z.object({ id }),
});
export const memberOrderColumns = columns<MemberOrderRow>()([
  { value: 'orderNo', label: '订单号', width: 178, fixed: 'left', noEdit: true },
  { value: 'planName', label: '套餐', width: 76 },
  { value: 'deviceCount', label: '设备数', width: 66, align: 'right' },
  { value: 'monthsText', label: '时长', width: 92 },
  { value: 'payFen', label: '应付(元)', width: 104, align: 'right', sortable: true },
  { value: 'paidFen', label: '实付(元)', width: 104, align: 'right' },
  { value: 'memberStatus', label: '会员状态', width: 156, dict: 'memberStatus' },
  { value: 'payType', label: '支付方式', width: 112, dict: 'memberPayType' },
  { value: 'auditStatus', label: '审核', width: 84, dict: 'auditStatus', hidden: true },
  { value: 'paymentStatus', label: '付款', width: 84, dict: 'paymentStatus', hidden: true },
  { value: 'invoiceStatus', label: '发票', width: 76, dict: 'invoiceStatus' },
  { value: 'createUser', label: '下单人', width: 84 },
  { value: 'createTime', label: '下单时间', width: 140, sortable: true },
  { value: 'expireAt', label: '付款截止', width: 140 },
]);

const shownFile = z.object({ id, name: z.string(), url: z.string(), image: z.boolean() });
const orderDetail = orderRow.extend({
  totalFen: z.number(),
  discountFen: z.number(),
  refundFen: z.number().nullable(),
  refundReason: z.string(),
  payee: z.object({ accountName: z.string(), bankName: z.string(), accountNo: z.string() }).nullable(),
  vouchers: z.array(shownFile),
  remitDate: z.string().nullable(),
  remitName: z.string(),
  submitTime: dateTime.nullable(),
  /** day on which the review is due; null = nothing to review */
  reviewDue: dateOnly.nullable(),
  auditUser: z.string(),
  auditTime: dateTime.nullable(),
  rejectReason: z.string(),
  closeReason: z.string(),
  /** the order has to be signed before it is paid */
  contractRequired: z.boolean(),
  ...invoiceShape.shape,
  ...paymentsShape.shape,
  items: z.array(
    line.omit({ startDate: true, endDate: true }).extend({
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
    }),
  ),
  history: z.array(z.object({ id, time: dateTime, userName: z.string(), action: z.string() })),
});
export type MemberOrderDetail = z.infer<typeof orderDetail>;
export const memberOrderDetailShape = orderDetail;
const orderNo = z.string().max(40);
export const queryOrderDetail = endpoint({
  path: `${memberBase}/queryOrderDetail`,
  access: memberRead,
  title: '会员订单详情',
  input: z.object({ orderNo }),
  output: orderDetail,
});
const ofOrder = z.object({ orderNo, version });

/** Vouchers of a bank transfer. */
export const voucherInput = z.object({
  fileIds: z.array(id).min(1, '请上传汇款凭证').max(memberLimits.vouchers, `凭证最多${memberLimits.vouchers}个文件`),
  remitDate: z.string('请选择汇款日期').min(1, '请选择汇款日期').pipe(dateOnly),
  remitName: z.string('请输入汇款户名').trim().min(2, '请输入汇款户名').max(100, '最多100个字符'),
});
export const updateOrder = endpoint({
  path: `${memberBase}/updateOrder`,
  access: button('member', 'pay'),
  title: '提交会员订单汇款凭证',
  input: ofOrder.extend(voucherInput.shape),
});
export const closeOrder = endpoint({
  path: `${memberBase}/closeOrder`,
  access: button('member', 'close'),
  title: '取消会员订单',
  input: ofOrder,
});
export const rejectionReason = endpoint({
  path: `${memberBase}/rejectionReason`,
  access: memberRead,
  title: '会员订单驳回原因',
  input: z.object({ orderNo }),
  output: z.object({ reason: z.string(), auditTime: dateTime, auditUser: z.string() }),
});
export const invoiceIssuance = endpoint({
  path: `${memberBase}/invoiceIssuance`,
  access: button('member', 'invoice'),
  title: '会员订单申请发票',
  input: ofOrder.extend({ ticketInfo }),
});
