import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const transportRoutePages = {
  routeManageList: () => import('./list-page').then((m) => m.RouteListPage),
  routeManageEdit: () => import('./edit-page').then((m) => m.RouteEditPage),
  routeManageDetails: () => import('./details-page').then((m) => m.RouteDetailsPage),
} as const satisfies Pages;
