import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageRead } from '@tongda/contract/base/message/calls';
import { minuteMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import type { DriverPlan } from '@tongda/contract/ground/route-plan/driver';
import {
  type DriverNotice,
  type DriverTask,
  type DriverTasks,
  driverTasks,
} from '@tongda/contract/transport/driver-app/calls';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { useReached } from '../../../kit/call/reach';
import { useAct } from '../../../kit/call/use-act';
import { keepSession, reloadSession, useSession } from '../../../kit/session/user';
import { wireTime } from '../../../kit/show/format';
import { keepPage } from './offline/kept-page';
import { drainOutbox, dropSent, enqueueStep, retryHeld, useOutbox } from './offline/outbox';
import { keepPlans, keepTasks, keptPlans, keptTasks, type OutboxPhoto, type StepDraft } from './offline/outbox-db';
import { noteRead, sendReads } from './offline/plan-reads';
import { withPending } from './task/model';
import { locatePhone } from './task/photo';
import { useNews } from './use-news';

const refreshMs = minuteMs;
const retryMs = 15_000;
const noNotices: DriverNotice[] = [];

export interface Driver {
  who: string;
  name: string;
  /** vehicles whose main driver he is; null while the server was not reached */
  vehicles: DriverTasks['driver']['vehicles'] | null;
  /** 离职 or 停用; empty while he works here, and while nobody said otherwise */
  leaver: string;
  /** trips with everything that waits on the phone; null while they are read for the first time */
  tasks: DriverTask[] | null;
  /** plans of runs that were sent to him */
  plans: DriverPlan[];
  /** alarms that the office sends to this page, not read yet; none while the server was not reached */
  notices: DriverNotice[];
  /** he has read a notice; told to the server at once, it stays where there is no network */
  readNotice: (notice: DriverNotice) => void;
  /** the account belongs to no driver: the sentence that says what to do */
  refusal: string | null;
  /** the phone has no network and holds no trips yet */
  trouble: string | null;
  refresh: () => void;
  /** sends steps again that the server did not keep */
  retry: () => void;
  /** notes that he looks at a plan; its sender learns of it as soon as there is a network */
  read: (plan: DriverPlan) => Promise<void>;
  /** stores a step on the phone and tries to send it; resolves once it is stored */
  act: (step: StepDraft, photos?: OutboxPhoto[]) => Promise<void>;
}

/** The driver's trips and his way to change them, with or without a network. */
export function useDriver(): Driver {
  const user = useSession((state) => state.user);
  const who = user ? `${user.clientId}:${user.id}` : '';
  const rows = useOutbox((state) => state.rows);
  const client = useQueryClient();
  const [kept, setKept] = useState<DriverTask[] | null>(null);
  const [plans, setPlans] = useState<DriverPlan[] | null>(null);
  const reachable = useReached();
  const key = useMemo(() => [driverTasks.path, who], [who]);
  const answer = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const shown = new Set(useOutbox.getState().rows.flatMap((row) => (row.state === 'sent' ? [row.key] : [])));
      await sendReads(who);
      const told = await call(driverTasks, undefined, { signal, quiet: true });
      await keepTasks(who, told.tasks);
      await keepPlans(who, told.plans);
      await dropSent(who, shown);
      // the page was opened in a dead zone: who one is can be asked again
      if (useSession.getState().kept) void reloadSession();
      return told;
    },
    networkMode: 'always',
    retry: false,
    refetchInterval: reachable ? refreshMs : retryMs,
    enabled: who !== '',
  });
  useEffect(() => {
    if (who === '') return;
    void retryHeld(who);
    void keptTasks(who).then(setKept);
    void keptPlans(who).then(setPlans);
  }, [who]);
  const reached = answer.data !== undefined;
  useEffect(() => {
    if (!reached) return;
    keepSession();
    void keepPage();
  }, [reached]);
  useNews(who, () => void client.invalidateQueries({ queryKey: key }));
  const send = useCallback(async (): Promise<void> => {
    if (await drainOutbox(who)) await client.invalidateQueries({ queryKey: key });
  }, [who, client, key]);
  const read = useCallback(
    async (plan: DriverPlan): Promise<void> => {
      await noteRead(who, plan);
      if (await sendReads(who)) await client.invalidateQueries({ queryKey: key });
    },
    [who, client, key],
  );
  const reading = useAct(messageRead, { told: null, stale: [driverTasks] });
  useSending(
    send,
    rows.some((row) => row.state === 'waiting'),
  );
  const known = answer.data?.tasks ?? kept;
  const tasks = useMemo(() => known && withPending(known, rows, wireTime), [known, rows]);
  const { error } = answer;
  return {
    who,
    name: answer.data?.driver.name ?? user?.name ?? '',
    vehicles: answer.data?.driver.vehicles ?? null,
    leaver: answer.data?.driver.leaver ?? '',
    tasks,
    plans: answer.data?.plans ?? plans ?? [],
    read,
    notices: answer.data?.notices ?? noNotices,
    readNotice: ({ id }) => void reading.run({ msgIds: [id] }),
    refusal: error instanceof ApiError && error.code === codes.forbidden ? error.message : null,
    trouble: error && !tasks ? error.message : null,
    refresh: () => {
      void send();
      void answer.refetch();
    },
    retry: () => void retryHeld(who, true).then(send),
    act: async (step, photos = []) => {
      const place = await locatePhone();
      await enqueueStep(who, { ...step, lng: place?.lng ?? null, lat: place?.lat ?? null }, photos);
      void send();
    },
  };
}

/** Sends what waits on the phone: at the start, when the network is back, when the page comes to the front, and from time to time. */
function useSending(send: () => Promise<void>, waiting: boolean): void {
  useEffect(() => {
    const now = (): void => void send();
    const seen = (): void => {
      if (!document.hidden) now();
    };
    now();
    window.addEventListener('online', now);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', now);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [send]);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => void send(), retryMs);
    return () => clearInterval(timer);
  }, [send, waiting]);
}
