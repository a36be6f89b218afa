import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { invoiceStatus } from '../../transport/enums';
import { auditKind, auditStage, erpOrderStatusList, memberPayType } from './enums';
import { invoiceShape } from './invoice';
import { memberOrderDetailShape } from './order';
import { companyAuthShape } from './pay';
import { paymentsShape, transferShape } from './payment';

/** 订单审核 of the provider: orders of all companies, of memberships, of renewals of services, and what else they ordered. */
const base = '/api/base/orderAudit' as const;
const read = { menu: menus.orderAudit.id } as const;

const auditRow = z.object({
  /** `1-1001`: kind and id */
  key: z.string(),
  id,
  kind: z.literal(auditKind.codes),
  /** what was ordered in the order centre; null for the others */
  orderType: z.number().nullable(),
  orderNo: z.string(),
  clientName: z.string(),
  /** 专业版，12台 */
  content: z.string(),
  amountFen: z.number(),
  /** what of it an order of the order centre has paid; 0 for the others, which are paid in one sum */
  paidFen: z.number(),
  payType: z.number(),
  voucherCount: z.number(),
  applyUser: z.string(),
  createTime: dateTime,
  submitTime: dateTime.nullable(),
  /** day on which the review is due, while it waits; negative days = late */
  reviewDue: z.string().nullable(),
  stage: z.number(),
  /** while it waits for its review: whether it may be refused */
  refusable: z.boolean(),
  invoiceStatus: z.number(),
  auditUser: z.string(),
  version: z.number(),
});
export type AuditRow = z.infer<typeof auditRow>;
/** What an order is: 会员, 续费, and those of the order centre by what was ordered (软件, 采购, 退货). */
export const auditKindWords = ({ kind, orderType }: Pick<AuditRow, 'kind' | 'orderType'>): string =>
  orderType === null ? auditKind.label(kind) : erpOrderStatusList.label(orderType);
export const auditFilters = filterSet({
  stage: by.code('状态', auditStage, { bar: false }),
  client: by.text('企业', { main: true, width: 190, columns: ['client_name'] }),
  orderNo: by.text('订单号', { max: 40, width: 190 }),
  kind: by.code('类型', auditKind, { width: 130 }),
  payType: by.code('支付方式', memberPayType, { width: 180 }),
  invoiceStatus: by.code('开票状态', invoiceStatus, { width: 150 }),
  from: by.times('下单时间', 'to', { columns: ['created_at'] }),
});
const filters = auditFilters.schema;
export type AuditFilters = z.output<typeof filters>;
export const auditPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '订单审核列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(auditRow),
});
export const auditCount = endpoint({
  path: `${base}/stageCount`,
  access: read,
  title: '订单审核各状态数量',
  output: z.array(z.object({ stage: z.number(), count: z.number() })),
});
export const auditExport = endpoint({
  path: `${base}/export`,
  access: button('orderAudit', 'export'),
  title: '导出订单审核',
  // rows of two tables have no common id: nothing to tick
  input: filters.extend({ ...exportOptions, ids: exportOptions.ids.unwrap().max(0).optional() }),
  output: z.object({ id }),
});
export const auditColumns = columns<AuditRow>()([
  { value: 'orderNo', label: '订单号', width: 178, fixed: 'left', noEdit: true },
  { value: 'stage', label: '状态', width: 92, dict: 'auditStage' },
  { value: 'kind', label: '类型', width: 76 },
  { value: 'clientName', label: '企业', width: 150 },
  { value: 'content', label: '内容', width: 150 },
  { value: 'amountFen', label: '金额(元)', width: 104, align: 'right', sortable: true },
  { value: 'payType', label: '支付方式', width: 112, dict: 'memberPayType' },
  { value: 'voucherCount', label: '凭证', width: 60, align: 'right' },
  { value: 'invoiceStatus', label: '开票状态', width: 84, dict: 'invoiceStatus' },
  { value: 'submitTime', label: '提交时间', width: 140, sortable: true },
  { value: 'reviewDue', label: '审批期限', width: 150 },
  { value: 'applyUser', label: '下单人', width: 84 },
  { value: 'createTime', label: '下单时间', width: 140, sortable: true },
  { value: 'auditUser', label: '审核人', width: 84 },
]);

