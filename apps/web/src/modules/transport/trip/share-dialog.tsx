import { type ShareRow, shareCreate, shareHours, shareList, shareRevoke } from '@tongda/contract/transport/trip/share';
import { Button, Input, Modal, Radio } from 'antd';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { formatNumber, minuteText } from '../../../kit/show/format';
import './styles.css';

type Hours = (typeof shareHours)[number];
const words: Record<Hours, string> = { 24: '24小时', 72: '3天', 168: '7天' };

/** The button of an order's page, with its dialog. */
export function ShareButton({ orderCode }: { orderCode: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Can do={shareCreate}>
      <Button icon={<Share2 />} onClick={() => setOpen(true)}>
        分享链接
      </Button>
      {open ? <ShareDialog orderCode={orderCode} close={() => setOpen(false)} /> : null}
    </Can>
  );
}

/** Makes links to an order's way for people without an account, and stops them. */
export function ShareDialog({ orderCode, close }: { orderCode: string; close: () => void }) {
  const [hours, setHours] = useState<Hours>(72);
  const [url, setUrl] = useState('');
  const known = useAsk(shareList, { orderCode });
  const create = useAct(shareCreate, {
    stale: [shareList],
    done: async (made) => {
      const link = `${window.location.origin}${made.url}`;
      setUrl(link);
      await copyText(link);
    },
  });
  const revoke = useAct(shareRevoke, { told: '链接已停用', stale: [shareList] });
  return (
    <Modal open width={560} title={`分享订单 ${orderCode}`} footer={null} onCancel={close}>
      <p className="td-cap">
        打开链接不用登录，只能看到这个订单的站点、车辆位置、预计到达和温度；签收后不再显示车辆。请只发给货主或收货方。
      </p>
      <div className="transport-trip-share-new">
        <Radio.Group
          aria-label="有效期"
          value={hours}
          onChange={(event) => setHours(event.target.value)}
          options={shareHours.map((value) => ({ value, label: words[value] }))}
        />
        <Button type="primary" loading={create.busy} onClick={() => void create.run({ orderCode, expireHours: hours })}>
          生成链接
        </Button>
      </div>
      {url === '' ? null : (
        <div className="transport-trip-share-new">
          <Input aria-label="分享链接" readOnly value={url} onFocus={(event) => event.target.select()} />
          <Button onClick={() => void copyText(url)}>复制</Button>
        </div>
      )}
      {url === '' ? null : <p className="td-cap">链接只显示这一次，关闭后无法再查看，可重新生成。</p>}
      <ul className="transport-trip-shares" aria-label="已生成的链接">
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

function stateOf(row: ShareRow): string {
  if (row.revokeTime) return `${minuteText(row.revokeTime)} 已停用`;
  return `${minuteText(row.expireTime)} ${row.live ? '到期' : '已到期'}`;
}
