import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const profilePages = {
  userInfo: () => import('./user-info-page').then((m) => m.UserInfoPage),
} as const satisfies Pages;
