import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { none } from '../../../kit/show/format';
import './stat-cards.css';

interface StatCard {
  label: string;
  /** undefined while it is being asked for */
  value: ReactNode;
  /** the list of what is counted */
  to: string;
  /** colour of a number that is not zero */
  tone?: 'amber' | 'red';
}

/** Numbers over a list, each the way to what it counts. */
export function StatCards({ label, cards }: { label: string; cards: readonly StatCard[] }) {
  return (
    <nav className="trade-parts-stats" aria-label={label}>
      {cards.map((card) => (
        <Link key={card.label} className="trade-parts-stat" to={card.to} data-tone={card.value ? card.tone : undefined}>
          <span className="td-cap">{card.label}</span>
          <b>{card.value ?? none}</b>
        </Link>
      ))}
    </nav>
  );
}
