import { useQueryClient } from '@tanstack/react-query';
import { liveFrame } from '@tongda/contract/live';
import { useEffect } from 'react';
import { holdNotices, liveClient } from '../kit/live';
import { reloadSession } from '../kit/session';

/** A company's open pages do not all ask in the same moment; a right is gone within a second all the same. */
const spreadMs = 250;

/** Rights or grants of the company changed: menus, buttons and lists are asked for again, and a page without its right is left. */
export function useRightsWatch(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void reloadSession();
        // Lists only: a form must not lose what is being typed because somebody changed a vehicle.
        void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).endsWith('/page') });
      }, Math.random() * spreadMs);
    };
    // What changed while the page was hidden was not heard.
    const seen = (): void => {
      if (!document.hidden) again();
    };
    const release = holdNotices();
    const stop = liveClient.onFrame(liveFrame.accessChanged, again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      stop();
      release();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [queries]);
}
