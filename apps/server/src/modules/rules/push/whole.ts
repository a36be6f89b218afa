import { beyondWords } from '@tongda/contract/rules/push/beyond';
import { pushScope } from '@tongda/contract/rules/push/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, forbiddenError, invalidField } from '../../../core/http/errors';
import { orgScope, type ScopeOf, seesAll, visibleVehicleRows } from '../../base/org/door';

/** Tables of what tells others of the vehicles of a scope: both have `scope` (pushScope), `target_ids` and `created_by`. */
type Telling = 'push_setting' | 'forward_target';

/**
 * SQL condition: a row (its alias; columns `client_id`, `scope`, `target_ids`) tells of vehicles that the caller does not see: of the whole company,
 * of a department below one that he sees, of a fleet with vehicles of others. Whoever may not see them does not choose who is told (docs/decisions/131).
 */
export function tellsBeyond(ctx: ScopeOf, alias: string): RawBuilder<boolean> {
  if (seesAll(ctx)) return sql<boolean>`false`;
  const [client, scope, ids] = ['client_id', 'scope', 'target_ids'].map((column) => sql.ref(`${alias}.${column}`));
  const unseen = sql`wv.client_id = ${client} and wv.deleted_at is null and (${visibleVehicleRows(ctx, 'wv')}) is not true`;
  return sql<boolean>`(case ${scope} when ${sql.lit(pushScope.company)} then true
    when ${sql.lit(pushScope.orgs)} then exists (select from org wo where wo.client_id = ${client} and wo.path && ${ids} and (${orgScope(ctx, 'wo.id')}) is not true)
    when ${sql.lit(pushScope.fleets)} then exists (select from vehicle wv where wv.fleet_id = any(${ids}) and ${unseen})
    when ${sql.lit(pushScope.vehicles)} then exists (select from vehicle wv where wv.id = any(${ids}) and ${unseen})
    else exists (select from vehicle_group wg where wg.id = any(${ids}) and wg.user_id <> ${ctx.userId})
      or exists (select from vehicle_group_item wi join vehicle wv on wv.id = wi.vehicle_id where wi.group_id = any(${ids}) and ${unseen}) end)`;
}

/** SQL: the caller made this row. What he began he may always end, also when it has come to reach further than he sees. */
export const madeBy = (ctx: Ctx, alias: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.created_by`)} = ${ctx.userId}, false)`;

export const beyondError = (noun: string, { name, own }: { name: string; own: boolean }): AppError =>
  forbiddenError(beyondWords(noun, name, own));

/** Throws 4003 when what this row tells others goes beyond what the caller sees: he may not say to whom, nor whether. */
export async function refuseBeyond(trx: Trx, ctx: Ctx, table: Telling, id: string, noun: string): Promise<void> {
  if (seesAll(ctx)) return;
  const { rows } = await sql<{
    name: string;
    own: boolean;
  }>`select t.name, ${madeBy(ctx, 't')} as own from ${sql.table(table)} t
    where t.id = ${id} and t.client_id = ${ctx.clientId} and ${tellsBeyond(ctx, 't')}`.execute(trx);
  if (rows[0]) throw beyondError(noun, rows[0]);
}

/** Throws 4000 at the chosen departments, fleets or vehicles when they hold some that the caller does not see. The whole company is for `scope` to refuse. */
export async function refuseWider(
  trx: Trx,
  ctx: Ctx,
  { scope, targetIds }: { scope: number; targetIds: readonly string[] },
): Promise<void> {
  if (seesAll(ctx) || scope === pushScope.company) return;
  const { rows } = await sql<{ beyond: boolean }>`select ${tellsBeyond(ctx, 't')} as beyond
    from (select ${ctx.clientId}::bigint as client_id, ${scope}::int as scope, ${[...targetIds]}::bigint[] as target_ids) t`.execute(
    trx,
  );
  // a fleet that belongs to no department may get vehicles of any: it is judged here once, and tells of them ever after
  const open =
    scope === pushScope.fleets &&
    (await trx
      .selectFrom('fleet')
      .select('id')
      .where('client_id', '=', ctx.clientId)
      .where('id', 'in', [...targetIds, '0'])
      .where('org_id', 'is', null)
      .executeTakeFirst()) !== undefined;
  if (open) throw invalidField('targetIds', '所选车队中有不属于任何部门的，可能包含您看不到的车辆，请改选部门或车辆');
  if (rows[0]?.beyond)
    throw invalidField('targetIds', '所选范围中有您看不到的车辆，请缩小范围，或由能看到全部车辆的人员设置');
}
