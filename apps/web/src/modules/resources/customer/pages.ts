import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const customerPages = {
  customerList: () => import('./list-page').then((m) => m.CustomerListPage),
  customerEdit: () => import('./edit-page').then((m) => m.CustomerEditPage),
  customerDetails: () => import('./details-page').then((m) => m.CustomerDetailsPage),
} as const satisfies Pages;
