import { type LiveAlarms, liveFrame } from '@tongda/contract/core/live';
import { useEffect, useRef } from 'react';
import { liveClient } from '../../../kit/live/connection';

/** Alarms change in bursts, and a list is asked for once for all of them. */
const settleMs = 3_000;

/**
 * Keeps the alarms of a page as they are: `refresh` is called soon after one of them was said to have changed (it went on, ended, somebody handled it). New
 * alarms move no row under anybody's mouse: they come with the next question.
 */
export function useChangedRows(rows: ReadonlyArray<{ id: string }>, refresh: () => void): void {
  const now = useRef({ rows, refresh });
  now.current = { rows, refresh };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const end = liveClient.onFrame(liveFrame.alarmUpdate, (payload) => {
      // frames come from our own server
      const changed = new Set((JSON.parse(payload) as LiveAlarms).ids);
      if (timer !== null || !now.current.rows.some(({ id }) => changed.has(id))) return;
      timer = setTimeout(() => {
        timer = null;
        now.current.refresh();
      }, settleMs);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
}
