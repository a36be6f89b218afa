import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const commandPages = {
  instructEdition: () => import('./edition-page').then((m) => m.EditionPage),
  instructSendOut: () => import('./instruct-page').then((m) => m.InstructPage),
} as const satisfies Pages;
