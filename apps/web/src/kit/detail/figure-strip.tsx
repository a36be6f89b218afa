import type { ReactNode } from 'react';
import { none } from '../show/format';
import './figure-strip.css';

export interface FigureOf {
  label: string;
  value: ReactNode;
  unit?: string;
  tone?: 'green' | 'amber' | 'orange' | 'red' | undefined;
  /** how it is counted */
  hint?: string;
  /** what it is compared with, in a line below */
  note?: ReactNode;
}

/** Figures in one line over what they sum up. */
export function FigureStrip({ label, figures }: { label: string; figures: readonly FigureOf[] }) {
  return (
    <dl className="kit-detail-figures" aria-label={label}>
      {figures.map((one) => (
        <div key={one.label} title={one.hint}>
          <dt>{one.label}</dt>
          <dd data-tone={one.tone}>
            {one.value ?? none}
            {one.unit && one.value !== none && one.value !== null && one.value !== undefined ? (
              <small> {one.unit}</small>
            ) : null}
          </dd>
          {one.note === undefined ? null : <dd className="kit-detail-figures-note">{one.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
