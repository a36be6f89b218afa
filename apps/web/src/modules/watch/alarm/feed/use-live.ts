import { useQueryClient } from '@tanstack/react-query';
import { minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import { type LiveAlarms as AlarmFrame, liveFrame } from '@tongda/contract/core/live';
import { type AlarmRow, alarmCount, alarmDetail, alarmLive } from '@tongda/contract/watch/alarm/calls';
import { type AlarmCounts, noAlarms, ringLevel } from '@tongda/contract/watch/alarm/urgency';
import { useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { call } from '../../../../kit/call/api';
import { askKey, useAsk } from '../../../../kit/call/use-ask';
import { playChime } from '../../../../kit/live/chime';
import { liveClient } from '../../../../kit/live/connection';
import { freshAlarms, mergeAlarms, moveCounts, ringWords } from './lines';

export interface LiveAlarmList {
  list: readonly AlarmRow[];
  /** of all there are; the list holds the most urgent */
  counts: AlarmCounts;
  /** came in the last seconds */
  fresh: ReadonlySet<string>;
  loading: boolean;
  error: unknown;
  retry: () => void;
  /** severest open alarm by vehicle in a word */
  words: ReadonlyMap<string, string>;
}

const soundKey = 'td.alarm.sound';
/** Whether new alarms are heard, on this computer. */
export const useAlarmSound = create<{ on: boolean; turn: (on: boolean) => void }>((set) => ({
  on: localStorage.getItem(soundKey) !== 'off',
  turn: (on) => {
    localStorage.setItem(soundKey, on ? 'on' : 'off');
    set({ on });
  },
}));

const key = askKey(alarmLive, {});
/** Frames within this time become one question. */
const settleMs = 120;
const askedAtOnce = 500;
const everyMs = minuteMs;
const freshMs = 8_000;
const none: readonly AlarmRow[] = [];

/** Unfinished alarms, kept up to date by the live socket: what somebody else handled is gone within a second. */
export function useLiveAlarms(): LiveAlarmList {
  const query = useAsk(alarmLive, {}, { refetchInterval: everyMs, structuralSharing: false });
  useAlarmFrames();
  const list = query.data?.list ?? none;
  useSharedCounts(query.data?.counts);
  const fresh = useFresh(query.data?.list);
  const stable = useRef<ReadonlyMap<string, string>>(new Map());
  const words = useMemo(() => {
    const next = ringWords(list);
    const same = next.size === stable.current.size && [...next].every(([id, word]) => stable.current.get(id) === word);
    if (!same) stable.current = next;
    return stable.current;
  }, [list]);
  return {
    list,
    counts: query.data?.counts ?? noAlarms,
    fresh,
    loading: query.isLoading,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    words,
  };
}

/** The header says what the live list says, at the same moment. */
function useSharedCounts(counts: AlarmCounts | null | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (counts) client.setQueryData(askKey(alarmCount, {}), counts);
  }, [client, counts]);
}

/** Frames of the live socket name alarms that changed; these are loaded together. After the connection was lost all is loaded again. */
function useAlarmFrames(): void {
  const client = useQueryClient();
  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let status = liveClient.getState().status;
    const ask = async (): Promise<void> => {
      timer = null;
      const ids = [...waiting].slice(0, askedAtOnce);
      for (const id of ids) waiting.delete(id);
      try {
        const answer = await call(alarmLive, { ids }, { quiet: true });
        client.setQueryData<Output<typeof alarmLive>>(key, (old) => {
          if (!old) return old;
          const list = mergeAlarms(old.list, ids, answer.list);
          return { ...old, list, counts: old.counts && moveCounts(old.counts, old.list, list) };
        });
      } catch {
        void client.invalidateQueries({ queryKey: key });
      }
      for (const id of ids) void client.invalidateQueries({ queryKey: [alarmDetail.path, { id }] });
      if (waiting.size > 0) timer ??= setTimeout(() => void ask(), settleMs);
    };
    const ends = [
      liveClient.onFrame(liveFrame.alarmUpdate, (payload) => {
        // frames come from our own server
        for (const id of (JSON.parse(payload) as AlarmFrame).ids) waiting.add(id);
        timer ??= setTimeout(() => void ask(), settleMs);
      }),
      liveClient.subscribe(() => {
        const next = liveClient.getState().status;
        if (next === 'live' && status !== 'live') void client.invalidateQueries({ queryKey: key });
        status = next;
      }),
    ];
    return () => {
      for (const end of ends) end();
      if (timer) clearTimeout(timer);
    };
  }, [client]);
}

/** Ids of alarms that came in the last seconds. Each is heard once; the first list makes no sound. */
function useFresh(list: readonly AlarmRow[] | undefined): ReadonlySet<string> {
  const known = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!list) return;
    const came = known.current ? freshAlarms(known.current, list) : [];
    known.current ??= new Set();
    for (const { id } of list) known.current.add(id);
    if (came.length === 0) return;
    setFresh((old) => new Set([...old, ...came.map(({ id }) => id)]));
    if (useAlarmSound.getState().on && came.some(({ level }) => level >= ringLevel)) playChime();
    setTimeout(() => setFresh((old) => new Set([...old].filter((id) => !came.some((row) => row.id === id)))), freshMs);
  }, [list]);
  return fresh;
}
