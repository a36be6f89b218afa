import { useQuery } from '@tanstack/react-query';
import { type MapSettings, mapConfig } from '@tongda/contract/base/map/calls';
import { call } from '../../kit/call/api';
import { offlineSettings } from './providers';

/** Base map that the operator set up; null until it is known. Without an answer the bundled map is used. */
export function useMapSettings(): MapSettings | null {
  const query = useQuery({
    queryKey: [mapConfig.path],
    queryFn: () => call(mapConfig, undefined, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  if (query.data) return query.data;
  return query.isError ? offlineSettings : null;
}
