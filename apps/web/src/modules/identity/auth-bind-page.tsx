import type { Output } from '@tongda/contract/core/endpoint';
import { answerGrant, grantInfo } from '@tongda/contract/identity/login-grant';
import { Button } from 'antd';
import { CircleCheck, CircleX, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { Logo } from '../../kit/logo';
import { ErrorState, Loading } from '../../kit/states';
import './auth-bind-page.css';

/** /community/authBind: the page that a phone opens from a QR; whoever is logged in here lets the computer or the screen in. */
export function AuthBindPage() {
  const [params] = useSearchParams();
  const kind = params.get('kind') === 'tv' ? 'tv' : 'qr';
  const code = params.get('code') ?? '';
  const [info, setInfo] = useState<Output<typeof grantInfo> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = '登录确认 - 通达';
    // Without a login the call leads to the login page, and back here.
    call(grantInfo, { kind, code }, { quiet: true }).then(setInfo, setFailure);
  }, [kind, code]);
  const decide = async (allow: boolean): Promise<void> => {
    setBusy(true);
    try {
      await call(answerGrant, { kind, code, allow }, { quiet: true });
      setAnswer(allow ? 'yes' : 'no');
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (answer === 'yes')
    return (
      <Sheet icon={<CircleCheck className="td-bind-ok" />} title="已确认登录">
        {kind === 'tv' ? '大屏即将进入' : '电脑即将进入'}，您可以关闭本页
      </Sheet>
    );
  if (answer === 'no')
    return (
      <Sheet icon={<CircleX />} title="已取消">
        没有设备因此登录，您可以关闭本页
      </Sheet>
    );
  if (failure) return <ErrorState error={failure} />;
  if (!info) return <Loading />;
  return (
    <Sheet icon={<MonitorSmartphone />} title={kind === 'tv' ? '大屏登录确认' : '电脑登录确认'}>
      以您的账号登录{kind === 'tv' ? '大屏（只读，30天）' : '电脑端'}？
      <dl>
        <dt>设备</dt>
        <dd>{info.device}</dd>
        <dt>网络地址</dt>
        <dd>{info.ip}</dd>
        <dt>时间</dt>
        <dd>{new Date(info.since).toLocaleTimeString('zh-CN')}</dd>
      </dl>
      <p className="td-cap">不是您本人操作时请取消</p>
      <Button type="primary" size="large" block loading={busy} onClick={() => void decide(true)}>
        确认登录
      </Button>
      <Button size="large" block disabled={busy} onClick={() => void decide(false)}>
        取消
      </Button>
    </Sheet>
  );
}

function Sheet({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <main className="td-bind">
      <div className="td-bind-brand">
        <Logo size={24} />
      </div>
      <div className="td-bind-sheet">
        <span className="td-bind-icon">{icon}</span>
        <h1>{title}</h1>
        <div>{children}</div>
      </div>
    </main>
  );
}
