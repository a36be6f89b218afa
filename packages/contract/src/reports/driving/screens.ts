import { type Rights, screensOf, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of the driving reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const drivingScreens = {
  dailyDrivingSummaryReport: from('dailyDrivingSummary', 'report', tab),
  parkingReport: from('parking', 'report', tab),
  parkingDetails: at('/parking/detail', '停车明细', 'report', 'parking'),
  parkingMap: at('/parking/map', '停车分布图', 'map', 'parking'),
} as const;

/** What a role may be given on these screens: action → label. */
export const drivingRights = {
  dailyDrivingSummary: { export: '导出' },
  parking: { export: '导出汇总', exportDetail: '导出明细' },
} as const satisfies Rights;
