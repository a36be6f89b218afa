import { messages } from '@tongda/contract/core/messages';
import { areas } from '@tongda/contract/shell/areas';
import { type Place, placeAt } from '@tongda/contract/shell/routes';
import { appNode, mayEnter, sideMenuHidden } from '@tongda/contract/shell/tree';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useBlocker, useLocation, useNavigation } from 'react-router';
import { toast } from '../../kit/dialog/notify';
import { hasUnsavedWork } from '../../kit/form/leave-guards';
import { platformName, useBrand } from '../../kit/session/brand';
import type { ShellParts } from '../../kit/session/shell-parts';
import { useSession } from '../../kit/session/user';
import { StripAtFoot } from '../../kit/strip/line';
import { FirstVisit } from '../dialog/first-visit';
import { NewVersionNotice } from '../dialog/new-version-notice';
import { OfflineBanner } from '../dialog/offline-banner';
import { Launcher } from '../menu/launcher';
import { SideMenu } from '../menu/side';
import { tabsFollow, useTabs } from '../tab/store';
import { Breadcrumb } from './breadcrumb';
import { useFocusReturn } from './focus-return';
import { Header } from './header';
import { askToLeavePage, KeptPages } from './kept-pages';
import { MapRail } from './map-rail';
import { pageTitle } from './page-title';
import { placeInMenu } from './place-in-menu';
import { useRightsWatch } from './use-rights-watch';
import './styles.css';

/** Dragging is not needed before there are tabs, and the map never has any. */
const TabBar = lazy(async () => ({ default: (await import('../tab/bar')).TabBar }));

const notifierAfterMs = 4000;
const foldKey = 'td.menuFolded';
/** These pages show their title themselves; the others say it to screen readers only, the tab shows it. */
const hasOwnHeading: ReadonlySet<string> = new Set(['edit', 'detail', 'form']);

/** Header, menu, tabs, launcher around the page in front. */
export function Shell({ parts }: { parts: ShellParts }) {
  const { pathname, search } = useLocation();
  const place = useMemo(() => {
    const found = placeAt(pathname);
    return found && placeInMenu(found, search);
  }, [pathname, search]);
  const tree = useSession((state) => state.visible);
  const name = useBrand(platformName);
  const loading = useNavigation().state === 'loading';
  const [folded, setFolded] = useState(() => localStorage.getItem(foldKey) === '1');
  const main = useRef<HTMLElement>(null);
  useGuard();
  useRightsWatch();
  useFocusReturn();
  useEffect(() => {
    // what was chosen in the search is gone with the search: the keyboard goes on in the page that it opened
    if (place && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [place]);
  useEffect(() => {
    // Toasts are loaded ahead, as they could not be loaded once the network is gone.
    const timer = setTimeout(() => void import('./notifier').catch(() => undefined), notifierAfterMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!place) return;
    tabsFollow(place, pathname + search);
    document.title = `${pageTitle(place, search)} - ${name}`;
  }, [place, pathname, search, name]);
  if (!place) return <Outlet />;
  const items = appNode(tree, place.area)?.children ?? [];
  // a map among the reports keeps their frame: it is the third view of one of them
  const isMap = place.kind === 'map' && place.area !== 'report';
  const hidden = sideMenuHidden(items);
  const fold = (): void => {
    localStorage.setItem(foldKey, folded ? '0' : '1');
    setFolded(!folded);
  };
  const menu = isMap ? (
    <MapRail items={items} current={place.menu} />
  ) : (
    <SideMenu title={areas[place.area].name} items={items} current={place.menu} collapsed={folded} toggle={fold} />
  );
  const layout = isMap ? 'map' : hidden ? 'bare' : folded ? 'folded' : 'open';
  return (
    <div className="shell-frame" data-layout={layout}>
      {loading ? <div className="shell-frame-progress" /> : null}
      <Header area={place.area} parts={parts} />
      {hidden && !isMap ? null : menu}
      {isMap ? null : <Strip place={place} />}
      <main className="shell-frame-main" ref={main} tabIndex={-1}>
        {hasOwnHeading.has(place.kind) ? null : <h1 className="td-sr">{pageTitle(place, search)}</h1>}
        <KeptPages place={place} />
      </main>
      <Launcher />
      <OfflineBanner />
      <NewVersionNotice />
      <FirstVisit />
      <StripAtFoot />
      {Object.entries(parts.overlays).map(([key, Overlay]) => (
        <Overlay key={key} />
      ))}
    </div>
  );
}

/** Tabs of the sub-application, or the breadcrumb where no tab is open. */
function Strip({ place }: { place: Place }) {
  const some = useTabs((state) => state.tabs.some((tab) => tab.group === place.area));
  return (
    <div className="shell-frame-strip">
      {some ? (
        <Suspense fallback={null}>
          <TabBar group={place.area} />
        </Suspense>
      ) : (
        <Breadcrumb place={place} />
      )}
    </div>
  );
}

/** One gate for every navigation: a page without the right is not entered (暂无权限), unsaved work is asked about. */
function useGuard(): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    return !isPermitted(nextLocation.pathname) || hasUnsavedWork();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!isPermitted(blocker.location.pathname)) {
      toast('warning', messages['guard.denied']);
      blocker.reset();
      return;
    }
    void askToLeavePage().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}

function isPermitted(pathname: string): boolean {
  const target = placeAt(pathname);
  return target === undefined || mayEnter(useSession.getState().tree, target);
}
