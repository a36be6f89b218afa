import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const sealPages = {
  verifyRecord: () => import('./verify-page').then((m) => m.VerifyPage),
} as const satisfies Pages;
