import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { homeRedirect, mayEnter, menuIds } from '@tongda/contract/shell/tree';
import { type ComponentType, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiError } from '../../kit/call/api-error';
import { watchDownloads } from '../../kit/files/downloads';
import { loadBrand } from '../../kit/session/brand';
import { goToLogin, loginPath, watchOtherWindows } from '../../kit/session/leave';
import { readReportSettings } from '../../kit/session/report-settings';
import { hasLogin } from '../../kit/session/tokens';
import { loadSession, type User, useSession } from '../../kit/session/user';
import { ErrorState, Loading } from '../../kit/show/states';
import { loadShellPrefs } from '../tab/prefs';
import { clearTabs } from '../tab/store';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refused call is refused again: only a lost connection is tried once more.
      retry: (count, error) => count < 1 && !(error instanceof ApiError && error.code > 0),
      refetchOnWindowFocus: false,
    },
  },
});

const whoKey = 'td.who';
const windowKey = 'td.who.window';
const identityKey = ({ clientId, id }: User): string => `${clientId}:${id}`;

/** Clears what one user left in this window before the next one sees it: answers in memory, open tabs and their filters. */
useSession.subscribe(({ user }) => {
  if (!user) return;
  const before = sessionStorage.getItem(windowKey);
  if (before === identityKey(user)) return;
  sessionStorage.setItem(windowKey, identityKey(user));
  if (before === null) return;
  client.clear();
  clearTabs();
});

/** Behind the login: waits for user and menus (no flash of 暂无权限), then lets in who may enter. */
export function Entrance({ first }: { first: ComponentType }) {
  return (
    <QueryClientProvider client={client}>
      <Gate first={first} />
    </QueryClientProvider>
  );
}

/** `first` stands in place of every page while a given password is not changed yet, or a second factor is missing. */
function Gate({ first: First }: { first: ComponentType }) {
  const { pathname, search } = useLocation();
  const { status, user, tree, visible, error } = useSession();
  const clientId = user?.clientId;
  const mustFirst = user !== null && (user.mustChangePwd || user.mustEnrol);
  const loggedIn = status === 'ready' || hasLogin();
  const place = placeAt(pathname);
  // phone pages are made for dead zones: they open with what the phone kept
  const orKept = place?.route.frame === 'mobile';
  useEffect(() => {
    if (status === 'none' && loggedIn) void loadSession({ orKept });
  }, [status, loggedIn, orKept]);
  useOtherWindows();
  useEffect(() => {
    // until then the server answers nothing but the calls of that dialog
    if (status !== 'ready' || mustFirst) return undefined;
    void loadShellPrefs();
    void readReportSettings();
    return watchDownloads();
  }, [status, mustFirst]);
  useEffect(() => {
    if (clientId !== undefined) void loadBrand(clientId);
  }, [clientId]);
  if (!loggedIn) return <Navigate to={`${loginPath}?redirect=${encodeURIComponent(pathname + search)}`} replace />;
  if (status === 'failed') return <ErrorState error={error} retry={() => void loadSession({ orKept })} />;
  if (status !== 'ready') return <Loading />;
  if (mustFirst)
    return (
      <Suspense fallback={<Loading />}>
        <First />
      </Suspense>
    );
  if (place && !mayEnter(tree, place)) {
    // Without the monitoring menu the location page leads on to the first page of the transport group.
    const onward = place.key === 'location' ? homeRedirect(menuIds(visible)) : null;
    return <Navigate to={onward ?? href(routes.error, 'community', { code: 'noauth' })} replace />;
  }
  return <Outlet />;
}

/** All windows of a browser are one session: they leave together, and reload when another user came. */
function useOtherWindows(): void {
  const user = useSession((state) => state.user);
  useEffect(() => {
    if (!user) return;
    const me = identityKey(user);
    localStorage.setItem(whoKey, me);
    const stop = watchOtherWindows((what) =>
      what === 'left' ? goToLogin({ tellOthers: false }) : window.location.reload(),
    );
    const look = (): void => {
      const now = localStorage.getItem(whoKey);
      if (!document.hidden && now !== null && now !== me) window.location.reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [user]);
}
