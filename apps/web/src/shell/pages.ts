import type { Pages } from '../kit/page';
import { NotFoundPage } from './page/not-found';

/** Pages of groups and bases of sub-applications: they lead on to the first page below. */
const onward = () => import('./frame/home').then((m) => m.Onward);

/** The pages of these screens, each loaded when it is first visited. */
export const shellPages = {
  communityHome: () => import('./frame/home').then((m) => m.CommunityHome),
  error: () => import('./page/error').then((m) => m.ErrorPage),
  notFound: async () => NotFoundPage,
  resourceAuthorization: onward,
  reportHome: onward,
  resourcesHome: onward,
  orderManage: onward,
  waybillManage: onward,
  businessTracking: onward,
  capacity: onward,
} as const satisfies Pages;
