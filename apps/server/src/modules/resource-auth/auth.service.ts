import type { Parsed } from '@tongda/contract/core/endpoint';
import { granteeType } from '@tongda/contract/enums/org';
import { message } from '@tongda/contract/messages';
import {
  type AuthRight,
  authRightNames,
  type authSave,
  type authUpdate,
} from '@tongda/contract/resource-auth/resource-auth';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { changesBetween, recordChanges } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { conflict, forbidden, invalidField, notFound } from '../../core/errors';
import { instantOf } from '../../core/wire-time';
import { orgScope, visibleVehicleRows } from '../org/org.scope';
import { findGrant, fromGrants, visibleDevices } from './auth.repo';

type Trx = Transaction<DB>;
const entity = 'auth';

interface Period {
  from: RawBuilder<Date>;
  until: RawBuilder<Date | null>;
}
/** The period of an input; its end must be in the future and after its start. */
function periodOf(ctx: Ctx, startTime: string | undefined, endTime: string | null | undefined): Period {
  return {
    from: startTime ? instantOf(startTime, ctx.timeZone) : sql<Date>`now()`,
    until: endTime ? instantOf(endTime, ctx.timeZone) : sql<null>`null::timestamptz`,
  };
}
async function checkPeriod(trx: Trx, { from, until }: Period): Promise<void> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select ${until} is null or ${until} > greatest(${from}, now()) as ok`.execute(trx);
  if (!rows[0]?.ok) throw invalidField('endTime', message('auth.end'));
}

/** With seeing in front, each once, in the order of the screen. */
const rightsOf = (rights: readonly AuthRight[]): AuthRight[] =>
  (['view', 'control', 'video', 'edit'] as const).filter((r) => r === 'view' || rights.includes(r));

/**
 * Nobody gives what he does not have: each resource must be the caller's to see, and to control, watch or edit where that is given. Resources
 * that another company shares in cannot be given on.
 */
async function checkResources(
  trx: Trx,
  ctx: Ctx,
  kind: 'vehicle' | 'device',
  ids: readonly string[],
  rights: readonly AuthRight[],
): Promise<void> {
  const missing = async (right: AuthRight): Promise<number> => {
    const table = kind === 'vehicle' ? sql`vehicle` : sql`device`;
    const visible = kind === 'vehicle' ? visibleVehicleRows(ctx, 'r', right) : visibleDevices(ctx, 'r');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${table} r
      where r.id = any(${[...ids]}::bigint[]) and r.client_id = ${ctx.clientId} and r.deleted_at is null and ${visible}`.execute(
      trx,
    );
    return ids.length - (rows[0]?.n ?? 0);
  };
  const noun = kind === 'vehicle' ? '辆车' : '台设备';
  for (const right of rights) {
    const n = await missing(right);
    if (n > 0 && right === 'view') throw invalidField('resourceIds', `有${n}${noun}不存在或您无权查看，不能授权`);
    if (n > 0) throw forbidden(`有${n}${noun}您没有“${authRightNames[right]}”权限，不能授予`);
  }
}

async function checkGrantees(trx: Trx, ctx: Ctx, kind: number, ids: readonly string[]): Promise<void> {
  const rows =
    kind === granteeType.org
      ? await sql`select from org o where o.id = any(${[...ids]}::bigint[]) and o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')}`.execute(
          trx,
        )
      : await sql`select from app_user u where u.id = any(${[...ids]}::bigint[]) and u.client_id = ${ctx.clientId}
          and u.deleted_at is null and ${orgScope(ctx, 'u.org_id')}`.execute(trx);
  if (rows.rows.length < ids.length)
    throw invalidField(
      'granteeIds',
      kind === granteeType.org ? '所选部门不存在或不在您的数据范围内' : '所选用户不存在或不在您的数据范围内',
    );
}

