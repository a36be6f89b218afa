import { geocodeRegeo } from '@tongda/contract/base/map/calls';
import { callRaw } from '../../kit/call/api';

const textOf = (part: string | never[] | undefined): string => (typeof part === 'string' ? part : '');

/** Province, city and district of a position (江苏省苏州市姑苏区); null when the lookup knows none. */
export const findAreaAt = async (lng: number, lat: number, signal?: AbortSignal): Promise<string | null> =>
  (await findAddressAt(lng, lat, signal))?.area || null;

/** The same with the whole address (江苏省苏州市姑苏区(距区中心3.2公里西北)). */
export async function findAddressAt(
  lng: number,
  lat: number,
  signal?: AbortSignal,
): Promise<{ area: string; address: string } | null> {
  const answer = await callRaw(geocodeRegeo, { location: `${lng},${lat}` }, { signal, quiet: true });
  const found = answer.regeocode?.addressComponent;
  if (!found) return null;
  const area = `${textOf(found.province)}${textOf(found.city)}${textOf(found.district)}`;
  return { area, address: answer.regeocode?.formatted_address ?? area };
}
