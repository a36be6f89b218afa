import type { Brand } from '@tongda/contract/base/brand/calls';
import type { Kysely } from 'kysely';
import type { DB, OemBrand } from '../../../core/generated/db-types';

/** The platform's own brand, from the settings. */
export interface PlatformBrand {
  platformName: string;
  icp: string;
  servicePhone: string;
  appUrl: string;
}

type Row = { [K in keyof OemBrand]: OemBrand[K] extends { __select__: infer S } ? S : OemBrand[K] };

const columns = [
  'client_id',
  'platform_name',
  'logo_url',
  'logo_height_px',
  'login_logo_url',
  'login_bg_url',
  'favicon_url',
  'theme_color',
  'copyright',
  'icp',
  'police_icp',
  'service_phone',
  'service_hours',
  'service_wechat_url',
  'app_url',
  'url_name',
] as const;

/** Brand of a company; the platform's own when it has none or a disabled one. `db` decides what may be seen. */
export async function loadBrand(db: Kysely<DB>, platform: PlatformBrand, clientId: string): Promise<Brand> {
  const row = await db
    .selectFrom('oem_brand')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return row ? brandOfRow(row, platform) : platformBrandOf(platform);
}

/** Brand of an address, for people who are not logged in: by the name in the address, then by host. */
export async function findBrandOfAddress(
  db: Kysely<DB>,
  platform: PlatformBrand,
  address: { host?: string; urlName?: string },
): Promise<Brand> {
  const host = address.host?.toLowerCase().replace(/:\d+$/u, '');
  const urlName = (address.urlName ?? firstLabelOfHost(host))?.toLowerCase();
  if (!host && !urlName) return platformBrandOf(platform);
  const rows = await db
    .selectFrom('oem_brand')
    .select([...columns, 'domain'])
    .where('enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['domain']), '=', host ?? ''),
        eb(eb.fn<string>('lower', ['url_name']), '=', urlName ?? ''),
      ]),
    )
    .execute();
  const row = rows.find((found) => urlName && found.url_name?.toLowerCase() === urlName) ?? rows[0];
  return row ? brandOfRow(row, platform) : platformBrandOf(platform);
}

/** `fruit` of `fruit.tongda.example`; nothing for addresses in digits and for short names. */
function firstLabelOfHost(host = ''): string | undefined {
  const parts = host.split('.');
  return parts.length > 2 && !/^[\d.]+$/u.test(host) ? parts[0] : undefined;
}

const platformBrandOf = (platform: PlatformBrand): Brand => ({
  clientId: null,
  platformName: platform.platformName,
  logoUrl: null,
  logoHeight: null,
  loginLogoUrl: null,
  loginBgUrl: null,
  faviconUrl: null,
  themeColor: null,
  copyright: '',
  icp: platform.icp,
  policeIcp: '',
  servicePhone: platform.servicePhone,
  serviceHours: '',
  serviceWechatUrl: '',
  appUrl: platform.appUrl,
  urlName: null,
});

function brandOfRow(row: Pick<Row, (typeof columns)[number]>, platform: PlatformBrand): Brand {
  return {
    clientId: row.client_id,
    platformName: row.platform_name,
    logoUrl: row.logo_url,
    logoHeight: row.logo_height_px,
    loginLogoUrl: row.login_logo_url,
    loginBgUrl: row.login_bg_url,
    faviconUrl: row.favicon_url,
    themeColor: row.theme_color,
    copyright: row.copyright,
    icp: row.icp || platform.icp,
    policeIcp: row.police_icp,
    servicePhone: row.service_phone || platform.servicePhone,
    serviceHours: row.service_hours,
    serviceWechatUrl: row.service_wechat_url,
    appUrl: row.app_url || platform.appUrl,
    urlName: row.url_name,
  };
}
