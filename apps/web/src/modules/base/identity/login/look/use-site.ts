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

/** Ms after which the server is asked again whether the demo companies are written. */
const askAgainMs = 2_000;

/** Platform and demo accounts, and the brand that the address names. Asks again while the demo companies are still written. */
export function useSite(named: string | null): SiteInfo | null {
  const urlName = brandNameKept(named);
  const [site, setSite] = useState<SiteInfo | null>(null);
  useEffect(() => {
    const quiet = { quiet: true } as const;
    let again: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const branded = call(brandOfHost, { host: window.location.hostname, urlName }, quiet).catch(() => null);
    const ask = (): Promise<void> =>
      Promise.all([call(siteInfo, undefined, quiet), branded]).then(
        ([info, brand]) => {
          if (left) return;
          showBrandColour(brand?.themeColor ?? null);
          setSite(withBrand(info, brand));
          if (info.demoPreparing) again = setTimeout(() => void ask(), askAgainMs);
        },
        () => undefined,
      );
    void ask();
    return () => {
      left = true;
      clearTimeout(again);
    };
  }, [urlName]);
  return site;
}

/** The platform's facts, with those of the brand in their place. */
function withBrand(info: Output<typeof siteInfo>, brand: Brand | null): SiteInfo {
  if (!brand?.clientId) return { ...info, brand: null };
  return {
    ...info,
    brand,
    platformName: brand.platformName,
    icp: brand.icp || info.icp,
    servicePhone: brand.servicePhone || info.servicePhone,
    appUrl: brand.appUrl || info.appUrl,
  };
}
