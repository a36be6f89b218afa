import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const downloadPages = {
  download: () => import('./list-page').then((m) => m.DownloadListPage),
  downloadEmbedded: () => import('./list-page').then((m) => m.EmbeddedDownloadPage),
} as const satisfies Pages;
