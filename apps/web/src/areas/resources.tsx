import type { AreaPages } from './area-pages';

export const resourcesPages: AreaPages<'resources'> = {
  resourcesHome: () => import('../shell/home').then((m) => m.AreaHome),
  notFound: () => import('../shell/not-found-page').then((m) => m.NotFoundPage),
};
