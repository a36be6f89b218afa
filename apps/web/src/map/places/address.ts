import { geocodeRegeo } from '@tongda/contract/map/map';
import { callRaw } from '../../kit/api';

const words = (part: string | never[] | undefined): string => (typeof part === 'string' ? part : '');

/** Province, city and district of a position (江苏省苏州市姑苏区); null when the lookup knows none. */
export async function areaAt(lng: number, lat: number, signal?: AbortSignal): Promise<string | null> {
  const answer = await callRaw(geocodeRegeo, { location: `${lng},${lat}` }, { signal, quiet: true });
  const found = answer.regeocode?.addressComponent;
  if (!found) return null;
  return `${words(found.province)}${words(found.city)}${words(found.district)}` || null;
}
