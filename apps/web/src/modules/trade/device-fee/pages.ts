import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const deviceFeePages = {
  equipmentCostList: () => import('./list-page').then((m) => m.FeeListPage),
  equipmentCostDetails: () => import('./detail-page').then((m) => m.FeeDetailsPage),
  equipmentRenew: () => import('./renew-page').then((m) => m.RenewPage),
} as const satisfies Pages;
