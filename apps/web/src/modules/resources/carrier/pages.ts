import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const carrierPages = {
  carrierList: () => import('./list-page').then((m) => m.CarrierListPage),
  carrierEdit: () => import('./edit-page').then((m) => m.CarrierEditPage),
} as const satisfies Pages;
