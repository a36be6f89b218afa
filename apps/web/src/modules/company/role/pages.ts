import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const rolePages = {
  rolePermissions: () => import('./page').then((m) => m.RolePage),
} as const satisfies Pages;
