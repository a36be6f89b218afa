import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const fleetPages = {
  fleetList: () => import('./list-page').then((m) => m.FleetListPage),
  fleetEdit: () => import('./edit-page').then((m) => m.FleetEditPage),
  fleetDetails: () => import('./details-page').then((m) => m.FleetDetailsPage),
} as const satisfies Pages;
