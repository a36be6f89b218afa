import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const repairRequestPages = {
  reportForRepair: () => import('./list-page').then((m) => m.RepairRequestPage),
  repairManage: () => import('./staff-page').then((m) => m.RepairWorkPage),
} as const satisfies Pages;
