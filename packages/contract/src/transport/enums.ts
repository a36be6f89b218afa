import { defineEnum } from '../core/enum';

export const orderStatus = defineEnum('orderStatus', {
  toDispatch: [1, '待调度'],
  toLoad: [2, '待装车'],
  loading: [3, '装车中'],
  inTransit: [4, '运输中'],
  completed: [5, '已完成'],
  voided: [6, '已作废'],
});

/** State of a waybill. */
export const transportStatus = defineEnum('transportStatus', {
  toDepart: [1, '待发车'],
  inTransit: [2, '运输中'],
  complete: [3, '运输完成'],
});

/** State of a leg: one order on one waybill. */
export const transportationStatus = defineEnum('transportationStatus', {
  notStarted: [0, '未开始'],
  inTransit: [1, '运输中'],
  completed: [2, '已完成'],
});

export const dispatchSource = defineEnum('dispatchSource', {
  smart: [1, '智能调度'],
  manual: [2, '人工调度'],
  lineMatch: [3, '线路匹配'],
  areaMatch: [4, '区域匹配'],
});

/** Where containers (crates, pallets) are kept. */
export const nodeTypeList = defineEnum('nodeTypeList', {
  vehicle: [1, '车辆'],
  store: [2, '门店'],
  warehouse: [3, '仓库'],
});

export const containerChangeType = defineEnum('containerChangeType', {
  turnover: [1, '周转'],
  totalChange: [2, '总量变更'],
  scrapped: [3, '报废'],
  lost: [4, '丢失'],
});

/** How a freight is calculated. */
export const ruleTypeList = defineEnum('ruleTypeList', {
  perOrder: [1, '按单'],
  continuedWeight: [2, '续重'],
  continuedPiece: [3, '续件'],
  tiered: [4, '阶梯'],
});

/** How a carrier is paid. */
export const ruleTypeListc = defineEnum('ruleTypeListc', { perDeliveryPoint: [1, '按送货点'], perTrip: [2, '按趟次'] });

export const auditStatus = defineEnum('auditStatus', {
  pending: [0, '待审核'],
  passed: [1, '审核通过'],
  cancelled: [8, '已取消'],
  rejected: [9, '已驳回'],
});

export const paymentStatus = defineEnum('paymentStatus', {
  toCollect: [1, '待收款'],
  collected: [2, '已收款'],
  partlyPaid: [3, '部分支付'],
  notCollected: [4, '未收款'],
  refunded: [5, '全额退款'],
});

export const invoiceStatus = defineEnum('invoiceStatus', {
  notApplied: [0, '未申请'],
  applied: [1, '已申请'],
  issued: [2, '已开票'],
  voided: [3, '已作废'],
});