/** Gives resources: new rows for what was not given, changed ones where rights or period differ, nothing where they hold already. */
export function saveGrants(ctx: Ctx, input: Parsed<typeof authSave>) {
  return ctx.db(async (trx) => {
    const resourceIds = [...new Set(input.resourceIds)];
    const granteeIds = [...new Set(input.granteeIds)];
    const rights = rightsOf(input.rights);
    const period = periodOf(ctx, input.startTime, input.endTime);
    await checkPeriod(trx, period);
    await checkGrantees(trx, ctx, input.granteeType, granteeIds);
    await checkResources(trx, ctx, input.kind, resourceIds, rights);
    const toOrg = input.granteeType === granteeType.org;
    const inherit = toOrg && input.inherit;
    const column = sql.ref(toOrg ? 'org_id' : 'user_id');
    const wanted = sql`select ge.id as grantee, r.id as resource from unnest(${granteeIds}::bigint[]) ge(id), unnest(${resourceIds}::bigint[]) r(id)`;
    const holds = sql`g.client_id = ${ctx.clientId} and g.resource_kind = ${input.kind} and g.resource_id = w.resource and g.${column} = w.grantee
      and g.revoked_at is null and (g.valid_until is null or g.valid_until > now())`;
    const same = sql`g.rights = ${rights}::text[] and g.inherit = ${inherit} and g.valid_until is not distinct from ${period.until}`;
    const updated = await sql<{
      id: string;
    }>`update resource_auth g set rights = ${rights}::text[], inherit = ${inherit},
        valid_until = ${period.until}, valid_from = least(g.valid_from, ${period.from}), remark = coalesce(nullif(${input.remark ?? ''}, ''), g.remark),
        version = g.version + 1
      from (${wanted}) w where ${holds} and not (${same}) returning g.id::text as id`.execute(trx);
    const added = await sql<{
      id: string;
    }>`insert into resource_auth (client_id, resource_kind, resource_id, ${column}, inherit, rights,
        valid_from, valid_until, remark, granted_by)
      select ${ctx.clientId}, ${input.kind}, w.resource, w.grantee, ${inherit}, ${rights}::text[], ${period.from}, ${period.until},
        ${input.remark ?? ''}, ${ctx.userId}
      from (${wanted}) w where not exists (select from resource_auth g where ${holds}) returning id::text as id`.execute(
      trx,
    );
    const words = { rights: rights.map((r) => authRightNames[r]).join('、'), end: input.endTime ?? '永久' };
    const changes = changesBetween({}, words, { rights: '权限', end: '有效期至' });
    const line = (action: string) => (row: { id: string }) => ({ entity, entityId: row.id, action, changes });
    await recordChanges(trx, ctx, [...added.rows.map(line('授权')), ...updated.rows.map(line('编辑'))]);
    const total = resourceIds.length * granteeIds.length;
    const counts = { added: added.rows.length, updated: updated.rows.length };
    return { ...counts, skipped: total - counts.added - counts.updated };
  });
}

export function updateGrant(ctx: Ctx, input: Parsed<typeof authUpdate>) {
  return ctx.db(async (trx) => {
    const before = await findGrant(trx, ctx, input.id);
    if (!before) throw notFound('授权');
    if (before.version !== input.version) throw conflict();
    const rights = rightsOf(input.rights);
    const period = periodOf(ctx, input.startTime ?? before.startTime, input.endTime);
    await checkPeriod(trx, period);
    await checkResources(trx, ctx, before.resourceKind, [before.resourceId], rights);
    const row = await trx
      .updateTable('resource_auth')
      .set({
        rights,
        inherit: before.granteeType === granteeType.org && input.inherit,
        valid_from: period.from,
        valid_until: period.until,
        remark: input.remark ?? '',
        version: sql<number>`version + 1`,
      })
      .where('id', '=', input.id)
      .where('version', '=', input.version)
      .where('revoked_at', 'is', null)
      .returning('version')
      .executeTakeFirst();
    if (!row) throw conflict();
    const words = (list: readonly AuthRight[], end: string | null, below: boolean) => ({
      rights: list.map((r) => authRightNames[r]).join('、'),
      end: end ?? '永久',
      inherit: below ? '是' : '否',
    });
    const changes = changesBetween(
      words(before.rights, before.endTime, before.inherit),
      words(rights, input.endTime ?? null, input.inherit),
      { rights: '权限', end: '有效期至', inherit: '含下级' },
    );
    await recordChanges(trx, ctx, [{ entity, entityId: input.id, action: '编辑', changes }]);
    return { version: row.version };
  });
}

