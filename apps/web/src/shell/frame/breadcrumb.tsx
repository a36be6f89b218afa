import { areas } from '@tongda/contract/shell/areas';
import { builtRoutes } from '@tongda/contract/shell/built';
import { menus, menuUrl } from '@tongda/contract/shell/menus';
import { openerOf } from '@tongda/contract/shell/opened-from';
import { type Place, placeAt } from '@tongda/contract/shell/routes';
import { Link, useLocation } from 'react-router';
import { pageTitle } from './page-title';

/** Sub-application › list › page, where no tab says it. */
export function Breadcrumb({ place }: { place: Place }) {
  const { search } = useLocation();
  const opener = openerOf(search);
  const area = areas[opener?.area ?? place.area];
  const menu = opener !== null || place.menu === null ? null : menus[place.menu];
  const url = menu ? menuUrl(menu) : '';
  const home = placeAt(area.base);
  return (
    <nav className="shell-frame-crumbs" aria-label="当前位置">
      {home && home.full !== place.full && builtRoutes.has(home.key) ? (
        <Link to={home.full}>{area.name}</Link>
      ) : (
        <span>{area.name}</span>
      )}
      {opener ? <Link to={opener.to}>{opener.name}</Link> : null}
      {menu && url !== place.full ? <Link to={url}>{menu.name}</Link> : null}
      <b aria-current="page">{pageTitle(place, search)}</b>
    </nav>
  );
}
