import { LRUCache } from 'lru-cache';

/** How long pages and feet of reports are kept, ms. */
export const keptMs = 60_000;

interface Kept {
  turn: number;
  /** null: not counted yet */
  rows: number | null;
}

/**
 * Pages and foot of one question are kept together: all of them carry the number of one turn in their keys, so that they end at the same time. Whichever is made anew and counts other rows than
 * the rest (days are computed meanwhile) begins a new turn, in which nobody is given the old foot beside the new page.
 */
export class KeptQuestions {
  private readonly known = new LRUCache<string, Kept>({
    ...{ max: 5_000, ttl: keptMs, ttlResolution: 0 },
    perf: { now: () => performance.now() },
  });
  private turns = 0;

  /** The turn that answers to a question belong to. */
  turnOf(question: string): number {
    return (this.known.get(question) ?? this.begin(question, null)).turn;
  }

  /** An answer to the question was made, of so many rows. */
  count(question: string, rows: number): void {
    const kept = this.known.get(question);
    if (kept?.rows === null) kept.rows = rows;
    else if (kept?.rows !== rows) this.begin(question, rows);
  }

  private begin(question: string, rows: number | null): Kept {
    this.turns += 1;
    const kept = { turn: this.turns, rows };
    this.known.set(question, kept);
    return kept;
  }
}
