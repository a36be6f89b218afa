import type { Pages } from '../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const drivingPages = {
  dailyDrivingSummaryReport: () => import('./daily-driving-page').then((m) => m.DailyDrivingPage),
} as const satisfies Pages;
