import type { JurisdictionChange, JurisdictionItem, JurisdictionRow } from '@tongda/contract/base/org/jurisdiction';
import { grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import type { TreeOption } from '../../../kit/form/input/tree-options';

export const noChange: JurisdictionChange = { add: [], remove: [] };
export const keyOf = ({ kind, id }: JurisdictionItem): string => `${kind} ${id}`;

export interface TickNode {
  key: string;
  title: string;
  /** what a leaf is; departments have none */
  note?: string;
  selectable: false;
  disableCheckbox?: boolean;
  children?: TickNode[];
}

/** The tree of departments with their resources, without empty departments. Resources that are visible for another reason are ticked and cannot be unticked. */
export function tickTree(orgs: readonly TreeOption[], rows: readonly JurisdictionRow[]): TickNode[] {
  const byOrg = new Map<string, JurisdictionRow[]>();
  const known = new Set<string>();
  const note = (items: readonly TreeOption[]): void => {
    for (const { value, children } of items) {
      known.add(value);
      note(children ?? []);
    }
  };
  note(orgs);
  for (const row of rows) {
    const org = row.orgId !== null && known.has(row.orgId) ? row.orgId : '';
    byOrg.set(org, [...(byOrg.get(org) ?? []), row]);
  }
  const leaves = (org: string): TickNode[] =>
    (byOrg.get(org) ?? []).map((row) => ({
      key: keyOf(row),
      title: row.name,
      note: row.kind === 'vehicle' ? undefined : grantKindNames[row.kind],
      selectable: false,
      disableCheckbox: row.source === 'other',
    }));
  const branch = ({ value, title, children }: TreeOption): TickNode[] => {
    const inside = [...(children ?? []).flatMap(branch), ...leaves(value)];
    if (inside.length === 0) return [];
    // where nothing can be ticked, the department cannot be either
    const disableCheckbox = inside.every((node) => node.disableCheckbox === true);
    return [{ key: `org ${value}`, title, selectable: false, disableCheckbox, children: inside }];
  };
  const none = leaves('');
  const without: TickNode[] =
    none.length > 0 ? [{ key: 'org', title: '未分部门', selectable: false, children: none }] : [];
  return [...orgs.flatMap(branch), ...without];
}

/** Keys of departments whose resources are all visible anyway; they are shown ticked like these. */
export const lockedKeys = (nodes: readonly TickNode[]): string[] =>
  nodes.flatMap(({ key, children, disableCheckbox }) =>
    children ? [...(disableCheckbox ? [key] : []), ...lockedKeys(children)] : [],
  );

/** Keys of the ticked rows: those that are visible, with the unsaved changes applied. */
export function tickedKeys(rows: readonly JurisdictionRow[], { add, remove }: JurisdictionChange): string[] {
  const [more, gone] = [new Set(add.map(keyOf)), new Set(remove.map(keyOf))];
  return rows
    .filter((row) => more.has(keyOf(row)) || (row.source !== 'none' && !gone.has(keyOf(row))))
    .map((row) => keyOf(row));
}

/** The change to save when exactly `keys` of the shown rows are ticked; rows that a search hides keep their change. */
export function changeAfterTicks(
  rows: readonly JurisdictionRow[],
  change: JurisdictionChange,
  keys: ReadonlySet<string>,
): JurisdictionChange {
  const shown = new Set(rows.map(keyOf));
  const others = (list: JurisdictionItem[]): JurisdictionItem[] => list.filter((item) => !shown.has(keyOf(item)));
  const itemOf = ({ kind, id }: JurisdictionRow): JurisdictionItem => ({ kind, id });
  const turned = (source: JurisdictionRow['source'], on: boolean): JurisdictionItem[] =>
    rows.filter((row) => row.source === source && keys.has(keyOf(row)) === on).map(itemOf);
  return {
    add: [...others(change.add), ...turned('none', true)],
    remove: [...others(change.remove), ...turned('given', false)],
  };
}

/** `新增12，移除3`. */
export const changeWords = (value: unknown): string => {
  // the form shows any value as words; this field holds its own change or nothing
  const { add, remove } = (value ?? noChange) as JurisdictionChange;
  const words = [add.length > 0 ? `新增${add.length}` : '', remove.length > 0 ? `移除${remove.length}` : ''];
  return words.filter(Boolean).join('，') || '不变';
};
