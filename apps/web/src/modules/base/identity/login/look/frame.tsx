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

function Foot({ name, site }: { name: string; site: SiteInfo | null }) {
  const parts = [
    site?.brand?.copyright || `© ${new Date().getFullYear()} ${name}`,
    site?.icp,
    site?.brand?.policeIcp,
    site?.servicePhone ? `服务热线 ${site.servicePhone}` : '',
  ].filter(Boolean);
  return (
    <footer className="base-identity-login-foot">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      <AppLink site={site} />
    </footer>
  );
}
