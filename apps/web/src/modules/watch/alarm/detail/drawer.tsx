import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { Button, Drawer } from 'antd';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type AlarmForm, canHandle, useMayDeal } from '../words';
import { AlarmDetail } from './panel';

export interface Shown {
  id: string | null;
  form: AlarmForm | null;
  open: (id: string, form: AlarmForm | null) => void;
  close: () => void;
}

/** What the drawer needs of the alarms of a list that it walks through. */
export type WalkedAlarm = Pick<AlarmRow, 'id' | 'title' | 'shared' | 'status' | 'handleStatus'>;

/** One alarm of a list in a drawer; the list is walked with J and K, and what was handled leads to the next that waits. */
export function AlarmDrawer({ shown, rows }: { shown: Shown; rows: readonly WalkedAlarm[] }) {
  const { id, open } = shown;
  const at = rows.findIndex((row) => row.id === id);
  const [before, after] = at < 0 ? [] : [rows[at - 1], rows[at + 1]];
  const waiting = rows.slice(at + 1).find(canHandle) ?? rows.slice(0, Math.max(0, at)).find(canHandle);
  const mayDeal = useMayDeal();
  // of an alarm that a link leads to and that is not on this page of the list
  const [found, setFound] = useState<Pick<AlarmRow, 'id' | 'title'> | null>(null);
  const current = rows[at];
  useListKeys(id !== null, {
    j: after && (() => open(after.id, null)),
    k: before && (() => open(before.id, null)),
    h: current && mayDeal && canHandle(current) ? () => open(current.id, 'handle') : undefined,
  });
  const step = (row: WalkedAlarm | undefined, label: string, icon: ReactNode) => (
    <Button
      type="text"
      aria-label={label}
      title={label}
      icon={icon}
      disabled={!row}
      onClick={() => row && open(row.id, null)}
    />
  );
  return (
    <Drawer
      open={id !== null}
      size={640}
      title={current?.title ?? (found?.id === id ? found.title : '报警详情')}
      extra={
        at < 0 ? null : (
          <span className="watch-alarm-walk">
            <span className="td-cap">
              本页 {at + 1} / {rows.length}
            </span>
            {step(before, '列表上一条（K）', <ChevronUp />)}
            {step(after, '列表下一条（J）', <ChevronDown />)}
          </span>
        )
      }
      rootClassName="watch-alarm-drawer"
      onClose={shown.close}
      destroyOnHidden
    >
      {id === null ? null : (
        <AlarmDetail
          key={`${id} ${shown.form ?? ''}`}
          id={id}
          form={shown.form}
          around
          choose={(next) => open(next, null)}
          loaded={({ alarm }) => setFound(alarm)}
          done={() => waiting && open(waiting.id, 'handle')}
        />
      )}
    </Drawer>
  );
}

/** Shortcuts of single letters; they are not heard while somebody types into a field. */
function useListKeys(on: boolean, keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    if (!on) return;
    const heard = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')) return;
      const run = keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, [on, keys]);
}
