import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/ctx';

/** Whose vehicles: the part of a context that data authorisation looks at. */
export type ScopeOf = Pick<Ctx, 'userId' | 'clientId' | 'isPrimary' | 'isOrgManager' | 'vehicleScope' | 'orgId'>;

/** Primary users and organisation administrators see the whole company. */
export const seesAll = (who: ScopeOf): boolean => who.isPrimary || who.isOrgManager;

/**
 * Data authorisation in one place: a predicate on a vehicle id column, for use as `.where(visibleVehicles(ctx, 'v.id'))`.
 * A vehicle is visible while `vehicle_access` says so (owned, or shared in), and, for a normal user, when its department lies under one of
 * the user's departments (vehicle_scope 1) or it was authorised one by one (vehicle_scope 2). Vehicles shared in belong to the whole company.
 */
export function visibleVehicles(who: ScopeOf, column: string): RawBuilder<boolean> {
  const id = sql.ref(column);
  const access = sql`select a.vehicle_id from vehicle_access a where a.client_id = ${who.clientId}
    and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now())`;
  if (seesAll(who)) return sql<boolean>`${id} in (${access})`;
  const shared = sql`select a.vehicle_id from vehicle_access a where a.client_id = ${who.clientId} and a.source = 'share'
    and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now())`;
  const authorised =
    who.vehicleScope === 2
      ? sql`select s.vehicle_id from user_vehicle_scope s where s.user_id = ${who.userId} and s.client_id = ${who.clientId}`
      : sql`with recursive scope(id) as (
          select o.id from org o where o.client_id = ${who.clientId}
            and (o.id = ${who.orgId} or o.id in (select s.org_id from user_org_scope s where s.user_id = ${who.userId} and s.client_id = ${who.clientId}))
          union select o.id from org o join scope on o.parent_id = scope.id
        ) select v.id from vehicle v join scope on scope.id = v.org_id where v.client_id = ${who.clientId}`;
  return sql<boolean>`(${id} in (${access}) and (${id} in (${authorised}) or ${id} in (${shared})))`;
}

/** Departments in the caller's scope: all for who sees all (and for vehicle-by-vehicle users), else the own and authorised ones with what lies below. */
export function orgScope(who: ScopeOf, column: string): RawBuilder<boolean> {
  if (seesAll(who) || who.vehicleScope === 2) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} in (with recursive scope(id) as (
    select o.id from org o where o.client_id = ${who.clientId}
      and (o.id = ${who.orgId} or o.id in (select s.org_id from user_org_scope s where s.user_id = ${who.userId} and s.client_id = ${who.clientId}))
    union select o.id from org o join scope on o.parent_id = scope.id
  ) select id from scope)`;
}
