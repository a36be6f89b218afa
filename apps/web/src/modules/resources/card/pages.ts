import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const cardPages = {
  writeDeviceList: () => import('./write-device-page').then((m) => m.WriteDevicePage),
} as const satisfies Pages;
