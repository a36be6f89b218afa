import type { RawBuilder } from 'kysely';
import type { Trx } from '../db/trx';

/** A time during which a terminal was mounted in a vehicle; epoch ms, null = open. */
export interface Binding {
  vehicleId: string;
  from: number | null;
  until: number | null;
}

/** What the store of positions needs to know about vehicles and terminals. It is handed in, because their tables belong to modules. */
export interface VehicleOwners {
  /** `select` of the ids of all vehicles of these companies, deleted ones included */
  vehiclesOf(clientIds: readonly string[]): RawBuilder<unknown>;
  /** bindings of a terminal that touch [from, until) */
  bindingsOf(trx: Trx, deviceId: string, from: number, until: number): Promise<Binding[]>;
  /** marks the days that hold these moments (epoch ms) to be computed again */
  recompute(trx: Trx, vehicleIds: readonly string[], times: readonly number[]): Promise<void>;
}
