import { granteeType } from '@tongda/contract/base/org/enums';
import type { GrantCalls } from '@tongda/contract/company/resource-auth/calls';
import { type LockTerms, lockGrantDays, termsInWords } from '@tongda/contract/company/resource-auth/lock-terms';
import {
  type AuthRight,
  authRightNames,
  authRights,
  type GrantFamily,
  type GrantKind,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { giveOpenMessages } from '../../base/message/door';
import { orgScope, visibleStores } from '../../base/org/door';
import { guardGrantEnds } from './end';
import { tableOfKind, visibleOfKind } from './kinds';
import { findGrant, fromGrants } from './repo';

export const entity = 'auth';

interface Period {
  from: RawBuilder<Date>;
  until: RawBuilder<Date | null>;
}
/** The period of an input as SQL instants, from now where no start is given. `checkPeriod` refuses an end that is not in the future and after the start. */
function periodOf(ctx: Ctx, startTime: string | undefined, endTime: string | null | undefined): Period {
  return {
    from: startTime ? instantSql(startTime, ctx.timeZone) : sql<Date>`now()`,
    until: endTime ? instantSql(endTime, ctx.timeZone) : sql<null>`null::timestamptz`,
  };
}
async function checkPeriod(trx: Trx, { from, until }: Period): Promise<void> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select ${until} is null or ${until} > greatest(${from}, now()) as ok`.execute(trx);
  if (!rows[0]?.ok) throw invalidField('endTime', message('auth.end'));
}

/** The given rights with `view` added, each once, in the order of the page. */
const withView = (rights: readonly AuthRight[]): AuthRight[] =>
  authRights.filter((r) => r === 'view' || rights.includes(r));

/**
 * Nobody can grant a right that he does not have himself: throws 4000 for resources that the caller does not see or that belong to another
 * company (shared vehicles cannot be granted further), 4003 for a right that he does not have on all of them.
 */
export async function checkResources(
  trx: Trx,
  ctx: Ctx,
  kind: GrantKind,
  ids: readonly string[],
  rights: readonly AuthRight[],
): Promise<void> {
  const missing = async (right: AuthRight): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${tableOfKind(kind)} r
      where r.id = any(${[...ids]}::bigint[]) and r.client_id = ${ctx.clientId} and r.deleted_at is null
        and ${visibleOfKind(ctx, kind, 'r', right)}`.execute(trx);
    return ids.length - (rows[0]?.n ?? 0);
  };
  const noun = kind === 'vehicle' ? '辆车' : kind === 'device' ? '台设备' : `个${grantKindNames[kind]}`;
  for (const right of rights) {
    const n = await missing(right);
    if (n > 0 && right === 'view') throw invalidField('resourceIds', `有${n}${noun}不存在或您无权查看，不能授权`);
    if (n > 0) throw forbiddenError(`有${n}${noun}您没有“${authRightNames[right]}”权限，不能授予`);
  }
}

/** Extra rules of locks, each broken one a 4000 at its field: they are given to users, with terms, for a year at most; the fence must be a store that the caller sees and that has a place on the map. */
async function checkLock(
  trx: Trx,
  ctx: Ctx,
  toUser: boolean,
  end: string | null | undefined,
  period: Period,
  terms?: LockTerms,
) {
  if (!toUser) throw invalidField('granteeType', '蓝牙锁只能授权给用户');
  if (!terms) throw invalidField('terms', '请填写开锁条件');
  if (!end) throw invalidField('endTime', '请选择有效期，最长1年');
  const { rows } = await sql<{
    ok: boolean;
  }>`select ${period.until} <= ${period.from} + make_interval(days => ${lockGrantDays}) as ok`.execute(trx);
  if (!rows[0]?.ok) throw invalidField('endTime', '蓝牙锁授权的有效期最长1年');
  if (!terms.fenceStoreId) return;
  const store = await sql<{ located: boolean }>`select s.place_id is not null as located from store s
    where s.id = ${terms.fenceStoreId} and s.client_id = ${ctx.clientId} and s.deleted_at is null and ${visibleStores(ctx, 's')}`.execute(
    trx,
  );
  if (!store.rows[0]) throw invalidField('fenceStoreId', '所选门店不存在或您无权查看');
  if (!store.rows[0].located) throw invalidField('fenceStoreId', '所选门店还没有定位，不能作为开锁围栏');
}

