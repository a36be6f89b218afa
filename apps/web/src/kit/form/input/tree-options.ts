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
  disabled?: boolean;
  children?: TreeOption[];
}

export const toTreeOptions = (items: readonly TreeItem[]): TreeOption[] =>
  items.map((item) => ({
    value: item.id,
    title: item.name,
    disabled: item.disabled,
    children: item.children?.length ? toTreeOptions(item.children) : undefined,
  }));

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
