import { defineEnum } from '../core/enum';

/** 启停 of a record. */
export const enableStatus = defineEnum('enableStatus', { disabled: [0, '停用'], enabled: [1, '启用'] });

export const driverStatus = defineEnum('driverStatus', {
  employed: [1, '在职'],
  disabled: [0, '停用'],
  left: [2, '离职'],
});

/** Whether vehicles are shared between us and the carrier's company on this platform. */
export const carrierShare = defineEnum('carrierShare', {
  unlinked: [0, '未关联'],
  none: [1, '未共享'],
  sharing: [2, '共享中'],
  ended: [3, '已到期'],
});

/** Whether a customer sends goods, receives them, or both. */
export const customerType = defineEnum('customerType', {
  shipper: [1, '发货方'],
  consignee: [2, '收货方'],
  both: [3, '收发货方'],
});

/** Grade of a customer or a carrier. */
export const gradeLevel = defineEnum('gradeLevel', { a: ['A', 'A'], b: ['B', 'B'], c: ['C', 'C'], d: ['D', 'D'] });

export const settleType = defineEnum('settleType', { monthly: [1, '月结'], cash: [2, '现结'], collect: [3, '到付'] });

export const carrierType = defineEnum('carrierType', { company: [1, '公司'], person: [2, '个体'] });

export const cardType = defineEnum('cardType', { store: [1, '门店卡'], driver: [2, '司机卡'], manager: [3, '管理卡'] });

export const cardStatus = defineEnum('cardStatus', { valid: [1, '正常'], lost: [2, '挂失'], cancelled: [3, '注销'] });

/** Kinds of evidence that a truck was at a store. */
export const arrivalEvidence = defineEnum('arrivalEvidence', {
  photo: [1, '照片'],
  signature: [2, '签名'],
  lock: [3, '蓝牙锁'],
  card: [4, '刷卡'],
});

/** State of a Bluetooth lock. */
export const lockStatus = defineEnum('lockStatus', {
  unbound: [0, '未绑定'],
  locked: [1, '已上锁'],
  open: [2, '已开锁'],
  offline: [3, '离线'],
  faulty: [4, '异常'],
});

/** Contents of a task of 写入设备. */
export const writeContent = defineEnum('writeContent', {
  places: ['places', '区域线路'],
  text: ['text', '显示文本'],
  phoneBook: ['phoneBook', '电话本'],
  driverList: ['driverList', '司机白名单'],
  params: ['params', '设置参数'],
  readParams: ['readParams', '读取参数'],
  reset: ['reset', '重启终端'],
  clear: ['clear', '清除图形'],
});

/** What happens to the areas that a terminal already holds when areas are written. */
export const writeMode = defineEnum('writeMode', {
  replace: ['replace', '更新（先清除同类图形）'],
  append: ['append', '追加'],
  modify: ['modify', '修改同编号的'],
});

export const writeStatus = defineEnum('writeStatus', {
  waiting: [0, '待发'],
  sent: [1, '已发'],
  done: [2, '成功'],
  failed: [3, '失败'],
  unsupported: [4, '不支持'],
  offline: [5, '离线待发'],
  expired: [6, '已过期'],
  silent: [7, '无应答'],
  cancelled: [8, '已取消'],
});

/** Papers of a vehicle of which pictures are kept. */
export const vehiclePaper = defineEnum('vehiclePaper', {
  licence: ['licence', '行驶证'],
  transport: ['transport', '道路运输证'],
  inspect: ['inspect', '年检'],
  compulsory: ['compulsory', '交强险'],
  commercial: ['commercial', '商业险'],
  maintain: ['maintain', '二级维护'],
  gps: ['gps', 'GPS安装证明'],
  calibration: ['calibration', '探头校准证书'],
  photo: ['photo', '车辆照片'],
  other: ['other', '其他'],
});
/** Result of reading a driver's card, as the terminal reports it (0x0702). */
export const icReadResult = defineEnum('icReadResult', {
  ok: [0, '读卡成功'],
  unknown: [1, '卡片密钥认证未通过'],
  locked: [2, '卡片已被锁定'],
  removed: [3, '卡片被拔出'],
  damaged: [4, '数据校验错误'],
});

export const driverPaper = defineEnum('driverPaper', {
  photo: ['photo', '照片'],
  idCard: ['idCard', '身份证'],
  licence: ['licence', '驾驶证'],
  qualification: ['qualification', '从业资格证'],
  health: ['health', '健康证'],
  other: ['other', '其他'],
});
/** Papers of carriers and customers of which pictures are kept. */
export const partnerPaper = defineEnum('partnerPaper', {
  business: ['business', '营业执照'],
  permit: ['permit', '道路运输经营许可证'],
  contract: ['contract', '合同'],
  invoice: ['invoice', '开票资料'],
  other: ['other', '其他'],
});

/** What a text is, for terminals of the edition of 2019 (0x8300); others do not tell them apart. */
export const textType = defineEnum('textType', {
  notice: [1, '通知'],
  service: [2, '服务'],
});
