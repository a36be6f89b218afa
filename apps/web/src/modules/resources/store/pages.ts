import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const storePages = {
  storeList: () => import('./list-page').then((m) => m.StoreListPage),
  storeEdit: () => import('./edit-page').then((m) => m.StoreEditPage),
} as const satisfies Pages;
