import { message } from '@tongda/contract/core/messages';
import { AppWindow, Lightbulb } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type User, useSession } from '../../kit/session/user';
import { startStrip, useStripNote } from '../../kit/strip/notes';
import { finishBrowse, finishGuide, restartGuide, useShellPrefs } from '../tab/prefs';

const BrowseDialog = lazy(async () => ({ default: (await import('./browse')).BrowseDialog }));
const GuideTour = lazy(() => import('./guide-tour'));

/** When the settings do not come, the strip speaks without them. */
const patienceMs = 5000;

/** True for a user of the company itself: visiting provider staff (loginType -1) and wall screens are not asked anything and get no tour. */
const isAtHome = (user: User | null): boolean => user !== null && user.loginType !== -1 && user.terminalKind !== 'tv';

/** What a new user may like to know and set, as tips of the strip: how pages open (asked once), then the tour. Both open when they are clicked. */
export function FirstVisit() {
  const atHome = useSession(({ user }) => isAtHome(user));
  const guest = useSession(({ user }) => user !== null && !isAtHome(user));
  const { loaded, openUrl, browseAsked, guideDone, guideWanted } = useShellPrefs();
  const [choosing, setChoosing] = useState(false);
  const mayAsk = atHome && loaded;
  const known = guest || mayAsk;
  useStripNote(
    'browse',
    mayAsk && openUrl === null && !browseAsked
      ? {
          icon: <AppWindow className="td-ico" />,
          text: message('browse.tip'),
          verb: '设置',
          run: () => setChoosing(true),
          away: finishBrowse,
        }
      : null,
  );
  useStripNote(
    'guide',
    mayAsk && !guideDone
      ? {
          icon: <Lightbulb className="td-ico" />,
          text: message('guide.tip'),
          verb: '开始',
          run: restartGuide,
          away: finishGuide,
        }
      : null,
  );
  // its effect comes after those of the tips above
  useEffect(() => {
    if (known) return startStrip();
    const timer = setTimeout(startStrip, patienceMs);
    return () => clearTimeout(timer);
  }, [known]);
  return (
    <Suspense fallback={null}>
      {choosing ? <BrowseDialog close={() => setChoosing(false)} /> : null}
      {mayAsk && guideWanted ? <GuideTour finish={finishGuide} /> : null}
    </Suspense>
  );
}
