import { grantStatus } from '@tongda/contract/base/identity/login-grant';
import { messages } from '@tongda/contract/core/messages';
import { RotateCw, ScanLine } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Qr } from '../../../../../kit/show/qr/code';
import { Problem } from './fields';
import type { Enter } from './use-enter';
import { useQrGrant } from './use-qr-grant';

interface QrLoginProps {
  way: Enter;
  /** WeChat is configured: a user who bound his WeChat account needs no login on the phone */
  wechat: boolean;
  /** the agreement in words */
  children: ReactNode;
}

/** Login by a QR code that a logged-in phone confirms: valid for 120 s, asked about every 2 s. */
export function QrLogin({ way, wechat, children }: QrLoginProps) {
  const { code, status, setStatus, over, broken, renew } = useQrGrant('login');
  const { enter } = way;

  // biome-ignore lint/correctness/useExhaustiveDependencies: entered once, when the phone says yes
  useEffect(() => {
    if (status === grantStatus.confirmed && code)
      void enter({ grant_type: 'wechat_qr', authId: code.authId }).then(
        (failed) => failed && setStatus(grantStatus.expired),
      );
  }, [status]);

  return (
    <div className="base-identity-login-qr">
      <div className="base-identity-login-qr-box">
        {code ? <Qr value={code.qrUrl} size={196} /> : null}
        {over || broken ? (
          <button type="button" className="td-plain base-identity-login-qr-over" onClick={renew}>
            <RotateCw className="td-ico" />
            {status === grantStatus.refused ? '已取消，点击刷新' : broken ? '点击重试' : messages['login.qrExpired']}
          </button>
        ) : null}
      </div>
      {broken ? <Problem text={broken.message} /> : null}
      <p role="status">
        <ScanLine className="td-ico" />
        {status === grantStatus.scanned
          ? '已扫码，请在手机上确认'
          : wechat
            ? '用微信扫一扫（须已绑定），或用已登录的手机浏览器扫码'
            : '用已登录的手机浏览器扫一扫，确认后登录'}
      </p>
      {children}
    </div>
  );
}
