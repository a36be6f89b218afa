import { wxAnswer, wxEntry, wxIdentify } from '@tongda/contract/base/identity/wechat';
import { codes, type Output } from '@tongda/contract/core/endpoint';
import { Button } from 'antd';
import { CircleCheck, CircleX, MonitorSmartphone, QrCode, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { navigation } from '../../../../../kit/session/leave';
import { Loading } from '../../../../../kit/show/states';
import { BindSheet, WaitingFacts } from './sheet';

type Kind = 'qr' | 'bind';
const words = {
  qr: {
    title: '电脑登录确认',
    ask: '以您绑定的账号登录电脑端？',
    ok: '确认登录',
    done: '已确认登录',
    after: '电脑即将进入',
  },
  bind: {
    title: '绑定微信',
    ask: '把您的微信绑定到这个账号？之后可用微信扫码登录。',
    ok: '确认绑定',
    done: '已绑定',
    after: '之后可用微信扫码登录',
  },
} as const;

const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : '网络连接失败，请稍后重新扫码';

/** After scanning: forwards to WeChat's own page, which returns here with the identity of the user. */
export function WechatEntry({ kind, code, inside }: { kind: Kind; code: string; inside: boolean }) {
  const [failure, setFailure] = useState('');
  useEffect(() => {
    if (!inside) return;
    call(wxEntry, { kind, code }, { quiet: true }).then(
      ({ url }) => navigation.assign(url),
      (error: unknown) => setFailure(sentenceOf(error)),
    );
  }, [kind, code, inside]);
  if (!inside)
    return (
      <BindSheet icon={<QrCode />} title="请用微信扫一扫">
        绑定微信须在微信中打开本页：请用微信的“扫一扫”扫描电脑上的二维码
      </BindSheet>
    );
  if (failure) return <Refused text={failure} />;
  return <Loading />;
}

interface WechatBindProps {
  kind: Kind;
  grant: string;
  /** what WeChat added to our address: code, state */
  params: URLSearchParams;
}

/** Back from WeChat: shows the account and the waiting device; nothing happens before the user confirms. */
export function WechatBind({ kind, grant, params }: WechatBindProps) {
  const [info, setInfo] = useState<Output<typeof wxIdentify> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(false);
  const wxCode = params.get('code') ?? '';
  const state = params.get('state') ?? '';
  useEffect(() => {
    // the code of WeChat is valid only once
    if (asked.current) return;
    asked.current = true;
    call(wxIdentify, { kind, code: grant, wxCode, state }, { quiet: true }).then(setInfo, setFailure);
  }, [kind, grant, wxCode, state]);
  const decide = async (allow: boolean): Promise<void> => {
    if (!info) return;
    setBusy(true);
    try {
      await call(wxAnswer, { ticket: info.ticket, allow }, { quiet: true });
      setAnswer(allow ? 'yes' : 'no');
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const text = words[kind];
  if (answer === 'yes')
    return (
      <BindSheet icon={<CircleCheck className="base-identity-login-bind-ok" />} title={text.done}>
        {text.after}，您可以关闭本页
      </BindSheet>
    );
  if (answer === 'no')
    return (
      <BindSheet icon={<CircleX />} title="已取消">
        没有作任何改动，您可以关闭本页
      </BindSheet>
    );
  if (failure) {
    const unbound = kind === 'qr' && failure instanceof ApiError && failure.code === codes.blockedByRule;
    return <Refused text={sentenceOf(failure)} own={unbound ? grant : undefined} />;
  }
  if (!info) return <Loading />;
  return (
    <BindSheet icon={<MonitorSmartphone />} title={text.title}>
      {text.ask}
      <WaitingFacts info={info} />
      <p className="td-cap">不是您本人操作时请取消</p>
      <Button type="primary" size="large" block loading={busy} onClick={() => void decide(true)}>
        {text.ok}
      </Button>
      <Button size="large" block disabled={busy} onClick={() => void decide(false)}>
        取消
      </Button>
    </BindSheet>
  );
}

/** Shows why it failed; a user without a bound WeChat account can confirm with his own login instead. */
function Refused({ text, own }: { text: string; own?: string }) {
  return (
    <BindSheet icon={<TriangleAlert />} title="没有完成">
      {text}
      {own ? (
        <Button
          size="large"
          block
          onClick={() => navigation.assign(`/community/authBind?kind=qr&by=account&code=${own}`)}
        >
          用账号登录后确认
        </Button>
      ) : null}
    </BindSheet>
  );
}
