import type { RouteKey } from '@tongda/contract/shell/routes';
import type { ComponentType } from 'react';

/** Loads a page when it is first visited. */
export type PageLoader = () => Promise<ComponentType>;

/** Pages by the screens that they show. A screen that is not built is not in it. */
export type Pages = Partial<Record<RouteKey, PageLoader>>;
