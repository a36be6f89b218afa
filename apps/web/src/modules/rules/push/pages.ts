import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const pushPages = {
  pushSettingsList: () => import('./list-page').then((m) => m.PushListPage),
  pushSettingsEdit: () => import('./edit-page').then((m) => m.PushEditPage),
  sendLog: () => import('./send-log-page').then((m) => m.SendLogPage),
} as const satisfies Pages;
