import type { Output } from '@tongda/contract/core/endpoint';
import { siteInfo } from '@tongda/contract/site/site';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { safeReturn } from '../../kit/leave';
import { hasLogin } from '../../kit/tokens';
import { LoginArt } from './login-art';
import { LoginForm } from './login-form';
import './login-page.css';

export type SiteInfo = Output<typeof siteInfo>;

/** Page after the login: where one wanted to go (this origin only), else the home page. */
export const afterLogin = (redirect: string | null): string => safeReturn(redirect) ?? '/community';

/** /community/login */
export function LoginPage() {
  const [params] = useSearchParams();
  const [site, setSite] = useState<SiteInfo | null>(null);
  // Somebody who is logged in already has no business here, unless the session turns out to be over.
  const [entered] = useState(hasLogin);
  useEffect(() => {
    document.title = '登录 - 通达';
    call(siteInfo, undefined, { quiet: true }).then(setSite, () => undefined);
  }, []);
  if (entered) return <Navigate to={afterLogin(params.get('redirect'))} replace />;
  const name = site?.platformName || '通达';
  return (
    <div className="td-login">
      <LoginArt name={name} />
      <main className="td-login-side">
        <LoginForm name={name} site={site} target={afterLogin(params.get('redirect'))} />
        <Foot name={name} site={site} />
      </main>
    </div>
  );
}

function Foot({ name, site }: { name: string; site: SiteInfo | null }) {
  const parts = [
    `© ${new Date().getFullYear()} ${name}`,
    site?.icp,
    site?.servicePhone ? `服务热线 ${site.servicePhone}` : '',
  ].filter(Boolean);
  return (
    <footer className="td-login-foot">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </footer>
  );
}
