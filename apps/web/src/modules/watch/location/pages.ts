import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const locationPages = {
  location: () => import('./page').then((m) => m.LocationPage),
} as const satisfies Pages;
