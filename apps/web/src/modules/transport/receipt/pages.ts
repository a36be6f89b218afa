import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const receiptPages = {
  receiptManageList: () => import('./list-page').then((m) => m.ReceiptListPage),
  receiptManageDetails: () => import('./detail-page').then((m) => m.ReceiptDetailPage),
  receiptManageEdit: () => import('./edit-page').then((m) => m.ReceiptEditPage),
} as const satisfies Pages;
