import type { Output } from '@tongda/contract/core/endpoint';
import { messages } from '@tongda/contract/core/messages';
import { vehicleDetail, vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { probeGet, probeSave } from '@tongda/contract/resources/vehicle/probe';
import type { Dayjs } from 'dayjs';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { addLeaveGuard } from '../../../../kit/form/leave-guards';
import { useVehicleLinks } from '../links';
import { correctionsChanged, faultsIn, type ProbeRow, probesIn, rowKey, rowsOf } from './rows';

export type ProbeSetting = Output<typeof probeGet>;

/**
 * State of 探头设置: the rows, their errors, and saving. Version and rows come from the first answer; later answers only bring new
 * readings.
 */
export function useProbeForm(setting: ProbeSetting, reload: () => Promise<{ data: ProbeSetting | undefined }>) {
  const [base, setBase] = useState(() => ({ version: setting.version, rows: rowsOf(setting.probes) }));
  const [rows, setRows] = useState(base.rows);
  const [since, setSince] = useState<Dayjs | null>(null);
  const [reason, setReason] = useState('');
  const links = useVehicleLinks();
  const navigate = useNavigate();
  const faults = useMemo(() => faultsIn(rows), [rows]);
  const corrects = correctionsChanged(base.rows, rows);
  const release = useUnsaved(base.rows, rows);
  const save = useAct(probeSave, {
    told: messages['save.ok'],
    stale: [vehiclePage, vehicleDetail, probeGet],
    // rows that were not changed here take the values that somebody else has saved
    fresh: async () => {
      const { data } = await reload();
      if (!data) return;
      const theirs = rowsOf(data.probes);
      setRows((mine) => mine.map((row) => mergeRow(row, base.rows, theirs)));
      setBase({ version: data.version, rows: theirs });
    },
    done: () => {
      release();
      return navigate(links.details(setting.vehicleId, 'probes'));
    },
  });
  return {
    rows,
    change: (next: ProbeRow): void => setRows((old) => old.map((row) => (rowKey(row) === rowKey(next) ? next : row))),
    faults,
    /** true: corrections were changed, which takes a reason */
    corrects,
    reason,
    setReason,
    lacksReason: corrects && reason.trim() === '',
    /** since when the setting is valid; null: from now on */
    since,
    setSince,
    unsaved: !isSame(base.rows, rows),
    save,
    send: (): void =>
      void save.run({
        vehicleId: setting.vehicleId,
        version: base.version,
        probes: probesIn(rows),
        ...(corrects ? { reason } : {}),
        ...(since ? { effectiveFrom: since.format('YYYY-MM-DD HH:mm:ss') } : {}),
      }),
  };
}
export type ProbeForm = ReturnType<typeof useProbeForm>;

const isSame = (was: ProbeRow[], is: ProbeRow[]): boolean =>
  JSON.stringify(probesIn(was)) === JSON.stringify(probesIn(is));

/** The row as edited when it was changed here, otherwise as it is stored now. */
function mergeRow(row: ProbeRow, was: ProbeRow[], is: ProbeRow[]): ProbeRow {
  const at = (rows: ProbeRow[]) => rows.find((one) => rowKey(one) === rowKey(row));
  return JSON.stringify(row) === JSON.stringify(at(was)) ? (at(is) ?? row) : row;
}

/** Asks before the user leaves unsaved changes; the function that it answers stops that, after saving. */
function useUnsaved(initial: ProbeRow[], rows: ProbeRow[]): () => void {
  const latest = useRef({ initial, rows, released: false });
  latest.current.initial = initial;
  latest.current.rows = rows;
  useEffect(() => {
    const dirty = (): boolean => {
      const { initial: was, rows: is, released } = latest.current;
      return !released && !isSame(was, is);
    };
    const warn = (event: BeforeUnloadEvent): void => {
      if (dirty()) event.preventDefault();
    };
    const remove = addLeaveGuard(dirty);
    window.addEventListener('beforeunload', warn);
    return () => {
      remove();
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
  return () => {
    latest.current.released = true;
  };
}
