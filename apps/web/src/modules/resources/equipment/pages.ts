import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const equipmentPages = {
  portableController: () => import('./portable-list-page').then((m) => m.PortableListPage),
  bluetoothLockList: () => import('./lock-list-page').then((m) => m.LockListPage),
} as const satisfies Pages;
