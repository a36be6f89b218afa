import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const deviceSharePages = {
  deviceShareList: () => import('./list-page').then((m) => m.ShareListPage),
  deviceShareEdit: () => import('./edit-page').then((m) => m.ShareEditPage),
  deviceShareInvite: () => import('./edit-page').then((m) => m.ShareInvitePage),
  deviceShareOut: () => import('./details-page').then((m) => m.ShareOutPage),
  deviceShareIn: () => import('./details-page').then((m) => m.ShareInPage),
} as const satisfies Pages;
