import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const trackPages = {
  trajectory: () => import('./trajectory-page').then((m) => m.TrajectoryPage),
} as const satisfies Pages;
