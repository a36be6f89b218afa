import { lazy, Suspense, useState } from 'react';
import { useTurn } from '../../kit/session/turns';
import { type User, useSession } from '../../kit/session/user';
import { browseAsked, finishGuide, useShellPrefs } from '../tab/prefs';

const BrowseDialog = lazy(async () => ({ default: (await import('./browse')).BrowseDialog }));
const GuideTour = lazy(() => import('./guide-tour'));

/** True for a user of the company itself: visiting provider staff (loginType -1) and wall screens are not asked anything and get no tour. */
const isAtHome = (user: User | null): boolean => user !== null && user.loginType !== -1 && user.terminalKind !== 'tv';

/** The dialogs that open by themselves, one after the other: how pages open (once a browser), then the tour (once a user). */
export function FirstVisit() {
  const atHome = useSession(({ user }) => isAtHome(user));
  const { loaded, openUrl, guideDone, guideWanted } = useShellPrefs();
  const [asked, setAsked] = useState(browseAsked.read);
  const mayAsk = atHome && loaded;
  const toAsk = mayAsk && openUrl === null && !asked;
  const browse = useTurn('browse', toAsk);
  const guide = useTurn('guide', mayAsk && !toAsk && !guideDone);
  return (
    <Suspense fallback={null}>
      {browse ? <BrowseDialog close={() => setAsked(true)} /> : null}
      {guide || (mayAsk && guideWanted) ? <GuideTour finish={finishGuide} /> : null}
    </Suspense>
  );
}
