import { areas } from '@tongda/contract/shell/areas';
import { href, type Place, places, routes } from '@tongda/contract/shell/routes';
import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, redirect } from 'react-router';
import { FirstPassword } from './areas/first-password';
import { tables } from './areas/tables';
import type { PageLoader } from './kit/page';
import { Root } from './shell/frame/root';
import { lateComing, PageError } from './shell/page/broken';
import { NotFoundPage } from './shell/page/not-found';

const loaderOf = ({ area, key }: Place): PageLoader | undefined => tables[area]?.[key];

/**
 * What a route loads when it is first visited. The router renders nothing at all, not even the frame, for a route whose loading failed: so it never fails, but gives a
 * page that says so and tries again.
 */
const loading = (load: PageLoader) => async (): Promise<{ Component: ComponentType }> => ({
  Component: await load().catch((error: unknown) => lateComing(load, error)),
});

const toRoute = (place: Place): RouteObject[] => {
  const load = loaderOf(place);
  return load ? [{ path: place.full, lazy: loading(load), errorElement: <PageError /> }] : [];
};

/** The shell with what modules hang into it. */
async function framedShell(): Promise<ComponentType> {
  const [{ Shell }, { shellParts }] = await Promise.all([
    import('./shell/frame/layout'),
    import('./areas/shell-parts'),
  ]);
  return () => <Shell parts={shellParts} />;
}

/** The gate with what it shows before everything else. */
async function gatedEntrance(): Promise<ComponentType> {
  const { Entrance } = await import('./shell/page/entrance');
  return () => <Entrance first={FirstPassword} />;
}

const mounted = places.filter(loaderOf);
const open = mounted.filter(({ route }) => route.open);
const framed = mounted.filter(({ route }) => !route.open && route.frame === 'shell');
const plain = mounted.filter(({ route }) => !route.open && route.frame !== 'shell');

/** Every screen at its path: open ones alone, the others behind the login, most of them inside the shell. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <PageError />,
    hydrateFallbackElement: <div />,
    children: [
      { path: '/', element: <Navigate to={areas.community.base} replace /> },
      // the short address that stands on printed records
      {
        path: '/verify',
        loader: ({ request }) => redirect(`${href(routes.verifyRecord, 'community')}${new URL(request.url).search}`),
      },
      ...open.flatMap(toRoute),
      {
        // What stands behind the login is not loaded before it.
        lazy: loading(gatedEntrance),
        children: [{ lazy: loading(framedShell), children: framed.flatMap(toRoute) }, ...plain.flatMap(toRoute)],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);
