import { Drawer } from 'antd';
import { useState } from 'react';
import { type ChangeLine, ChangeLines } from '../../kit/detail/change-history';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

// the report's rows hold the lines of the change history
const changesOf = ({ changes }: AnyRow) => (Array.isArray(changes) ? (changes as ChangeLine['changes']) : []);

/** 详情 of a line of 操作日志: the values before and after. */
export const useOperationLog: UseReportExtras = () => {
  const [row, show] = useState<AnyRow | null>(null);
  return {
    rowActions: (one) => [
      { label: '详情', why: changesOf(one).length === 0 ? '这一步没有改动的字段' : undefined, run: () => show(one) },
    ],
    open: row ? (
      <Drawer open size={560} title={`${String(row.action)} ${String(row.name)}`} onClose={() => show(null)}>
        <ChangeLines
          lines={[
            {
              id: row.id,
              time: String(row.time),
              userName: String(row.user),
              action: String(row.action),
              changes: changesOf(row),
            },
          ]}
        />
      </Drawer>
    ) : null,
  };
};
