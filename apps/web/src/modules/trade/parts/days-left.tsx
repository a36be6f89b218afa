import { formatNumber, none } from '../../../kit/show/format';
import './days-left.css';

/** Days to an end as a number: amber within thirty, red when it is over. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <>{none}</>;
  return (
    <span className="trade-parts-days" data-tone={days < 0 ? 'over' : days <= 30 ? 'soon' : undefined}>
      {formatNumber(days)}
    </span>
  );
}
