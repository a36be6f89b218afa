import type { MessageRow } from '@tongda/contract/base/message/calls';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../kit/session/user';
import { markRead } from './notice-store';
import { targetOf } from './target';

/** The bell is on every page, its dialog on few. */
const MessageDialog = lazy(async () => ({ default: (await import('./dialog')).MessageDialog }));

/**
 * Opening a message marks it as read (then `read` is called) and leads to what it is about, or shows it; then its neighbours in `rows` are one
 * click away. Draw `dialog` somewhere.
 */
export function useOpenMessage(
  read?: () => void,
  rows: readonly MessageRow[] = [],
): {
  open: (message: MessageRow, show?: boolean) => void;
  dialog: ReactNode;
} {
  const [shown, setShown] = useState<MessageRow | null>(null);
  const tree = useSession((state) => state.tree);
  const navigate = useNavigate();
  const open = (message: MessageRow, show = false): void => {
    if (message.readFlag === 0) void markRead([message.id]).then(read);
    const target = show ? null : targetOf(message, tree);
    if (target) void navigate(target);
    else setShown(message);
  };
  const at = rows.findIndex(({ id }) => id === shown?.id);
  const beside =
    at < 0 ? undefined : { before: rows[at - 1], after: rows[at + 1], show: (next: MessageRow) => open(next, true) };
  return {
    open,
    dialog: shown ? (
      <Suspense fallback={null}>
        <MessageDialog message={shown} beside={beside} close={() => setShown(null)} />
      </Suspense>
    ) : null,
  };
}