/** Writes the terms of grants of locks, replacing earlier ones. */
export const writeTerms = (trx: Trx, ctx: Ctx, ids: readonly string[], t: LockTerms) =>
  sql`insert into lock_grant (auth_id, client_id, methods, time_windows, fence_store_id, fence_radius_m, max_opens)
    select x.id, ${ctx.clientId}, ${t.methods}::smallint[], ${JSON.stringify(t.timeWindows)}::jsonb, ${t.fenceStoreId}::bigint,
      ${t.fenceStoreId ? t.fenceRadiusM : null}::int, ${t.maxOpens} from unnest(${[...ids]}::bigint[]) x(id)
    on conflict (auth_id) do update set methods = excluded.methods, time_windows = excluded.time_windows,
      fence_store_id = excluded.fence_store_id, fence_radius_m = excluded.fence_radius_m, max_opens = excluded.max_opens`.execute(
    trx,
  );
const hasSameTerms = (t: LockTerms): RawBuilder<boolean> =>
  sql<boolean>`exists (select from lock_grant lg where lg.auth_id = g.id and lg.methods = ${t.methods}::smallint[]
    and lg.time_windows = ${JSON.stringify(t.timeWindows)}::jsonb and lg.fence_store_id is not distinct from ${t.fenceStoreId}::bigint
    and lg.fence_radius_m is not distinct from ${t.fenceStoreId ? t.fenceRadiusM : null}::int and lg.max_opens = ${t.maxOpens})`;

