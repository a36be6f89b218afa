import type { ReactNode } from 'react';
import '../list/page.css';
import './split-page.css';

interface SplitPageProps {
  /** what the left column holds: 组织架构, 角色 */
  label: string;
  /** search and buttons over the left column */
  tools?: ReactNode;
  /** tree or list to choose from */
  side: ReactNode;
  children: ReactNode;
}

/** Two columns: what there is to choose from on the left, the chosen one on the right. */
export function SplitPage({ label, tools, side, children }: SplitPageProps) {
  return (
    <section className="kit-detail-split-page">
      <aside className="kit-detail-split-side" aria-label={label}>
        {tools ? <div className="kit-detail-split-tools">{tools}</div> : null}
        <div className="kit-detail-split-list">{side}</div>
      </aside>
      <div className="kit-detail-split-main">{children}</div>
    </section>
  );
}

interface TabsProps<K extends string> {
  items: ReadonlyArray<{ key: K; name: string }>;
  value: K;
  change: (key: K) => void;
}

/** Tabs of the right column; the page keeps which one is open. */
export function SplitTabs<K extends string>({ items, value, change }: TabsProps<K>) {
  return (
    <div className="kit-list-status" role="tablist">
      {items.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          role="tab"
          className="td-plain kit-list-status-tab"
          aria-selected={key === value}
          onClick={() => change(key)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
