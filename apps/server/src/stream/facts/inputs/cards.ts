import { sql } from 'kysely';
import type { Db } from '../spans';
import { fromTheBeginning, type Period } from '../timeline';

/** Who drove a vehicle: by assignment, and by the card that was in its terminal. */
export interface VehicleDrivers {
  assigned: Period<string>[];
  /** both: the card where one was in, the assignment else */
  drivers: Period<string>[];
}

interface Row {
  vehicle_id: string;
  at: number;
  /** null: taken out, not readable, or nobody the company knows */
  driver: string | null;
  /** when its terminal left the vehicle; null = sits in it */
  until: number | null;
}

const at = sql.raw('(extract(epoch from c.at) * 1000)::float8 as at');
const left =
  sql.raw(`(select (extract(epoch from nullif(upper(b.during), 'infinity')) * 1000)::float8 from device_binding b
  where b.device_id = c.device_id and b.vehicle_id = c.vehicle_id and b.during @> c.at) as until`);
const driver = sql.raw('case when c.inserted and c.result = 0 then c.driver_id::text end as driver');

/**
 * Lays what cards say since `since` (and the last one before) over the assignments. `vehicleId` null = every vehicle of the company. A card
 * counts until it is taken out, another one is put in, or its terminal leaves the vehicle.
 */
export async function readCardsOf(
  db: Db,
  clientId: string,
  vehicles: ReadonlyMap<string, VehicleDrivers>,
  { since, vehicleId }: { since: number; vehicleId: string | null },
): Promise<void> {
  const from = new Date(since);
  const one = vehicleId === null ? sql`` : sql`and c.vehicle_id = ${vehicleId}`;
  const { rows } = await sql<Row>`select c.vehicle_id::text, ${at}, ${driver}, ${left}, c.at as "order", c.inserted
      from driver_card c where c.client_id = ${clientId} and c.vehicle_id is not null and c.at >= ${from} ${one}
    union all
    select c.vehicle_id::text, ${at}, ${driver}, ${left}, c.at, c.inserted from vehicle v,
      lateral (select * from driver_card d where d.vehicle_id = v.id and d.at < ${from} order by d.at desc, d.inserted desc limit 1) c
      where v.client_id = ${clientId} ${one}
    order by vehicle_id, "order", inserted`.execute(db);
  const cards = new Map<string, Period<string>[]>();
  rows.forEach(({ vehicle_id: id, at: from, driver, until }, i) => {
    if (driver === null) return;
    const next = rows[i + 1];
    const to = Math.min(
      until ?? Number.POSITIVE_INFINITY,
      next?.vehicle_id === id ? next.at : Number.POSITIVE_INFINITY,
    );
    if (to <= from) return;
    const list = cards.get(id) ?? [];
    list.push({ from, to, value: driver });
    cards.set(id, list);
  });
  for (const [id, vehicle] of vehicles)
    if (vehicleId === null || id === vehicleId) vehicle.drivers = overlaid(vehicle.assigned, cards.get(id) ?? []);
}

/** `above` (in order, without overlap) where it says something, the first of `below` for all time before it else. */
export function overlaid<T>(below: readonly Period<T>[], above: readonly Period<T>[]): Period<T>[] {
  let rest = fromTheBeginning([...below]);
  for (const { from, to } of above)
    rest = rest.flatMap((period) =>
      [
        { ...period, to: Math.min(period.to, from) },
        { ...period, from: Math.max(period.from, to) },
      ].filter((part) => part.from < part.to),
    );
  return [...rest, ...above].sort((a, b) => a.from - b.from);
}
