import { maskPhone } from '@tongda/contract/core/field/mask';
import { terminalSearch } from '@tongda/contract/core/field/terminal-number';
import { motionState } from '@tongda/contract/core/live';
import { type FoundHit, searchMost } from '@tongda/contract/transport/search/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { byInitials, type Wanted } from '../../../core/record/initials';
import { likePattern } from '../../../core/record/options';
import { shownStateOf, type VehicleState } from '../../../kernel/live/state';
import { orgScope, visiblePlaces, visibleVehicleRows } from '../../base/org/door';

export interface Found {
  total: number;
  hits: FoundHit[];
}
type Row<T> = T & { total: number };
const foundOf = <T>(rows: ReadonlyArray<Row<T>>, toHit: (row: Row<T>) => FoundHit): Found => ({
  total: rows[0]?.total ?? 0,
  hits: rows.map(toHit),
});

/** Vehicles by plate, remark, terminal number or the driver's name, with what they do now. */
export async function findVehicles(trx: Trx, ctx: Ctx, wanted: Wanted): Promise<Found> {
  const seen = sql`v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`;
  const initials = await byInitials(
    trx,
    wanted,
    sql`v.id`,
    sql`select v.id::text, v.plate_no || ' ' || v.remark_no || ' ' || coalesce(d.name, '') as name from vehicle v left join driver d on d.id = v.driver_id where ${seen}`,
  );
  const { like } = wanted;
  const { rows } = await sql<Row<{ id: string; name: string; about: string; stream: VehicleState | null }>>`
    select v.id::text, v.plate_no as name, concat_ws(' · ', nullif(v.remark_no, ''), nullif(v.vehicle_type, ''), f.name, d.name) as about, s.stream,
      (count(*) over ())::int as total
    from vehicle v left join fleet f on f.id = v.fleet_id left join driver d on d.id = v.driver_id left join device_state s on s.vehicle_id = v.id
    where ${seen} and (v.plate_no ilike ${like} or v.remark_no ilike ${like} or d.name ilike ${like} or ${initials}
      or exists (select from device_binding b join device t on t.id = b.device_id where b.vehicle_id = v.id and upper_inf(b.during) and t.terminal_no ilike ${likePattern(terminalSearch(wanted.text))}))
    order by v.plate_no ilike ${like} desc, v.plate_no limit ${searchMost}`.execute(trx);
  return foundOf(rows, ({ id, name, about, stream }) => ({ id, name, relation: about, state: stateWords(stream) }));
}

function stateWords(stream: VehicleState | null): string {
  if (stream === null) return motionState.label(motionState.never);
  const { state } = shownStateOf(stream, Date.now());
  return motionState.label(state);
}

/** Drivers by name, number, or the plate of a vehicle that they drive; the number is masked as in their list. */
export async function findDrivers(trx: Trx, ctx: Ctx, wanted: Wanted): Promise<Found> {
  const seen = sql`d.client_id = ${ctx.clientId} and d.deleted_at is null and (d.org_id is null or ${orgScope(ctx, 'd.org_id')})`;
  const initials = await byInitials(trx, wanted, sql`d.id`, sql`select d.id::text, d.name from driver d where ${seen}`);
  const { like } = wanted;
  // only whole ends of a number find it, so that nobody guesses his way through masked digits
  const phoneEnd = /^\d{4,11}$/u.test(wanted.text) ? sql`d.phone like ${`%${wanted.text}`}` : sql`false`;
  const { rows } = await sql<Row<{ id: string; name: string; phone: string; plates: string[] }>>`
    select d.id::text, d.name, coalesce(d.phone, '') as phone, x.plates, (count(*) over ())::int as total
    from driver d left join lateral (select array_agg(v.plate_no order by v.plate_no ilike ${like} desc, v.plate_no) as plates,
        bool_or(v.plate_no ilike ${like}) as hit from vehicle v
        where v.driver_id = d.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}) x on true
    where ${seen} and (d.name ilike ${like} or ${initials} or ${phoneEnd} or coalesce(x.hit, false))
    order by d.name ilike ${like} desc, d.name, d.id limit ${searchMost}`.execute(trx);
  return foundOf(rows, ({ id, name, phone, plates }) => ({
    id,
    name,
    relation: plates?.[0] ? `驾驶 ${plates[0]}${plates.length > 1 ? ` 等 ${plates.length} 辆` : ''}` : '',
    state: maskPhone(phone),
  }));
}

/** Sites by name, code, or a vehicle that stands in them. */
export async function findSites(trx: Trx, ctx: Ctx, wanted: Wanted): Promise<Found> {
  const seen = sql`p.kind = 'site' and p.status = 1 and p.deleted_at is null and ${visiblePlaces(ctx, 'p')}`;
  const initials = await byInitials(trx, wanted, sql`p.id`, sql`select p.id::text, p.name from place p where ${seen}`);
  const { like } = wanted;
  const { rows } = await sql<
    Row<{ id: string; name: string; code: string | null; address: string; plates: string[] | null }>
  >`
    with inside as (select e.place_id as id, array_agg(distinct v.plate_no) as plates from episode e join vehicle v on v.id = e.vehicle_id
      where e.kind = 'visit' and e.end_time is null and v.plate_no ilike ${like} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} group by 1)
    select p.id::text, p.name, p.code, p.address, i.plates, (count(*) over ())::int as total from place p left join inside i on i.id = p.id
    where ${seen} and (p.name ilike ${like} or p.code ilike ${like} or ${initials} or i.id is not null)
    order by p.name ilike ${like} desc, p.name, p.id limit ${searchMost}`.execute(trx);
  return foundOf(rows, ({ id, name, code, address, plates }) => ({
    id,
    name,
    relation: plates?.[0] ? `${plates[0]} 在内` : address,
    state: code ?? '',
  }));
}
