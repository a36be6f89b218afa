import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { orgScope, seesAll, visibleVehicleRows } from '../../base/org/door';

/** SQL query: ids of the company's vehicles that the caller may see (`view`) or set rules for (`edit`). */
export const ownVehicles = (ctx: Ctx, right: 'view' | 'edit'): RawBuilder<unknown> =>
  sql`select v.id from vehicle v where v.client_id = ${ctx.clientId} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v', right)}`;
/** SQL query: ids of the fleets of the caller's departments; for reading also those without a department. */
const ownFleets = (ctx: Ctx, right: 'view' | 'edit'): RawBuilder<unknown> =>
  sql`select f.id from fleet f where f.client_id = ${ctx.clientId} and f.deleted_at is null
    and (${orgScope(ctx, 'f.org_id')}${right === 'view' ? sql` or f.org_id is null` : sql``})`;
const ownOrgs = (ctx: Ctx): RawBuilder<unknown> =>
  sql`select o.id from org o where o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')}`;

/** SQL query: ids of the records that a rule of this scope may name, as far as the caller may use them. */
export function targetsOf(ctx: Ctx, scope: number, right: 'view' | 'edit'): RawBuilder<unknown> {
  if (scope === ruleScope.fleets) return ownFleets(ctx, right);
  return scope === ruleScope.orgs ? ownOrgs(ctx) : ownVehicles(ctx, right);
}

/** SQL condition: the rule concerns something that the caller sees. */
export const seenRules = (ctx: Ctx): RawBuilder<boolean> =>
  seesAll(ctx)
    ? sql<boolean>`true`
    : sql<boolean>`case r.scope when ${ruleScope.company} then true
        when ${ruleScope.fleets} then r.target_ids && array(${ownFleets(ctx, 'view')})
        when ${ruleScope.orgs} then r.target_ids && array(${ownOrgs(ctx)})
        else r.target_ids && array(${ownVehicles(ctx, 'view')}) end`;

/** SQL condition: the rule concerns only things that the caller may change, so that he may edit it. */
export const ownRules = (ctx: Ctx): RawBuilder<boolean> =>
  seesAll(ctx)
    ? sql<boolean>`true`
    : sql<boolean>`case r.scope when ${ruleScope.company} then false
        when ${ruleScope.fleets} then r.target_ids <@ array(${ownFleets(ctx, 'edit')})
        when ${ruleScope.orgs} then r.target_ids <@ array(${ownOrgs(ctx)})
        else r.target_ids <@ array(${ownVehicles(ctx, 'edit')}) end`;

/** SQL condition: the rule applies to this vehicle now. */
export const rulesOfVehicle = (vehicleId: string): RawBuilder<boolean> =>
  sql<boolean>`(not ${vehicleId}::bigint = any(r.exclude_ids) and case r.scope when ${ruleScope.company} then true
    when ${ruleScope.vehicles} then ${vehicleId}::bigint = any(r.target_ids)
    when ${ruleScope.fleets} then (select v.fleet_id from vehicle v where v.id = ${vehicleId}) = any(r.target_ids)
    else r.target_ids && array(with recursive up(id) as (select v.org_id from vehicle v where v.id = ${vehicleId}
      union select o.parent_id from up join org o on o.id = up.id) select id from up where id is not null) end)`;
