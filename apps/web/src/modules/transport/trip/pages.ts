import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const tripPages = {
  trackShare: () => import('./shared-order-page').then((m) => m.SharedOrderPage),
  sharedTrip: () => import('./shared-way-page').then((m) => m.SharedTripPage),
  receiverSign: () => import('./receiver-sign-page').then((m) => m.ReceiverSignPage),
} as const satisfies Pages;
