import { downloadStatus } from '../base/download/calls';
import { tokenLife } from '../base/identity/calls';
import { isPrimaryUser, licenceClass, loginType, strengthPoints } from '../base/org/enums';
import { msgCategory, msgType } from '../base/system-enums';
import { minuteMs } from '../core/durations';
import { codes } from '../core/endpoint';
import { frameMarker } from '../core/live';
import { pagerSchemes } from '../core/page';
import { platformLabel } from '../core/platform';
import { dataFlowUnit, frequency, timeInterval, timeIntervalAlt } from '../resources/device/enums';
import { cameraCount, doorCount, oilSensorCount, refrigeratorCount, tempSensorCount } from '../resources/vehicle/enums';
import { erpOrderStatusList, memberStatus, purchaseCheck } from '../trade/member/enums';
import { scoreLimits } from '../watch/alarm/enums';
import { launcher, tmsGroup } from './launcher';
import { menus } from './menus';

/** Every fixed number of the product, the unit in its name. What another file already says is taken from there. */
export const constants = {
  launcher: { itemHeightPx: 63, entries: launcher.length, tmsGroup: tmsGroup.length },
  /** The side menu hides with at most this many items, of which the one has at most this many children. */
  menu: { hideMaxItems: 1, hideMaxChildren: 1 },
  header: {
    orgNameMaxChars: 15,
    version: platformLabel,
    badgeMax: 99,
    logoHeightPx: 30,
    /** The client with a logo rule of its own. */
    logoHeightSpecialPx: 40,
    specialClientId: '6670',
    logoHeightOem: 'auto',
  },
  dialog: { browseWidthPx: 550, trialWidthPx: 350 },
  /** Seconds. */
  token: tokenLife,
  dictionary: { batchMs: 100, cacheMin: 10 },
  /** Preferences, tab-open setting, dialog settings and the guide's flag. */
  settings: { ttlS: 28_800, guideFlagH: 8 },
  message: {
    refreshMs: minuteMs,
    popupMax: 11,
    categories: msgCategory.codes,
    serviceFeeType: msgType.serviceFee,
  },
  clientInfo: { delayMs: 1000 },
  /** The trial link shows with fewer systems than this. */
  trial: { systemMax: 2 },
  export: { lockS: 10, maxRowsPerFile: 200_000 },
  download: {
    pollS: 1,
    /** Counted from the last addition. */
    stopMs: 300_000,
    done: downloadStatus.done,
    failed: downloadStatus.failed,
    retentionDays: 7,
  },
  purchase: { warnS: 5, reviewWorkingDays: 3, pay: purchaseCheck.toPay, review: purchaseCheck.toReview },
  request: { timeoutMs: minuteMs, uploadTimeoutMs: 240_000 },
  table: {
    size: pagerSchemes,
    /** The jumper is added when there is more than one page. */
    pager: ['total', 'prev', 'pager', 'next', 'sizes'],
    pagerMany: ['total', 'prev', 'pager', 'next', 'sizes', 'jumper'],
  },
  multiCar: { maxVehicles: 15 },
  vehicleRemark: { maxChars: 30 },
  frontendCookie: { prefix: 'webgis.web.', lifeS: 30 },
  debounce: { defaultMs: 250 },
  tab: { dragAnimationMs: 250 },
  /** The specification gives this one without a unit; the reports read it as minutes. */
  report: { interval: 10 },
  interval: {
    listS: timeInterval.codes,
    /** Four minutes are offered on these models only. */
    fourMinuteModels: ['T5', 'TH5'],
    rangeS: { min: 60, max: 1800 },
    altMin: timeIntervalAlt.codes,
    frequencyS: frequency.codes,
  },
  operatingHours: { from: '00:00', to: '23:59' },
  equipment: {
    cameras: cameraCount.codes,
    doors: doorCount.codes,
    tempSensors: tempSensorCount.codes,
    oilSensors: oilSensorCount.codes,
    refrigerators: refrigeratorCount.codes,
  },
  licence: { classes: licenceClass.codes },
  dataFlow: { units: dataFlowUnit.codes },
  /** `scoreMark` applies them. */
  score: scoreLimits,
  /** Live push: marker, then digits of type, length and flag. */
  frame: { marker: frameMarker, typeDigits: 3, lengthDigits: 7, flagDigits: 1 },
  ui: { size: 'small', zIndexBase: 3000, firstDayOfWeek: 7 },
  password: {
    minChars: 6,
    maxChars: 16,
    minKinds: 2,
    ...strengthPoints,
  },
  username: { minChars: 3, maxChars: 10, maxCharsAlt: 15 },
  phone: { digits: 11, suffixDigits: 8 },
  format: {
    digits: { min: 5, max: 12 },
    chineseChars: { min: 2, max: 10 },
    decimalPlaces: [1, 2, 3, 4, 5, 12],
    integerDigits: [2, 3, 5, 6, 8],
  },
  result: { ok: codes.ok, okLoginInfo: codes.okLoginInfo, refreshRejected: codes.refreshRejected },
  visit: { loginType: loginType.visiting, maxH: 2 },
  primaryUser: isPrimaryUser.primary,
  /** Number of the page for tab and highlight; the menu is `menus.enterpriseHome`. */
  enterpriseHome: { menu: menus.enterpriseHome.id, page: 999 },
  orderCount: { memberStatuses: memberStatus.codes, erpStatuses: erpOrderStatusList.codes },
  /** Brute-force guard per account and address. */
  login: { failLimit: 5, failWindowMin: 15, lockMin: 15 },
  captcha: { ttlS: 120 },
  sms: { ttlS: 300, resendS: 60, dailyPerPhone: 10 },
  superAct: { maxMin: 60 },
  /** Operation log and handling of violations three years, dynamic data at least six months: rules of the trade. */
  retention: { auditYears: 3, trajectoryDays: 183 },
  alarm: { firstReactionLevel2Min: 5, firstReactionLevel1Min: 30, dedupeS: 60 },
  driving: {
    continuousDayH: 4,
    continuousNightH: 2,
    restMin: 20,
    dailyH: 8,
    night: { from: '22:00', to: '06:00' },
    nightBan: { from: '02:00', to: '05:00' },
    stopSpeedKmh: 5,
    stopMin: 3,
  },
  /** Full-time monitors: one per hundred vehicles, two at least. */
  staffing: { vehiclesPerMonitor: 100, minMonitors: 2 },
} as const;
