import { shareCreate, shareList, shareRevoke } from '@tongda/contract/transport/trip/share';
import { Button } from 'antd';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { ShareDialog } from '../../../kit/dialog/share';
import { Can } from '../../../kit/session/can';

const calls = { make: shareCreate, list: shareList, revoke: shareRevoke };

/** The button of an order's page, with its dialog. */
export function ShareButton({ orderCode }: { orderCode: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Can do={shareCreate}>
      <Button icon={<Share2 />} onClick={() => setOpen(true)}>
        分享链接
      </Button>
      {open ? <ShareOrderDialog orderCode={orderCode} close={() => setOpen(false)} /> : null}
    </Can>
  );
}

/** Makes links to an order's way for people without an account, and stops them. */
export const ShareOrderDialog = ({ orderCode, close }: { orderCode: string; close: () => void }) => (
  <ShareDialog
    calls={calls}
    of={{ orderCode }}
    title={`分享订单 ${orderCode}`}
    shows="只能看到这个订单的站点、车辆位置、预计到达和温度；签收后不再显示车辆。请只发给货主或收货方。"
    close={close}
  />
);
