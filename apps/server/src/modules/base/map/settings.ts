import { type MapSettings, mapCrs, mapProviders } from '@tongda/contract/base/map/calls';

/** MAP_PROVIDER, MAP_KEY, MAP_URL, MAP_CRS, MAP_ATTRIBUTION of the environment. */
export interface MapEnv {
  MAP_PROVIDER?: string | undefined;
  MAP_KEY?: string | undefined;
  MAP_URL?: string | undefined;
  MAP_CRS?: string | undefined;
  MAP_ATTRIBUTION?: string | undefined;
}

/** Base map setting of the environment; the bundled map when nothing is set. Throws Error with a Chinese sentence on a wrong value. */
export function mapSettingsOf(env: MapEnv): MapSettings {
  const provider = mapProviders.find((name) => name === (env.MAP_PROVIDER || 'offline'));
  if (!provider) throw new Error(`MAP_PROVIDER 只能是 ${mapProviders.join('、')}，当前为 ${env.MAP_PROVIDER}`);
  const crs = mapCrs.find((name) => name === (env.MAP_CRS || 'wgs84'));
  if (!crs) throw new Error(`MAP_CRS 只能是 ${mapCrs.join('、')}，当前为 ${env.MAP_CRS}`);
  const key = env.MAP_KEY ?? '';
  const url = env.MAP_URL ?? '';
  if (provider === 'tianditu' && key === '')
    throw new Error('MAP_PROVIDER=tianditu 需要设置 MAP_KEY（天地图浏览器端密钥）');
  if ((provider === 'pmtiles' || provider === 'xyz') && url === '')
    throw new Error(`MAP_PROVIDER=${provider} 需要设置 MAP_URL`);
  return { provider, key, url, crs, attribution: env.MAP_ATTRIBUTION ?? '' };
}

/** Origins that the content policy must allow for the pictures of a base map. */
export function tileOrigins({ provider, url }: MapSettings): string[] {
  switch (provider) {
    case 'amap':
      return ['https://*.is.autonavi.com'];
    case 'tianditu':
      return ['https://*.tianditu.gov.cn'];
    case 'osm':
      return ['https://tile.openstreetmap.org'];
    default: {
      const origin = /^https?:\/\/[^/]+/u.exec(url)?.[0];
      return origin ? [origin] : [];
    }
  }
}
