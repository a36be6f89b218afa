import { areas } from '@tongda/contract/shell/areas';
import { builtRoutes } from '@tongda/contract/shell/built';
import { menus, menuUrl } from '@tongda/contract/shell/menus';
import { type Place, placeAt } from '@tongda/contract/shell/routes';
import { Link, useLocation } from 'react-router';
import { pageTitle } from './page-title';

/** Sub-application › list › page, where no tab says it. */
export function Breadcrumb({ place }: { place: Place }) {
  const { search } = useLocation();
  const menu = place.menu === null ? null : menus[place.menu];
  const url = menu ? menuUrl(menu) : '';
  const home = placeAt(areas[place.area].base);
  return (
    <nav className="shell-frame-crumbs" aria-label="当前位置">
      {home && home.full !== place.full && builtRoutes.has(home.key) ? (
        <Link to={home.full}>{areas[place.area].name}</Link>
      ) : (
        <span>{areas[place.area].name}</span>
      )}
      {menu && url !== place.full ? <Link to={url}>{menu.name}</Link> : null}
      <b aria-current="page">{pageTitle(place, search)}</b>
    </nav>
  );
}
