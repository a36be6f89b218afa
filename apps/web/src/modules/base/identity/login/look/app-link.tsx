import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SiteInfo } from './use-site';

/** Loaded when somebody asks for it: what draws the card would double what the login page loads. */
const AppCard = lazy(async () => ({ default: (await import('./app-card')).AppCard }));

/** 下载APP: leads to the code that a phone scans. */
export function AppLink({ site }: { site: SiteInfo | null }) {
  const [asked, setAsked] = useState(false);
  if (!site) return null;
  const link = (
    // biome-ignore lint/a11y/noAutofocus: whoever pressed the button is still on it when its card comes
    <button type="button" className="td-plain td-link" autoFocus={asked} onClick={() => setAsked(true)}>
      <Smartphone className="td-ico" />
      {site.appUrl ? '下载APP' : '手机端'}
    </button>
  );
  return asked ? (
    <Suspense fallback={link}>
      <AppCard appUrl={site.appUrl}>{link}</AppCard>
    </Suspense>
  ) : (
    link
  );
}
