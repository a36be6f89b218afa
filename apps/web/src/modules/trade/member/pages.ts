import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const memberPages = {
  member: () => import('./page').then((m) => m.MemberPage),
  memberBuy: () => import('./buy-page').then((m) => m.MemberBuyPage),
  memberInventory: () => import('./inventory/page').then((m) => m.MemberInventoryPage),
  memberPurchaseHistory: () => import('./history-page').then((m) => m.MemberHistoryPage),
} as const satisfies Pages;
