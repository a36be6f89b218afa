import { setTimeout as pause } from 'node:timers/promises';
import type { VehicleState } from '../../kernel/live-state';
import type { PositionRow } from './position-row';
import type { Batch, DayMark } from './write-batch';

export interface SinkOptions {
  write(batch: Batch): Promise<void>;
  /** called after each commit with the states and the reports, in order, that it stored */
  committed(states: readonly VehicleState[], rows: readonly PositionRow[]): void;
  /** a report that the database refuses for its content: it is not acknowledged */
  refused(row: PositionRow | null, error: Error): void;
  /** the database is away: the number of attempts so far; 0 = it is back */
  trouble(attempts: number, error?: Error): void;
  /** called after each commit with what it held and how long it took */
  measured?(batch: Batch, ms: number): void;
  maxRows: number;
  maxWaitMs: number;
  /** longest pause between two attempts while the database is away */
  maxRetryMs: number;
}

interface Entry {
  row: PositionRow | null;
  state: VehicleState | null;
  marks: readonly DayMark[];
  resolve(): void;
  reject(error: Error): void;
}

const ignore = () => undefined;
const noMarks: readonly DayMark[] = [];

/** Of a batch at most this share is taken out of turn: a terminal that alarms without end holds up nobody for long. */
const urgentShare = 0.75;

const alarms = ({ row }: Entry): boolean =>
  row !== null && (row.message.alarmBits !== 0 || (row.message.channels.safety?.length ?? 0) > 0);

/**
 * The one writer. Everything is stored in the order it was added, in batches; what cannot be stored now is tried for ever. Only when more
 * than a batch waits, terminals that report an alarm go first, with everything of theirs that waits: each one's own order stays.
 */
export class Sink {
  private queue: Entry[] = [];
  /** last queued entry of a vehicle: a state that comes after it is stored together with it */
  private readonly lastOf = new Map<string, Entry>();
  private loop: Promise<void> | null = null;
  private wake: () => void = ignore;
  private urgent = false;
  /** entries in the queue that report an alarm */
  private alarming = 0;
  private ending = false;
  private added = 0;
  private done = 0;
  private barriers: Array<{ until: number; resolve: () => void }> = [];

  constructor(private readonly options: SinkOptions) {}

  /** Resolves after the commit that holds `row`, `state` and `marks`. */
  add(row: PositionRow, state: VehicleState | null, marks: readonly DayMark[] = noMarks): Promise<void> {
    if (this.ending) return Promise.reject(new Error('the stream is stopping'));
    return new Promise((resolve, reject) => this.push({ row, state, marks, resolve, reject }));
  }

  /** Stores a state without a report soon. At most one such entry a vehicle waits, however long the database is away. */
  addState(state: VehicleState): void {
    if (this.ending) return;
    const last = this.lastOf.get(state.vehicleId);
    if (last) last.state = state;
    else this.push({ row: null, state, marks: noMarks, resolve: ignore, reject: ignore });
  }

  /** What waits for its commit. */
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

  /** Stores what waits, for `graceMs` at most; the rest is rejected, so that nobody acknowledges it. */
  async stop(graceMs: number): Promise<void> {
    const drained = this.stored();
    await Promise.race([drained, pause(graceMs, undefined, { ref: false })]);
    this.ending = true;
    const error = new Error('stopped before the report was stored');
    for (const entry of this.take(this.queue.length)) entry.reject(error);
    this.wake();
    await Promise.race([this.loop, pause(graceMs, undefined, { ref: false })]);
  }

  private push(entry: Entry): void {
    this.queue.push(entry);
    this.added++;
    if (alarms(entry)) this.alarming++;
    if (entry.state) this.lastOf.set(entry.state.vehicleId, entry);
    if (this.queue.length >= this.options.maxRows) this.wake();
    this.loop ??= this.run();
  }

