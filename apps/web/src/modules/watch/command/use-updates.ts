import { useQueryClient } from '@tanstack/react-query';
import { liveFrame } from '@tongda/contract/core/live';
import { commandList, commandPage } from '@tongda/contract/watch/command/calls';
import { instructPage } from '@tongda/contract/watch/command/staff';
import { useEffect } from 'react';
import { liveClient } from '../../../kit/live/connection';

/** Frames within this time become one question. */
const settleMs = 150;

/** Keeps what the page shows of commands up to date: the live socket says when some have come further. */
export function useCommandUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = (): void => {
      timer = null;
      for (const { path } of [commandList, commandPage, instructPage])
        void client.invalidateQueries({ queryKey: [path] });
    };
    const end = liveClient.onFrame(liveFrame.commandUpdate, () => {
      timer ??= setTimeout(ask, settleMs);
    });
    return () => {
      end();
      if (timer) clearTimeout(timer);
    };
  }, [client]);
}
