import type { ReactNode } from 'react';
import './panel.css';

interface PanelProps {
  title: string;
  extra?: ReactNode;
  /** the content draws its own padding */
  flush?: boolean;
  children: ReactNode;
}

/** A small titled card of the right column of forms and of detail pages. */
export function Panel({ title, extra, flush, children }: PanelProps) {
  return (
    <section className="kit-detail-panel">
      <header>
        <h2>{title}</h2>
        <span className="td-cap">{extra}</span>
      </header>
      <div className={flush ? undefined : 'kit-detail-panel-body'}>{children}</div>
    </section>
  );
}
