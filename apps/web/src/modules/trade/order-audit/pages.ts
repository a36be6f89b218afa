import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const orderAuditPages = {
  orderAuditList: () => import('./list-page').then((m) => m.OrderAuditListPage),
  orderAuditDetails: () => import('./detail-page').then((m) => m.OrderAuditDetailPage),
} as const satisfies Pages;
