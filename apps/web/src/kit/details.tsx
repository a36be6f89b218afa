import { Button } from 'antd';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { none } from './format';
import './details.css';

interface DetailsPageProps {
  title: string;
  code?: ReactNode;
  status?: ReactNode;
  /** buttons at the right end */
  actions?: ReactNode;
  /** page to return to */
  back: string;
  /** <Panel/>s of the right column */
  aside?: ReactNode;
  children: ReactNode;
}

/** One object, to read: head as on the form, sections on the left, panels on the right. */
export function DetailsPage({ title, code, status, actions, back, aside, children }: DetailsPageProps) {
  const navigate = useNavigate();
  return (
    <section className="td-details">
      <header className="td-details-head">
        <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => void navigate(back)} />
        <h1>{title}</h1>
        {code ? <span className="td-details-code">{code}</span> : null}
        {status}
        <span className="td-details-actions">{actions}</span>
      </header>
      <div className="td-details-body" data-aside={aside !== undefined}>
        <div className="td-details-main">{children}</div>
        {aside ? <aside className="td-details-aside">{aside}</aside> : null}
      </div>
    </section>
  );
}

/** A titled section of a details page. */
export function DetailsSection(props: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className="td-details-section">
      <header>
        <h2>{props.title}</h2>
        <span className="td-cap">{props.extra}</span>
      </header>
      {props.children}
    </section>
  );
}

export interface KeyValue {
  label: string;
  value: ReactNode;
  /** columns of the grid that it takes */
  wide?: boolean;
}

/** Label and value, three to six in a row by width; nothing shows as `--`. */
export function KeyValues({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="td-kv">
      {items.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide}>
          <dt>{label}</dt>
          <dd>
            {value === undefined || value === null || value === '' ? <span className="td-mute">{none}</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
