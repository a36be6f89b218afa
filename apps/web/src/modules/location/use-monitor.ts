import { useQuery } from '@tanstack/react-query';
import type { LiveVehicle } from '@tongda/contract/live';
import { monitorSnapshot } from '@tongda/contract/location/location';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../kit/api';
import { useLive } from '../../kit/live';
import type { LiveStatus } from '../../kit/live-client';
import { type MonitorItem, monitorItem } from './monitor-model';

export interface Monitor {
  items: MonitorItem[];
  /** ms between the newest packet's arrival and its being shown here; null before the first */
  delayMs: number | null;
  status: LiveStatus;
  /** server clock, so that durations do not depend on the clock of this computer */
  now: number;
  loading: boolean;
  error: unknown;
  retry: () => void;
}

const infoEveryMs = 5 * 60_000;

/** Names from the snapshot call, states from the live socket (or its polling fall-back), joined by vehicle. */
export function useMonitor(): Monitor {
  const snapshot = useQuery({
    queryKey: [monitorSnapshot.path],
    queryFn: ({ signal }) => call(monitorSnapshot, {}, { signal, quiet: true }),
    refetchInterval: infoEveryMs,
  });
  const fleet = useLive();
  const now = useServerClock(fleet.clockOffsetMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: deltas change the map in place, `version` says when
  const items = useMemo(() => {
    const first = new Map<string, LiveVehicle>(snapshot.data?.live.map((live) => [live.vehicleId, live]));
    return (snapshot.data?.vehicles ?? []).map((info) =>
      monitorItem(info, fleet.vehicles.get(info.vehicleId) ?? first.get(info.vehicleId) ?? null),
    );
  }, [snapshot.data, fleet.vehicles, fleet.version]);
  const newest = useMemo(() => Math.max(0, ...items.map((item) => item.live?.receiveTime ?? 0)), [items]);
  return {
    items,
    delayMs: fleet.heardAt > 0 && newest > 0 ? Math.max(0, fleet.heardAt + fleet.clockOffsetMs - newest) : null,
    status: fleet.status,
    now,
    loading: snapshot.isLoading,
    error: snapshot.error,
    retry: () => void snapshot.refetch(),
  };
}

/** The server's time, ticking each second; durations in rows follow it. */
function useServerClock(offsetMs: number): number {
  const [local, setLocal] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return local + offsetMs;
}
