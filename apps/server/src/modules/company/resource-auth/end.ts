import { type GrantKind, grantKindNames, grantKinds } from '@tongda/contract/company/resource-auth/rights';
import { placeVisible } from '@tongda/contract/ground/place/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { seesAll } from '../../base/org/door';
import { isPlaceKind, tableOfKind } from './kinds';

/** SQL condition: the row `r` of the kind's table is the caller's without any grant: it belongs to one of `orgs`, to everybody, or he made it. */
function isOwn(ctx: Ctx, kind: GrantKind, orgs: RawBuilder<unknown>): RawBuilder<boolean> {
  if (kind === 'vehicle' || kind === 'lock') return sql<boolean>`r.org_id = any(${orgs})`;
  if (kind === 'device')
    return sql<boolean>`coalesce((select v.org_id = any(${orgs}) from device_binding b join vehicle v on v.id = b.vehicle_id
      where b.device_id = r.id and upper_inf(b.during)), r.org_id is null or r.org_id = any(${orgs}))`;
  if (!isPlaceKind(kind)) return sql<boolean>`(r.org_id is null or r.org_id = any(${orgs}))`;
  return sql<boolean>`(r.visible = ${sql.lit(placeVisible.company)} or r.created_by = ${ctx.userId}
    or r.visible <> ${sql.lit(placeVisible.own)} and (r.org_id is null or r.org_id = any(${orgs})))`;
}

/**
 * What was only lent is not given on for longer than it was lent: throws 4000 when one of these grants, just written, holds a right longer than
 * the caller himself has it by other grants. What belongs to his departments he may give without an end.
 */
export async function guardGrantEnds(trx: Trx, ctx: Ctx, grantIds: readonly string[]): Promise<void> {
  if (seesAll(ctx) || grantIds.length === 0) return;
  const ids = sql`${[...grantIds]}::bigint[]`;
  const orgs = sql`array(select scope_orgs(${ctx.userId}::bigint))`;
  const lent = sql`select max(coalesce(h.valid_until, 'infinity')) from resource_auth h, app_user me left join org o on o.id = me.org_id
    where me.id = ${ctx.userId} and h.client_id = g.client_id and h.resource_kind = g.resource_kind and h.resource_id = g.resource_id
      and h.id <> all(${ids}) and held = any(h.rights) and h.revoked_at is null and h.valid_from <= now()
      and (h.user_id = me.id or h.org_id = me.org_id or h.inherit and h.org_id = any(o.path))`;
  for (const kind of grantKinds) {
    const { rows } =
      await sql`select from resource_auth g join ${tableOfKind(kind)} r on r.id = g.resource_id, unnest(g.rights) held
      where g.id = any(${ids}) and g.resource_kind = ${kind} and (${isOwn(ctx, kind, orgs)}) is not true
        and coalesce(g.valid_until, 'infinity') > coalesce((${lent}), '-infinity') limit 1`.execute(trx);
    if (rows.length > 0)
      throw invalidField('endTime', `有${grantKindNames[kind]}是授权给您的，有效期不能晚于您自己的有效期`);
  }
}
