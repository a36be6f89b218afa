import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { none } from '../show/format';
import { WorkPage } from '../work/page';
import '../form/edit-page.css';
import '../list/page.css';
import './page.css';
import './facts.css';

/** No tab has a count: most hold nothing that is counted, and among tabs all have one or none. */
export interface DetailTab {
  /** part of the address (`?tab=`) */
  key: string;
  name: string;
  content: () => ReactNode;
}

interface DetailPageProps {
  /** page that 返回 leads to */
  back: string;
  /** what the object is called: a plate, a number */
  title: ReactNode;
  /** its number, in grey behind the title */
  code?: ReactNode;
  /** state and other short marks behind the title */
  status?: ReactNode;
  /** buttons at the right end; the first verb is primary */
  actions?: ReactNode;
  tabs: DetailTab[];
  /** <Panel/>s of the right column */
  aside?: ReactNode;
}

/** The page of one object: head with state and verbs, tabs that live in the address, live facts at the right. */
export function DetailPage({ back, title, code, status, actions, tabs, aside }: DetailPageProps) {
  const [params, setParams] = useSearchParams();
  const current = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  const open = (key: string): void => {
    const next = new URLSearchParams(params);
    next.set('tab', key);
    setParams(next, { replace: true });
  };
  return (
    <WorkPage bare head={{ back, title, code, marks: status, actions }} aside={{ label: '实时状态', panels: aside }}>
      <div className="kit-detail">
        <div className="kit-list-status" role="tablist">
          {tabs.map(({ key, name }) => (
            <button
              key={key}
              type="button"
              role="tab"
              className="td-plain kit-list-status-tab"
              aria-selected={key === current?.key}
              onClick={() => open(key)}
            >
              {name}
            </button>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
        <div className="kit-detail-body" role="tabpanel" tabIndex={0}>
          {current?.content()}
        </div>
      </div>
    </WorkPage>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

/** A headed group of label and value; nothing shows as `--`. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>{title}</h2>
      </div>
      <FactList facts={facts} />
    </section>
  );
}

/** Labels and values without a head; nothing shows as `--`. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="kit-detail-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === '' || value === null || value === undefined ? (
              <span className="kit-detail-fact-none">{none}</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
