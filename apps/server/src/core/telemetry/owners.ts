import type { RawBuilder } from 'kysely';
import type { Trx } from '../db/trx';

/** A terminal sat in a vehicle; epoch ms, null: open. */
export interface Binding {
  vehicleId: string;
  from: number | null;
  until: number | null;
}

/** What the store of positions asks of those who know vehicles: it keeps their points, but not whose they are. */
export interface VehicleOwners {
  /** `select` of the ids of all vehicles of these companies, deleted ones included */
  vehiclesOf(clientIds: readonly string[]): RawBuilder<unknown>;
  /** bindings of a terminal that touch [from, until) */
  bindingsOf(trx: Trx, deviceId: string, from: number, until: number): Promise<Binding[]>;
  /** has the days computed again, in which these moments (epoch ms) lie */
  recompute(trx: Trx, vehicleIds: readonly string[], times: readonly number[]): Promise<void>;
}
