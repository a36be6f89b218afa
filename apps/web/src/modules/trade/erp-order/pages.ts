import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const erpOrderPages = {
  orderCenter: () => import('./centre-page').then((m) => m.OrderCentrePage),
} as const satisfies Pages;
