import { minuteMs } from '@tongda/contract/core/durations';
import { monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import type { LiveState, LiveStatus } from '../../../../kit/live/client';
import { holdLive, liveClient } from '../../../../kit/live/connection';
import { Pace } from './pace';
import { type AlarmWords, type MonitorPicture, MonitorStore } from './store';

export interface Monitor extends MonitorPicture {
  /** ms that the newest packet needed from the server to here; null before the first */
  delayMs: number | null;
  status: LiveStatus;
  loading: boolean;
  error: unknown;
  retry: () => void;
}

const infoEveryMs = 5 * minuteMs;
/** Changes are shown together, at most this often: an eye follows no faster, and 10,000 vehicles report 1,000 times a second. */
const showEveryMs = 500;

/** Names from the snapshot call, states from the live socket (or its polling fall-back), open alarms, joined by vehicle. */
export function useMonitor(words: AlarmWords): Monitor {
  const snapshot = useAsk(
    monitorSnapshot,
    {},
    {
      refetchInterval: infoEveryMs,
      // comparing megabytes of old and new costs more than showing the new
      structuralSharing: false,
    },
  );
  const live = useCalmLive();
  const [store] = useState(() => new MonitorStore());
  const picture = useMemo(
    () => store.picture(snapshot.data, live.vehicles, words),
    [store, snapshot.data, live.vehicles, words],
  );
  return {
    ...picture,
    delayMs: live.delayMs,
    status: live.status,
    loading: snapshot.isLoading,
    error: snapshot.error,
    retry: () => void snapshot.refetch(),
  };
}

/** The live state, at most twice a second and behind whatever the user does. */
function useCalmLive(): LiveState {
  const [state, setState] = useState(liveClient.getState);
  const pace = useRef<Pace | null>(null);
  useEffect(() => {
    const own = new Pace(() => startTransition(() => setState(liveClient.getState())), showEveryMs);
    pace.current = own;
    const unsubscribe = liveClient.subscribe(() => own.heard());
    const letGo = holdLive();
    return () => {
      own.stop();
      unsubscribe();
      letGo();
    };
  }, []);
  // the value is not needed: that there is a new one means that its picture stands
  useEffect(() => void (state && pace.current?.shown()), [state]);
  return state;
}

/** The server's clock, epoch ms: durations do not depend on the clock of this computer. */
export const serverNow = (): number => Date.now() + liveClient.getState().clockOffsetMs;

/** The server's clock as a value that ticks; only what uses it is drawn again. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
