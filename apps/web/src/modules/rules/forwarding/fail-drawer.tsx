import {
  type ForwardFail,
  type ForwardRow,
  forwardFailLog,
  forwardResend,
} from '@tongda/contract/rules/forwarding/calls';
import { forwardDeadDays } from '@tongda/contract/rules/forwarding/fields';
import { Button, Checkbox, Drawer, Space } from 'antd';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Pager } from '../../../kit/list/pager';
import { Can, useCan } from '../../../kit/session/can';
import { dottedPlate } from '../../../kit/show/plate/chip';
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
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const answer = useAsk(forwardFailLog, { id: target.id, page, size });
  const resend = useAct(forwardResend, {
    told: ({ count }) => `${count} 条已重新排队，结果稍后可见`,
    stale: [forwardFailLog],
    done: () => {
      setTicked(new Set());
      changed();
    },
  });
  const again = (itemIds?: string[]): void =>
    void resend.run({ id: target.id, ...(itemIds === undefined ? {} : { itemIds }) });
  const total = answer.data?.total ?? 0;
  // what is in sight: another page begins without ticks, and what has gone out meanwhile counts no longer
  const chosen = (answer.data?.list ?? []).flatMap(({ id }) => (ticked.has(id) ? [id] : []));
  return (
    <Drawer
      open
      title={`${target.name} 失败明细`}
      size={960}
      onClose={close}
      extra={
        total > 0 ? (
          <Can do={forwardResend}>
            <Space>
              <Button
                icon={<RotateCw />}
                disabled={chosen.length === 0}
                title={chosen.length === 0 ? '请先勾选要重推的数据' : undefined}
                loading={resend.busy}
                onClick={() => again(chosen)}
              >
                {chosen.length > 0 ? `批量重推 ${chosen.length} 条` : '批量重推'}
              </Button>
              <Button type="primary" icon={<RotateCw />} loading={resend.busy} onClick={() => again()}>
                全部重推
              </Button>
            </Space>
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
          <Fails list={answer.data.list} chosen={chosen} tick={setTicked} again={again} busy={resend.busy} />
          <Pager
            page={page}
            size={size}
            sizes={sizes}
            total={total}
            change={(p, s) => {
              setTicked(new Set());
              setPage([p, s]);
            }}
          />
        </>
      ) : null}
    </Drawer>
  );
}

interface FailsProps {
  list: ForwardFail[];
  /** ids of those that are ticked */
  chosen: readonly string[];
  tick: (ids: ReadonlySet<string>) => void;
  again: (ids: string[]) => void;
  busy: boolean;
}

function Fails({ list, chosen, tick, again, busy }: FailsProps) {
  const mayResend = useCan(forwardResend);
  const isAll = chosen.length === list.length;
  const put = (id: string, on: boolean): void =>
    tick(new Set(on ? [...chosen, id] : chosen.filter((one) => one !== id)));
  return (
    <table className="rules-forwarding-table">
      <thead>
        <tr>
          {mayResend ? (
            <th>
              <Checkbox
                aria-label="勾选本页"
                checked={isAll}
                indeterminate={chosen.length > 0 && !isAll}
                onChange={({ target }) => tick(new Set(target.checked ? list.map(({ id }) => id) : []))}
              />
            </th>
          ) : null}
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
            {mayResend ? (
              <td>
                <Checkbox
                  aria-label={`勾选 ${fail.plateNo} ${fail.time}`}
                  checked={chosen.includes(fail.id)}
                  onChange={({ target }) => put(fail.id, target.checked)}
                />
              </td>
            ) : null}
            <td className="num">{dottedPlate(fail.plateNo)}</td>
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
