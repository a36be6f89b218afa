import type { VehicleState } from '../../kernel/live/state';

export interface StateWritesOptions {
  /** up to this many states are stored with every batch, as long as no more vehicles report within `everyMs` */
  atOnce: number;
  /** when there are more, they wait for this long and are stored beside the batches, ms */
  everyMs: number;
  now(): number;
}

/**
 * Decides which states are stored with a batch. With few vehicles, states are stored together with their reports. When many report, reports are stored alone, which is
 * one message to the database, and the newest state of each is stored beside them every `everyMs`: until then the stored state is older than the stored reports, never
 * newer, and a start after a crash catches up from the reports ({@link import('../load-states').loadStates}). The first state of a vehicle never waits, so that there is one
 * to start from.
 */
export class StateWrites {
  /** the newest state of each vehicle whose stored one is older; the reports that led to it are all stored */
  private readonly behind = new Map<string, VehicleState>();
  private wroteAllAt = Number.NEGATIVE_INFINITY;
  /** vehicles whose states came since `countedFrom`, and how many came in the `everyMs` before it */
  private readonly came = new Set<string>();
  private cameBefore = 0;
  private countedFrom = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: StateWritesOptions,
    /** vehicles that have a stored state */
    private readonly stored: Set<string>,
  ) {}

  /** The number of vehicles whose stored state is behind. */
  get size(): number {
    return this.behind.size;
  }

  /** Time until these are to be stored, ms; 0 = now. */
  get waitMs(): number {
    return Math.max(0, this.wroteAllAt + this.options.everyMs - this.options.now());
  }

  /**
   * The states to store in the transaction whose reports lead to the states `fresh`; with `all` none waits any longer. While others are stored beside (`beside`), only first
   * states go along, so that no row is written from two sides.
   */
  due(fresh: readonly VehicleState[], all: boolean, beside = false): VehicleState[] {
    const busy = this.countVehicles(fresh) > this.options.atOnce;
    const many = beside || busy || this.behind.size + fresh.length > this.options.atOnce;
    if (!all && many && this.wroteAllAt > Number.NEGATIVE_INFINITY)
      return fresh.filter(({ vehicleId }) => !this.stored.has(vehicleId));
    const newest = new Map(this.behind);
    for (const state of fresh) newest.set(state.vehicleId, state);
    return [...newest.values()];
  }

  /** The vehicles whose states are to be stored beside the batches now; from here on the time to the next ones is counted. */
  startBeside(): string[] {
    this.wroteAllAt = this.options.now();
    return [...this.behind.keys()];
  }

  /** The newest states of these vehicles whose reports are stored and whose stored state is older. */
  newestOf(vehicleIds: readonly string[]): VehicleState[] {
    return vehicleIds.flatMap((id) => this.behind.get(id) ?? []);
  }

  /** Notes the vehicles of states that come; answers how many report within `everyMs`. A few that report often are few. */
  private countVehicles(fresh: readonly VehicleState[]): number {
    const now = this.options.now();
    const past = now - this.countedFrom;
    if (past >= this.options.everyMs) {
      this.cameBefore = past < 2 * this.options.everyMs ? this.came.size : 0;
      this.came.clear();
      this.countedFrom = now;
    }
    for (const { vehicleId } of fresh) this.came.add(vehicleId);
    return Math.max(this.came.size, this.cameBefore);
  }

  /** Drops a state that the database refuses. */
  forget(state: VehicleState): void {
    if (this.behind.get(state.vehicleId) === state) this.behind.delete(state.vehicleId);
  }

  /** To be called after the commit that stored the reports of `fresh` and the states `written`. */
  committed(fresh: readonly VehicleState[], written: readonly VehicleState[]): void {
    for (const state of fresh) this.behind.set(state.vehicleId, state);
    for (const state of written) {
      this.stored.add(state.vehicleId);
      if (this.behind.get(state.vehicleId) === state) this.behind.delete(state.vehicleId);
    }
    if (this.behind.size === 0) this.wroteAllAt = this.options.now();
  }
}
