import { loginType } from '@tongda/contract/base/org/enums';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { areaHome, homeRedirect, menuIds, onward } from '@tongda/contract/shell/tree';
import { Navigate, useLocation } from 'react-router';
import { type User, useSession } from '../../kit/session/user';

/** Staff of the provider, as themselves: not while they visit a company or act as somebody of it. */
const isStaff = (user: User | null): boolean => user?.loginType === loginType.staff && user.proxyUser === null;

/** The base of the whole product: for the provider's staff the first page of the back-office, for others vehicle monitoring, else the first page that the user holds. */
export function CommunityHome() {
  const tree = useSession((state) => state.visible);
  const work = useSession(({ user, visible }) => (isStaff(user) ? areaHome(visible, 'backstage') : undefined));
  return <Navigate to={work ?? homeRedirect(menuIds(tree)) ?? href(routes.location, 'community')} replace />;
}

/** The page of a group and the base of a sub-application lead to the first page below that the user holds. */
export function Onward() {
  const tree = useSession((state) => state.visible);
  const place = placeAt(useLocation().pathname);
  return <Navigate to={place ? onward(tree, place) : href(routes.notFound, 'community')} replace />;
}
