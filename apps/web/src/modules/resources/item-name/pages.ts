import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const itemNamePages = {
  itemNameConfigure: () => import('./list-page').then((m) => m.ItemNameListPage),
} as const satisfies Pages;
