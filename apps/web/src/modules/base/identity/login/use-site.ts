import { type Brand, brandOfHost } from '@tongda/contract/brand/brand';
import type { Output } from '@tongda/contract/core/endpoint';
import { siteInfo } from '@tongda/contract/site/site';
import { useEffect, useState } from 'react';
import { call } from '../../kit/api';
import { addressName } from '../../kit/brand';
import { showBrandColour } from '../../theme/theme-store';

export type SiteInfo = Output<typeof siteInfo> & {
  /** what the address names; null = the platform itself */
  brand: Brand | null;
};

/** Platform and demo accounts, and the brand that the address names. */
export function useSite(named: string | null): SiteInfo | null {
  const urlName = addressName(named);
  const [site, setSite] = useState<SiteInfo | null>(null);
  useEffect(() => {
    const quiet = { quiet: true } as const;
    const branded = call(brandOfHost, { host: window.location.hostname, urlName }, quiet).catch(() => null);
    Promise.all([call(siteInfo, undefined, quiet), branded]).then(
      ([info, brand]) => {
        showBrandColour(brand?.themeColor ?? null);
        setSite(
          brand?.clientId
            ? {
                ...info,
                brand,
                platformName: brand.platformName,
                icp: brand.icp || info.icp,
                servicePhone: brand.servicePhone || info.servicePhone,
              }
            : { ...info, brand: null },
        );
      },
      () => undefined,
    );
  }, [urlName]);
  return site;
}
