import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const orderPages = {
  customerOrderList: () => import('./list-page').then((m) => m.OrderListPage),
  customerOrderEdit: () => import('./edit/page').then((m) => m.OrderEditPage),
  customerOrderSplit: () => import('./split/page').then((m) => m.OrderSplitPage),
  customerOrderDetails: () => import('./detail/page').then((m) => m.OrderDetailsPage),
} as const satisfies Pages;
