import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const driverPages = {
  driverList: () => import('./list-page').then((m) => m.DriverListPage),
  driverEdit: () => import('./edit-page').then((m) => m.DriverEditPage),
  driverDetails: () => import('./details-page').then((m) => m.DriverDetailsPage),
} as const satisfies Pages;
