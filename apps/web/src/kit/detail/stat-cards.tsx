import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { none } from '../show/format';
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
    <nav className="kit-detail-stats" aria-label={label}>
      {cards.map((card) => (
        <Link key={card.label} className="kit-detail-stat" to={card.to} data-tone={card.value ? card.tone : undefined}>
          <span className="td-cap">{card.label}</span>
          <b>{card.value ?? none}</b>
        </Link>
      ))}
    </nav>
  );
}
