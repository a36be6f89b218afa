import type { Output } from '@tongda/contract/core/endpoint';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import type { groupVehicles } from '@tongda/contract/watch/vehicle-group/calls';
import type { TreeItem } from '../../../kit/form/input/tree-options';

export type GroupableVehicle = Output<typeof groupVehicles>[number];

/** Ids of a department and of all below it. */
export function idsBelow(tree: readonly TreeItem[], id: string): Set<string> {
  const found = new Set<string>();
  const walk = (nodes: readonly TreeItem[], inside: boolean): void => {
    for (const node of nodes) {
      const here = inside || node.id === id;
      if (here) found.add(node.id);
      walk(node.children ?? [], here);
    }
  };
  walk(tree, false);
  return found;
}

/** Vehicles by part of plate or remark (initials too), and by department. */
export function siftVehicles(
  vehicles: readonly GroupableVehicle[],
  { keyword, orgs }: { keyword: string; orgs: ReadonlySet<string> | null },
): GroupableVehicle[] {
  const text = keyword.trim();
  return vehicles.filter(
    (v) =>
      (text === '' || pinyinMatch(`${v.plateNo}${v.remarkNo}`, text)) &&
      (orgs === null || (v.orgId !== null && orgs.has(v.orgId))),
  );
}

/** The list with one item moved to the place of another. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}
