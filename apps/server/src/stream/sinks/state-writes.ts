import type { VehicleState } from '../../kernel/live/state';

export interface StateWritesOptions {
  /** up to this many states go with every batch */
  atOnce: number;
  /** more than that wait for company, this long at most */
  everyMs: number;
  now(): number;
}

/**
 * Which states a batch takes along. A quiet company's states are stored with their reports. When many vehicles report at once, the newest
 * state of each is stored once in `everyMs` only: until then it is behind the stored reports and never before them, and a start after a crash
 * takes those up again ({@link import('../load-states').loadStates}). The first state of a vehicle never waits, so that there is one to go on from.
 */
export class StateWrites {
  /** newest state of vehicles whose stored one is older; every report in it is stored */
  private readonly behind = new Map<string, VehicleState>();
  private wroteAllAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: StateWritesOptions,
    /** vehicles that have a stored state */
    private readonly stored: Set<string>,
  ) {}

  /** Vehicles whose stored state is behind. */
  get size(): number {
    return this.behind.size;
  }

  /** Time until those behind are due, ms; 0 = now. */
  get waitMs(): number {
    return Math.max(0, this.wroteAllAt + this.options.everyMs - this.options.now());
  }

  /** The states to be stored in the transaction that makes `fresh` true; with `all` nothing waits any longer. */
  due(fresh: readonly VehicleState[], all: boolean): VehicleState[] {
    if (!all && this.behind.size + fresh.length > this.options.atOnce && this.waitMs > 0)
      return fresh.filter(({ vehicleId }) => !this.stored.has(vehicleId));
    const newest = new Map(this.behind);
    for (const state of fresh) newest.set(state.vehicleId, state);
    return [...newest.values()];
  }

  /** A state that cannot be stored. */
  forget(state: VehicleState): void {
    if (this.behind.get(state.vehicleId) === state) this.behind.delete(state.vehicleId);
  }

  /** After the commit that stored `written` of {@link due} and the reports of `fresh`. */
  committed(fresh: readonly VehicleState[], written: readonly VehicleState[]): void {
    for (const state of fresh) this.behind.set(state.vehicleId, state);
    for (const state of written) {
      this.stored.add(state.vehicleId);
      if (this.behind.get(state.vehicleId) === state) this.behind.delete(state.vehicleId);
    }
    if (this.behind.size === 0) this.wroteAllAt = this.options.now();
  }
}
