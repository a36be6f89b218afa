import { Ban, Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './styles.css';

interface Finding {
  code: string;
  level: 'block' | 'warn' | 'ok';
  msg: string;
}
const icons = { block: Ban, warn: TriangleAlert, ok: Check } as const;

interface CheckListProps {
  checks: readonly Finding[];
  label?: string;
  /** a line before the checks */
  first?: ReactNode;
}

/** What the checks of a load or of a departure found: passed, to be looked at, or in the way. */
export function CheckList({ checks, label, first }: CheckListProps) {
  return (
    <ul className="transport-waybill-checks" aria-label={label}>
      {first ? <li data-level="info">{first}</li> : null}
      {checks.map(({ code, level, msg }) => {
        const Icon = icons[level];
        return (
          <li key={`${code} ${msg}`} data-level={level}>
            <Icon className="td-ico" />
            <span>{msg}</span>
          </li>
        );
      })}
    </ul>
  );
}
