import { href, placeAt, type Route, type RouteKey, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** A register's pages: their route keys. */
interface Pages {
  list: RouteKey;
  edit: RouteKey;
  details?: RouteKey;
}

/** Links to the pages of a register inside the sub-application that the user is in, when that one mounts them; else where they are at home. */
export function useRegisterLinks({ list, edit, details }: Readonly<Pages>) {
  const { pathname } = useLocation();
  const here = placeAt(pathname)?.area;
  return useMemo(() => {
    const link = (key: RouteKey, query?: Record<string, string | number | undefined>): string => {
      const route: Route = routes[key];
      const area = route.in.find((mounted) => mounted === here) ?? route.in[0];
      if (area === undefined) throw new Error(`${key} is mounted nowhere`);
      return href(route, area, query);
    };
    return {
      list: link(list),
      add: link(edit),
      edit: (id: string) => link(edit, { id }),
      copy: (id: string) => link(edit, { id, copy: 1 }),
      details: (id: string, tab?: string) => link(details ?? edit, { id, tab }),
    };
  }, [here, list, edit, details]);
}
