import { brandOfHost } from '@tongda/contract/brand/brand';
import type { Output } from '@tongda/contract/core/endpoint';
import { siteInfo } from '@tongda/contract/site/site';
import { useEffect, useState } from 'react';
import { call } from '../../kit/api';
import { addressName } from '../../kit/brand';

export type SiteInfo = Output<typeof siteInfo>;

/** Platform and demo accounts, and the brand that the address names. */
export function useSite(named: string | null): SiteInfo | null {
  const urlName = addressName(named);
  const [site, setSite] = useState<SiteInfo | null>(null);
  useEffect(() => {
    const quiet = { quiet: true } as const;
    const branded = call(brandOfHost, { host: window.location.hostname, urlName }, quiet).catch(() => null);
    Promise.all([call(siteInfo, undefined, quiet), branded]).then(
      ([info, brand]) =>
        setSite(
          brand?.clientId
            ? {
                ...info,
                platformName: brand.platformName,
                icp: brand.icp || info.icp,
                servicePhone: brand.servicePhone || info.servicePhone,
              }
            : info,
        ),
      () => undefined,
    );
  }, [urlName]);
  return site;
}
