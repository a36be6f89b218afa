import { Fragment, useContext, useEffect, useRef } from 'react';
import { none } from '../show/format';
import { ListContext } from './context';
import type { TabWish } from './elsewhere';
import { type Filters, isBlank } from './url';
import type { List } from './use-rows';
import './page.css';

interface StatusTabsProps<Row> {
  list: List<Row>;
  /** request field that the tabs set */
  name: string;
  /** the first tab is usually 全部 with no code */
  items: readonly StatusTab[];
}

interface StatusTab {
  code?: string | number;
  name: string;
  /** undefined: this tab is counted, and its count is on its way; absent: it is not counted */
  count?: number | undefined;
  /** what the count says, under the mouse */
  hint?: string;
  /** what this tab and those behind it count, said in sight before them (不限时间), where tabs of one list differ in that */
  scope?: string;
  /** the tab is about another field: what it means in one value of that, and what else it asks for while it is chosen */
  other?: { field: string; code: string | number; more?: Filters };
}

/** Tabs over a list that set one filter, with the counts that the list's answer brings. */
export function StatusTabs<Row>({ list, name, items }: StatusTabsProps<Row>) {
  const current = list.filters[name];
  const others = items.flatMap(({ other }) => (other ? [other.field] : []));
  const free = others.every((field) => isBlank(list.filters[field]));
  // all with counts or none: a tab without one looks as if nothing were there
  const counted = items.some((item) => 'count' in item);
  // until the first count is here its place is kept, so that no tab moves when it comes
  const known = items.some(({ count }) => count !== undefined);
  const without = Object.fromEntries([name, ...others].map((field) => [field, undefined]));
  const tabs = items.map(({ code, name: label, other }): TabWish => {
    const own = free && (isBlank(code) ? isBlank(current) : current === code);
    return {
      name: label,
      selected: other ? list.filters[other.field] === other.code : own,
      wish: { ...without, ...(other ? { ...other.more, [other.field]: other.code } : { [name]: code }) },
    };
  });
  useTellList(tabs);
  const before = useRef<Filters>({});
  const choose = (index: number): void => {
    const more = items[index]?.other?.more ?? {};
    const left = items[tabs.findIndex((tab) => tab.selected)]?.other?.more ?? {};
    // what the tab that is left had put in place of the user's own comes back, unless he has changed it since
    const back = Object.entries(left).flatMap(([field, value]) =>
      (isBlank(value) ? isBlank(list.filters[field]) : list.filters[field] === value)
        ? [[field, { ...list.base, ...before.current }[field]] as const]
        : [],
    );
    const filters = { ...list.filters, ...Object.fromEntries(back) };
    before.current = Object.fromEntries(Object.keys(more).map((field) => [field, filters[field]]));
    list.query({ ...filters, ...tabs[index]?.wish });
  };
  return (
    <div className="kit-list-status" role="tablist">
      {items.map(({ name: label, count, hint, scope }, index) => (
        <Fragment key={label}>
          {scope === undefined ? null : <span className="kit-list-status-scope">{scope}</span>}
          <button
            type="button"
            role="tab"
            className="td-plain kit-list-status-tab"
            aria-selected={tabs[index]?.selected ?? false}
            title={hint}
            onClick={() => choose(index)}
          >
            {label}
            {counted ? <span>{known ? (count ?? 0) : none}</span> : null}
          </button>
        </Fragment>
      ))}
    </div>
  );
}

/** The list around the tabs leads to them when the chosen one has no row. */
function useTellList(tabs: readonly TabWish[]): void {
  const tell = useContext(ListContext)?.tellTabs;
  // fields that a tab takes away are part of what it asks for
  const words = JSON.stringify(tabs, (_key, value: unknown) => (value === undefined ? null : value));
  useEffect(() => {
    // written three lines above
    tell?.(JSON.parse(words) as TabWish[]);
  }, [tell, words]);
}
