import { useQueryClient } from '@tanstack/react-query';
import { type LiveAccessChanged, liveFrame } from '@tongda/contract/core/live';
import { useEffect } from 'react';
import { holdNotices, liveClient } from '../../kit/live/connection';
import { reloadSession } from '../../kit/session/user';

/** ms over which the open pages of a company spread their requests; a user whose own rights changed does not wait. */
const spreadMs = 250;

/** Rights or grants of the company changed: menus, buttons and lists are asked for again, and a page without its right is left. */
export function useRightsWatch(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      timer = undefined;
      void reloadSession();
      // Lists only: a form must not lose what is being typed because somebody changed a vehicle.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).endsWith('/page') });
    };
    const again = (): void => {
      timer ??= setTimeout(ask, Math.random() * spreadMs);
    };
    const heard = (payload: string): void => {
      const { own }: LiveAccessChanged = JSON.parse(payload);
      if (own) {
        clearTimeout(timer);
        ask();
      } else again();
    };
    // A hidden page gets no notices: it asks when it is seen again.
    const seen = (): void => {
      if (!document.hidden) again();
    };
    const release = holdNotices();
    const stop = liveClient.onFrame(liveFrame.accessChanged, heard);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      stop();
      release();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [queries]);
}
