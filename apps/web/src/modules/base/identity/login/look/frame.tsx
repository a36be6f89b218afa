import { type ReactNode, useEffect } from 'react';
import { AppLink } from './app-link';
import { LoginArt } from './art';
import type { SiteInfo } from './use-site';
import '../page.css';

interface LoginFrameProps {
  site: SiteInfo | null;
  title: string;
  children: ReactNode;
}

/** Picture at the left, what is to be done at the right, the imprint below: login and forgotten password. */
export function LoginFrame({ site, title, children }: LoginFrameProps) {
  const name = site?.platformName || '通达';
  useEffect(() => {
    document.title = `${title} - ${name}`;
  }, [title, name]);
  return (
    <div className="base-identity-login">
      <LoginArt name={name} brand={site?.brand ?? null} />
      <main className="base-identity-login-side">
        <div className="base-identity-login-form">{children}</div>
        <Foot name={name} site={site} />
      </main>
    </div>
  );
}

/** Where the ministry keeps the register of sites: a registration number has to lead there. */
const icpRegister = 'https://beian.miit.gov.cn/';

function Foot({ name, site }: { name: string; site: SiteInfo | null }) {
  const { icp = '', servicePhone = '', brand } = site ?? {};
  return (
    <footer className="base-identity-login-foot">
      <span>{brand?.copyright || `© ${new Date().getFullYear()} ${name}`}</span>
      {icp ? (
        <a href={icpRegister} target="_blank" rel="noreferrer">
          {icp}
        </a>
      ) : null}
      {brand?.policeIcp ? <span>{brand.policeIcp}</span> : null}
      {servicePhone ? (
        <span>
          服务热线 <a href={`tel:${servicePhone}`}>{servicePhone}</a>
        </span>
      ) : null}
      <AppLink site={site} />
    </footer>
  );
}
