import { isBlank } from './list-url';
import type { List } from './use-list';
import './list-page.css';

interface StatusTabsProps<Row> {
  list: List<Row>;
  /** request field that the tabs set */
  name: string;
  /** the first tab is usually 全部 with no code */
  items: ReadonlyArray<{ code?: string | number; name: string; count?: number }>;
}

/** Tabs over a list that set one filter, with the counts that the list's answer brings. */
export function StatusTabs<Row>({ list, name, items }: StatusTabsProps<Row>) {
  const current = list.filters[name];
  return (
    <div className="td-status" role="tablist">
      {items.map(({ code, name: label, count }) => {
        const selected = isBlank(code) ? isBlank(current) : current === code;
        return (
          <button
            key={label}
            type="button"
            role="tab"
            className="td-plain td-status-tab"
            aria-selected={selected}
            onClick={() => list.query({ ...list.filters, [name]: code })}
          >
            {label}
            {count === undefined ? null : <span>{count}</span>}
          </button>
        );
      })}
    </div>
  );
}
