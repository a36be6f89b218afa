import type { enterpriseSetup } from '@tongda/contract/base/org/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { placeSource } from '@tongda/contract/ground/place/enums';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { seesAll } from './scope';

/** Counts behind 开通清单, of the whole company; null for who does not see all of it. */
export function loadSetup(ctx: Ctx): Promise<Output<typeof enterpriseSetup>> {
  const of = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} t where t.client_id = ${ctx.clientId} and t.deleted_at is null)`;
  if (!seesAll(ctx)) return Promise.resolve(null);
  return ctx.db(async (trx) => {
    const { rows } = await sql<NonNullable<Output<typeof enterpriseSetup>>>`
      select (select count(*)::int from org where client_id = ${ctx.clientId}) as orgs,
        (select count(*)::int from role where client_id = ${ctx.clientId} and not preset and not all_rights) as roles,
        ${of('app_user')} as users, ${of('fleet')} as fleets, ${of('driver')} as drivers, ${of('carrier')} as carriers,
        ${of('customer')} as customers, ${of('store')} as stores, ${of('transport_route')} as routes, ${of('device')} as devices,
        (select count(*)::int from place where client_id = ${ctx.clientId} and deleted_at is null
          and source <> ${placeSource.store}) as places,
        ${of('vehicle')} as vehicles, v.bound, v.reporting, v.probed,
        (select count(*)::int from resource_auth where client_id = ${ctx.clientId} and revoked_at is null
          and (valid_until is null or valid_until > now())) as grants
      from (select count(*) filter (where b.device_id is not null)::int as bound,
          count(*) filter (where d.last_seen_at is not null)::int as reporting,
          count(*) filter (where exists (select from probe p where p.vehicle_id = v.id))::int as probed
        from vehicle v left join device_binding b on b.vehicle_id = v.id and b.during @> now() left join device d on d.id = b.device_id
        where v.client_id = ${ctx.clientId} and v.deleted_at is null) v`.execute(trx);
    return rows[0] ?? null;
  });
}
