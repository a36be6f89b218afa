import { liveFrame } from '@tongda/contract/core/live';
import { useEffect, useRef } from 'react';
import { holdNotices, liveClient } from '../../../kit/live/connection';

/** Calls `come` as soon as the server says that there is something new for him, while the page is in sight; without a socket the page asks from time to time. */
export function useNews(who: string, come: () => void): void {
  const heard = useRef(come);
  heard.current = come;
  useEffect(() => {
    if (who === '') return undefined;
    const letGo = holdNotices();
    const end = liveClient.onFrame(liveFrame.messageCount, () => heard.current());
    return () => {
      end();
      letGo();
    };
  }, [who]);
}
