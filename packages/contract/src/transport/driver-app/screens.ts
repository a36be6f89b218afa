import { mobile, screensOf } from '../../shell/screens';

const { at } = screensOf('transport');

/** The screens of `driverApp`. What stands here is built: menus lead to it. */
export const driverAppScreens = {
  driverHome: at('/m/driver', '司机端首页', 'mobile', null, mobile),
  driverTask: at('/m/driver/task/:waybillCode', '司机任务详情', 'mobile', null, mobile),
  driverSign: at('/m/driver/sign/:orderCode', '司机签收', 'mobile', null, mobile),
  driverAbnormal: at('/m/driver/abnormal/:waybillCode', '司机异常上报', 'mobile', null, mobile),
  driverPlan: at('/m/driver/plan/:planId', '司机线路规划', 'mobile', null, mobile),
  driverScan: at('/m/driver/scan/:code', '司机扫码', 'mobile', null, mobile),
} as const;
