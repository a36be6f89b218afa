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
  /** whether somebody has this account */
  exists: (account: string) => Promise<boolean>;
}

/**
 * Tells whether the first start still writes the demo companies, so that nobody can log in. Their accounts are written all at once and stay: once `exists`
 * has found one it is not asked again.
 */
export function watchDemo({ demoAccounts, exists }: Pick<SiteSettings, 'demoAccounts' | 'exists'>) {
  const [first] = demoAccounts;
  let written = first === undefined;
  return async (): Promise<boolean> => {
    if (first && !written) written = await exists(first.account);
    return !written;
  };
}

/** Public facts for the login page. */
export function siteRoutes(app: FastifyInstance, { exists, demoAccounts, ...settings }: SiteSettings): void {
  const isPreparing = watchDemo({ demoAccounts, exists });
  publicRoute(app, siteInfo, async () => ({
    ...settings,
    demoAccounts: [...demoAccounts],
    version: platformLabel,
    demo: demoAccounts.length > 0,
    demoPreparing: await isPreparing(),
  }));
}
