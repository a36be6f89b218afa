import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const pickUpPages = {
  pickUpOrderList: () => import('./list-page').then((m) => m.PickUpListPage),
  pickUpOrderEdit: () => import('./edit-page').then((m) => m.PickUpEditPage),
  pickUpOrderSplit: () => import('./split-page').then((m) => m.PickUpSplitPage),
  pickUpOrderDetails: () => import('./details-page').then((m) => m.PickUpDetailsPage),
} as const satisfies Pages;
