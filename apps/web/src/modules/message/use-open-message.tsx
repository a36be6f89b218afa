import type { MessageRow } from '@tongda/contract/message/message';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../kit/session';
import { MessageDialog } from './message-dialog';
import { targetOf } from './message-target';
import { markRead } from './notice-store';

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
    dialog: shown ? <MessageDialog message={shown} close={() => setShown(null)} /> : null,
  };
}
