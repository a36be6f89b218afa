import type { Endpoint } from '@tongda/contract/core/endpoint';
import { type ShareCalls, type ShareRow, shareHours } from '@tongda/contract/core/share';
import { Button, Input, InputNumber, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useAct } from '../call/use-act';
import { useAsk } from '../call/use-ask';
import { copyText } from '../show/copy';
import { formatNumber, minuteText } from '../show/format';
import './share.css';

const words: Record<(typeof shareHours)[number], string> = { 24: '24小时', 72: '3天', 168: '7天' };

interface Props<I extends Record<string, unknown>> {
  calls: ShareCalls;
  /** what is shared, as the calls ask for it */
  of: I;
  title: string;
  /** what who has the link sees */
  shows: string;
  /** any number of days up to this may be chosen, in place of the usual lifetimes */
  mostDays?: number;
  /** why there can be no further link; those that there are can be stopped all the same */
  refused?: string | undefined;
  /** what else says something new once there is a link */
  stale?: readonly Endpoint[];
  close: () => void;
}

/** Makes links to one thing (an order, a trip, a shipment) for people without an account, and stops them. */
export function ShareDialog<I extends Record<string, unknown>>({
  calls,
  of,
  title,
  shows,
  mostDays,
  refused,
  stale = [],
  close,
}: Props<I>) {
  const [hours, setHours] = useState(mostDays === undefined ? 72 : 168);
  const [url, setUrl] = useState('');
  const known = useAsk(calls.list, of);
  const create = useAct(calls.make, {
    stale: [calls.list, ...stale],
    done: async (made) => {
      const link = `${window.location.origin}${made.url}`;
      setUrl(link);
      await copyText(link);
    },
  });
  const revoke = useAct(calls.revoke, { told: '链接已停用', stale: [calls.list] });
  return (
    <Modal open width={560} title={title} footer={null} onCancel={close}>
      <p className="td-cap">打开链接不用登录，{shows}</p>
      <div className="kit-dialog-share">
        {mostDays === undefined ? (
          <Radio.Group
            aria-label="有效期"
            value={hours}
            onChange={(event) => setHours(event.target.value)}
            options={shareHours.map((value) => ({ value, label: words[value] }))}
          />
        ) : (
          <span>
            有效期{' '}
            <InputNumber
              aria-label="有效期"
              min={1}
              max={mostDays}
              precision={0}
              suffix="天"
              value={hours / 24}
              onChange={(days) => setHours((days ?? 1) * 24)}
            />{' '}
            <span className="td-cap">1~{mostDays} 天</span>
          </span>
        )}
        <Button
          type="primary"
          disabled={refused !== undefined}
          loading={create.busy}
          onClick={() => void create.run({ ...of, expireHours: hours })}
        >
          生成链接
        </Button>
      </div>
      {refused === undefined ? null : <p className="td-cap">{refused}</p>}
      {url === '' ? null : (
        <>
          <div className="kit-dialog-share">
            <Input aria-label="分享链接" readOnly value={url} onFocus={(event) => event.target.select()} />
            <Button onClick={() => void copyText(url)}>复制</Button>
          </div>
          <p className="td-cap">链接只显示这一次，关闭后无法再查看，可重新生成。</p>
        </>
      )}
      <ul className="kit-dialog-shares" aria-label="已生成的链接">
        {(known.data ?? []).map((row) => (
          <li key={row.id}>
            <span>
              {minuteText(row.createTime)} {row.createUser}
              <span className="td-cap">{stateOf(row)}</span>
            </span>
            <span className="td-cap">看过 {formatNumber(row.views)} 次</span>
            {row.live ? (
              <Button size="small" disabled={revoke.busy} onClick={() => void revoke.run({ id: row.id })}>
                停用
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function stateOf({ revokeTime, expireTime, live }: ShareRow): string {
  if (revokeTime) return `${minuteText(revokeTime)} 已停用`;
  return `${minuteText(expireTime)} ${live ? '到期' : '已到期'}`;
}
