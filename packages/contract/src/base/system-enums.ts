import { codes } from '../core/endpoint';
import { defineEnum } from '../core/enum';

/** Products that a company has. */
export const systemCode = defineEnum('systemCode', { tms: ['TMS', '运输管理系统'], wms: ['WMS', '仓储管理系统'] });

/** System lists that menus are asked for; the new transport system asks for its own only. */
export const sysList = defineEnum('sysList', {
  common: ['common', '公共'],
  webGIS: ['webGIS', '车辆监控'],
  tms: ['tms', '运输管理'],
  tmsNew: ['tms_new', '新运输管理'],
});

export const menuMark = defineEnum('menuMark', { blank: ['blank', '新窗口打开'] });

/** How pages open. */
export const openUrl = defineEnum('openUrl', { multiple: [false, '多页面打开'], replace: [true, '当前页面替换'] });

/** Categories of messages, in the order of the badge. */
export const msgCategory = defineEnum('msgCategory', {
  vehicleAlarm: [13, '车辆报警'],
  deviceService: [11, '设备服务 / 服务费到期'],
  vehicleAffairs: [12, '车务'],
  deviceException: [15, '设备异常'],
  announcement: [14, '系统公告'],
});

/** Types of messages that the platform itself writes: category, then a number. Alarms bring the names of their own types. */
export const msgType = defineEnum('msgType', {
  serviceFee: [11001, '服务费通知'],
  memberOrder: [11002, '会员订单通知'],
  inspectionDue: [12001, '年检到期'],
  insuranceDue: [12002, '保险到期'],
  licenceDue: [12003, '行驶证到期'],
  transportCertDue: [12004, '道路运输证到期'],
  probeCertDue: [12005, '探头校准到期'],
  vehiclePaperDue: [12006, '车辆证件到期'],
  grantDue: [12007, '授权到期'],
  lostCard: [12008, '挂失卡刷卡'],
  deviceShare: [12009, '设备共享'],
  shipment: [12010, '发运进度'],
  repairProgress: [12011, '报修进度'],
  cutReview: [12012, '断油断电复核'],
  preCooling: [12013, '预冷提醒'],
  terminalNetwork: [15001, '终端更换网络'],
  terminalSecond: [15002, '终端重复连接'],
  terminalRegister: [15003, '终端等待放行'],
  terminalCode: [15004, '终端鉴权失败'],
  forwardPaused: [15005, '数据转发已暂停'],
  forwardFailing: [15006, '数据转发失败过多'],
  subscriptionPaused: [15007, '应用订阅已暂停'],
  subscriptionFailing: [15008, '应用订阅失败过多'],
  forwardAdrift: [15009, '数据转发待核对'],
  subscriptionAdrift: [15010, '应用订阅待核对'],
  notice: [14001, '平台公告'],
  maintenance: [14002, '维护通知'],
  release: [14003, '功能更新'],
  companyNotice: [14004, '企业公告'],
  trialApplication: [14005, '试用申请'],
  feedback: [14006, '用户反馈'],
  orderReview: [14007, '订单审核'],
  upgradeStopped: [14008, '升级停止'],
  repairRequest: [14009, '设备报修'],
});

/** Codes of an answer's envelope that a client acts on. */
export const resultCode = defineEnum('resultCode', {
  ok: [codes.ok, '成功'],
  okLoginInfo: [codes.okLoginInfo, '成功'],
  refreshRejected: [codes.refreshRejected, '刷新失败'],
  forbidden: [codes.forbidden, '暂无权限'],
});

/** HTTP statuses that a client acts on. */
export const httpStatus = defineEnum('httpStatus', {
  unauthorized: [401, '令牌失效'],
  loggedInElsewhere: [403, '强制退出'],
  ignored: [404, '忽略'],
  serverError: [500, '服务器错误'],
  unavailable: [503, '无法连接'],
  timeout: [504, '网络超时'],
});

/** Steps of the date-range picker. */
export const dateRangeState = defineEnum('dateRangeState', {
  none: ['none', '未选择'],
  selecting: ['selecting', '已选开始'],
  done: ['done', '已选区间'],
});

/** Announcements, questionnaires, open interfaces. */
export const publishStatus = defineEnum('publishStatus', {
  draft: [0, '草稿'],
  published: [1, '已发布'],
  withdrawn: [2, '已下线'],
});

/** What became of a company's application for an open interface. */
export const interfaceApplyStatus = defineEnum('interfaceApplyStatus', {
  review: [0, '审核中'],
  opened: [1, '已开通'],
  refused: [2, '未通过'],
  withdrawn: [3, '已撤回'],
  stopped: [4, '已停用'],
});
