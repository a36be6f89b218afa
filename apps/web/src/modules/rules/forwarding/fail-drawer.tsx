import {
  type ForwardFail,
  type ForwardRow,
  forwardFailLog,
  forwardResend,
} from '@tongda/contract/rules/forwarding/calls';
import { forwardDeadDays } from '@tongda/contract/rules/forwarding/fields';
import { Button, Drawer } from 'antd';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Pager } from '../../../kit/list/pager';
import { Can } from '../../../kit/session/can';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

const sizes = [15, 30, 60];

interface DrawerProps {
  target: ForwardRow;
  changed: () => void;
  close: () => void;
}

/** 失败明细: what was given up of a target, to be sent again. */
export function FailDrawer({ target, changed, close }: DrawerProps) {
  const [[page, size], setPage] = useState<[number, number]>([1, 15]);
  const answer = useAsk(forwardFailLog, { id: target.id, page, size });
  const resend = useAct(forwardResend, {
    told: ({ count }) => `${count} 条已重新排队，结果稍后可见`,
    stale: [forwardFailLog],
    done: changed,
  });
  const again = (itemIds?: string[]): void =>
    void resend.run({ id: target.id, ...(itemIds === undefined ? {} : { itemIds }) });
  const total = answer.data?.total ?? 0;
  return (
    <Drawer
      open
      title={`${target.name} 失败明细`}
      size={960}
      onClose={close}
      extra={
        total > 0 ? (
          <Can do={forwardResend}>
            <Button type="primary" icon={<RotateCw />} loading={resend.busy} onClick={() => again()}>
              全部重推
            </Button>
          </Can>
        ) : null
      }
    >
      <p className="td-cap rules-forwarding-note">
        多次重试仍失败的数据在这里保留{forwardDeadDays}天；重推按原来的顺序，对方按数据编号去重。
      </p>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {answer.data && total === 0 ? <Empty title="没有失败的数据" text="所有数据都已送达，或仍在重试" /> : null}
      {answer.data && total > 0 ? (
        <>
          <Fails list={answer.data.list} again={again} busy={resend.busy} />
          <Pager page={page} size={size} sizes={sizes} total={total} change={(p, s) => setPage([p, s])} />
        </>
      ) : null}
    </Drawer>
  );
}

function Fails({ list, again, busy }: { list: ForwardFail[]; again: (ids: string[]) => void; busy: boolean }) {
  return (
    <table className="rules-forwarding-table">
      <thead>
        <tr>
          <th>车牌号</th>
          <th>内容</th>
          <th>数据时间</th>
          <th className="num">尝试</th>
          <th>原因</th>
          <th>失败时间</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {list.map((fail) => (
          <tr key={fail.id}>
            <td className="num">{fail.plateNo}</td>
            <td className="num">{fail.what}</td>
            <td className="num">{fail.time}</td>
            <td className="num">{fail.attempts}</td>
            <td>{fail.cause}</td>
            <td className="num">{fail.failTime}</td>
            <td>
              <Can do={forwardResend}>
                <Button size="small" type="link" disabled={busy} onClick={() => again([fail.id])}>
                  重推
                </Button>
              </Can>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
