import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { constants } from '@tongda/contract/shell/constants';
import { Button } from 'antd';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { useAct } from '../call/use-act';
import { useListScope } from '../list/context';
import { Can } from '../session/can';
import { announceExport } from './downloads';

type ExportEndpoint = Endpoint<z.ZodType, z.ZodType<{ id: string }>>;

/** Seconds left of a lock; `lock()` starts it. */
export function useLock(seconds: number): [left: number, lock: () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(seconds)];
}

interface ExportButtonProps {
  of: ExportEndpoint;
  /** fields of the request beside filters, order, shown columns and chosen rows */
  extra?: Record<string, unknown>;
  /** why these filters cannot be exported; shown on the button that does not work */
  refused?: string | undefined;
  /** the file has something to say without rows, too (a paper of a trip on which nothing went wrong) */
  rowless?: boolean;
  children?: ReactNode;
}

/** Exports the list around it: its filters and order, its shown columns, the ticked rows only when there are any. Locked 10 s. */
export function ExportButton({ of, extra, refused, rowless = false, children = '导出' }: ExportButtonProps) {
  const { filters, sort, fields, selectedKeys, total } = useListScope();
  const nothing = total === 0 && !rowless;
  const [left, lock] = useLock(constants.export.lockS);
  const ask = useAct(of, { done: ({ id }) => announceExport(id) });
  const start = (): void => {
    lock();
    const ids = selectedKeys.length > 0 ? { ids: selectedKeys } : {};
    const input = { ...filters, ...(sort ? { sort } : {}), ...ids, fields, ...extra };
    // filters are as the user left them: the server checks them
    void ask.run(input as Input<ExportEndpoint>);
  };
  return (
    <Can do={of}>
      <Button
        icon={<Download />}
        disabled={left > 0 || nothing || refused !== undefined}
        title={nothing ? '没有可导出的数据' : refused}
        onClick={start}
      >
        {left > 0 ? `导出中 ${left}s` : children}
      </Button>
    </Can>
  );
}
