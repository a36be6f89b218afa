import { answerGrant, grantInfo } from '@tongda/contract/base/identity/login-grant';
import { siteInfo } from '@tongda/contract/base/site/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, Input } from 'antd';
import { CircleCheck, CircleX, MonitorSmartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../../../kit/call/api';
import { inWeChat } from '../../../../../kit/files/downloads';
import { platformName } from '../../../../../kit/session/brand';
import { loadSession, useSession } from '../../../../../kit/session/user';
import { ErrorState, Loading } from '../../../../../kit/show/states';
import { ScreenChoice, type ScreenWish, usualWish } from './screen-choice';
import { BindSheet, WaitingFacts } from './sheet';
import { WechatBind, WechatEntry } from './wechat';

/**
 * /community/authBind: the page that a phone opens from a QR. Inside WeChat, where it is set up, WeChat says who it is; elsewhere whoever is
 * logged in here lets the computer or the screen in.
 */
export function AuthBindPage() {
  const [params] = useSearchParams();
  const [wechat, setWechat] = useState<boolean | null>(null);
  useEffect(() => {
    document.title = `登录确认 - ${platformName()}`;
    call(siteInfo, undefined, { quiet: true }).then(
      (site) => setWechat(site.wechat),
      () => setWechat(false),
    );
  }, []);
  const kind = params.get('kind');
  const grant = params.get('grant');
  if (grant && (kind === 'qr' || kind === 'bind')) return <WechatBind kind={kind} grant={grant} params={params} />;
  if (wechat === null) return <Loading />;
  const code = params.get('code') ?? '';
  if (kind === 'bind') return <WechatEntry kind="bind" code={code} inside={inWeChat()} />;
  if (kind !== 'tv' && wechat && inWeChat() && params.get('by') !== 'account')
    return <WechatEntry kind="qr" code={code} inside />;
  if (code === '') return <CodeEntry />;
  return <AccountBind kind={kind === 'tv' ? 'tv' : 'qr'} code={code} />;
}

/** Who comes without a QR enters the code that the screen shows. */
function CodeEntry() {
  const [, setParams] = useSearchParams();
  const [text, setText] = useState('');
  const code = text.trim().toUpperCase();
  return (
    <BindSheet icon={<MonitorSmartphone />} title="输入配对码">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code !== '') setParams({ kind: 'tv', code }, { replace: true });
        }}
      >
        <p>请输入大屏上显示的 6 位配对码；电脑登录请扫描登录页上的二维码</p>
        <Input
          size="large"
          aria-label="配对码"
          autoComplete="one-time-code"
          maxLength={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="primary" size="large" block htmlType="submit" disabled={code.length < 6}>
          下一步
        </Button>
      </form>
    </BindSheet>
  );
}

function AccountBind({ kind, code }: { kind: 'qr' | 'tv'; code: string }) {
  const [info, setInfo] = useState<Output<typeof grantInfo> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  const [wish, setWish] = useState<ScreenWish>(usualWish);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Without a login the call leads to the login page, and back here.
    call(grantInfo, { kind, code }, { quiet: true }).then((found) => {
      setInfo(found);
      // the page stands outside the frame: which pages a screen can open is known with the menus
      if (kind === 'tv' && useSession.getState().status === 'none') void loadSession();
    }, setFailure);
  }, [kind, code]);
  const decide = async (allow: boolean): Promise<void> => {
    setBusy(true);
    try {
      await call(answerGrant, { kind, code, allow, ...(kind === 'tv' ? wish : {}) }, { quiet: true });
      setAnswer(allow ? 'yes' : 'no');
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (answer === 'yes')
    return (
      <BindSheet icon={<CircleCheck className="base-identity-login-bind-ok" />} title="已确认登录">
        {kind === 'tv' ? '大屏即将进入' : '电脑即将进入'}，您可以关闭本页
      </BindSheet>
    );
  if (answer === 'no')
    return (
      <BindSheet icon={<CircleX />} title="已取消">
        没有设备因此登录，您可以关闭本页
      </BindSheet>
    );
  if (failure) return <ErrorState error={failure} />;
  if (!info) return <Loading />;
  return (
    <BindSheet icon={<MonitorSmartphone />} title={kind === 'tv' ? '大屏登录确认' : '电脑登录确认'}>
      以您的账号登录{kind === 'tv' ? '大屏（只能查看）' : '电脑端'}？
      <WaitingFacts info={info} />
      {kind === 'tv' ? <ScreenChoice value={wish} change={setWish} screenMaxH={info.screenMaxH} /> : null}
      <p className="td-cap">不是您本人操作时请取消</p>
      <Button type="primary" size="large" block loading={busy} onClick={() => void decide(true)}>
        确认登录
      </Button>
      <Button size="large" block disabled={busy} onClick={() => void decide(false)}>
        取消
      </Button>
    </BindSheet>
  );
}