/** Those of the grants that the caller may see and that still hold; 4004 when one is not his to see. */
async function holding(trx: Trx, ctx: Ctx, authIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(authIds)];
  const rows = await fromGrants(trx, ctx)
    .select(['g.id', 'g.revoked_at'])
    .where(sql<boolean>`g.id = any(${ids}::bigint[])`)
    .execute();
  if (rows.length < ids.length) throw notFound('授权');
  return rows.filter((r) => r.revoked_at === null).map((r) => r.id);
}

export function revokeGrants(ctx: Ctx, authIds: readonly string[]): Promise<{ changed: number }> {
  return ctx.db(async (trx) => {
    const ids = await holding(trx, ctx, authIds);
    if (ids.length === 0) return { changed: 0 };
    await sql`update resource_auth set revoked_at = now(), revoked_by = ${ctx.userId}, version = version + 1 where id = any(${ids}::bigint[])`.execute(
      trx,
    );
    await recordChanges(
      trx,
      ctx,
      ids.map((id) => ({ entity, entityId: id, action: '撤销' })),
    );
    return { changed: ids.length };
  });
}

export function extendGrants(
  ctx: Ctx,
  authIds: readonly string[],
  endTime: string | null,
): Promise<{ changed: number }> {
  return ctx.db(async (trx) => {
    const period = periodOf(ctx, undefined, endTime);
    await checkPeriod(trx, period);
    const ids = await holding(trx, ctx, authIds);
    if (ids.length === 0) return { changed: 0 };
    const { rows } = await sql<{ id: string; before: string | null }>`
      update resource_auth g set valid_until = ${period.until}, version = g.version + 1
      from (select id, to_char(valid_until at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as before from resource_auth
        where id = any(${ids}::bigint[])) old
      where g.id = old.id and (${period.until} is null or ${period.until} > g.valid_from) returning g.id::text as id, old.before`.execute(
      trx,
    );
    await recordChanges(
      trx,
      ctx,
      rows.map((r) => ({
        entity,
        entityId: r.id,
        action: '延期',
        changes: [{ field: 'endTime', label: '有效期至', before: r.before ?? '永久', after: endTime ?? '永久' }],
      })),
    );
    return { changed: rows.length };
  });
}

/** What holds for one user is given to another one, with the same rights and end; what he has already is left alone. */
export function copyGrants(
  ctx: Ctx,
  fromUserId: string,
  toUserId: string,
): Promise<{ added: number; skipped: number }> {
  return ctx.db(async (trx) => {
    if (fromUserId === toUserId) throw invalidField('toUserId', '请选择另一个用户');
    await checkGrantees(trx, ctx, granteeType.user, [fromUserId, toUserId]);
    const rows = await fromGrants(trx, ctx)
      .select(['g.id', 'g.resource_id', sql<'vehicle' | 'device'>`g.resource_kind`.as('kind')])
      .select(sql<AuthRight[]>`g.rights`.as('rights'))
      .where('g.user_id', '=', fromUserId)
      .where('g.revoked_at', 'is', null)
      .where(sql<boolean>`(g.valid_until is null or g.valid_until > now())`)
      .execute();
    for (const kind of ['vehicle', 'device'] as const) {
      for (const right of ['view', 'control', 'video', 'edit'] as const) {
        const ids = rows.filter((r) => r.kind === kind && r.rights.includes(right)).map((r) => r.resource_id);
        if (ids.length > 0) await checkResources(trx, ctx, kind, [...new Set(ids)], [right]);
      }
    }
    const added = await sql<{
      id: string;
    }>`insert into resource_auth (client_id, resource_kind, resource_id, user_id, rights, valid_from,
        valid_until, remark, granted_by)
      select g.client_id, g.resource_kind, g.resource_id, ${toUserId}, g.rights, least(g.valid_from, now()), g.valid_until, g.remark, ${ctx.userId}
      from resource_auth g where g.id = any(${rows.map((r) => r.id)}::bigint[])
        and not exists (select from resource_auth h where h.user_id = ${toUserId} and h.resource_kind = g.resource_kind
          and h.resource_id = g.resource_id and h.revoked_at is null and (h.valid_until is null or h.valid_until > now()))
      returning id::text as id`.execute(trx);
    await recordChanges(
      trx,
      ctx,
      added.rows.map((r) => ({ entity, entityId: r.id, action: '复制授权' })),
    );
    return { added: added.rows.length, skipped: rows.length - added.rows.length };
  });
}