export async function checkGrantees(trx: Trx, ctx: Ctx, kind: number, ids: readonly string[]): Promise<void> {
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

/** Hands the grantees of a vehicle the messages about it that are still open (papers that end, fees that are due); for departments, to all their users. */
export async function handOpenMessages(
  trx: Trx,
  ctx: Ctx,
  toOrg: boolean,
  granteeIds: readonly string[],
): Promise<void> {
  if (!toOrg) return giveOpenMessages(trx, ctx.clientId, granteeIds);
  const { rows } = await sql<{ id: string }>`select u.id::text as id from app_user u join org o on o.id = u.org_id
    where u.client_id = ${ctx.clientId} and o.path && ${[...granteeIds]}::bigint[]`.execute(trx);
  await giveOpenMessages(
    trx,
    ctx.clientId,
    rows.map(({ id }) => id),
  );
}

/** Staff of the provider give and take nothing while they visit a company, also by the ticks of a form. */
function refuseVisitor(ctx: Ctx): void {
  if (ctx.actor?.mode === 'visit') throw forbiddenError('访问企业期间不能授权或撤销授权');
}

/** Grants resources in a transaction of its own, see `giveResources`. */
export const saveGrants = (ctx: Ctx, input: Giving) => ctx.db((trx) => giveResources(trx, ctx, input));
type Giving = Parsed<GrantCalls['save']>;

/**
 * Grants every resource to every grantee: adds what was not granted, changes grants with other rights, terms or end, and leaves alone what holds
 * already. Answers how many of each. Throws what the checks of grantees, resources, period and locks throw.
 */
export async function giveResources(trx: Trx, ctx: Ctx, input: Giving) {
  refuseVisitor(ctx);
  const resourceIds = [...new Set(input.resourceIds)];
  const granteeIds = [...new Set(input.granteeIds)];
  const { terms } = input;
  const rights = terms ? [...grantFamilies.lock.rights] : withView(input.rights);
  const period = periodOf(ctx, input.startTime, input.endTime);
  await checkPeriod(trx, period);
  if (input.kind === 'lock')
    await checkLock(trx, ctx, input.granteeType === granteeType.user, input.endTime, period, terms);
  await checkGrantees(trx, ctx, input.granteeType, granteeIds);
  await checkResources(trx, ctx, input.kind, resourceIds, rights);
  const toOrg = input.granteeType === granteeType.org;
  const inherit = toOrg && input.inherit;
  const column = sql.ref(toOrg ? 'org_id' : 'user_id');
  const wanted = sql`select ge.id as grantee, r.id as resource from unnest(${granteeIds}::bigint[]) ge(id), unnest(${resourceIds}::bigint[]) r(id)`;
  const holds = sql`g.client_id = ${ctx.clientId} and g.resource_kind = ${input.kind} and g.resource_id = w.resource and g.${column} = w.grantee
    and g.revoked_at is null and (g.valid_until is null or g.valid_until > now())`;
  const same = sql`g.rights = ${rights}::text[] and g.inherit = ${inherit} and g.valid_until is not distinct from ${period.until}
    and ${terms ? hasSameTerms(terms) : sql`true`}`;
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
  if (terms)
    await writeTerms(
      trx,
      ctx,
      [...added.rows, ...updated.rows].map(({ id }) => id),
      terms,
    );
  await guardGrantEnds(
    trx,
    ctx,
    [...added.rows, ...updated.rows].map(({ id }) => id),
  );
  const words = {
    rights: rights.map((r) => authRightNames[r]).join('、'),
    end: input.endTime ?? '永久',
    terms: terms ? termsInWords(terms) : '',
  };
  const changes = changesBetween({}, words, { rights: '权限', end: '有效期至', terms: '开锁条件' });
  const line = (action: string) => (row: { id: string }) => ({ entity, entityId: row.id, action, changes });
  await recordChanges(trx, ctx, [...added.rows.map(line('授权')), ...updated.rows.map(line('编辑'))]);
  const total = resourceIds.length * granteeIds.length;
  const counts = { added: added.rows.length, updated: updated.rows.length };
  if (input.kind === 'vehicle' && counts.added > 0) await handOpenMessages(trx, ctx, toOrg, granteeIds);
  return { ...counts, skipped: total - counts.added - counts.updated };
}

export function updateGrant(ctx: Ctx, family: GrantFamily, input: Parsed<GrantCalls['update']>) {
  return ctx.db(async (trx) => {
    const before = await findGrant(trx, ctx, family, input.id);
    if (!before) throw notFound('授权');
    if (before.version !== input.version) throw changedMeanwhile(entity, input.id);
    const { terms } = input;
    const rights = terms ? [...grantFamilies.lock.rights] : withView(input.rights);
    const period = periodOf(ctx, input.startTime ?? before.startTime, input.endTime);
    await checkPeriod(trx, period);
    if (family === 'lock') await checkLock(trx, ctx, true, input.endTime, period, terms);
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
    if (!row) throw changedMeanwhile(entity, input.id);
    await guardGrantEnds(trx, ctx, [input.id]);
    if (terms) await writeTerms(trx, ctx, [input.id], terms);
    const after = terms ? (await findGrant(trx, ctx, family, input.id))?.terms : null;
    const words = (list: readonly AuthRight[], end: string | null, below: boolean) => ({
      rights: list.map((r) => authRightNames[r]).join('、'),
      end: end ?? '永久',
      inherit: below ? '是' : '否',
    });
    const changes = changesBetween(
      {
        ...words(before.rights, before.endTime, before.inherit),
        terms: before.terms ? termsInWords(before.terms) : '',
      },
      { ...words(rights, input.endTime ?? null, input.inherit), terms: after ? termsInWords(after) : '' },
      { rights: '权限', end: '有效期至', inherit: '含下级', terms: '开锁条件' },
    );
    await recordChanges(trx, ctx, [{ entity, entityId: input.id, action: '编辑', changes }]);
    return { version: row.version };
  });
}

/** Ids of those grants that are not revoked; throws 4004 when the caller may not see one of them. */
async function listHeldGrants(trx: Trx, ctx: Ctx, family: GrantFamily, authIds: readonly string[]) {
  const ids = [...new Set(authIds)];
  const rows = await fromGrants(trx, ctx, family)
    .select(['g.id', 'g.revoked_at', 'g.resource_id', sql<GrantKind>`g.resource_kind`.as('kind')])
    .select(sql<AuthRight[]>`g.rights`.as('rights'))
    .where(sql<boolean>`g.id = any(${ids}::bigint[])`)
    .execute();
  if (rows.length < ids.length) throw notFound('授权');
  return rows.filter((r) => r.revoked_at === null);
}

/** Throws as `checkResources` unless the caller has every right that these grants give. */
export async function checkHeldRights(
  trx: Trx,
  ctx: Ctx,
  family: GrantFamily,
  grants: ReadonlyArray<{ kind: GrantKind; resource_id: string; rights: readonly AuthRight[] }>,
): Promise<void> {
  for (const kind of grantFamilies[family].kinds)
    for (const right of grantFamilies[family].rights) {
      const ids = grants.filter((g) => g.kind === kind && g.rights.includes(right)).map((g) => g.resource_id);
      if (ids.length > 0) await checkResources(trx, ctx, kind, [...new Set(ids)], [right]);
    }
}

/** Revokes the grants of the given resources to one department or user. */
export async function revokeResources(
  trx: Trx,
  ctx: Ctx,
  of: { kind: GrantKind; granteeType: number; granteeId: string },
  resourceIds: readonly string[],
): Promise<void> {
  refuseVisitor(ctx);
  const column = sql.ref(of.granteeType === granteeType.org ? 'org_id' : 'user_id');
  const { rows } = await sql<{
    id: string;
  }>`update resource_auth set revoked_at = now(), revoked_by = ${ctx.userId}, version = version + 1
    where client_id = ${ctx.clientId} and resource_kind = ${of.kind} and resource_id = any(${[...resourceIds]}::bigint[])
      and ${column} = ${of.granteeId} and revoked_at is null returning id::text as id`.execute(trx);
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity, entityId: id, action: '撤销' })),
  );
}

