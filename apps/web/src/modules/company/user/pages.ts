import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const userPages = {
  userList: () => import('./list-page').then((m) => m.UserListPage),
  userEdit: () => import('./edit-page').then((m) => m.UserEditPage),
} as const satisfies Pages;
