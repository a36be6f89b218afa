import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const messagePages = {
  message: () => import('./list-page').then((m) => m.MessageListPage),
} as const satisfies Pages;
