import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { terminalSearch } from '../../core/field/terminal-number';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { feeStatus, memberPayType, renewStatus } from '../member/enums';
import { invoiceShape } from '../member/invoice';
import { codeInput, offeredCode, payResult, simulatedInput, simulatedResult } from '../member/pay';
import { storedTicket, ticketInfo } from '../member/ticket';
import { renewLimits } from './renewal';

const base = '/api/base/onlineRenewal' as const;
const read = { menu: menus.equipmentCost.id } as const;
const renew = button('equipmentCost', 'renew');
const detail = button('equipmentCost', 'detail');

const feeRow = z.object({
  id,
  terminalNo: z.string(),
  /** of the vehicle that has it now; null: none */
  vehicleId: id.nullable(),
  plateNo: z.string(),
  vehicleColor: z.number().nullable(),
  model: z.string(),
  orgName: z.string(),
  packageName: z.string(),
  feeType: z.number(),
  startDate: z.string().nullable(),
  serviceEnd: z.string().nullable(),
  /** negative: over since so many days; null: no end is known */
  remainDays: z.number().nullable(),
  feeStatus: z.number(),
  lastRenewTime: dateTime.nullable(),
  remind: z.boolean(),
  /** number of the open order in which it waits for payment; null: none */
  openOrderNo: z.string().nullable(),
  /** whether the caller may open that order: his own, or he sees the whole company */
  openOrderVisible: z.boolean(),
});
export type FeeRow = z.infer<typeof feeRow>;

/** Filters of the devices, `d` in their SQL. Models and packages are chosen among those that the company has. */
export const deviceFeeFilters = filterSet({
  keyword: by.text('终端编号 / 车牌', {
    form: terminalSearch,
    main: true,
    width: 190,
    columns: ['terminal_no', 'v.plate_no'],
  }),
  orgId: by.own(by.org('部门', orgOptions, { width: 170 })),
  model: by.own(by.text('型号', { width: 150 })),
  feeStatus: by.own(by.codes('费用状态', feeStatus, { width: 190 })),
  endFrom: by.own(by.times('到期日', 'endTo')),
  packageName: by.own(by.text('套餐', { width: 170 })),
});
const feeFilters = deviceFeeFilters.schema;
export type FeeFilters = z.output<typeof feeFilters>;
export const feePage = endpoint({
  path: `${base}/devicePage`,
  access: read,
  title: '设备费用列表',
  input: pageQuery.extend(feeFilters.shape),
  output: pageOf(feeRow),
});
export const feeSummary = endpoint({
  path: `${base}/summary`,
  access: read,
  title: '设备费用统计',
  output: z.object({
    total: z.number(),
    normal: z.number(),
    soon: z.number(),
    over: z.number(),
    ordersToPay: z.number(),
    models: z.array(z.string()),
    packages: z.array(z.string()),
    /** true for provider staff, the only ones who may confirm payments */
    mayConfirm: z.boolean(),
  }),
});
export const feeExport = endpoint({
  path: `${base}/deviceExport`,
  access: button('equipmentCost', 'export'),
  title: '导出设备费用',
  input: feeFilters.extend(exportOptions),
  output: z.object({ id }),
});
export const feeColumns = columns<FeeRow>()([
  { value: 'terminalNo', label: '终端编号', width: 164, fixed: 'left', sortable: true, noEdit: true },
  { value: 'plateNo', label: '车牌', width: 112, sortable: true },
  { value: 'model', label: '型号', width: 96 },
  { value: 'orgName', label: '部门', width: 120 },
  { value: 'packageName', label: '套餐', width: 120 },
  { value: 'feeType', label: '计费', width: 66, dict: 'feeType' },
  { value: 'startDate', label: '开通日', width: 104 },
  { value: 'serviceEnd', label: '到期日', width: 104, sortable: true },
  { value: 'remainDays', label: '剩余天数', width: 88, align: 'right', sortable: true },
  { value: 'feeStatus', label: '费用状态', width: 88, dict: 'feeStatus' },
  { value: 'lastRenewTime', label: '最近续费', width: 136 },
  { value: 'remind', label: '自动提醒', width: 84 },
]);