export function revokeGrants(ctx: Ctx, family: GrantFamily, authIds: readonly string[]): Promise<{ changed: number }> {
  return ctx.db(async (trx) => {
    const ids = (await listHeldGrants(trx, ctx, family, authIds)).map(({ id }) => id);
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
  family: GrantFamily,
  authIds: readonly string[],
  endTime: string | null,
): Promise<{ changed: number }> {
  return ctx.db(async (trx) => {
    const period = periodOf(ctx, undefined, endTime);
    await checkPeriod(trx, period);
    const held = await listHeldGrants(trx, ctx, family, authIds);
    if (held.length === 0) return { changed: 0 };
    await checkHeldRights(trx, ctx, family, held);
    const ids = held.map(({ id }) => id);
    // A year from now: the start of a grant may lie long ago, its extension is a new decision.
    if (family === 'lock') {
      if (!endTime) throw invalidField('endTime', '请选择有效期，最长1年');
      const year = await sql<{
        ok: boolean;
      }>`select ${period.until} <= now() + make_interval(days => ${lockGrantDays}) as ok`.execute(trx);
      if (!year.rows[0]?.ok) throw invalidField('endTime', '蓝牙锁授权的有效期最长1年');
    }
    const { rows } = await sql<{ id: string; before: string | null }>`
      update resource_auth g set valid_until = ${period.until}, version = g.version + 1
      from (select id, to_char(valid_until at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as before from resource_auth
        where id = any(${ids}::bigint[])) old
      where g.id = old.id and (${period.until} is null or ${period.until} > g.valid_from) returning g.id::text as id, old.before`.execute(
      trx,
    );
    await guardGrantEnds(trx, ctx, ids);
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
