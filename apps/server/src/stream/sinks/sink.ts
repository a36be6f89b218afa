import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { asError, errorCode } from '../../core/run/error-code';
import type { VehicleState } from '../../kernel/live/state';
import { chooseUrgentFirst, countForBatch, type Entry, newestOf, reportsAlarm, sizeOf } from './entries';
import type { PositionRow } from './position-row';
import { StateWrites } from './state-writes';
import type { Batch, DayMark } from './write-batch';

export interface SinkOptions {
  /** stores a batch; should call `sent` once it is on its way to the database, so that other work is done while it is stored */
  write(batch: Batch, sent: () => void): Promise<void>;
  /** called after each commit with the states and reports that it stored, in order */
  committed(states: readonly VehicleState[], rows: readonly PositionRow[]): void;
  /** called when `committed` threw */
  untold(error: Error): void;
  /** called for a report that the database refuses because of its content (null: a state); its frame is not acknowledged */
  refused(row: PositionRow | null, error: Error): void;
  /** called while the database is away with the number of attempts so far; 0 = it is back */
  trouble(attempts: number, error?: Error): void;
  /** called after each commit with the batch and how long it took */
  measured?(batch: Batch, ms: number): void;
  maxRows: number;
  /** how long the oldest report waits for others to be stored with */
  maxWaitMs: number;
  /** longest pause between two attempts while the database is away, ms */
  maxRetryMs: number;
  /** ids of the vehicles that have a stored state */
  stored: Set<string>;
  /** up to `atOnce` states are stored with every batch; when more vehicles report within `everyMs`, all of them every `everyMs` beside the batches */
  states: { atOnce: number; everyMs: number };
}

const ignore = () => undefined;
const noMarks: readonly DayMark[] = [];
const noRows: readonly PositionRow[] = [];
/** when nothing more comes for this long, all terminals that could send have done so and wait for their answers, ms */
const lullMs = 2;
/** so many states are written in one statement beside the reports: two ms of this thread and of the database, which no acknowledgement waits for longer */
const statesAtOnce = 25;
/** the longest pause between two parts of these states, ms */
const longestBesideMs = 50;
/** the loop looks again at least so often while nothing but such states is stored, ms */
const besideMs = 1_000;
/** commits of several reports begin at least so far apart, ms: many terminals that send independently pause by chance, and each commit costs the same however few it holds */
const apartMs = 10;
/** so many rows are enough for a commit: the next ones gather while it runs */
const enoughRows = 500;

/**
 * The only writer of reports and vehicle states. It gathers them into batches and stores these one after another, in the order they were added. While
 * the database is away it keeps trying; a report that the database refuses is isolated and its frame not acknowledged. Only when more than one
 * batch waits, terminals that report an alarm go first, with everything of theirs that waits, so that each terminal's own order stays.
 */
export class Sink {
  private queue: Entry[] = [];
  /** rows in the queue, a state alone counted as one */
  private queued = 0;
  /** the last queued entry of each vehicle: a newer state of it is stored together with that entry */
  private readonly lastOf = new Map<string, Entry>();
  private readonly states: StateWrites;
  private loop: Promise<void> | null = null;
  /** states that are stored beside the batches, while they are */
  private beside: Promise<void> | null = null;
  private wake: () => void = ignore;
  private urgent = false;
  /** entries in the queue that report an alarm */
  private alarming = 0;
  /** the sink is stopping: everything is stored now, states as well */
  private closing = false;
  private ending = false;
  /** when the last commit began that stored several reports, ms of `performance.now()` */
  private severalSince = Number.NEGATIVE_INFINITY;
  private added = 0;
  private done = 0;
  /** under overload: the answers and notifications of the batch before, which are done while the database stores the next one */
  private last: (() => void) | null = null;
  private barriers: Array<{ until: number; resolve: () => void }> = [];

  constructor(private readonly options: SinkOptions) {
    this.states = new StateWrites({ ...options.states, now: () => performance.now() }, options.stored);
  }

  /** Resolves after the commit that holds all of `rows` and `marks`; `states` are the newest ones that `rows` lead to. */
  add(rows: readonly PositionRow[], states: VehicleState[], marks: readonly DayMark[] = noMarks): Promise<void> {
    if (this.ending) return Promise.reject(new Error('the stream is stopping'));
    return new Promise((resolve, reject) =>
      this.push({ since: performance.now(), rows, states, marks, resolve, reject }),
    );
  }

  /** Stores a state without a report soon. At most one such entry waits for each vehicle, however long the database is away. */
  addState(state: VehicleState): void {
    if (this.ending) return;
    const last = this.lastOf.get(state.vehicleId);
    if (last) last.states = last.states.map((known) => (known.vehicleId === state.vehicleId ? state : known));
    else
      this.push({
        since: performance.now(),
        rows: noRows,
        states: [state],
        marks: noMarks,
        resolve: ignore,
        reject: ignore,
      });
  }