export const feeDetail = endpoint({
  path: `${base}/deviceDetail`,
  access: detail,
  title: '设备费用详情',
  input: z.object({ id }),
  output: feeRow.extend({
    simNo: z.string(),
    simOperator: z.string(),
    /** traffic of the card in the month, MB; null: nobody knows */
    simFlowMb: z.number().nullable(),
    simEnd: z.string().nullable(),
    stoppedTime: dateTime.nullable(),
    arrearsExtendDays: z.number(),
    periods: z.array(
      z.object({
        id,
        startDate: dateOnly,
        endDate: dateOnly,
        packageName: z.string(),
        orderNo: z.string(),
        amountFen: z.number(),
        operator: z.string(),
        time: dateTime,
      }),
    ),
  }),
});
export type FeeDetail = z.infer<typeof feeDetail.output>;

const wish = z.object({
  deviceId: id,
  years: z.number().int().min(1, '年限应为1~5年').max(renewLimits.years, '年限应为1~5年'),
});
const wishes = z
  .array(wish)
  .min(1, '请选择要续费的设备')
  .max(renewLimits.devices, `一次最多续费${renewLimits.devices}台设备`);
export type RenewWish = z.infer<typeof wish>;

const priceLine = z.object({
  deviceId: id,
  terminalNo: z.string(),
  plateNo: z.string(),
  model: z.string(),
  packageName: z.string(),
  years: z.number(),
  unitPriceFen: z.number(),
  percent: z.number(),
  amountFen: z.number(),
  oldEnd: z.string().nullable(),
  newEnd: z.string(),
});
export type PriceLine = z.infer<typeof priceLine>;
const priced = z.object({
  lines: z.array(priceLine),
  totalFen: z.number(),
  discountFen: z.number(),
  amountFen: z.number(),
  /** `满2年95折` */
  discounts: z.array(z.string()),
});
export const feePrice = endpoint({
  path: `${base}/price`,
  access: renew,
  title: '续费价格',
  input: z.object({ items: wishes }),
  /** `payTypes`: the ways in which the order may be paid, the usual one first */
  output: priced.extend({ payTypes: z.array(z.literal(memberPayType.codes)) }),
});
/** The caller's draft of a renewal, kept on the server so that it survives a reload. */
export const renewDraft = endpoint({
  path: `${base}/draft`,
  access: renew,
  title: '续费草稿',
  output: z.object({ items: z.array(wish) }),
});
export const renewSaveDraft = endpoint({
  path: `${base}/saveDraft`,
  access: renew,
  title: '保存续费草稿',
  input: z.object({ items: z.array(wish).max(renewLimits.devices, `一次最多续费${renewLimits.devices}台设备`) }),
});

export const getTicketInfo = endpoint({
  path: `${base}/getTicketInfo`,
  access: renew,
  title: '上次的开票信息',
  output: z.object({ title: z.string(), ticket: storedTicket.nullable() }),
});
/** Orders a renewal, to be paid by bank transfer, or online where a provider of payments is set up. */
export const renewCreate = endpoint({
  path: `${base}/createOrder`,
  access: renew,
  title: '提交续费订单',
  input: z.object({
    items: wishes,
    amountFen: z.number().int(),
    payType: z.literal(memberPayType.codes, '请选择支付方式').default(memberPayType.offline),
    ticketInfo,
  }),
  output: z.object({ orderNo: z.string(), amountFen: z.number(), expireAt: dateTime }),
});

