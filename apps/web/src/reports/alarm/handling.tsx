import {
  type AlarmRow,
  alarmCount,
  alarmDetail,
  alarmHandle,
  alarmPage,
  alarmStat,
} from '@tongda/contract/watch/alarm/calls';
import { isAlarmKind } from '@tongda/contract/watch/alarm/words';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useInvalidate } from '../../kit/list/use-rows';
import { Can } from '../../kit/session/can';
import { AlarmDrawer, type AlarmForm, BatchHandle, canHandle, type WalkedAlarm } from '../../modules/watch/alarm/door';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

type Handled = Pick<AlarmRow, 'id' | 'version' | 'kind'>;
/** Rows of the nine reports carry what 报警记录 decides by. */
const asAlarm = (row: AnyRow): WalkedAlarm =>
  // the declaration of these reports has the fields, under the same names
  row as unknown as WalkedAlarm;
const mayHandle = (row: AnyRow): boolean => canHandle(asAlarm(row));
const toHandled = ({ id, version, kind }: AnyRow): Handled[] =>
  typeof version === 'number' && typeof kind === 'string' && isAlarmKind(kind) ? [{ id, version, kind }] : [];

/** 详情, 处理 and 批量处理 of the alarms of a report, as 报警记录 has them. */
export const useAlarmHandling: UseReportExtras = (list) => {
  const [shown, setShown] = useState<{ id: string; form: AlarmForm | null } | null>(null);
  const [many, setMany] = useState<Handled[]>([]);
  const invalidate = useInvalidate();
  const changed = (): void => {
    list.select([], []);
    list.refresh();
    for (const endpoint of [alarmPage, alarmStat, alarmCount, alarmDetail]) void invalidate(endpoint);
  };
  const close = (): void => {
    setShown(null);
    changed();
  };
  const open = (row: AnyRow): void => setShown({ id: row.id, form: null });
  return {
    onRow: open,
    rowActions: (row) => [
      { label: '详情', run: () => open(row) },
      ...(mayHandle(row)
        ? [{ label: '处理', can: alarmHandle, run: () => setShown({ id: row.id, form: 'handle' }) }]
        : []),
    ],
    batch: (rows) => (
      <Can do={alarmHandle}>
        <Button disabled={!rows.some(mayHandle)} onClick={() => setMany(rows.filter(mayHandle).flatMap(toHandled))}>
          批量处理
        </Button>
      </Can>
    ),
    open: (
      <Suspense fallback={null}>
        {shown ? (
          <AlarmDrawer
            shown={{ ...shown, open: (id, form) => setShown({ id, form }), close }}
            rows={list.rows.map(asAlarm)}
          />
        ) : null}
        {many.length > 0 ? <BatchHandle rows={many} close={() => setMany([])} changed={changed} /> : null}
      </Suspense>
    ),
  };
};
