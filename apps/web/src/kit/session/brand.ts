import { type Brand, brandOfClient, brandOfHost } from '@tongda/contract/base/brand/calls';
import { constants } from '@tongda/contract/shell/constants';
import { create } from 'zustand';
import { showBrandColour } from '../../theme/store';
import { call } from '../call/api';

const platform: Pick<Brand, 'platformName'> = { platformName: '通达' };

interface BrandState {
  /** the company's own brand, or the platform's; null until it is known */
  own: Brand | null;
  /** the brand that the address names (host, first name of the host) */
  address: Brand | null;
}

/** What the platform calls itself here: title, logo, customer service. */
export const useBrand = create<BrandState>(() => ({ own: null, address: null }));

/** The name in title, header and sentences. */
export const platformName = (state: BrandState = useBrand.getState()): string =>
  brandInForce(state)?.platformName ?? platform.platformName;

/** The brand in force: the company's own, else that of the address, else the platform's. */
export const brandInForce = ({ own, address }: BrandState): Brand | null => (own?.clientId ? own : (address ?? own));

const cacheKey = (clientId: string): string => `td.brand.${clientId}`;

function showBrand(state: BrandState): void {
  useBrand.setState(state);
  showBrandColour(brandInForce(state)?.themeColor ?? null);
  const favicon = brandInForce(state)?.faviconUrl;
  if (favicon) document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', favicon);
}

const addressKey = 'td.brandName';
/**
 * The brand name that this browser uses: `given` by an address (`/community/login?brand=fruit`), which is kept for later visits, or the one that
 * was kept before.
 */
export function brandNameKept(given: string | null = null): string | undefined {
  if (given !== null && /^[A-Za-z0-9]{3,15}$/u.test(given)) localStorage.setItem(addressKey, given);
  return localStorage.getItem(addressKey) ?? undefined;
}

/** Shows the brand known from the last visit at once, and asks for today's. A failure leaves what is there. */
export async function loadBrand(clientId: string): Promise<void> {
  const cached = localStorage.getItem(cacheKey(clientId));
  if (cached) showBrand(JSON.parse(cached));
  try {
    const [own, address] = await Promise.all([
      call(brandOfClient, { clientId }, { quiet: true }),
      call(brandOfHost, { urlName: brandNameKept() }, { quiet: true }),
    ]);
    const state = { own, address };
    showBrand(state);
    localStorage.setItem(cacheKey(clientId), JSON.stringify(state));
  } catch {
    // the platform's own mark and name stay
  }
}

/**
 * Which picture stands top left and how high (px, or as the picture is). No picture = the platform's mark. A company's height is data of its
 * brand, with a picture of its own or without; only the one that the specification names has its height from there.
 */
export function logoOf(
  { own, address }: BrandState,
  clientId: string,
): { src: string | null; height: number | 'auto' } {
  const { logoHeightPx, logoHeightSpecialPx, specialClientId, logoHeightOem } = constants.header;
  const given = own?.clientId ? own.logoHeight : null;
  if (own?.logoUrl) return { src: own.logoUrl, height: given ?? logoHeightOem };
  const usual = clientId === specialClientId ? logoHeightSpecialPx : logoHeightPx;
  return { src: address?.logoUrl ?? null, height: given ?? usual };
}
