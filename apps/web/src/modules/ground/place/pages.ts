import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const placePages = {
  regionSite: () => import('./map-page').then((m) => m.PlaceMapPage),
  lineNew: () => import('./map-page').then((m) => m.LineNewPage),
  lineFromTrack: () => import('./map-page').then((m) => m.LineFromTrackPage),
} as const satisfies Pages;
