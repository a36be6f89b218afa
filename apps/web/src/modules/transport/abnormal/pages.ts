import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const abnormalPages = {
  abnormalReportingList: () => import('./list-page').then((m) => m.AbnormalListPage),
  abnormalReportingDetails: () => import('./thread-page').then((m) => m.AbnormalThreadPage),
} as const satisfies Pages;
