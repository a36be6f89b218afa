import type { MessageRow } from '@tongda/contract/base/message/calls';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../kit/session/user';
import { markRead } from './notice-store';
import { targetOf } from './target';

/** The bell is on every page, its dialog on few. */
const MessageDialog = lazy(async () => ({ default: (await import('./dialog')).MessageDialog }));

/** Opening a message marks it as read (then `read` is called) and leads to what it is about, or shows it. Draw `dialog` somewhere. */
export function useOpenMessage(read?: () => void): {
  open: (message: MessageRow, show?: boolean) => void;
  dialog: ReactNode;
} {
  const [shown, setShown] = useState<MessageRow | null>(null);
  const tree = useSession((state) => state.tree);
  const navigate = useNavigate();
  return {
    open: (message, show = false) => {
      if (message.readFlag === 0) void markRead([message.id]).then(read);
      const target = show ? null : targetOf(message, tree);
      if (target) void navigate(target);
      else setShown(message);
    },
    dialog: shown ? (
      <Suspense fallback={null}>
        <MessageDialog message={shown} close={() => setShown(null)} />
      </Suspense>
    ) : null,
  };
}
