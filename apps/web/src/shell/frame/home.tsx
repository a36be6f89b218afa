import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { areaHome, homeRedirect, menuIds } from '@tongda/contract/shell/tree';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../kit/session/user';

const error = href(routes.error, 'community', { code: 'nomenu' });

/** The base of the whole product: vehicle monitoring, else the first page that the user holds. */
export function CommunityHome() {
  const tree = useSession((state) => state.visible);
  return <Navigate to={homeRedirect(menuIds(tree)) ?? href(routes.location, 'community')} replace />;
}

/** The base of a sub-application leads to the first page that the user holds there. */
export function AreaHome() {
  const tree = useSession((state) => state.visible);
  const place = placeAt(useLocation().pathname);
  return <Navigate to={(place && areaHome(tree, place.area)) ?? error} replace />;
}
