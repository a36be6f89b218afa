import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** Links to the route pages inside the sub-application that the user is in: resources and transport both mount them. */
export function useRouteLinks() {
  const { pathname } = useLocation();
  const area = placeAt(pathname)?.area === 'transport' ? 'transport' : 'resources';
  return useMemo(
    () => ({
      list: href(routes.routeManageList, area),
      add: href(routes.routeManageEdit, area),
      edit: (id: string) => href(routes.routeManageEdit, area, { id }),
      copy: (id: string) => href(routes.routeManageEdit, area, { id, copy: 1 }),
      details: (id: string) => href(routes.routeManageDetails, area, { id }),
    }),
    [area],
  );
}
