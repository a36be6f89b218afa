import type { Area } from '@tongda/contract/shell/areas';
import type { RouteKey, routes } from '@tongda/contract/shell/routes';
import type { ComponentType } from 'react';

/** Loads a page when it is first visited. */
export type PageLoader = () => Promise<ComponentType>;

/** Screens that a sub-application may mount. */
type ScreensOf<A extends Area> = {
  [K in RouteKey]: A extends (typeof routes)[K]['in'][number] ? K : never;
}[RouteKey];

/** The table of a sub-application: route key → page. A screen that is not built yet is not in it. */
export type AreaPages<A extends Area> = Partial<Record<ScreensOf<A>, PageLoader>>;
