import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const vehicleGroupPages = {
  userGrouping: () => import('./user-grouping-page').then((m) => m.UserGroupingPage),
} as const satisfies Pages;
