import { lazy, Suspense, useState } from 'react';
import { useSession } from '../kit/session';
import { BrowseDialog } from './browse-dialog';
import { browseAsked, finishGuide, useShellPrefs } from './shell-prefs';
import { useQuiet } from './use-quiet';

const GuideTour = lazy(() => import('./guide-tour'));

/** What asks by itself, one thing after the other: how pages open (once a browser), then the tour (once a user). Guests are not asked. */
export function FirstVisit() {
  const user = useSession((state) => state.user);
  const { loaded, openUrl, guideDone } = useShellPrefs();
  const [asked, setAsked] = useState(browseAsked.read);
  const quiet = useQuiet();
  if (!quiet || !user || !loaded || user.loginType === -1 || user.terminalKind === 'tv') return null;
  if (openUrl === null && !asked) return <BrowseDialog close={() => setAsked(true)} />;
  if (guideDone) return null;
  return (
    <Suspense fallback={null}>
      <GuideTour finish={finishGuide} />
    </Suspense>
  );
}
