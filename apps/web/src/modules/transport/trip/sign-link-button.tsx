import { signLinkCreate } from '@tongda/contract/transport/trip/receiver-sign';
import { Button, Input, Modal } from 'antd';
import { Signature } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { minuteText } from '../../../kit/show/format';
import { Qr } from '../../../kit/show/qr/code';
import './styles.css';

/** 签收链接: the receiver signs on his own phone. */
export function SignLinkButton({ orderCode }: { orderCode: string }) {
  const [link, setLink] = useState<{ url: string; expireTime: string } | null>(null);
  const make = useAct(signLinkCreate, { done: setLink });
  const url = link ? `${window.location.origin}${link.url}` : '';
  return (
    <Can do={signLinkCreate}>
      <Button icon={<Signature />} loading={make.busy} onClick={() => void make.run({ orderCode })}>
        签收链接
      </Button>
      {link ? (
        <Modal open width={480} title={`签收链接 ${orderCode}`} footer={null} onCancel={() => setLink(null)}>
          <p className="td-cap">
            收货方打开链接不用登录，核对件数和温度后手写签名。链接只能签一次，{minuteText(link.expireTime)}{' '}
            前有效；货物离开送货车辆或重新生成后失效。
          </p>
          <div className="transport-trip-qr">
            <Qr value={url} size={180} />
          </div>
          <div className="transport-trip-share-new">
            <Input aria-label="签收链接" readOnly value={url} onFocus={(event) => event.target.select()} />
            <Button onClick={() => void copyText(url)}>复制</Button>
          </div>
        </Modal>
      ) : null}
    </Can>
  );
}
