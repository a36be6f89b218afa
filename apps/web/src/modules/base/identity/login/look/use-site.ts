import { type Brand, brandOfHost } from '@tongda/contract/base/brand/calls';
import { siteInfo } from '@tongda/contract/base/site/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { useEffect, useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { brandNameKept } from '../../../../../kit/session/brand';
import { showBrandColour } from '../../../../../theme/store';

export type SiteInfo = Output<typeof siteInfo> & {
  /** what the address names; null = the platform itself */
  brand: Brand | null;
};

/** Platform and demo accounts, and the brand that the address names. */
export function useSite(named: string | null): SiteInfo | null {
  const urlName = brandNameKept(named);
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
                appUrl: brand.appUrl || info.appUrl,
              }
            : { ...info, brand: null },
        );
      },
      () => undefined,
    );
  }, [urlName]);
  return site;
}
