import { lockAction } from '@tongda/contract/resources/device/enums';
import { sql } from 'kysely';
import type { Db } from '../spans';
import type { Period } from '../timeline';

/** When locks of a vehicle were closed, each with the name of the door it hangs on; '' where that is not known. */
export interface VehicleLocks {
  locked: Period<string>[];
}

interface Row {
  vehicle_id: string;
  door: string;
  from: number;
  to: number;
}

/**
 * Sets when the locks of vehicles were closed, as far as that reaches past `since`: from a closing until the next opening, while the lock was bound. A lock of which nothing is known
 * was not closed. `vehicleId` null = all vehicles of the company. Changes `vehicles`.
 */
export async function readLocksOf(
  db: Db,
  clientId: string,
  vehicles: ReadonlyMap<string, VehicleLocks>,
  { since, vehicleId }: { since: number; vehicleId: string | null },
): Promise<void> {
  const one = vehicleId === null ? sql`` : sql`and b.vehicle_id = ${vehicleId}`;
  const { rows } =
    await sql<Row>`select vehicle_id::text, door, (extract(epoch from greatest(at, bound)) * 1000)::float8 as from,
      (extract(epoch from least(next, unbound)) * 1000)::float8 as to
    from (select b.vehicle_id, b.door_pos as door, h.at, h.action, lead(h.at) over (partition by b.id order by h.at, h.id) as next,
        lower(b.during) as bound, upper(b.during) as unbound
      from lock_binding b join bluetooth_lock l on l.id = b.lock_id and l.deleted_at is null join lock_open_log h on h.lock_id = b.lock_id and h.allowed
      where b.client_id = ${clientId} and not isempty(b.during) ${one}) x
    where action = ${lockAction.close} and coalesce(least(next, unbound), 'infinity') > greatest(at, bound, ${new Date(since)}) order by at`.execute(
      db,
    );
  for (const [id, vehicle] of vehicles) if (vehicleId === null || id === vehicleId) vehicle.locked = [];
  for (const { vehicle_id: id, door, from, to } of rows)
    vehicles.get(id)?.locked.push({ from, to: to ?? Number.POSITIVE_INFINITY, value: door });
}
