import type { Output } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type ViewerReason,
  type vehicleDays,
  type vehicleViewers,
  viewerReasons,
} from '@tongda/contract/resources/vehicle/figures';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { orgScope } from '../../../base/org/door';
import { countAlarmsByDay } from '../../../watch/alarm/door';
import { loadDaysOfVehicle } from '../../../watch/track/door';
import { findVehicle } from '../list/repo';

type Viewers = Output<typeof vehicleViewers>;

/** 里程油耗 and 温度: figures of a vehicle for each of the last days, with its number of alarms. */
export function loadVehicleDays(ctx: Ctx, id: string, days: number): Promise<Output<typeof vehicleDays>> {
  return ctx.db(async (trx) => {
    requireRow(await findVehicle(trx, ctx, id), '车辆');
    const alarms = await countAlarmsByDay(trx, ctx, sql<boolean>`v.id = ${id}`, days);
    return (await loadDaysOfVehicle(trx, ctx, id, days)).map((day) => {
      const { notice = 0, ordinary = 0, severe = 0 } = alarms.get(day.day) ?? {};
      return { ...day, alarms: notice + ordinary + severe };
    });
  });
}

/** 共享与授权: enabled users who see the vehicle and why, its grants, and the companies that it is shared with. */
export function loadViewers(ctx: Ctx, id: string): Promise<Viewers> {
  return ctx.db(async (trx) => {
    requireRow(await findVehicle(trx, ctx, id), '车辆');
    return {
      users: await listUsersWhoSee(trx, ctx, id),
      grants: await listGrants(trx, ctx, id),
      companies: await listCompanies(trx, ctx, id),
    };
  });
}

/** Users who see the vehicle, by the same rules as the data scope of queries, with their reasons; only people of the caller's departments. */
export async function listUsersWhoSee(trx: Trx, ctx: Ctx, id: string): Promise<Viewers['users']> {
  const { rows } = await sql<
    Omit<Viewers['users'][number], 'reasons'> & Record<ViewerReason, boolean>
  >`select w.* from (select u.id::text as id, u.name, u.account_code as "accountCode", coalesce(o.name, '') as "orgName",
      v.client_id = u.client_id and (u.is_primary or u.org_type = 1) as admin,
      coalesce(v.client_id = u.client_id and v.org_id in (select scope_orgs(u.id)), false) as own,
      v.client_id = u.client_id and v.id in (select scope_grants(u.id, 'vehicle', 'view')) as grant,
      exists (select from vehicle_access a where a.vehicle_id = v.id and a.client_id = u.client_id and a.source = 'share'
        and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now())) as share
    from vehicle v, app_user u left join org o on o.id = u.org_id
    where v.id = ${id} and u.client_id = ${ctx.clientId} and u.deleted_at is null and u.status = 1
      and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId})) w
    where w.admin or w.own or w.grant or w.share order by w.admin desc, w."orgName", w.name, w.id`.execute(trx);
  return rows.map(({ admin, own, grant, share, ...user }) => ({
    ...user,
    reasons: keysOf(viewerReasons).filter((reason) => ({ admin, own, grant, share })[reason]),
  }));
}

async function listGrants(trx: Trx, ctx: Ctx, id: string): Promise<Viewers['grants']> {
  const { rows } = await sql<
    Viewers['grants'][number]
  >`select g.id::text as id, coalesce(o.name, u.name, '') as to, g.user_id is not null as "toUser", g.inherit, g.rights,
      ${wireTimeSql(sql<Date>`g.valid_from`, ctx.timeZone)} as "validFrom", ${wireTimeSql(sql<Date | null>`g.valid_until`, ctx.timeZone)} as "validUntil",
      coalesce(b.name, '') as "grantedBy"
    from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.user_id left join app_user b on b.id = g.granted_by
    where g.client_id = ${ctx.clientId} and g.resource_kind = 'vehicle' and g.resource_id = ${id} and g.revoked_at is null
      and (g.valid_until is null or g.valid_until > now())
      and (${orgScope(ctx, 'g.org_id')} and g.org_id is not null or g.user_id is not null and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId}))
    order by g.user_id is not null, 2, g.id`.execute(trx);
  return rows;
}

async function listCompanies(trx: Trx, ctx: Ctx, id: string): Promise<Viewers['companies']> {
  const { rows } = await sql<
    Viewers['companies'][number]
  >`select s.name, ${wireTimeSql(sql<Date>`s.valid_from`, ctx.timeZone)} as "validFrom",
      ${wireTimeSql(sql<Date | null>`s.valid_until`, ctx.timeZone)} as "validUntil",
      s.valid_from <= now() and (s.valid_until is null or s.valid_until > now()) as active, s.scopes
    from app_shared_to(${id}) s`.execute(trx);
  return rows;
}
