import { messageDel, messagePage, messageTypes } from '@tongda/contract/base/message/calls';
import { useAct } from '../../../kit/call/use-act';

/** Deletes messages from the user's own list after a question; `done` is called when they are gone. */
export const useRemoveMessages = (done: () => void) =>
  useAct(messageDel, {
    sure: ({ msgIds }) => ({
      title: `删除${msgIds.length}条消息？`,
      content: '删除后不再显示，不能恢复。',
      danger: true,
      ok: '删除',
    }),
    told: ({ count }) => `已删除${count}条消息`,
    stale: [messagePage, messageTypes],
    done,
  });
