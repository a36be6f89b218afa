import { getAuthCode, grantLife, grantStatus, queryAuthCodeStatus } from '@tongda/contract/base/identity/login-grant';
import { messages } from '@tongda/contract/core/messages';
import { RotateCw, ScanLine } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { Qr } from '../../../../../kit/show/qr';
import { Problem } from './fields';
import type { Enter } from './use-enter';

interface QrLoginProps {
  way: Enter;
  /** WeChat is configured: a user who bound his WeChat account needs no login on the phone */
  wechat: boolean;
  /** the agreement in words */
  children: ReactNode;
}

interface Waiting {
  authId: string;
  qrUrl: string;
}

/** Login by a QR code that a logged-in phone confirms: valid for 120 s, asked about every 2 s. */
export function QrLogin({ way, wechat, children }: QrLoginProps) {
  const [turn, setTurn] = useState(0);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [status, setStatus] = useState<number>(grantStatus.waiting);
  const [broken, setBroken] = useState('');
  const { enter } = way;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for another code
  useEffect(() => {
    let gone = false;
    setStatus(grantStatus.waiting);
    setBroken('');
    call(getAuthCode, {}, { quiet: true }).then(
      (made) => gone || setWaiting(made),
      (error: Error) => gone || setBroken(error.message),
    );
    return () => {
      gone = true;
    };
  }, [turn]);

  const over = status === grantStatus.expired || status === grantStatus.refused;
  useEffect(() => {
    if (!waiting || over || status === grantStatus.confirmed) return undefined;
    const timer = setInterval(() => {
      call(queryAuthCodeStatus, { authId: waiting.authId }, { quiet: true }).then(
        (answer) => setStatus(answer.status),
        () => undefined,
      );
    }, grantLife.qrPoll * 1000);
    return () => clearInterval(timer);
  }, [waiting, status, over]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: entered once, when the phone says yes
  useEffect(() => {
    if (status === grantStatus.confirmed && waiting)
      void enter({ grant_type: 'wechat_qr', authId: waiting.authId }).then(
        (failed) => failed && setStatus(grantStatus.expired),
      );
  }, [status]);

  return (
    <div className="base-identity-login-qr">
      <div className="base-identity-login-qr-box">
        {waiting ? <Qr value={waiting.qrUrl} size={196} /> : null}
        {over || broken ? (
          <button type="button" className="td-plain base-identity-login-qr-over" onClick={() => setTurn(turn + 1)}>
            <RotateCw className="td-ico" />
            {status === grantStatus.refused ? '已取消，点击刷新' : broken ? '点击重试' : messages['login.qrExpired']}
          </button>
        ) : null}
      </div>
      {broken ? <Problem text={broken} /> : null}
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
