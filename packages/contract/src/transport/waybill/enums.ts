import { defineEnum } from '../../core/enum';

/** Business type of an order. */
export const serviceMode = defineEnum('serviceMode', {
  fullTruck: [1, '整车'],
  lessThanTruck: [2, '零担'],
  city: [3, '城配'],
});

export const orderSource = defineEnum('orderSource', {
  manual: [1, '手工'],
  imported: [2, '导入'],
  interface: [3, '接口'],
  customer: [4, '客户自助'],
  copied: [5, '复制'],
});

export const orderType = defineEnum('orderType', { forward: [1, '正向'], returned: [2, '退货'] });

export const orderPriority = defineEnum('orderPriority', {
  normal: [1, '普通'],
  urgent: [2, '加急'],
  critical: [3, '特急'],
});

/** Category of an item name. */
export const cargoCategory = defineEnum('cargoCategory', {
  meat: [1, '肉禽'],
  seafood: [2, '水产'],
  dairy: [3, '乳品'],
  produce: [4, '果蔬'],
  bakery: [5, '烘焙'],
  frozenFood: [6, '速冻食品'],
  medicine: [7, '医药'],
  other: [9, '其他'],
});

/** Equipment that a pick-up asks of the vehicle. */
export const handlingNeed = defineEnum('handlingNeed', {
  tailLift: [1, '尾板'],
  forklift: [2, '叉车'],
  canopy: [3, '带篷布'],
});

/** Whether an order was split. */
export const splitFlag = defineEnum('splitFlag', { whole: [0, '原单'], parent: [1, '母单'], child: [2, '子单'] });

/** Where the goods are. */
export const onHandStatus = defineEnum('onHandStatus', {
  atCustomer: [0, '在客户'],
  atSite: [1, '在站'],
  onTheWay: [2, '在途'],
  delivered: [3, '已交付'],
});

export const pickUpFlag = defineEnum('pickUpFlag', { brought: [0, '客户自送'], pickedUp: [1, '上门提货'] });

export const deliveryMode = defineEnum('deliveryMode', { delivered: [1, '送货上门'], collected: [2, '客户自提'] });

export const freightPayMode = defineEnum('freightPayMode', {
  cash: [1, '现付'],
  onDelivery: [2, '到付'],
  monthly: [3, '月结'],
  onReceipt: [4, '回单付'],
});

export const receiptRequire = defineEnum('receiptRequire', {
  none: [0, '无'],
  electronic: [1, '电子'],
  paper: [2, '纸质'],
  both: [3, '电子+纸质'],
});

/** Kind of a waybill: 提单, 配载单 and 运输任务 share one table. */
export const waybillKind = defineEnum('waybillKind', {
  billOfLading: [1, '提单'],
  stowage: [2, '配载单'],
  transportTask: [3, '运输任务'],
});

export const stowStatus = defineEnum('stowStatus', {
  toStow: [0, '待配载'],
  stowing: [1, '配载中'],
  stowed: [2, '已配载'],
  loaded: [3, '已装车'],
});

export const driverConfirmStatus = defineEnum('driverConfirmStatus', {
  waiting: [0, '待接单'],
  accepted: [1, '已接单'],
  refused: [2, '已拒单'],
});

export const legType = defineEnum('legType', {
  pickUp: [1, '提货'],
  trunk: [2, '干线'],
  shuttle: [3, '短驳'],
  delivery: [4, '配送'],
});

export const stopType = defineEnum('stopType', { load: [1, '装'], unload: [2, '卸'], pass: [3, '经停'] });

/** Where a truck stands with one stop of its trip. 停报 of devices has the type code stopStatus. */
export const stopStatus = defineEnum('tripStopStatus', {
  toCome: [0, '未到'],
  arrived: [1, '已到'],
  left: [2, '已离开'],
  skipped: [3, '跳过'],
});

export const receiptOrderStatus = defineEnum('receiptOrderStatus', {
  toReceive: [1, '待收货'],
  partly: [2, '部分收货'],
  received: [3, '已收货'],
  voided: [6, '已作废'],
});

export const receiveType = defineEnum('receiveType', {
  brought: [1, '客户自送'],
  pickedUp: [2, '提货入站'],
  transfer: [3, '中转到站'],
  returned: [4, '退货入站'],
});

/** What caused a step. */
export const eventSource = defineEnum('eventSource', {
  manual: [1, '人工'],
  fence: [2, '自动围栏'],
  interface: [3, '接口'],
  timer: [4, '定时'],
  scan: [5, '扫码'],
  card: [6, '刷卡'],
});

export const abnormalType = defineEnum('abnormalType', {
  damage: [1, '货损'],
  shortage: [2, '少货'],
  surplus: [3, '多货'],
  overTemperature: [4, '超温'],
  delay: [5, '延误'],
  vehicleFault: [6, '车辆故障'],
  chillerFault: [7, '冷机故障'],
  accident: [8, '交通事故'],
  refusal: [9, '拒收'],
  contact: [10, '地址/联系异常'],
  papers: [11, '单据异常'],
  other: [99, '其他'],
});

export const abnormalLevel = defineEnum('abnormalLevel', {
  minor: [1, '一般'],
  serious: [2, '较重'],
  grave: [3, '重大'],
});

export const abnormalStatus = defineEnum('abnormalStatus', {
  toHandle: [0, '待处理'],
  handling: [1, '处理中'],
  handled: [2, '已处理'],
  closed: [3, '已关闭'],
  withdrawn: [8, '已撤销'],
});

/** How a receiver signed: a picture of the paper, by hand on the driver's phone, or by hand on the receiver's own phone after a scan. */
export const signMethod = defineEnum('signMethod', {
  photo: [1, '拍照'],
  handwritten: [2, '手写'],
  scan: [4, '扫码'],
});

/** Who reported an abnormal event. */
export const reportSource = defineEnum('reportSource', {
  driver: [1, '司机端'],
  office: [2, '后台'],
  system: [3, '系统自动'],
  customer: [4, '客户'],
});

/** Why goods change vehicles on the way. */
export const reloadReason = defineEnum('reloadReason', {
  vehicleFault: [1, '车辆故障'],
  chillerFault: [2, '冷机故障'],
  transfer: [3, '中转换车'],
  overload: [4, '超载'],
  other: [9, '其他'],
});

/** Who is responsible for an abnormal event. */
export const dutyParty = defineEnum('dutyParty', {
  customer: [1, '客户'],
  carrier: [2, '承运商'],
  driver: [3, '司机'],
  site: [4, '站点'],
  receiver: [5, '收货方'],
  forceMajeure: [6, '不可抗力'],
});

export const receiptStatus = defineEnum('receiptStatus', {
  toUpload: [0, '待上传'],
  uploaded: [1, '已上传'],
  recovered: [2, '已回收'],
  sent: [3, '已寄出'],
  received: [4, '已接收'],
  returned: [5, '已返客户'],
});
