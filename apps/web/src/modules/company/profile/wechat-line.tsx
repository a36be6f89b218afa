import { grantStatus } from '@tongda/contract/base/identity/login-grant';
import { unBindWxUser } from '@tongda/contract/base/identity/wechat';
import { messages } from '@tongda/contract/core/messages';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { reportError, toast } from '../../../kit/dialog/notify';
import { shortTime } from '../../../kit/show/format';
import { Qr } from '../../../kit/show/qr/code';
import { useQrGrant } from '../../base/identity/door';

interface WechatLineProps {
  /** null = not bound */
  boundTime: string | null;
  editable: boolean;
  changed: () => Promise<void>;
}

/** 微信: bound or not; binding by a QR that WeChat scans. */
export function WechatLine({ boundTime, editable, changed }: WechatLineProps) {
  const [binding, setBinding] = useState(false);
  const unbind = useAct(unBindWxUser, {
    sure: { title: '解绑微信？', content: '解绑后不能再用微信扫码登录，可随时重新绑定。', ok: '解绑' },
    told: '微信已解绑',
    done: changed,
  });
  return (
    <>
      {boundTime ? `已绑定（${shortTime(boundTime)}）` : '未绑定'}
      {editable ? (
        <Button type="link" onClick={() => (boundTime ? void unbind.run() : setBinding(true))}>
          {boundTime ? '解绑' : '绑定'}
        </Button>
      ) : null}
      {binding ? <BindDialog done={changed} close={() => setBinding(false)} /> : null}
    </>
  );
}

function BindDialog({ done, close }: { done: () => Promise<void>; close: () => void }) {
  const { code, status, over, broken, renew } = useQrGrant('bind');
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when there is no code to be had
  useEffect(() => {
    if (!broken) return;
    reportError(broken);
    close();
  }, [broken]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the phone says yes
  useEffect(() => {
    if (status !== grantStatus.confirmed) return;
    void done().then(() => toast('success', '微信已绑定'));
    close();
  }, [status]);
  return (
    <Modal open width={360} title="绑定微信" footer={null} onCancel={close}>
      <div className="company-profile-wechat-bind">
        <div>
          {code ? <Qr value={code.qrUrl} size={196} edge /> : null}
          {over ? (
            <Button type="primary" onClick={renew}>
              {status === grantStatus.refused ? '已取消，点击刷新' : messages['login.qrExpired']}
            </Button>
          ) : null}
        </div>
        <p role="status">
          {status === grantStatus.scanned ? '已扫码，请在手机上确认' : '用微信“扫一扫”扫描二维码，在手机上确认绑定'}
        </p>
      </div>
    </Modal>
  );
}
