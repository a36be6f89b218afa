import type { ReactNode } from 'react';
import { none } from '../../../kit/show/format';
import { Barcode } from './codes';
import { wideOf } from './grid-rows';
import './styles.css';

interface SheetProps {
  company: string;
  title: string;
  code: string;
  foot: string;
  children: ReactNode;
}

/** Characters that a bar code can hold; number plates have Chinese ones and get none. */
const inBars = /^[\x20-\x7e]+$/u;

/** One sheet of A4: company, title and bar code above, who printed it below. */
export function Sheet({ company, title, code, foot, children }: SheetProps) {
  return (
    <section className="base-print-sheet" aria-label={`${title} ${code}`}>
      <div className="base-print-head">
        <div>
          <p className="base-print-company">{company}</p>
          <h2>{title}</h2>
        </div>
        <div className="base-print-code">
          {inBars.test(code) ? <Barcode text={code} heightMm={11} /> : null}
          <span>{code}</span>
        </div>
      </div>
      {children}
      <p className="base-print-foot">{foot}</p>
    </section>
  );
}

/** Label and value; a wide one takes the row. */
export type Cell = readonly [label: string, value: ReactNode, wide?: 'wide'];

/** Label and value side by side, two pairs a row; wide ones take the row. */
export function Grid({ cells }: { cells: readonly Cell[] }) {
  const wide = wideOf(cells.map((cell) => cell[2] === 'wide'));
  return (
    <dl className="base-print-grid">
      {cells.map(([label, value], i) => (
        <div key={label} data-wide={wide[i] ? 'wide' : undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? none : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines to sign on. */
export function Signs({ names }: { names: readonly string[] }) {
  return (
    <div className="base-print-signs">
      {names.map((name) => (
        <div key={name}>
          <span>{name}：</span>
          <i />
        </div>
      ))}
    </div>
  );
}
