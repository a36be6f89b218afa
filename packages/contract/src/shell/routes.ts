import { withoutEnding } from '../core/field/ending';
import { keysOf } from '../core/keys';
import { type Area, inArea } from './areas';
import { builtScreens } from './built-screens';
import type { MenuKey } from './menus';
import { backstageScreens } from './planned/backstage';
import { communityScreens } from './planned/community';
import { reportScreens } from './planned/report';
import { safetyScreens } from './planned/safety';
import { transportScreens } from './planned/transport';
import type { Mount, Route } from './screens';

export type { Mount, Route, ScreenKind } from './screens';

/**
 * Every screen once, whatever number of sub-applications mount it: those that are planned and those that work. What a module declares stands
 * before its row among the planned ones, so that whoever builds a screen need not touch the plan.
 */
export const routes = {
  ...backstageScreens,
  ...communityScreens,
  ...reportScreens,
  ...safetyScreens,
  ...transportScreens,
  ...builtScreens,
} as const;

export type RouteKey = keyof typeof routes;
export const routeKeys = keysOf(routes);

/** One screen in one sub-application. */
export interface Place extends Mount {
  key: RouteKey;
  area: Area;
  /** Pattern from the origin: `/transport/businessTracking/receiptManage/detail/:orderCode`. */
  full: string;
  /** Shows a breadcrumb, and therefore does not clear the tabs: every screen of the transport system. */
  breadcrumb: boolean;
  route: Route;
}

/** Where a screen stands in an area that mounts it. */
export function mountOf<A extends Area>(route: Route<A>, area: NoInfer<A>): Mount {
  const mount = route.mounts[area];
  if (mount === undefined) throw new Error(`screen not mounted in ${area}`);
  return mount;
}

/** Every screen in every area that mounts it. */
export const places: readonly Place[] = routeKeys.flatMap((key) => {
  const route: Route = routes[key];
  return route.in.map((area): Place => {
    const mount = mountOf(route, area);
    return { ...mount, key, area, full: inArea(area, mount.path), breadcrumb: area === 'transport', route };
  });
});

/**
 * The link to a screen: `hrefOf(routes.vehicleEdit, 'resources', { id })`. Values named in the path fill it, the others become the
 * query; undefined ones are left out. Throws when a value of the path is missing.
 */
export function href<A extends Area>(
  route: Route<A>,
  area: NoInfer<A>,
  values: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const rest = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
  const { path: pattern } = mountOf(route, area);
  const path = inArea(area, pattern).replace(/:([A-Za-z]+)/gu, (_, name: string) => {
    const value = rest.get(name);
    if (value === undefined || value === '') throw new Error(`path value missing: ${name} of ${pattern}`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = [...rest].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

const fixed = new Map(places.filter(({ full }) => !full.includes(':')).map((place) => [place.full, place]));
const shaped = places
  .filter(({ full }) => full.includes(':'))
  .map((place) => ({
    place,
    shape: new RegExp(`^${place.full.replace(/\./gu, '\\.').replace(/:[A-Za-z]+/gu, '[^/]+')}$`, 'u'),
  }));

/** The screen at a path from the origin (without query), or undefined: the shell asks it what to light up and what frame to draw. */
export function placeAt(pathname: string): Place | undefined {
  const path = pathname.length > 1 ? withoutEnding(pathname, '/') : pathname;
  return fixed.get(path) ?? shaped.find(({ shape }) => shape.test(path))?.place;
}

/** The pages that stand under a menu entry (the entry's own list and its edit and detail pages). */
export const placesOfMenu = (menu: MenuKey): Place[] => places.filter((place) => place.menu === menu);
