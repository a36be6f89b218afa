import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const framePages = {
  messageTrace: () => import('./page').then((m) => m.TracePage),
} as const satisfies Pages;
