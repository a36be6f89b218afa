import { tankGet, tankHistory, tankSave } from '@tongda/contract/resources/vehicle/tank';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { addLeaveGuard } from '../../../../kit/form/leave-guards';
import { draftOf, inputOf, lineFaults, pointsOf, refusalOf, type TankDraft, type TankSetting } from './model';

/** What of a draft is stored: keys of lines and blank lines are not. */
const storedPart = (draft: TankDraft): string => JSON.stringify({ ...draft, lines: pointsOf(draft.lines) });

/** State of one tank's calibration: what is typed, what is wrong with it, and saving a version of it. */
export function useTank(setting: TankSetting, no: number, reload: () => Promise<{ data: TankSetting | undefined }>) {
  const [base, setBase] = useState(() => draftOf(setting, no));
  const [draft, setDraft] = useState(base);
  const [since, setSince] = useState<Dayjs | null>(null);
  const [recalc, setRecalc] = useState(false);
  const dirty = storedPart(draft) !== storedPart(base);
  useGuard(dirty);
  const take = (data: TankSetting | undefined): void => {
    if (!data) return;
    const next = draftOf(data, no);
    setBase(next);
    setDraft(next);
  };
  const save = useAct(tankSave, {
    told: ({ days }) => (days > 0 ? `已保存，正在重新计算 ${days} 天的油量` : '已保存'),
    stale: [tankGet, tankHistory],
    // what was typed stays, with the version of whoever was faster
    fresh: async () => {
      const { data } = await reload();
      const theirs = data?.tanks.find(({ tank }) => tank === no);
      if (theirs) setDraft((mine) => ({ ...mine, version: theirs.version }));
      return theirs ? { version: theirs.version } : undefined;
    },
    done: async () => {
      take((await reload()).data);
      setSince(null);
      setRecalc(false);
    },
  });
  return {
    draft,
    put: (change: Partial<TankDraft>): void => setDraft((now) => ({ ...now, ...change })),
    faults: lineFaults(draft),
    refusal: refusalOf(draft),
    dirty,
    since,
    setSince,
    recalc,
    setRecalc,
    save,
    send: (): void =>
      void save.run(
        inputOf(setting.vehicleId, draft, {
          effectiveFrom: (since ?? dayjs()).format('YYYY-MM-DD HH:mm:ss'),
          recalc,
        }),
      ),
  };
}
export type TankState = ReturnType<typeof useTank>;

/** Asks before the page is left while something typed would be lost. */
function useGuard(dirty: boolean): void {
  const latest = useRef(dirty);
  latest.current = dirty;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (latest.current) event.preventDefault();
    };
    const remove = addLeaveGuard(() => latest.current);
    window.addEventListener('beforeunload', warn);
    return () => {
      remove();
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
}
