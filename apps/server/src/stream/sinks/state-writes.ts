import type { VehicleState } from '../../kernel/live/state';

export interface StateWritesOptions {
  /** up to this many states are stored with every batch */
  atOnce: number;
  /** when there are more, they wait for this long at most, ms */
  everyMs: number;
  now(): number;
}

/**
 * Decides which states are stored with a batch. With few vehicles, states are stored together with their reports. When many report at once, the newest
 * state of each is stored only every `everyMs`: until then the stored state is older than the stored reports, never newer, and a start after a crash
 * catches up from the reports ({@link import('../load-states').loadStates}). The first state of a vehicle never waits, so that there is one to start from.
 */
export class StateWrites {
  /** the newest state of each vehicle whose stored one is older; the reports that led to it are all stored */
  private readonly behind = new Map<string, VehicleState>();
  private wroteAllAt = Number.NEGATIVE_INFINITY;

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

  /** The states to store in the transaction whose reports lead to the states `fresh`; with `all` none waits any longer. */
  due(fresh: readonly VehicleState[], all: boolean): VehicleState[] {
    if (!all && this.behind.size + fresh.length > this.options.atOnce && this.waitMs > 0)
      return fresh.filter(({ vehicleId }) => !this.stored.has(vehicleId));
    const newest = new Map(this.behind);
    for (const state of fresh) newest.set(state.vehicleId, state);
    return [...newest.values()];
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