  private take(count: number): Entry[] {
    const entries =
      this.queue.length > count && this.barriers.length === 0 && this.alarming > 0
        ? this.takeUrgent(count)
        : this.queue.splice(0, count);
    for (const entry of entries) {
      if (alarms(entry)) this.alarming--;
      const id = entry.state?.vehicleId;
      if (id !== undefined && this.lastOf.get(id) === entry) this.lastOf.delete(id);
    }
    return entries;
  }

  /** Overload: what belongs to alarms first, then by turn. */
  private takeUrgent(count: number): Entry[] {
    const devices = new Set(this.queue.flatMap((entry) => (alarms(entry) ? (entry.row?.message.deviceId ?? []) : [])));
    const deviceOf = ({ row, state }: Entry) => row?.message.deviceId ?? state?.deviceId ?? '';
    const chosen = new Set<Entry>();
    for (const entry of this.queue) {
      if (chosen.size >= count * urgentShare) break;
      if (devices.has(deviceOf(entry))) chosen.add(entry);
    }
    for (const entry of this.queue) {
      if (chosen.size >= count) break;
      chosen.add(entry);
    }
    const entries = this.queue.filter((entry) => chosen.has(entry));
    this.queue = this.queue.filter((entry) => !chosen.has(entry));
    return entries;
  }

  /** Ends when nothing waits; what is added from then on starts it again, even in the same tick. */
  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      if (this.queue.length < this.options.maxRows && !this.urgent) await this.gather();
      this.urgent = false;
      const entries = this.take(this.options.maxRows);
      await this.store(entries, newestOf(entries));
      this.done += entries.length;
      for (const barrier of this.barriers) if (barrier.until <= this.done) barrier.resolve();
      this.barriers = this.barriers.filter((barrier) => barrier.until > this.done);
      if (this.barriers.length > 0) this.urgent = true;
    }
    this.loop = null;
  }

  /** A short wait for company, cut short by a full batch. */
  private async gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.maxWaitMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = ignore;
  }

  private async store(entries: readonly Entry[], states: VehicleState[]): Promise<void> {
    const rows: PositionRow[] = [];
    const marks: DayMark[] = [];
    for (const entry of entries) {
      if (entry.row) rows.push(entry.row);
      if (entry.marks.length > 0) marks.push(...entry.marks);
    }
    try {
      await this.attempt({ rows, states, marks });
      this.options.committed(states, rows);
      for (const entry of entries) entry.resolve();
    } catch (error) {
      await this.narrowDown(entries, states, error as Error);
    }
  }

  /** Tries for ever while the fault lies with the database; throws when it lies with the data. */
  private async attempt(batch: Batch): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      const began = performance.now();
      try {
        await this.options.write(batch);
        this.options.measured?.(batch, performance.now() - began);
        if (attempts > 1) this.options.trouble(0);
        return;
      } catch (error) {
        if (this.ending || isDataError(error)) throw error;
        this.options.trouble(attempts, error as Error);
        await pause(Math.min(this.options.maxRetryMs, 50 * 2 ** Math.min(attempts, 10)));
      }
    }
  }

  /** Finds the report that spoils a batch by halving; the others are stored. */
  private async narrowDown(entries: readonly Entry[], states: VehicleState[], error: Error): Promise<void> {
    if (this.ending && !isDataError(error)) {
      for (const entry of entries) entry.reject(error);
    } else if (entries.length <= 1) {
      this.options.refused(entries[0]?.row ?? null, error);
      entries[0]?.reject(error);
    } else {
      const half = entries.length >> 1;
      await this.store(entries.slice(0, half), newestOf(entries.slice(0, half)));
      await this.store(entries.slice(half), states);
    }
  }
}

/** Newest state of each vehicle: entries are in order. */
function newestOf(entries: readonly Entry[]): VehicleState[] {
  const newest = new Map<string, VehicleState>();
  for (const { state } of entries) if (state) newest.set(state.vehicleId, state);
  return [...newest.values()];
}

/** Classes 22 (data exception) and 23 (constraint), or a value that its column cannot hold: trying again cannot help. */
function isDataError(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return code.length === 5 && (code.startsWith('22') || code.startsWith('23'));
}
