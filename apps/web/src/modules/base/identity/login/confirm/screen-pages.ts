import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { screenPage } from '@tongda/contract/base/identity/login-grant';
import type { EnumCode } from '@tongda/contract/core/enum';
import { builtRoutes } from '@tongda/contract/shell/built';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';

export type ScreenPage = EnumCode<typeof screenPage>;

const paths: Readonly<Record<ScreenPage, string>> = {
  home: href(routes.communityHome, 'community'),
  location: href(routes.location, 'community'),
  alarms: href(routes.alarmRecordList, 'monitor'),
  transport: href(routes.transportHome, 'transport'),
  tracking: href(routes.orderTracking, 'transport'),
};
/** The address that a screen opens. */
export const screenPath = (page: ScreenPage = screenPage.home): string => paths[page];

/** The pages that somebody with this tree of menus can send a screen to; everybody has the home page. */
export const screenPagesOf = (tree: readonly MenuNode[]) =>
  screenPage.options.filter(({ code }) => {
    const place = placeAt(paths[code]);
    return code === screenPage.home || (place && builtRoutes.has(place.key) && mayEnter(tree, place));
  });
