import type { Area } from '@tongda/contract/shell/areas';
import type { RouteKey } from '@tongda/contract/shell/routes';
import type { PageLoader } from './area-pages';
import { backstagePages } from './backstage';
import { communityPages } from './community';
import { enterprisePages } from './enterprise';
import { monitorPages } from './monitor';
import { reportPages } from './report';
import { resourcesPages } from './resources';
import { transportPages } from './transport';

/** The sub-applications that have pages today. */
export const tables: Partial<Record<Area, Partial<Record<RouteKey, PageLoader>>>> = {
  backstage: backstagePages,
  community: communityPages,
  enterprise: enterprisePages,
  monitor: monitorPages,
  report: reportPages,
  resources: resourcesPages,
  transport: transportPages,
};
