import type { Pages } from '../kit/page';
import { NotFoundPage } from './page/not-found';

/** The pages of these screens, each loaded when it is first visited. */
export const shellPages = {
  communityHome: () => import('./frame/home').then((m) => m.CommunityHome),
  error: () => import('./page/error').then((m) => m.ErrorPage),
  notFound: async () => NotFoundPage,
  resourceAuthorization: () => import('./menu/first-below').then((m) => m.FirstBelow),
  reportHome: () => import('./frame/home').then((m) => m.AreaHome),
  resourcesHome: () => import('./frame/home').then((m) => m.AreaHome),
  orderManage: () => import('./frame/home').then((m) => m.AreaHome),
  waybillManage: () => import('./frame/home').then((m) => m.AreaHome),
  businessTracking: () => import('./frame/home').then((m) => m.AreaHome),
  capacity: () => import('./frame/home').then((m) => m.AreaHome),
} as const satisfies Pages;
