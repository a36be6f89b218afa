import { siteInfo } from '@tongda/contract/base/site/calls';
import { platformLabel } from '@tongda/contract/core/platform';
import type { FastifyInstance } from 'fastify';
import { publicRoute } from '../../../core/http/route';

/** An account of the demo company that the login page offers. */
export interface DemoAccount {
  account: string;
  password: string;
  note: string;
}

export interface SiteSettings {
  platformName: string;
  icp: string;
  servicePhone: string;
  appUrl: string;
  wechat: boolean;
  demoAccounts: readonly DemoAccount[];
}

/** Public facts for the login page. */
export function siteRoutes(app: FastifyInstance, settings: SiteSettings): void {
  publicRoute(app, siteInfo, async () => ({
    ...settings,
    demoAccounts: [...settings.demoAccounts],
    version: platformLabel,
    demo: settings.demoAccounts.length > 0,
  }));
}
