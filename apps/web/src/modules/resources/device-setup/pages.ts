import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const deviceSetupPages = {
  parameterSetting: () => import('./template-page').then((m) => m.TemplatePage),
  upgradePackage: () => import('./package-page').then((m) => m.PackagePage),
} as const satisfies Pages;
