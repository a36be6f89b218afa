import type { ReactNode } from 'react';
import { Logo } from '../../../../../kit/show/logo';
import '../auth-bind-page.css';

/** A page for phones with one question or result. */
export function BindSheet({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <main className="base-identity-login-bind">
      <div className="base-identity-login-bind-brand">
        <Logo size={24} />
      </div>
      <div className="base-identity-login-bind-sheet">
        <span className="base-identity-login-bind-icon">{icon}</span>
        <h1>{title}</h1>
        <div>{children}</div>
      </div>
    </main>
  );
}

interface Waiting {
  device: string;
  ip: string;
  /** epoch ms */
  since: number;
  /** hidden but for its first and last sign */
  account?: string;
}

/** Facts about the waiting device, by which a user notices a login that he did not ask for. */
export function WaitingFacts({ info }: { info: Waiting }) {
  return (
    <dl>
      {info.account ? (
        <>
          <dt>账号</dt>
          <dd>{info.account}</dd>
        </>
      ) : null}
      <dt>设备</dt>
      <dd>{info.device}</dd>
      <dt>网络地址</dt>
      <dd>{info.ip}</dd>
      <dt>时间</dt>
      <dd>{new Date(info.since).toLocaleTimeString('zh-CN')}</dd>
    </dl>
  );
}
