import { sql } from 'kysely';
import type { Db } from '../spans';
import { extendToBeginning, type Period } from '../timeline';

/** The drivers of a vehicle over time, by id. */
/** by assignment only */
export interface VehicleDrivers {
  assigned: Period<string>[];
  /** by the card that was in the terminal, and by assignment where there was none */
  drivers: Period<string>[];
}

interface Row {
  vehicle_id: string;
  at: number;
  /** null: the card was taken out, could not be read, or belongs to no driver of the company */
  driver: string | null;
  /** when its terminal left the vehicle; null = it is still in it */
  until: number | null;
}

const at = sql.raw('(extract(epoch from c.at) * 1000)::float8 as at');
const left =
  sql.raw(`(select (extract(epoch from nullif(upper(b.during), 'infinity')) * 1000)::float8 from device_binding b
  where b.device_id = c.device_id and b.vehicle_id = c.vehicle_id and b.during @> c.at) as until`);
const driver = sql.raw('case when c.inserted and c.result = 0 then c.driver_id::text end as driver');

/**
 * Sets the drivers of vehicles from their assignments and the cards since `since` (and the last card before). A card counts until it is taken out, another
 * one is put in, or its terminal leaves the vehicle. `vehicleId` null = all vehicles of the company. Changes `vehicles`.
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
    if (vehicleId === null || id === vehicleId) vehicle.drivers = overlayPeriods(vehicle.assigned, cards.get(id) ?? []);
}

/** Lays the periods `above` (in order, without overlap) over those `below`; the first of `below` also holds for all time before it. */
export function overlayPeriods<T>(below: readonly Period<T>[], above: readonly Period<T>[]): Period<T>[] {
  let rest = extendToBeginning([...below]);
  for (const { from, to } of above)
    rest = rest.flatMap((period) =>
      [
        { ...period, to: Math.min(period.to, from) },
        { ...period, from: Math.max(period.from, to) },
      ].filter((part) => part.from < part.to),
    );
  return [...rest, ...above].sort((a, b) => a.from - b.from);
}
