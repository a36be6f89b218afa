import { granteeType } from '@tongda/contract/base/org/enums';
import {
  type JurisdictionCall,
  type JurisdictionChange,
  type JurisdictionKind,
  type JurisdictionRow,
  jurisdictionKinds,
  jurisdictionLimit,
} from '@tongda/contract/base/org/jurisdiction';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { placeSource } from '@tongda/contract/ground/place/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField, notFound } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { orgScope } from '../../base/org/door';
import { loadPerson } from './explain/facts';
import { isPlaceKind, nameOfKind, tableOfKind, visibleOfKind, visibleToOrg } from './kinds';
import { giveResources, revokeResources } from './service';

type Grantee = 'org' | 'user';

/** Every resource that the caller may give, each with whether the department or user sees it because it was given or for another reason. Throws 4004 for a department or user out of the caller's scope. */
export function listJurisdiction(
  ctx: Ctx,
  grantee: Grantee,
  q: Parsed<JurisdictionCall>,
): Promise<Output<JurisdictionCall>> {
  return ctx.db(async (trx) => {
    const seen = q.id === undefined ? null : await loadSight(trx, ctx, grantee, q.id);
    const kinds = jurisdictionKinds.filter((kind) => (kind === 'vehicle') === (q.group === 'vehicle'));
    const parts = kinds.map((kind) => rowsOfKindSql(ctx, kind, q, seen?.(kind) ?? null));
    const from = sql`from (${sql.join(parts, sql` union all `)}) x`;
    const { rows } =
      await sql<JurisdictionRow>`select * ${from} order by x.name, x.id limit ${jurisdictionLimit}`.execute(trx);
    const total = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
    return { list: rows, total: total.rows[0]?.n ?? 0 };
  });
}

interface Sight {
  /** visible to the department or user, for whatever reason */
  visible: RawBuilder<boolean>;
  /** given to it itself, now */
  given: RawBuilder<boolean>;
}
async function loadSight(trx: Trx, ctx: Ctx, grantee: Grantee, id: string): Promise<(kind: JurisdictionKind) => Sight> {
  const given = (kind: JurisdictionKind) =>
    sql<boolean>`exists (select from resource_auth g where g.client_id = ${ctx.clientId} and g.resource_kind = ${kind}
      and g.resource_id = r.id and ${sql.ref(grantee === 'org' ? 'g.org_id' : 'g.user_id')} = ${id} and g.revoked_at is null
      and (g.valid_until is null or g.valid_until > now()))`;
  if (grantee === 'org') {
    const { rows } = await sql`select from org o where o.id = ${id} and o.client_id = ${ctx.clientId}
      and ${orgScope(ctx, 'o.id')}`.execute(trx);
    if (rows.length === 0) throw notFound('部门');
    return (kind) => ({ visible: visibleToOrg(ctx, id, kind, 'r'), given: given(kind) });
  }
  const { rows } = await sql`select from app_user u where u.id = ${id} and u.client_id = ${ctx.clientId}
    and u.deleted_at is null and ${orgScope(ctx, 'u.org_id')}`.execute(trx);
  const person = rows.length > 0 ? await loadPerson(trx, ctx.clientId, id) : undefined;
  if (!person) throw notFound('用户');
  const who = {
    userId: person.id,
    clientId: ctx.clientId,
    isPrimary: person.isPrimary,
    isOrgManager: person.isAdmin,
  };
  return (kind) => ({ visible: visibleOfKind(who, kind, 'r'), given: given(kind) });
}

function rowsOfKindSql(
  ctx: Ctx,
  kind: JurisdictionKind,
  { keyword }: Parsed<JurisdictionCall>,
  sight: Sight | null,
): RawBuilder<unknown> {
  const name = nameOfKind(kind, 'r');
  const source = sight
    ? sql`case when ${sight.given} then 'given' when ${sight.visible} then 'other' else 'none' end`
    : sql`'none'`;
  const point = kind === 'vehicle' ? sql`null::float8 as lng, null::float8 as lat` : sql`ps.lng, ps.lat`;
  const shape =
    kind === 'vehicle'
      ? sql``
      : sql`left join place_shape ps on ps.place_id = ${isPlaceKind(kind) ? sql`r.id` : sql`r.place_id`} and upper_inf(ps.during)`;
  // the site of a store goes with its store
  return sql`select ${kind} as kind, r.id::text as id, ${name} as name, r.org_id::text as "orgId", ${source} as source, ${point}
    from ${tableOfKind(kind)} r ${shape}
    where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${visibleOfKind(ctx, kind, 'r')}
      ${kind === 'site' ? sql`and r.source <> ${placeSource.store}` : sql``}
      ${keyword ? sql`and ${name} ilike ${likePattern(keyword)}` : sql``}`;
}

/** Gives and revokes what a form ticked and unticked, in the transaction in which the form is saved. Throws 4000 on the field `jurisdiction` for resources that the caller may not give. */
export async function changeJurisdiction(
  trx: Trx,
  ctx: Ctx,
  grantee: Grantee,
  id: string,
  change: JurisdictionChange | undefined,
): Promise<void> {
  if (!change) return;
  const type = grantee === 'org' ? granteeType.org : granteeType.user;
  for (const kind of jurisdictionKinds) {
    const idsOf = (list: JurisdictionChange['add']) => list.filter((one) => one.kind === kind).map((one) => one.id);
    const [add, remove] = [idsOf(change.add), idsOf(change.remove)];
    try {
      if (remove.length > 0) await revokeResources(trx, ctx, { kind, granteeType: type, granteeId: id }, remove);
      if (add.length > 0)
        await giveResources(trx, ctx, {
          kind,
          granteeType: type,
          granteeIds: [id],
          resourceIds: add,
          rights: ['view'],
          inherit: grantee === 'org',
          endTime: null,
          remark: '管辖范围',
        });
    } catch (error) {
      // the form shows all resources in one field, so the sentence belongs there
      if (error instanceof Error && error.message.includes('不能授权'))
        throw invalidField('jurisdiction', error.message);
      throw error;
    }
  }
}
