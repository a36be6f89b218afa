import type { MenuNode } from '@tongda/contract/base/identity/calls';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { builtRoutes } from '@tongda/contract/shell/built';
import { href, placeAt, routes } from '@tongda/contract/shell/routes';
import { mayEnter } from '@tongda/contract/shell/tree';
import type { FoundHit, SearchKind } from '@tongda/contract/transport/search/calls';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';

/** A page of the menus, and what it stands under. */
interface MenuEntry {
  node: MenuNode;
  /** names of what it stands under */
  under: string;
  icon: string;
}

/** Every page of the tree, once each. */
export function entriesOf(nodes: readonly MenuNode[], under: string[] = [], icon = ''): MenuEntry[] {
  return nodes.flatMap((node) => {
    const mark = node.icon || icon;
    const own = node.url && node.children.length === 0 ? [{ node, under: under.join(' › '), icon: mark }] : [];
    return [...own, ...entriesOf(node.children, [...under, node.name], mark)];
  });
}

export const findMenus = (entries: readonly MenuEntry[], text: string): MenuEntry[] =>
  entries.filter(({ node, under }) => pinyinMatch(node.name, text) || pinyinMatch(under, text));

const waybillPages: Readonly<Record<number, (id: string) => string>> = {
  [waybillKind.billOfLading]: (id) => href(routes.billOfLadingCheck, 'transport', { id }),
  [waybillKind.stowage]: (id) => href(routes.waybillStowageCheck, 'transport', { id }),
  [waybillKind.transportTask]: (id) => href(routes.transportTaskCheck, 'transport', { id }),
};

/** Pages that show a hit, the best first. */
function pagesOf(kind: SearchKind, { id, name, waybillKind: of, under = name }: FoundHit): string[] {
  switch (kind) {
    case 'vehicle':
      return [
        href(routes.location, 'community', { vehicleId: id }),
        href(routes.vehicleDetails, 'resources', { id }),
        href(routes.vehicleDetails, 'transport', { id }),
      ];
    case 'driver':
      return [href(routes.driverDetails, 'resources', { id }), href(routes.driverDetails, 'transport', { id })];
    case 'site':
      return [
        href(routes.regionSite, 'resources', { keyword: name }),
        href(routes.regionSite, 'community', { keyword: name }),
      ];
    case 'waybill':
      return [waybillPages[of ?? 0]?.(name) ?? ''];
    case 'order':
      return [href(routes.customerOrderDetails, 'transport', { id: name })];
    case 'pickUp':
      return [href(routes.pickUpOrderDetails, 'transport', { id: name })];
    case 'receiptOrder':
      return [href(routes.receiptOrderDetails, 'transport', { id: name })];
    case 'receipt':
      return [href(routes.receiptManageDetails, 'transport', { orderCode: under })];
    case 'abnormal':
      return [href(routes.abnormalReportingDetails, 'transport', { waybillCode: under })];
  }
}

const isOpen = (tree: readonly MenuNode[], url: string): boolean => {
  const place = placeAt(url.split('?')[0] ?? '');
  return place !== undefined && builtRoutes.has(place.key) && mayEnter(tree, place);
};

/** The page of a hit that the user may enter; null when there is none. */
export const pageOfHit = (tree: readonly MenuNode[], kind: SearchKind, hit: FoundHit): string | null =>
  pagesOf(kind, hit).find((url) => isOpen(tree, url)) ?? null;

/** Today's drive of a vehicle; null for who may not see tracks. */
export function driveOf(tree: readonly MenuNode[], vehicleId: string): string | null {
  const url = href(routes.trajectory, 'community', { vehicleId });
  return isOpen(tree, url) ? url : null;
}

/** Parts of a text, each marked or not: where `query` occurs as it stands. */
export function markedParts(text: string, query: string): Array<{ text: string; hit: boolean }> {
  const wanted = query.trim().toLowerCase();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return [{ text, hit: false }];
  const end = at + wanted.length;
  return [
    { text: text.slice(0, at), hit: false },
    { text: text.slice(at, end), hit: true },
    { text: text.slice(end), hit: false },
  ].filter((part) => part.text !== '');
}
