import { LRUCache } from 'lru-cache';

/** A statement for which the plan for all values was slower than plans for the values at hand; ms are medians. */
export interface WorsePlan {
  text: string;
  genericMs: number;
  ownMs: number;
}

interface Watched {
  /** ms of the latest runs that PostgreSQL planned for their values */
  own: number[];
  /** ms of the latest runs by whichever plan PostgreSQL chose */
  later: number[];
  /** `trial`: planned for its values for a while, to compare under the load of now; `anew`: for good */
  state: 'watched' | 'trial' | 'anew';
}

/** PostgreSQL plans the first runs of a prepared statement for their values, and may keep one plan for all from then on. */
const ownRuns = 5;
/** Statements of which times are kept. */
const watchedAtMost = 4_000;
/** Times that a comparison needs, and those that are kept. */
const enough = 8;
const kept = 16;
/** A plan counts as worse when it takes this many times as long, and so many ms more. */
const times = 3;
const atLeastMs = 10;

/**
 * Compares what prepared statements take. Where later runs take clearly longer than the first ones did, and PostgreSQL says that it keeps one plan for all values,
 * the statement is planned for its values for some runs. If that is clearly faster, it stays so, and `found` is told: the text should say `planAnew`. The load of the
 * machine moves both sides of this comparison alike.
 */
export class PlanWatch {
  private readonly watched = new LRUCache<string, Watched>({ max: watchedAtMost });
  /** how many statements were found */
  found = 0;

  constructor(private readonly tell: (worse: WorsePlan) => void = () => undefined) {}

  /** Whether a statement is to be planned for its values now. */
  plansAnew(name: string): boolean {
    return (this.watched.peek(name)?.state ?? 'watched') !== 'watched';
  }

  /** Notes the n-th run (from 1) of a prepared statement on its connection. Asks `isGeneric` only where a comparison is due. */
  async ran(name: string, n: number, ms: number, isGeneric: () => Promise<boolean>): Promise<void> {
    const one = this.watched.get(name) ?? { own: [], later: [], state: 'watched' };
    this.watched.set(name, one);
    if (one.state !== 'watched') return;
    push(n <= ownRuns ? one.own : one.later, ms);
    if (one.own.length === 0 || one.later.length < enough) return;
    if (!isWorse(median(one.later), median(one.own)) || !(await isGeneric())) return;
    one.state = 'trial';
    one.own = [];
  }

  /** Notes a run that was planned for its values although the statement could be prepared. */
  ranAnew(name: string, text: string, ms: number): void {
    const one = this.watched.get(name);
    if (one?.state !== 'trial') return;
    push(one.own, ms);
    if (one.own.length < enough) return;
    const [genericMs, ownMs] = [median(one.later), median(one.own)];
    one.later = [];
    one.state = isWorse(genericMs, ownMs) ? 'anew' : 'watched';
    if (one.state === 'watched') return;
    this.found++;
    this.tell({ text, genericMs, ownMs });
  }
}

const isWorse = (genericMs: number, ownMs: number): boolean =>
  genericMs >= ownMs * times && genericMs >= ownMs + atLeastMs;

function push(list: number[], ms: number): void {
  list.push(ms);
  if (list.length > kept) list.shift();
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
