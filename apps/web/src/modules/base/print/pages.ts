import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const posterPages = {
  printQrcode: () => import('./posters-page').then((m) => m.QrcodePrintPage),
} as const satisfies Pages;
