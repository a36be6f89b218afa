import { defineEnum } from '../../core/enum';

export const deviceStatus = defineEnum('deviceStatus', {
  normal: [1, '正常'],
  powerCut: [2, '断电'],
  offline: [3, '离线'],
  notLocated: [4, '不定位'],
  lowBattery: [5, '低电量'],
});

/** How long a terminal has been offline, in minutes: what a list is filtered by. */
export const offlineOver = defineEnum('offlineOver', {
  hour: [60, '超过1小时'],
  day: [1440, '超过1天'],
  days3: [4320, '超过3天'],
  week: [10_080, '超过7天'],
});

/** What may hang on a terminal (配件): what a list is filtered by. */
export const accessory = defineEnum('accessory', {
  tem: [1, '温度'],
  door: [2, '门磁'],
  oil: [3, '油量'],
  video: [4, '视频'],
  lock: [5, '蓝牙锁'],
  co2: [6, 'CO2'],
});

/** State of pre-cooling a box. */
export const coolerStatus = defineEnum('coolerStatus', {
  preCooling: [0, '预冷中'],
  done: [1, '已完成'],
  stopped: [2, '已停止'],
});

/** State of taking a device and its SIM card out of service (停报). */
export const stopStatus = defineEnum('stopStatus', {
  pending: [0, '待停报'],
  stopped: [1, '已停报'],
  cancelled: [2, '已取消'],
  cardCancelled: [3, '已销卡'],
  resumed: [4, '已恢复'],
});

/** State of a command that is sent to a terminal. */
export const instructionSending = defineEnum('instructionSending', {
  queued: [0, '待下发'],
  sent: [1, '已下发'],
  done: [2, '执行成功'],
  refused: [3, '执行失败'],
  noAnswer: [4, '超时'],
  waitingOnline: [5, '离线缓存'],
  cancelled: [6, '已取消'],
  /** the terminal has taken it, what it does is yet to be seen */
  acknowledged: [7, '已应答'],
  expired: [8, '已过期'],
  /** waits until a second person lets it go out */
  review: [9, '待复核'],
});

export const upgradeStatus = defineEnum('upgradeStatus', {
  queued: [0, '待升级'],
  sending: [1, '下发中'],
  done: [2, '升级成功'],
  failed: [3, '升级失败'],
  cancelled: [4, '已取消'],
});

/** State of forwarding data to another platform. */
export const forwardState = defineEnum('forwardState', {
  stopped: [0, '已停止'],
  forwarding: [1, '转发中'],
  failing: [2, '异常'],
  scheduled: [3, '待生效'],
});

export const lockAction = defineEnum('lockAction', { close: [0, '上锁'], open: [1, '开锁'] });

export const lockWay = defineEnum('lockWay', {
  bluetooth: [1, '蓝牙'],
  remote: [2, '远程'],
  code: [3, '密码'],
  card: [4, '刷卡'],
});

export const dataFlowUnit = defineEnum('dataFlowUnit', { g: ['G', 'G'], m: ['M', 'M'], kb: ['KB', 'KB'] });

/** How a portable recorder knows its place. */
export const locType = defineEnum('locType', { gps: [1, 'GPS'], lbs: [2, 'LBS'], wifi: [3, 'WIFI'] });

/** Reporting interval, seconds. Only the models T5 and TH5 have four minutes. */
export const timeInterval = defineEnum('timeInterval', {
  min1: [60, '1分钟'],
  min2: [120, '2分钟'],
  min3: [180, '3分钟'],
  min4: [240, '4分钟'],
  min5: [300, '5分钟'],
  min10: [600, '10分钟'],
  min20: [1200, '20分钟'],
  min30: [1800, '30分钟'],
});

/** A second list of reporting intervals, minutes. */
export const timeIntervalAlt = defineEnum('timeIntervalAlt', {
  min5: [5, '5分钟'],
  min10: [10, '10分钟'],
  min15: [15, '15分钟'],
  min30: [30, '30分钟'],
  min60: [60, '60分钟'],
});

/** Sampling interval of a chart or an export, seconds. */
export const frequency = defineEnum('frequency', {
  sec30: [30, '30秒'],
  min1: [60, '1分钟'],
  min3: [180, '3分钟'],
  min5: [300, '5分钟'],
  min10: [600, '10分钟'],
});

/** How terminals are let in (注册方式): by a code that is given once, or by any code of a known number. */
export const terminalPolicy = defineEnum('terminalPolicy', {
  strict: ['strict', '严格'],
  tolerant: ['tolerant', '宽松'],
});
export type TerminalPolicy = (typeof terminalPolicy.codes)[number];

/** Where a terminal stands with its registration. */
export const deviceAccess = defineEnum('deviceAccess', {
  unregistered: [0, '未注册'],
  registered: [1, '已注册'],
  /** a registered terminal asked for another code and needs a person */
  waiting: [2, '等待放行'],
  /** may register once more */
  released: [3, '已放行'],
  codeRefused: [4, '鉴权失败'],
});
export type DeviceAccess = (typeof deviceAccess.codes)[number];

/** What came of a terminal's attempt to come in. */
export const accessOutcome = defineEnum('accessOutcome', {
  accepted: ['accepted', '已接入'],
  registered: ['registered', '已发放鉴权码'],
  alreadyRegistered: ['alreadyRegistered', '重复注册，已拒绝'],
  wrongCode: ['wrongCode', '鉴权码错误，已拒绝'],
  notAuthenticated: ['notAuthenticated', '未鉴权上报，已拒绝'],
});
export type AccessOutcome = (typeof accessOutcome.codes)[number];

/** What staff ought to look at on a terminal's connections. */
export const deviceAlertKind = defineEnum('deviceAlertKind', {
  network: ['network', '终端更换网络'],
  second: ['second', '终端重复连接'],
  register: ['register', '终端等待放行'],
  code: ['code', '终端鉴权失败'],
});
export type DeviceAlertKind = (typeof deviceAlertKind.codes)[number];
