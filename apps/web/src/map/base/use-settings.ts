import { type MapSettings, mapConfig } from '@tongda/contract/base/map/calls';
import { useAsk } from '../../kit/call/use-ask';
import { offlineSettings } from './providers';

/** Base map that the operator set up; null until it is known. Without an answer the bundled map is used. */
export function useMapSettings(): MapSettings | null {
  const query = useAsk(mapConfig, undefined, { staleTime: Number.POSITIVE_INFINITY, retry: 1 });
  if (query.data) return query.data;
  return query.isError ? offlineSettings : null;
}
