import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const receiptOrderPages = {
  receiptOrderList: () => import('./list-page').then((m) => m.ReceiptListPage),
  receiptOrderEdit: () => import('./edit-page').then((m) => m.ReceiptEditPage),
  receiptOrderDetails: () => import('./details-page').then((m) => m.ReceiptDetailsPage),
} as const satisfies Pages;
