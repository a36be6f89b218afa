import { message } from '@tongda/contract/core/messages';
import { AppWindow, Lightbulb } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type User, useSession } from '../../kit/session/user';
import { useStripNote } from '../../kit/strip/notes';
import { finishBrowse, finishGuide, restartGuide, useShellPrefs } from '../tab/prefs';

const BrowseDialog = lazy(async () => ({ default: (await import('./browse')).BrowseDialog }));
const GuideTour = lazy(() => import('./guide-tour'));

/** True for a user of the company itself: visiting provider staff (loginType -1) and wall screens are not asked anything and get no tour. */
const isAtHome = (user: User | null): boolean => user !== null && user.loginType !== -1 && user.terminalKind !== 'tv';

/** What a new user may like to know and set, as tips of the strip: how pages open (asked once), then the tour. Both open when they are clicked. */
export function FirstVisit() {
  const atHome = useSession(({ user }) => isAtHome(user));
  const { loaded, openUrl, browseAsked, guideDone, guideWanted } = useShellPrefs();
  const [choosing, setChoosing] = useState(false);
  const mayAsk = atHome && loaded;
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
  return (
    <Suspense fallback={null}>
      {choosing ? <BrowseDialog close={() => setChoosing(false)} /> : null}
      {mayAsk && guideWanted ? <GuideTour finish={finishGuide} /> : null}
    </Suspense>
  );
}
