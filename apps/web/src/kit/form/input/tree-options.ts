import { pinyinInitials, pinyinMatch } from '@tongda/contract/core/pinyin';
import { useEffect, useState } from 'react';

/** A node of a choice tree. */
export interface TreeItem {
  id: string;
  name: string;
  disabled?: boolean;
  children?: TreeItem[];
}
export interface TreeOption {
  value: string;
  title: string;
  /** name and initials: among them the control looks for the first match, which Enter takes */
  find: string;
  disabled?: boolean;
  children?: TreeOption[];
}

export const toTreeOptions = (items: readonly TreeItem[]): TreeOption[] =>
  items.map((item) => ({
    value: item.id,
    title: item.name,
    find: `${item.name} ${pinyinInitials(item.name)}`,
    disabled: item.disabled,
    children: item.children?.length ? toTreeOptions(item.children) : undefined,
  }));

/** How a choice tree is searched: by name or initials; Enter takes the first match. */
export const treeSearch = {
  filterTreeNode: (text: string, node: { title?: unknown }) => pinyinMatch(String(node.title ?? ''), text),
  treeNodeFilterProp: 'find',
};

/** Options of a tree that a call answers; asked once per mount, empty until then. `load` must be stable. */
export function useTreeOptions(load: () => Promise<TreeItem[]>): TreeOption[] {
  const [tree, setTree] = useState<TreeOption[]>([]);
  useEffect(() => {
    let gone = false;
    load().then(
      (items) => gone || setTree(toTreeOptions(items)),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [load]);
  return tree;
}
