import { lazy, Suspense, useState } from 'react';
import { useTurn } from '../../kit/session/turns';
import { type User, useSession } from '../../kit/session/user';
import { browseAsked, finishGuide, useShellPrefs } from '../tab/prefs';

const BrowseDialog = lazy(async () => ({ default: (await import('./browse')).BrowseDialog }));
const GuideTour = lazy(() => import('./guide-tour'));

/** Neither a guest of the company nor a screen on the wall: these are not asked and not led around. */
const isAtHome = (user: User | null): boolean => user !== null && user.loginType !== -1 && user.terminalKind !== 'tv';

/** What asks by itself, one thing after the other: how pages open (once a browser), then the tour (once a user). */
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
