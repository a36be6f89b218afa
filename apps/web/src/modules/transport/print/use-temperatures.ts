import { useQuery } from '@tanstack/react-query';
import {
  orderTemperature,
  type TripTemperature,
  waybillTemperature,
} from '@tongda/contract/transport/trip/temperature';
import { call } from '../../../kit/call/api';

type Read = (code: string, signal: AbortSignal) => Promise<TripTemperature>;
export const orderTemperatures: Read = (orderCode, signal) =>
  call(orderTemperature, { orderCode }, { signal, quiet: true });
export const waybillTemperatures: Read = (waybillCode, signal) =>
  call(waybillTemperature, { waybillCode }, { signal, quiet: true });

/** Recorded temperatures of papers, one after the other: each is calculated from all the points of its trips. */
export function useTemperatures(read: Read, codes: readonly string[]) {
  const { data, error, refetch } = useQuery({
    queryKey: ['printed temperatures', read === orderTemperatures, codes],
    queryFn: async ({ signal }) => {
      const found = new Map<string, TripTemperature>();
      for (const code of codes) found.set(code, await read(code, signal));
      return found;
    },
    enabled: codes.length > 0,
    refetchOnWindowFocus: false,
  });
  return { data, error, refetch, ready: codes.length === 0 || data !== undefined };
}
