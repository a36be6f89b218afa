import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const devicePages = {
  vehicleEquipment: () => import('./list-page').then((m) => m.DeviceListPage),
} as const satisfies Pages;
