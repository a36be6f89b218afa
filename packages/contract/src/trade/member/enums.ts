import { defineEnum } from '../../core/enum';

/** Order of a membership. The specification names six meanings for nine values; 7 to 9 are the offline and timed-out forms. */
export const memberStatus = defineEnum('memberStatus', {
  toPay: [1, '待付款'],
  toReview: [2, '已付款待审核'],
  passed: [3, '审核通过'],
  failed: [4, '审核不通过'],
  refunded: [5, '已退款'],
  cancelled: [6, '已取消'],
  toPayOffline: [7, '待付款(对公,待上传凭证)'],
  toReviewOffline: [8, '已付款待审核(对公,到账核对)'],
  timedOut: [9, '已取消(超时自动关闭)'],
});

/** Renewal of a device: two values mean waiting for payment. */
export const renewStatus = defineEnum('renewStatus', {
  toPay: [1, '待付款'],
  approved: [2, '审核通过'],
  cancelled: [3, '已取消'],
  toPayAgain: [4, '待付款'],
});

export const memberPayType = defineEnum('memberPayType', { online: [1, '线上个人支付'], offline: [2, '线下对公支付'] });

/** Ways of online payment, by scanning a code. */
export const payChannel = defineEnum('payChannel', { wechat: ['wechat', '微信支付'], alipay: ['alipay', '支付宝'] });
export type PayChannel = (typeof payChannel.codes)[number];

/** How the simulator of payment providers behaves when somebody pays. */
export const simulatedHow = defineEnum('simulatedHow', {
  pay: ['pay', '正常付款'],
  twice: ['twice', '通知两次'],
  late: ['late', '取消后才到账'],
  amount: ['amount', '金额不符'],
  forged: ['forged', '伪造通知'],
});
export type SimulatedHow = (typeof simulatedHow.codes)[number];

/** 企业认证 before the first contract. */
export const companyAuthStatus = defineEnum('companyAuthStatus', {
  none: [0, '未认证'],
  underWay: [1, '认证中'],
  done: [2, '已认证'],
  failed: [3, '认证失败'],
});

export const contractStatus = defineEnum('contractStatus', {
  notNeeded: [0, '无需签署'],
  toSign: [1, '待签署'],
  signed: [2, '已签署'],
});

export const memberEffectiveStatus = defineEnum('memberEffectiveStatus', {
  notYet: [0, '未生效'],
  effective: [1, '生效中'],
  expired: [2, '已过期'],
});

/** Kind of an order in the order center. */
export const erpOrderStatusList = defineEnum('erpOrderStatusList', {
  newPurchase: [1, '新购'],
  newRental: [2, '新租'],
  renewal: [3, '续费'],
  software: [4, '软件'],
  procurement: [5, '采购'],
  lossRebuild: [6, '丢失补建'],
  returned: [7, '退货'],
  toPurchase: [8, '转购买'],
  toRental: [9, '转租赁'],
});

/** Answer of the check before a purchase; anything but 1 and 2 opens the purchase page. */
export const purchaseCheck = defineEnum('purchaseCheck', {
  toPay: [1, '有待付款订单'],
  toReview: [2, '有待审核订单'],
  free: ['other', '可购买'],
});

/** State of a company at the provider. */
export const clientStatus = defineEnum('clientStatus', {
  disabled: [0, '停用'],
  normal: [1, '正常'],
  arrears: [2, '欠费'],
  extended: [3, '延期中'],
  trial: [4, '试用'],
});

/** Extension granted to a company in arrears. */
export const extensionStatus = defineEnum('extensionStatus', {
  pending: [0, '待审核'],
  effective: [1, '已生效'],
  rejected: [2, '已驳回'],
  ended: [3, '已到期'],
  withdrawn: [4, '已撤销'],
});

export const trialStatus = defineEnum('trialStatus', {
  pending: [0, '待处理'],
  opened: [1, '已开通'],
  refused: [2, '已拒绝'],
  ended: [3, '已到期'],
  converted: [4, '已转正'],
});

/** How a terminal's service is paid. */
export const feeType = defineEnum('feeType', { year: [1, '年费'], quarter: [2, '季费'], traffic: [3, '流量'] });

/** State of a terminal's service, worked out of its end. */
export const feeStatus = defineEnum('feeStatus', {
  normal: [1, '正常'],
  soon: [2, '即将到期'],
  expired: [3, '已到期'],
  grace: [4, '宽限期'],
  stopped: [5, '已停机'],
});

/** Kind of an invoice. */
export const ticketType = defineEnum('ticketType', { plain: [1, '增值税普通发票'], special: [2, '增值税专用发票'] });

/** What the provider reviews and invoices: memberships, renewals of services, and what else a company orders of him in the order centre. */
export const auditKind = defineEnum('auditKind', { member: [1, '会员'], renewal: [2, '续费'], goods: [3, '订购'] });
export type AuditKind = (typeof auditKind.codes)[number];
/** Where an order stands for the person who reviews it. */
export const auditStage = defineEnum('auditStage', {
  review: [1, '待审核'],
  pay: [2, '待付款'],
  /** passed, and its invoice is asked for */
  toInvoice: [8, '待开票'],
  passed: [3, '已通过'],
  rejected: [4, '已驳回'],
  refunding: [5, '退款待复核'],
  refunded: [6, '已退款'],
  closed: [7, '已取消'],
});

/** Whether a plan is sold. What was bought of it holds to its end either way. */
export const memberPlanSale = defineEnum('memberPlanSale', { off: [0, '停售'], on: [1, '在售'] });
