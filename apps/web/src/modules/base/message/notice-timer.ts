import { constants } from '@tongda/contract/shell/constants';

interface NoticeTimer {
  refresh: () => void;
  /** the page (document), replaced in tests */
  page?: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Refreshes at once and each minute while the page is seen; stops while it is hidden; when it is seen again, at once and anew. (A page of
 * another company reloads then: `shell/entrance.tsx`.) The returned function ends it.
 */
export function watchNotices({ refresh, page = document }: NoticeTimer): () => void {
  let timer: ReturnType<typeof setInterval> | null = null;
  const stop = (): void => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  const look = (): void => {
    stop();
    if (page.hidden) return;
    refresh();
    timer = setInterval(refresh, constants.message.refreshMs);
  };
  page.addEventListener('visibilitychange', look);
  look();
  return () => {
    stop();
    page.removeEventListener('visibilitychange', look);
  };
}
