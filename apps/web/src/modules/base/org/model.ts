import type { OrgRow } from '@tongda/contract/base/org/calls';
import { pinyinMatch } from '@tongda/contract/core/pinyin';

/** A department with those below it. */
export interface OrgItem extends OrgRow {
  children: OrgItem[];
}

/** Rows (parents first, siblings in order) to trees; a row whose parent is not the user's to see stands at the top. */
export function toTree(rows: readonly OrgRow[]): OrgItem[] {
  const items = new Map<string, OrgItem>(rows.map((row) => [row.id, { ...row, children: [] }]));
  const top: OrgItem[] = [];
  for (const row of rows) {
    const item = items.get(row.id);
    if (!item) continue;
    const parent = row.parentId === null ? undefined : items.get(row.parentId);
    (parent ? parent.children : top).push(item);
  }
  return top;
}

/** Departments whose name or code matches, with those above them. */
export function filterTree(items: readonly OrgItem[], keyword: string): OrgItem[] {
  if (keyword === '') return [...items];
  return items.flatMap((item) => {
    const children = filterTree(item.children, keyword);
    const own = pinyinMatch(`${item.name}${item.code}`, keyword);
    return own || children.length > 0 ? [{ ...item, children: own ? item.children : children }] : [];
  });
}

/** The parent of a dropped department and its place among that parent's other children; null when nothing changes. */
export function dropPlace(
  rows: readonly OrgRow[],
  drag: { id: string },
  target: { id: string; onto: boolean; after: boolean },
): { parentId: string; index: number } | null {
  const at = rows.find(({ id }) => id === target.id);
  if (!at) return null;
  if (target.onto) return { parentId: at.id, index: 9999 };
  if (at.parentId === null) return null;
  const siblings = rows.filter(({ parentId, id }) => parentId === at.parentId && id !== drag.id);
  const index = siblings.findIndex(({ id }) => id === at.id);
  return { parentId: at.parentId, index: target.after ? index + 1 : index };
}