const one = z.object({
  kind: z.literal(auditKind.codes),
  orderNo: z.string().max(40),
  /** of the order: two companies may have the same number for what they ordered */
  id: id.optional(),
});
export const auditDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '订单审核详情',
  input: one,
  output: z.object({
    row: auditRow,
    /** of a membership; null for the others */
    member: memberOrderDetailShape.nullable(),
    /** who the company says it is: passing the order confirms it. Null: it has not said so, or no membership */
    company: companyAuthShape.nullable(),
    /** the signed contract of the order, with the SHA-256 of its file; null: none */
    contract: z
      .object({ contractNo: z.string(), signer: z.string(), signTime: dateTime, evidence: z.string() })
      .nullable(),
    /** online payments of a renewal or an order of the order centre, `payTradeNo` '' while none paid it; a membership knows its own. Null: there is none */
    payment: paymentsShape.nullable(),
    /** what was renewed; empty for the others */
    renewal: z.array(
      z.object({
        id,
        terminalNo: z.string(),
        plateNo: z.string(),
        model: z.string(),
        years: z.number(),
        amountFen: z.number(),
        oldEnd: z.string().nullable(),
        newEnd: z.string().nullable(),
      }),
    ),
    /** what was ordered in the order centre; empty for the others */
    goods: z.array(
      z.object({
        id,
        productName: z.string(),
        model: z.string(),
        qty: z.number(),
        unitPriceFen: z.number(),
        deviceNos: z.array(z.string()),
      }),
    ),
    /** the bank transfer of an order of the order centre; null: none, or a refused one of an order that takes no money any more, and for the others */
    transfer: transferShape.nullable(),
    invoice: invoiceShape,
    vouchers: z.array(z.object({ id, name: z.string(), url: z.string(), image: z.boolean() })),
    /** what a refund would give back today; null = nothing to refund */
    refundableFen: z.number().nullable(),
    /** a requested refund that waits for a second person; null: none */
    refund: z.object({ fen: z.number(), reason: z.string(), by: z.string(), own: z.boolean() }).nullable(),
  }),
});
export type AuditDetail = z.infer<typeof auditDetail.output>;
export const auditContract = endpoint({
  path: `${base}/contract`,
  access: read,
  title: '下载会员订单的已签合同（PDF）',
  raw: true,
  input: one.pick({ orderNo: true }),
  output: z.unknown(),
});
const step = one.extend({ version });
export const auditPass = endpoint({
  path: `${base}/pass`,
  access: button('orderAudit', 'pass'),
  title: '订单审核通过',
  input: step,
});
/** Fewest and most characters of a reason that the other side reads. */
export const auditReason = { min: 4, max: 200 } as const;
const reason = z
  .string('请输入原因')
  .trim()
  .min(auditReason.min, `原因至少${auditReason.min}个字`)
  .max(auditReason.max, `最多${auditReason.max}个字符`);
export const auditReject = endpoint({
  path: `${base}/reject`,
  access: button('orderAudit', 'reject'),
  title: '驳回会员订单、汇款凭证或退货申请',
  input: step.extend({ kind: one.shape.kind.default(auditKind.member), reason }),
});
/** A refund needs two people: the first call requests it, the second one, by somebody else, confirms it and ends the membership today. */
export const auditRefund = endpoint({
  path: `${base}/refund`,
  access: button('orderAudit', 'refund'),
  title: '会员订单退款：一人申请，另一人复核',
  input: step.omit({ kind: true }).extend({ reason: reason.optional(), withdraw: z.boolean().default(false) }),
  output: z.object({ done: z.boolean() }),
});
/** The invoice that a buyer asked for, as a file of the caller. */
export const auditInvoice = endpoint({
  path: `${base}/invoice`,
  access: button('orderAudit', 'invoice'),
  title: '订单开具发票',
  input: step.extend({
    kind: one.shape.kind.default(auditKind.member),
    invoiceNo: z
      .string('请输入发票号码')
      .trim()
      .regex(/^[0-9A-Z]{8,20}$/u, '发票号码为8~20位数字或大写字母'),
    fileId: id,
  }),
});
export const auditVoidInvoice = endpoint({
  path: `${base}/voidInvoice`,
  access: button('orderAudit', 'invoice'),
  title: '订单作废发票',
  input: step.extend({ kind: one.shape.kind.default(auditKind.member), reason }),
});
