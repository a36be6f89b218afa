import type { Endpoint } from '@tongda/contract/core/endpoint';
import { useEffect } from 'react';
import { useInvalidate } from '../list/use-rows';

/** Lists and details ask again when a form is left: what was saved here must show there. `endpoints` must be stable. */
export function useStaleAfter(endpoints: ReadonlyArray<Pick<Endpoint, 'path'>>): void {
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of endpoints) void invalidate(endpoint);
    },
    [invalidate, endpoints],
  );
}
