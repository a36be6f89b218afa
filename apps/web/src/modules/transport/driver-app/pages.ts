import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const driverAppPages = {
  driverHome: () => import('./page').then((m) => m.DriverPage),
  driverTask: () => import('./page').then((m) => m.DriverPage),
  driverSign: () => import('./page').then((m) => m.DriverPage),
  driverAbnormal: () => import('./page').then((m) => m.DriverPage),
  driverPlan: () => import('./page').then((m) => m.DriverPage),
  driverScan: () => import('./page').then((m) => m.DriverPage),
} as const satisfies Pages;
