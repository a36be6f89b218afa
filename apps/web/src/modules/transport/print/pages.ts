import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const printPages = {
  printOrder: () => import('./order-page').then((m) => m.OrderPrintPage),
  printPickUp: () => import('./site-pages').then((m) => m.PickUpPrintPage),
  printReceiptOrder: () => import('./site-pages').then((m) => m.ReceiptOrderPrintPage),
  printWaybill: () => import('./waybill-page').then((m) => m.WaybillPrintPage),
} as const satisfies Pages;
