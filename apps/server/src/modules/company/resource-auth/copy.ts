import { granteeType } from '@tongda/contract/base/org/enums';
import type { AuthRight, GrantFamily, GrantKind } from '@tongda/contract/company/resource-auth/rights';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { giveOpenMessages } from '../../base/message/door';
import { guardGrantEnds } from './end';
import { fromGrants } from './repo';
import { checkGrantees, checkHeldRights, entity } from './service';

/** Copies the valid grants of one user to another one in a transaction of its own, see `copyGrantsIn`. */
export function copyGrants(
  ctx: Ctx,
  family: GrantFamily,
  fromUserId: string,
  toUserId: string,
): Promise<{ added: number; skipped: number }> {
  return ctx.db((trx) => copyGrantsIn(trx, ctx, family, fromUserId, toUserId));
}

/** Copies the valid grants of one user to another one, with the same rights, terms and end; resources that he was granted already are skipped. */
export async function copyGrantsIn(
  trx: Trx,
  ctx: Ctx,
  family: GrantFamily,
  fromUserId: string,
  toUserId: string,
): Promise<{ added: number; skipped: number }> {
  if (fromUserId === toUserId) throw invalidField('toUserId', '请选择另一个用户');
  await checkGrantees(trx, ctx, granteeType.user, [fromUserId, toUserId]);
  const rows = await fromGrants(trx, ctx, family)
    .select(['g.id', 'g.resource_id', sql<GrantKind>`g.resource_kind`.as('kind')])
    .select(sql<AuthRight[]>`g.rights`.as('rights'))
    .where('g.user_id', '=', fromUserId)
    .where('g.revoked_at', 'is', null)
    .where(sql<boolean>`(g.valid_until is null or g.valid_until > now())`)
    .execute();
  await checkHeldRights(trx, ctx, family, rows);
  const added = await sql<{
    id: string;
  }>`insert into resource_auth (client_id, resource_kind, resource_id, user_id, rights, valid_from,
        valid_until, remark, granted_by)
      select g.client_id, g.resource_kind, g.resource_id, ${toUserId}, g.rights, least(g.valid_from, now()), g.valid_until, g.remark, ${ctx.userId}
      from resource_auth g where g.id = any(${rows.map((r) => r.id)}::bigint[])
        and not exists (select from resource_auth h where h.user_id = ${toUserId} and h.resource_kind = g.resource_kind
          and h.resource_id = g.resource_id and h.revoked_at is null and (h.valid_until is null or h.valid_until > now()))
      returning id::text as id, resource_id::text as resource`.execute(trx);
  if (family === 'lock')
    await sql`insert into lock_grant (auth_id, client_id, methods, time_windows, fence_store_id, fence_radius_m, max_opens)
        select n.id, n.client_id, t.methods, t.time_windows, t.fence_store_id, t.fence_radius_m, t.max_opens
        from resource_auth n, lateral (select lg.* from resource_auth o join lock_grant lg on lg.auth_id = o.id
          where o.id = any(${rows.map((r) => r.id)}::bigint[]) and o.resource_id = n.resource_id order by o.id desc limit 1) t
        where n.id = any(${added.rows.map((r) => r.id)}::bigint[])`.execute(trx);
  await guardGrantEnds(
    trx,
    ctx,
    added.rows.map(({ id }) => id),
  );
  await recordChanges(
    trx,
    ctx,
    added.rows.map((r) => ({ entity, entityId: r.id, action: '复制授权' })),
  );
  if (added.rows.length > 0) await giveOpenMessages(trx, ctx.clientId, [toUserId]);
  return { added: added.rows.length, skipped: rows.length - added.rows.length };
}

/** What one area was given to, its new part is given to as well: with the same rights and the same end, from now on. */
export async function copyGrantsOfPlace(
  trx: Trx,
  ctx: Ctx,
  kind: 'site' | 'region',
  fromId: string,
  toId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into resource_auth (client_id, resource_kind, resource_id, org_id, user_id, inherit, rights, valid_from, valid_until, remark, granted_by)
    select g.client_id, g.resource_kind, ${toId}, g.org_id, g.user_id, g.inherit, g.rights, g.valid_from, g.valid_until, g.remark, g.granted_by
    from resource_auth g where g.client_id = ${ctx.clientId} and g.resource_kind = ${kind} and g.resource_id = ${fromId} and g.revoked_at is null
      and g.deleted_at is null and (g.valid_until is null or g.valid_until > now())
    returning id::text as id`.execute(trx);
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity, entityId: id, action: '拆分区域带来' })),
  );
}
