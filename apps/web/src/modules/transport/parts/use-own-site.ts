import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';

/**
 * The site of the caller's department, where lists of sites begin: its id, null when the department has none or several, undefined while it is asked.
 * `sites` takes no input.
 */
export function useOwnSite<Row extends { own: boolean }>(
  sites: Endpoint<z.ZodUndefined, z.ZodType<Row[]>>,
  idOf: (site: Row) => string,
): string | null | undefined {
  const { data, isError } = useAsk(sites, undefined, { staleTime: 60_000 });
  if (isError) return null;
  if (!data) return undefined;
  const own = data.filter((site) => site.own);
  return own.length === 1 && own[0] ? idOf(own[0]) : null;
}
