import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const trackingPages = {
  orderTracking: () => import('./order-page').then((m) => m.OrderTrackingPage),
  waybillTracking: () => import('./waybill-page').then((m) => m.WaybillTrackingPage),
} as const satisfies Pages;
