import { LRUCache } from 'lru-cache';
import type { Packed } from './packed';

/** How long an answer holds unless said otherwise, ms: nobody sees in a second whether a truck has moved meanwhile, and reports arrive every ten seconds or less often. */
const heldMs = 1_000;
/** An answer holds at least so many times as long as it took to make, but no longer than this for that reason: what costs a third of a second must not be made every second. */
const timesMade = 10;
const dearestMs = 5_000;
const heldBytes = 16 * 1024 * 1024;

/** An answer that is being made. */
interface Making<T> {
  answer: Promise<Packed<T>>;
  /** the one after it, for those who asked when it had begun already */
  next: Promise<Packed<T>> | null;
}

/** Makes an answer. It calls `passing` when the answer depends on more than its key names, so that nobody else may get it later. */
export type MakeAnswer<T> = (passing: () => void) => Promise<Packed<T>>;

/**
 * Whole answers that many callers ask for, kept packed. The key has to name everything that decides what a caller may see. How long an answer holds is one of three:
 * - `ms` (a second unless said otherwise): each page of a company begins with the vehicles of the map and a tree. They are made once a second, so that fifty dispatchers cost as much as one.
 *   One that takes long to make holds longer, five seconds at most: with 10,000 vehicles the map's would take a third of a core. What changes meanwhile comes to the page by itself.
 * - `0`: not at all. Who asks while the same answer is being made gets the next one, together with everybody else who waits for it. So no answer is older than its question, and
 *   a list is read by one caller at a time, however many open it because something has changed.
 * - `'ever'`: the key names everything that an answer is made of, or a digest of it. What was made of something else has another key, and only room has to be made.
 */
export class HeldAnswers<T = unknown> {
  /** whether no answer is older than its question */
  readonly fresh: boolean;
  private readonly held: LRUCache<string, Packed<T>> | null;
  private readonly making = new Map<string, Making<T>>();
  private readonly ms: number | 'ever';

  /** `bytes`: how much is held in all, the oldest of which makes room. */
  constructor({ ms = heldMs, bytes: most = heldBytes }: { ms?: number | 'ever'; bytes?: number } = {}) {
    this.ms = ms;
    this.fresh = ms === 0;
    const ends = ms === 'ever' ? {} : { ttl: ms, ttlResolution: 0, perf: { now: () => performance.now() } };
    const sizeCalculation = ({ bytes }: Packed<T>, key: string) => bytes.length + key.length + 200;
    this.held = this.fresh ? null : new LRUCache({ ...ends, maxSize: most, sizeCalculation });
  }

  /** The answer that is held or about to be made, or the one that `make` makes. What `make` throws is thrown to all who wait for it, and nothing is held. */
  get(key: string, make: MakeAnswer<T>): Promise<Packed<T>> {
    const known = this.held?.get(key);
    if (known) return Promise.resolve(known);
    const begun = this.making.get(key);
    if (!begun) return this.begin(key, make);
    if (!this.fresh) return begun.answer;
    begun.next ??= begun.answer
      .then(ignore, ignore)
      // somebody who asked in between has begun after all who wait here have asked
      .then(() => this.making.get(key)?.answer ?? this.begin(key, make));
    return begun.next;
  }

  private begin(key: string, make: MakeAnswer<T>): Promise<Packed<T>> {
    const answer = this.make(key, make).finally(() => this.making.delete(key));
    this.making.set(key, { answer, next: null });
    return answer;
  }

  private async make(key: string, make: MakeAnswer<T>): Promise<Packed<T>> {
    let holds = true;
    const begun = performance.now();
    const answer = await make(() => {
      holds = false;
    });
    if (holds) this.hold(key, answer, performance.now() - begun);
    return answer;
  }

  private hold(key: string, answer: Packed<T>, tookMs: number): void {
    const { held, ms } = this;
    if (ms === 'ever') held?.set(key, answer);
    else held?.set(key, answer, { ttl: Math.max(ms, Math.min(timesMade * tookMs, dearestMs)) });
  }
}

const ignore = (): undefined => undefined;
