import type { LiveVehicle } from '@tongda/contract/core/live';
import type { MonitorVehicle, ProbeInfo } from '@tongda/contract/watch/location/calls';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { liveVehicleOf, type VehicleState } from '../../../kernel/live/state';
import { type BoundTo, isBoundAt, type ScopeOf, visibleVehicleRows } from '../../base/org/door';
import { listBoundLive } from './bound-live';
import { silentVehicle } from './silent';

type Db = Kysely<DB> | Trx;
/** Who looks: his data authorisation, and the time zone that his days are counted in. */
export type Viewer = ScopeOf & { timeZone: string };

export interface VehicleFilter {
  vehicleIds?: string[];
  fleetId?: string;
  /** west, south, east, north in WGS-84 degrees */
  bounds?: [number, number, number, number];
  /** bound so now (车辆绑定) */
  to?: BoundTo;
}

/** SQL condition: the viewer sees the vehicle now; a shared one only where the share opens positions. */
const isLocationVisible = (
  who: Viewer,
): RawBuilder<boolean> => sql<boolean>`${visibleVehicleRows(who, 'v')} and exists (
  select from vehicle_access a where a.vehicle_id = v.id and a.client_id = ${who.clientId} and (a.source = 'own' or 'position' = any(a.scopes))
    and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now()))`;

function vehicleConditions(who: Viewer, filter: VehicleFilter): Array<RawBuilder<boolean>> {
  const found: Array<RawBuilder<boolean>> = [sql<boolean>`v.deleted_at is null`];
  if (filter.vehicleIds) found.push(sql<boolean>`v.id = any(${filter.vehicleIds}::bigint[])`);
  if (filter.to) found.push(isBoundAt(who, 'v.id', sql`now()`, filter.to));
  if (filter.fleetId) found.push(sql<boolean>`v.fleet_id = ${filter.fleetId}`);
  if (filter.bounds) {
    const [west, south, east, north] = filter.bounds;
    found.push(
      sql<boolean>`exists (select from device_state b where b.vehicle_id = v.id and b.lng between ${west} and ${east} and b.lat between ${south} and ${north})`,
    );
  }
  return found;
}

const visibleWhere = (who: Viewer, filter: VehicleFilter) =>
  sql.join([isLocationVisible(who), ...vehicleConditions(who, filter)], sql` and `);

/** Ids of the vehicles whose position the viewer may see. */
export async function listVisibleIds(db: Db, who: Viewer): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select v.id::text from vehicle v where ${visibleWhere(who, {})}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Name, driver and wired sensors of the vehicles that the viewer sees, ordered by plate. */
export async function listMonitorVehicles(db: Db, who: Viewer, filter: VehicleFilter): Promise<MonitorVehicle[]> {
  const { rows } = await sql<
    MonitorVehicle & { probes: ProbeInfo[] | null }
  >`select v.id::text as "vehicleId", v.plate_no as "plateNo",
      v.vehicle_color as "vehicleColor", v.remark_no as "remarkNo", v.vehicle_type as "vehicleType", v.temperature_types as "temperatureTypes",
      v.fleet_id::text as "fleetId", coalesce(f.name, '') as "fleetName", coalesce(o.name, '') as "orgName",
      coalesce(cd.name, nullif(card.name, ''), d.name, '') as "driverName",
      coalesce(cd.phone, case when coalesce(card.name, '') = '' then coalesce(d.phone, v.contact_phone) end, '') as "driverPhone",
      case when cd.id is not null then 2 when coalesce(card.name, '') <> '' then 3 when d.id is not null then 1 end as "driverBy", coalesce(dev.terminal_no, '') as "terminalNo",
      v.service_end as "serviceEnd", v.tank_capacity_l as "tankCapacityL",
      case when v.client_id = ${who.clientId} then '' else coalesce(app_owner_name(v.id), '其他公司') end as "sharedFrom",
      (select json_agg(json_build_object('kind', p.kind, 'channel', p.channel, 'name', p.name, 'zone', p.zone,
        'lower', p.lower_limit, 'upper', p.upper_limit) order by p.kind, p.channel) from probe p where p.vehicle_id = v.id and p.kind in ('tem', 'hum', 'co2', 'door', 'oil')) as probes
    from vehicle v
    left join fleet f on f.id = v.fleet_id
    left join org o on o.id = v.org_id
    left join driver d on d.id = v.driver_id
    left join lateral card_in(v.id, now()) card on true
    left join driver cd on cd.id = card.driver_id
    left join device_binding b on b.vehicle_id = v.id and upper_inf(b.during)
    left join device dev on dev.id = b.device_id
    where ${visibleWhere(who, filter)} order by v.plate_no, v.id`.execute(db);
  return rows.map((row) => ({ ...row, probes: row.probes ?? [] }));
}

/**
 * Live state of the vehicles that the viewer sees, at `now` (epoch ms); vehicles that never reported have the state "never". With `changedSince`
 * (epoch ms) only states written since then.
 */
export async function listLive(
  db: Db,
  who: Viewer,
  filter: VehicleFilter,
  now: number,
  changedSince?: number,
): Promise<LiveVehicle[]> {
  const changed = changedSince === undefined ? sql`` : sql` and s.updated_at >= ${new Date(changedSince)}`;
  const { rows } = await sql<{ id: string; stream: VehicleState | null }>`select v.id::text, s.stream from vehicle v
    left join device_state s on s.vehicle_id = v.id where ${visibleWhere(who, filter)}${changed}`.execute(db);
  if (who.customerId !== undefined) return listBoundLive(db, who, rows, now);
  return rows.map(({ id, stream }) => (stream ? liveVehicleOf(stream, now, who.timeZone) : silentVehicle(id)));
}
