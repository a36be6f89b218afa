import { useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../call/api';
import { minuteText, none } from '../show/format';
import { Empty, ErrorState, Loading } from '../show/states';
import { Panel } from './panel';
import './change-history.css';

/** A line of 变更记录, as every entity's changeHis call answers it. */
export interface ChangeLine {
  id: string;
  time: string;
  userName: string;
  action: string;
  changes: Array<{ field: string; label: string; before: string; after: string }>;
}
export type ChangeHisEndpoint = Endpoint<z.ZodType, z.ZodType<{ list: ChangeLine[]; total: number }>>;

const size = 20;

function useHistory(endpoint: ChangeHisEndpoint, id: string) {
  return useInfiniteQuery({
    queryKey: [endpoint.path, id],
    queryFn: ({ pageParam, signal }) =>
      // every history is asked for by id and page
      call(endpoint, { id, page: pageParam, size } as Input<ChangeHisEndpoint>, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * size < last.total ? pages.length + 1 : undefined),
  });
}

/** 操作日志 beside a form: the newest lines, and all of them in a drawer. */
export function OperationLog({ of, id }: { of: ChangeHisEndpoint; id: string }) {
  const history = useHistory(of, id);
  const [open, setOpen] = useState(false);
  const lines = history.data?.pages[0]?.list.slice(0, 6) ?? [];
  return (
    <Panel
      title="操作日志"
      extra={
        <button type="button" className="td-plain kit-table-word" onClick={() => setOpen(true)}>
          全部
        </button>
      }
    >
      {lines.map((line) => (
        <div className="kit-detail-log" key={line.id}>
          <time title={line.time}>{minuteText(line.time)}</time>
          <b>{line.userName}</b>
          <span title={changeTitle(line)}>{changeTitle(line)}</span>
        </div>
      ))}
      {history.isSuccess && lines.length === 0 ? <div className="td-cap">还没有记录</div> : null}
      {open ? <HistoryDrawer of={of} id={id} close={() => setOpen(false)} /> : null}
    </Panel>
  );
}

const changeTitle = ({ action, changes }: ChangeLine): string =>
  changes.length === 0 || action.includes('新增') ? action : `${action}：${changes.map((c) => c.label).join('、')}`;

/** 变更记录 of one object in a drawer. */
export function HistoryDrawer(props: { of: ChangeHisEndpoint; id: string; name?: string; close: () => void }) {
  return (
    <Drawer open title={props.name ? `${props.name} 的变更记录` : '变更记录'} size={560} onClose={props.close}>
      <ChangeHistory of={props.of} id={props.id} />
    </Drawer>
  );
}

/** Who changed what and when, newest first, old value beside the new one. */
export function ChangeHistory({ of, id }: { of: ChangeHisEndpoint; id: string }) {
  const history = useHistory(of, id);
  if (history.error) return <ErrorState error={history.error} retry={() => void history.refetch()} />;
  if (!history.data) return <Loading />;
  const lines = history.data.pages.flatMap((page) => page.list);
  if (lines.length === 0) return <Empty title="还没有变更" text="以后的新增、修改等操作会记在这里" />;
  return (
    <>
      <ChangeLines lines={lines} />
      {history.hasNextPage ? (
        <div className="kit-detail-history-more">
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            更早的记录
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Lines of a change history, each with the old values beside the new ones. */
export const ChangeLines = ({ lines }: { lines: readonly ChangeLine[] }) => (
  <ol className="kit-detail-history">
    {lines.map((line) => (
      <li key={line.id}>
        <header>
          <b>{line.action}</b>
          <span>{line.userName || '系统'}</span>
          <time className="td-cap">{line.time}</time>
        </header>
        {line.changes.length > 0 ? <ChangeTable changes={line.changes} /> : null}
      </li>
    ))}
  </ol>
);

function ChangeTable({ changes }: { changes: ChangeLine['changes'] }) {
  return (
    <table>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td>{change.label}</td>
            <td>
              {change.before ? (
                <>
                  <del>{change.before}</del>
                  <span className="kit-form-change-arrow">→</span>
                </>
              ) : null}
              <span>{change.after || none}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
