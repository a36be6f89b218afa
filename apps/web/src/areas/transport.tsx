import type { AreaPages } from './area-pages';

/** The transport system mounts the resources' screens a second time, under its own menu. */
export const transportPages: AreaPages<'transport'> = {
  capacity: () => import('../shell/home').then((m) => m.AreaHome),
  notFound: () => import('../shell/not-found-page').then((m) => m.NotFoundPage),
};