  /** The number of reports and states that wait for their commit. */
  get waiting(): number {
    return this.added - this.done;
  }

  /** Resolves when everything added so far is stored. */
  stored(): Promise<void> {
    if (this.done >= this.added) return Promise.resolve();
    this.urgent = true;
    this.wake();
    return new Promise((resolve) => this.barriers.push({ until: this.added, resolve }));
  }

  /** Stores what waits, for `graceMs` at most; the rest is rejected, so that it is not acknowledged and terminals send it again. */
  async stop(graceMs: number): Promise<void> {
    const drained = this.stored();
    await Promise.race([drained, pause(graceMs, undefined, { ref: false })]);
    this.closing = true;
    this.wake();
    await Promise.race([this.loop, pause(graceMs, undefined, { ref: false })]);
    this.ending = true;
    const error = new Error('stopped before the report was stored');
    for (const entry of this.take(Number.POSITIVE_INFINITY)) entry.reject(error);
    this.wake();
    await Promise.race([this.loop, pause(graceMs, undefined, { ref: false })]);
  }

  private push(entry: Entry): void {
    const size = sizeOf(entry);
    this.queue.push(entry);
    this.queued += size;
    this.added += size;
    if (reportsAlarm(entry)) this.alarming++;
    for (const { vehicleId } of entry.states) this.lastOf.set(vehicleId, entry);
    if (this.queued >= this.enough || this.queue.length === 1) this.wake();
    this.loop ??= this.run();
  }

  private take(maxRows: number): Entry[] {
    const entries =
      this.queued > maxRows && this.barriers.length === 0 && this.alarming > 0
        ? this.takeUrgent(maxRows)
        : this.queue.splice(0, countForBatch(this.queue, maxRows));
    for (const entry of entries) {
      this.queued -= sizeOf(entry);
      if (reportsAlarm(entry)) this.alarming--;
      for (const { vehicleId } of entry.states) if (this.lastOf.get(vehicleId) === entry) this.lastOf.delete(vehicleId);
    }
    return entries;
  }

  private takeUrgent(maxRows: number): Entry[] {
    const { taken, left } = chooseUrgentFirst(this.queue, maxRows);
    this.queue = left;
    return taken;
  }

  /** The loop that stores batches. It ends when nothing waits; the next `add` starts it again. */
  private async run(): Promise<void> {
    while (this.queue.length > 0 || (this.states.size > 0 && !this.ending)) {
      if (this.queue.length === 0 && !this.closing) await this.idle(this.beside ? besideMs : this.states.waitMs);
      if (!this.closing && this.states.size > 0 && this.states.waitMs === 0) this.beside ??= this.storeBeside();
      if (this.queue.length === 0 && !this.closing) continue;
      if (this.closing) await this.beside;
      if (this.queue.length > 0 && this.queued < this.enough && !this.urgent) await this.gather();
      this.urgent = false;
      const entries = this.take(this.options.maxRows);
      if (entries.length > 1) this.severalSince = performance.now();
      await this.store(entries, newestOf(entries));
      for (const entry of entries) this.done += sizeOf(entry);
      for (const barrier of this.barriers) if (barrier.until <= this.done) barrier.resolve();
      this.barriers = this.barriers.filter((barrier) => barrier.until > this.done);
      if (this.barriers.length > 0) this.urgent = true;
    }
    this.finishLast();
    this.loop = null;
  }

  /** Stores the states that are behind, a part at a time, while reports go on. */
  private async storeBeside(): Promise<void> {
    const ids = this.states.startBeside();
    for (let i = 0; i < ids.length && !this.ending; i += statesAtOnce) {
      const newest = this.states.newestOf(ids.slice(i, i + statesAtOnce));
      if (newest.length > 0) await this.storeStates(newest);
      // reports that arrived meanwhile are read first
      if (this.closing) await immediate();
      else if (i + statesAtOnce < ids.length) await pause(this.apartForStates(ids.length));
    }
    this.beside = null;
    this.wake();
  }

  /** The pause between two parts of so many states, ms: all of them take up to half of the time until the next ones. Stopping waits for one such pause. */
  private apartForStates(states: number): number {
    return Math.min(longestBesideMs, (this.options.states.everyMs / 2) * (statesAtOnce / states));
  }

  /** Waits for `ms`, or until `wake` is called. */
  private async idle(ms: number): Promise<void> {
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = ignore;
  }

  /**
   * Waits a little for more reports, counted from when the oldest one came: one that has waited for the commit before goes with the next. Ends early when a batch is full,
   * or nothing more comes for a moment because all terminals wait for answers, unless several reports were stored just before.
   */
  private async gather(): Promise<void> {
    const until = (this.queue[0]?.since ?? 0) + this.options.maxWaitMs;
    for (let seen = -1; !this.urgent && this.queued < this.enough; ) {
      const now = performance.now();
      const early = this.severalSince + apartMs - now;
      if (now >= until || (seen === this.added && early <= 0)) return;
      seen = this.added;
      await this.idle(Math.min(Math.max(lullMs, early), until - now));
    }
  }

