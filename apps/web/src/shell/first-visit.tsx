import { lazy, Suspense, useState } from 'react';
import { useSession } from '../kit/session';
import { browseAsked, finishGuide, useShellPrefs } from './shell-prefs';
import { useQuiet } from './use-quiet';

const BrowseDialog = lazy(async () => ({ default: (await import('./browse-dialog')).BrowseDialog }));
const GuideTour = lazy(() => import('./guide-tour'));
/** Notices of other modules come first; those that wait for a dialog to close get their turn before the tour. */
const beforeDialogMs = 1500;
const beforeTourMs = 4000;

/** What asks by itself, one thing after the other: how pages open (once a browser), then the tour (once a user). Guests are not asked. */
export function FirstVisit() {
  const user = useSession((state) => state.user);
  const { loaded, openUrl, guideDone, guideWanted } = useShellPrefs();
  const [asked, setAsked] = useState(browseAsked.read);
  if (!user || !loaded || user.loginType === -1 || user.terminalKind === 'tv') return null;
  if (openUrl === null && !asked) return <BrowseFirst close={() => setAsked(true)} />;
  if (guideWanted) return <Tour />;
  return guideDone ? null : <TourFirst />;
}

function BrowseFirst({ close }: { close: () => void }) {
  const quiet = useQuiet(beforeDialogMs);
  return <Suspense fallback={null}>{quiet ? <BrowseDialog close={close} /> : null}</Suspense>;
}

function TourFirst() {
  return useQuiet(beforeTourMs) ? <Tour /> : null;
}

function Tour() {
  return (
    <Suspense fallback={null}>
      <GuideTour finish={finishGuide} />
    </Suspense>
  );
}
