import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const alarmPages = {
  alarmRecordList: () => import('./list-page').then((m) => m.AlarmListPage),
} as const satisfies Pages;
