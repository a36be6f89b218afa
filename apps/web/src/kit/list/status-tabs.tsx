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
  count?: number;
  /** what the count says, under the mouse */
  hint?: string;
  /** the tab is about another field: what it means in one value of that, and what else it asks for */
  other?: { field: string; code: string | number; more?: Filters };
}

/** Tabs over a list that set one filter, with the counts that the list's answer brings. */
export function StatusTabs<Row>({ list, name, items }: StatusTabsProps<Row>) {
  const current = list.filters[name];
  const others = items.flatMap(({ other }) => (other ? [other.field] : []));
  const free = others.every((field) => isBlank(list.filters[field]));
  // all with counts or none: a tab without one looks as if nothing were there
  const counted = items.some(({ count }) => count !== undefined);
  const without = Object.fromEntries([name, ...others].map((field) => [field, undefined]));
  return (
    <div className="kit-list-status" role="tablist">
      {items.map(({ code, name: label, count, hint, other }) => {
        const own = free && (isBlank(code) ? isBlank(current) : current === code);
        const selected = other ? list.filters[other.field] === other.code : own;
        const wish = other ? { ...other.more, [other.field]: other.code } : { [name]: code };
        return (
          <button
            key={label}
            type="button"
            role="tab"
            className="td-plain kit-list-status-tab"
            aria-selected={selected}
            title={hint}
            onClick={() => list.query({ ...list.filters, ...without, ...wish })}
          >
            {label}
            {counted ? <span>{count ?? 0}</span> : null}
          </button>
        );
      })}
    </div>
  );
}
