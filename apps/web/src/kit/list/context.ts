import { createContext, useContext } from 'react';
import type { TabWish } from './elsewhere';
import type { Filters } from './url';

/** What the parts in a list page's slots (export, batch bars) know of the list around them. */
export interface ListScope {
  filters: Filters;
  sort: string | null;
  total: number;
  selectedKeys: string[];
  /** shown columns in their order: exports follow them */
  fields: string[];
  refresh: () => void;
  clearSelection: () => void;
  /** tabs over the list say which there are */
  tellTabs: (tabs: readonly TabWish[]) => void;
}
export const ListContext = createContext<ListScope | null>(null);

/** The list around a toolbar control; throws outside of a ListPage. */
export function useListScope(): ListScope {
  const scope = useContext(ListContext);
  if (!scope) throw new Error('this control needs a ListPage around it');
  return scope;
}
