import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const customModulePages = {
  customModule: () => import('./page').then((m) => m.CustomModulePage),
} as const satisfies Pages;
