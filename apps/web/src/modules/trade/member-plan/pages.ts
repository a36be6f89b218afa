import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const memberPlanPages = {
  memberPlan: () => import('./page').then((m) => m.MemberPlanPage),
} as const satisfies Pages;
