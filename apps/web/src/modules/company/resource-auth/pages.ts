import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const resourceAuthPages = {
  vehicleGrantList: () => import('./list-page').then((m) => m.VehicleGrantListPage),
  vehicleGrantEdit: () => import('./edit-page').then((m) => m.VehicleGrantEditPage),
  vehicleGrantDetails: () => import('./detail-page').then((m) => m.VehicleGrantDetailsPage),
  regionGrantList: () => import('./list-page').then((m) => m.RegionGrantListPage),
  regionGrantEdit: () => import('./edit-page').then((m) => m.RegionGrantEditPage),
  regionGrantDetails: () => import('./detail-page').then((m) => m.RegionGrantDetailsPage),
  lockGrantList: () => import('./list-page').then((m) => m.LockGrantListPage),
  lockGrantEdit: () => import('./edit-page').then((m) => m.LockGrantEditPage),
  lockGrantDetails: () => import('./detail-page').then((m) => m.LockGrantDetailsPage),
} as const satisfies Pages;
