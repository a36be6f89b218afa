import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const routePlanPages = {
  routePlanningList: () => import('./list-page').then((m) => m.PlanListPage),
  routePlanningEdit: () => import('./edit-page').then((m) => m.PlanEditPage),
  routePlanningDetails: () => import('./details-page').then((m) => m.PlanDetailsPage),
} as const satisfies Pages;
