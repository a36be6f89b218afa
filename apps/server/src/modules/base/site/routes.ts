import { platformLabel, siteInfo } from '@tongda/contract/base/site/calls';
import type { FastifyInstance } from 'fastify';
import { publicRoute } from '../../../core/http/route';

export interface SiteSettings {
  platformName: string;
  icp: string;
  servicePhone: string;
  wechat: boolean;
  demoAccounts: Array<{ account: string; password: string; note: string }>;
}

/** Public facts for the login page. */
export function siteRoutes(app: FastifyInstance, settings: SiteSettings): void {
  publicRoute(app, siteInfo, async () => ({
    ...settings,
    version: platformLabel,
    demo: settings.demoAccounts.length > 0,
  }));
}
