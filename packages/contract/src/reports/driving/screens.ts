import { type Rights, screensOf, tab } from '../../shell/screens';

const { from } = screensOf('report');

/** The screens of `driving`. What stands here is built: menus lead to it. */
export const drivingScreens = {
  dailyDrivingSummaryReport: from('dailyDrivingSummary', 'report', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const drivingRights = {
  dailyDrivingSummary: { export: '导出' },
} as const satisfies Rights;
