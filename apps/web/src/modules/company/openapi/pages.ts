import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const openapiPages = {
  interfaceCenter: () => import('./center-page').then((m) => m.InterfaceCenterPage),
  openInterfaceList: () => import('./manage/list-page').then((m) => m.InterfaceListPage),
  openInterfaceEdit: () => import('./manage/edit-page').then((m) => m.InterfaceEditPage),
  openAuthorize: () => import('./authorize-page').then((m) => m.AuthorizePage),
  interfaceDetails: () => import('./detail-page').then((m) => m.InterfaceDetailPage),
} as const satisfies Pages;
