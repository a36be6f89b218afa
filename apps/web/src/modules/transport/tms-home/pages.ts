import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const tmsHomePages = {
  transportHome: () => import('./home-page').then((m) => m.TransportHomePage),
} as const satisfies Pages;