const orderRow = z.object({
  id,
  orderNo: z.string(),
  deviceCount: z.number(),
  /** `1年`, `1~3年` */
  yearsText: z.string(),
  amountFen: z.number(),
  payType: z.number(),
  renewStatus: z.number(),
  paymentStatus: z.number(),
  invoiceStatus: z.number(),
  hasVoucher: z.boolean(),
  applyUser: z.string(),
  createTime: dateTime,
  expireAt: dateTime,
  version: z.number(),
});
export type RenewOrderRow = z.infer<typeof orderRow>;
export const renewOrderFilters = filterSet({
  orderNo: by.text('订单号', { max: 30, main: true, width: 190 }),
  /** `toPay` asks for all that wait for money, also again */
  renewStatus: by.own(
    by.code(
      '订单状态',
      {
        codes: renewStatus.codes,
        options: renewStatus.options.filter(({ code }) => code !== renewStatus.toPayAgain),
      },
      { width: 170 },
    ),
  ),
  from: by.times('下单时间', 'to', { columns: ['created_at'] }),
});
const renewFilters = renewOrderFilters.schema;
export type RenewFilters = z.output<typeof renewFilters>;
export const renewPage = endpoint({
  path: `${base}/orderPage`,
  access: read,
  title: '续费订单列表',
  input: pageQuery.extend(renewFilters.shape),
  output: pageOf(orderRow),
});
export const renewExport = endpoint({
  path: `${base}/orderExport`,
  access: button('equipmentCost', 'export'),
  title: '导出续费订单',
  input: renewFilters.extend(exportOptions),
  output: z.object({ id }),
});
export const renewColumns = columns<RenewOrderRow>()([
  { value: 'orderNo', label: '订单号', width: 170, fixed: 'left', sortable: true, noEdit: true },
  { value: 'deviceCount', label: '设备数', width: 76, align: 'right', sortable: true },
  { value: 'yearsText', label: '年限', width: 84 },
  { value: 'amountFen', label: '金额(元)', width: 110, align: 'right', sortable: true },
  { value: 'payType', label: '支付方式', width: 112, dict: 'memberPayType' },
  { value: 'renewStatus', label: '订单状态', width: 112, dict: 'renewStatus', sortable: true },
  { value: 'paymentStatus', label: '付款状态', width: 88, dict: 'paymentStatus' },
  { value: 'invoiceStatus', label: '发票状态', width: 88, dict: 'invoiceStatus' },
  { value: 'applyUser', label: '下单人', width: 90 },
  { value: 'createTime', label: '下单时间', width: 150, sortable: true },
]);
export const renewDetail = endpoint({
  path: `${base}/orderDetail`,
  access: detail,
  title: '续费订单详情',
  input: z.object({ orderNo: z.string().max(30) }),
  output: orderRow.extend({
    discountFen: z.number(),
    transferCode: z.string(),
    payee: z.object({ accountName: z.string(), bankName: z.string(), accountNo: z.string() }).nullable(),
    voucherUrl: z.string().nullable(),
    voucherTime: dateTime.nullable(),
    ...invoiceShape.shape,
    paidTime: dateTime.nullable(),
    auditUser: z.string(),
    cancelReason: z.string(),
    lines: z.array(
      z.object({
        id,
        terminalNo: z.string(),
        plateNo: z.string(),
        model: z.string(),
        years: z.number(),
        unitPriceFen: z.number(),
        amountFen: z.number(),
        oldEnd: z.string().nullable(),
        newEnd: z.string().nullable(),
      }),
    ),
  }),
});
export type RenewDetail = z.infer<typeof renewDetail.output>;
const ofOrder = z.object({ orderNo: z.string().max(30), version });
export const renewVoucher = endpoint({
  path: `${base}/uploadVoucher`,
  access: renew,
  title: '上传汇款凭证',
  input: ofOrder.extend({ fileId: id }),
});
export const renewClose = endpoint({
  path: `${base}/closeOrder`,
  access: renew,
  title: '取消续费订单',
  input: ofOrder,
});
/** The code to scan for an order that is paid online. */
export const renewPayCode = endpoint({
  path: `${base}/getPaymentQRCode`,
  access: renew,
  title: '续费订单付款二维码',
  input: codeInput,
  output: offeredCode,
});
/** Asks the providers of payments, as a message of theirs may be late or lost. */
export const renewPayResult = endpoint({
  path: `${base}/queryPaymentResults`,
  access: renew,
  title: '查询续费订单付款结果',
  input: z.object({ orderNo: z.string().max(30) }),
  output: payResult,
});
/** Test mode only: somebody pays the open code. */
export const renewSimulate = endpoint({
  path: `${base}/simulatePayment`,
  access: renew,
  title: '模拟续费付款（仅测试模式）',
  input: simulatedInput,
  output: simulatedResult,
});
export const renewInvoice = endpoint({
  path: `${base}/applyInvoice`,
  access: renew,
  title: '续费订单申请开票',
  input: ofOrder.extend({ ticketInfo }),
});
export const renewInvoiceFile = endpoint({
  path: `${base}/invoiceFile`,
  access: detail,
  title: '下载续费订单发票',
  raw: true,
  input: z.object({ orderNo: z.string().max(30) }),
  output: z.unknown(),
});
/** Confirms a payment: by provider staff who visits the company and has checked the voucher. */
export const renewConfirm = endpoint({
  path: `${base}/confirm`,
  access: button('equipmentCost', 'confirm'),
  title: '确认收到续费汇款',
  input: ofOrder,
});
export const feeReminder = endpoint({
  path: `${base}/reminder`,
  access: read,
  title: '到期提醒设置',
  output: z.object({ days: z.array(z.number()) }),
});
export const feeSaveReminder = endpoint({
  path: `${base}/saveReminder`,
  access: button('equipmentCost', 'remind'),
  title: '保存到期提醒设置',
  input: z.object({ days: z.array(z.literal([30, 15, 7, 1])).max(4) }),
});