  private async store(entries: readonly Entry[], fresh: VehicleState[]): Promise<void> {
    const rows: PositionRow[] = [];
    const marks: DayMark[] = [];
    for (const entry of entries) {
      for (const row of entry.rows) rows.push(row);
      if (entry.marks.length > 0) marks.push(...entry.marks);
    }
    const states = this.states.due(fresh, this.closing, this.beside !== null);
    const write = async (along: VehicleState[]) => {
      if (rows.length + along.length + marks.length > 0) await this.attempt({ rows, states: along, marks });
      this.states.committed(fresh, along);
      this.finishLast();
      this.last = () => {
        for (const entry of entries) entry.resolve();
        try {
          this.options.committed(fresh, rows);
        } catch (error) {
          // the reports are stored and acknowledged, whatever happens to them afterwards
          this.options.untold(asError(error));
        }
      };
      if (this.queued < this.options.maxRows || this.barriers.length > 0 || this.closing) this.finishLast();
    };
    try {
      await write(states);
    } catch (error) {
      if (states.length > 0 && isDataError(error)) await this.storeReportsFirst(entries, fresh, states, write);
      else await this.narrowDown(entries, fresh, asError(error));
    }
  }

  /** The database refused something in a batch with states: the reports are stored without them, so that a broken state never blocks a report. */
  private async storeReportsFirst(
    entries: readonly Entry[],
    fresh: VehicleState[],
    states: readonly VehicleState[],
    write: (along: VehicleState[]) => Promise<void>,
  ): Promise<void> {
    try {
      await write([]);
    } catch (error) {
      await this.narrowDown(entries, fresh, asError(error));
      return;
    }
    await this.storeStates(states);
  }

  /** Stores states alone, halving the list to find one that the database refuses; that one is dropped, as the vehicle's next report makes a new one. */
  private async storeStates(states: readonly VehicleState[]): Promise<void> {
    try {
      await this.attempt({ rows: [], states: [...states], marks: [] });
      this.states.committed([], states);
    } catch (error) {
      const [only] = states;
      if (!isDataError(error) || !only) return;
      if (states.length === 1) {
        this.options.refused(null, asError(error));
        this.states.forget(only);
        return;
      }
      const half = states.length >> 1;
      await this.storeStates(states.slice(0, half));
      await this.storeStates(states.slice(half));
    }
  }

  private get enough(): number {
    return Math.min(enoughRows, this.options.maxRows);
  }

  private finishLast(): void {
    const { last } = this;
    this.last = null;
    last?.();
  }

  /** Stores a batch, trying again for as long as the database is at fault; throws when the data is at fault. */
  private async attempt(batch: Batch): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      const began = performance.now();
      try {
        await this.options.write(batch, () => this.finishLast());
        this.options.measured?.(batch, performance.now() - began);
        if (attempts > 1) this.options.trouble(0);
        return;
      } catch (error) {
        this.finishLast();
        if (this.ending || isDataError(error)) throw error;
        this.options.trouble(attempts, asError(error));
        await pause(Math.min(this.options.maxRetryMs, 50 * 2 ** Math.min(attempts, 10)));
      }
    }
  }

  /** Finds the report that makes a batch fail by halving it; all others are stored. */
  private async narrowDown(entries: readonly Entry[], states: VehicleState[], error: Error): Promise<void> {
    const [only] = entries;
    if (this.ending && !isDataError(error)) {
      for (const entry of entries) entry.reject(error);
    } else if (entries.length > 1) {
      const half = entries.length >> 1;
      await this.store(entries.slice(0, half), newestOf(entries.slice(0, half)));
      await this.store(entries.slice(half), states);
    } else if (only && only.rows.length > 1) {
      await this.storeApart(only, states, error);
    } else {
      this.options.refused(only?.rows[0] ?? null, error);
      only?.reject(error);
    }
  }

  /** A frame with a report that cannot be stored: its other reports are stored one by one, but the frame is not acknowledged. */
  private async storeApart(entry: Entry, states: VehicleState[], error: Error): Promise<void> {
    const last = entry.rows.length - 1;
    const parts = entry.rows.map((row, i): Entry => {
      const end = i === last;
      return {
        since: entry.since,
        rows: [row],
        states: end ? states : [],
        marks: end ? entry.marks : noMarks,
        resolve: ignore,
        reject: ignore,
      };
    });
    for (const part of parts) await this.store([part], part.states);
    entry.reject(error);
  }
}

/** Whether an error is due to the data, so that trying again cannot help: SQLSTATE class 22 (data exception) or 23 (constraint), or a value out of its column's range. */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = errorCode(error);
  return code.length === 5 && (code.startsWith('22') || code.startsWith('23'));
}
