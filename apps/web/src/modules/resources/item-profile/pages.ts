import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const itemProfilePages = {
  itemProfile: () => import('./page').then((m) => m.ItemProfilePage),
} as const satisfies Pages;
