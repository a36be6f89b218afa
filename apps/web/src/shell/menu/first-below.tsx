import { menus } from '@tongda/contract/shell/menus';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { findMenu, firstPage } from '@tongda/contract/shell/tree';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../kit/session/user';

const error = href(routes.error, 'community', { code: 'nomenu' });

/** The page of a group leads to the first page below it that the user holds. */
export function FirstBelow() {
  const tree = useSession((state) => state.visible);
  const place = placeAt(useLocation().pathname);
  const node = place?.menu ? findMenu(tree, menus[place.menu].id) : undefined;
  const below = node?.children.flatMap((child) => firstPage(child) ?? [])[0];
  return <Navigate to={below ?? error} replace />;
}
