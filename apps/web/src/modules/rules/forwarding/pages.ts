import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const forwardingPages = {
  dataForwardingList: () => import('./list-page').then((m) => m.ForwardListPage),
  dataForwardingEdit: () => import('./edit-page').then((m) => m.ForwardEditPage),
  subscriptionEdit: () => import('./edit-page').then((m) => m.SubscriptionEditPage),
} as const satisfies Pages;
