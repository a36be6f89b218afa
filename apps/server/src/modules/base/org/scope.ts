import { placeVisible } from '@tongda/contract/ground/place/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { isBoundAt } from './bound';

/** The part of a context that data authorisation needs. Everything else is read from the database, so that a change takes effect at once. */
export type ScopeOf = Pick<Ctx, 'userId' | 'clientId' | 'isPrimary' | 'isOrgManager' | 'customerId'> & {
  rights?: Pick<Ctx['rights'], 'masks'>;
};

/** Rights to a resource; each of them includes `view`. */
export type ResourceRight = 'view' | 'control' | 'video' | 'edit' | 'alarm';
/** Kinds of resources that are given to departments and users (resource_auth.resource_kind). */
export type ResourceKind = 'vehicle' | 'device' | 'site' | 'region' | 'route' | 'store' | 'lock';

/** Primary users and organisation administrators see the whole company. */
export const seesAll = (who: ScopeOf): boolean => who.isPrimary || who.isOrgManager;

/** Names what a user sees of his company: those who see all of it see the same (for `sameFor` of a route). */
export const scopeName = (who: ScopeOf): string => {
  const all = seesAll(who) ? 'all' : who.userId;
  return who.customerId === undefined ? all : `customer ${who.customerId} ${all}`;
};

/** Departments in the user's data scope as an SQL array, evaluated once in a statement. */
const scopeOrgsSql = (who: ScopeOf): RawBuilder<unknown> => sql`array(select scope_orgs(${who.userId}::bigint))`;

/** SQL: vehicles that another company shares with the user's company now. A share gives the right to view and nothing more. */
const sharedNow = (who: ScopeOf): RawBuilder<unknown> => sql`select a.vehicle_id from vehicle_access a
  where a.client_id = ${who.clientId} and a.source = 'share' and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now())`;

/**
 * Data authorisation in one place: whether a row of a table with `id`, `client_id` and `org_id` (named by its alias) is the caller's to see, or to
 * control, watch or edit. It is when its department lies in the caller's data scope (ownership), when it was given to him, to his department or
 * from above it with inheritance (`resource_auth`), or, for vehicles, while another company shares it in. Administrators see their whole company. The program of a
 * customer sees of it the vehicles that are bound to him now.
 */
export function visibleResources(
  who: ScopeOf,
  kind: ResourceKind,
  alias: string,
  right: ResourceRight = 'view',
  shares = true,
): RawBuilder<boolean> {
  if (right === 'video' && who.rights?.masks.has('video')) return sql<boolean>`false`;
  const [id, client, org] = ['id', 'client_id', 'org_id'].map((column) => sql.ref(`${alias}.${column}`));
  const ways = [
    seesAll(who)
      ? sql`${client} = ${who.clientId}`
      : sql`${client} = ${who.clientId} and (${org} = any(${scopeOrgsSql(who)})
          or ${id} in (select scope_grants(${who.userId}::bigint, ${kind}, ${right})))`,
    ...(kind === 'vehicle' && right === 'view' && shares ? [sql`${id} in (${sharedNow(who)})`] : []),
  ];
  const seen = sql<boolean>`(${sql.join(ways, sql` or `)})`;
  // nobody's program but the customer's asks so, and then for vehicles alone: other resources are not told to it
  if (who.customerId === undefined) return seen;
  return kind === 'vehicle'
    ? sql<boolean>`(${seen} and ${isBoundAt(who, `${alias}.id`, sql`now()`)})`
    : sql<boolean>`false`;
}

/** The same caller without his customer: for what is cut by the time of the bindings itself, as history is. */
export const anyCustomer = <W extends ScopeOf>(who: W): W => ({ ...who, customerId: undefined });

/** `visibleResources` of a query on the vehicle table itself: the fast form for lists. `shares` false: `hasShares` said that there are none. */
export const visibleVehicleRows = (
  who: ScopeOf,
  alias: string,
  right?: ResourceRight,
  shares?: boolean,
): RawBuilder<boolean> => visibleResources(who, 'vehicle', alias, right, shares);

/** Whether anybody shares a vehicle with the company now. Where nobody does, lists need no `or`, which keeps them from the company's indexes. */
export async function hasShares(trx: Trx, who: ScopeOf): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select exists (${sharedNow(who)}) as yes`.execute(trx);
  return rows[0]?.yes ?? true;
}

/** The same for any column that holds a vehicle's id: `.where(visibleVehicles(ctx, 'p.vehicle_id'))`. */
export const visibleVehicles = (who: ScopeOf, column: string, right?: ResourceRight): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select scoped.id from vehicle scoped where ${visibleVehicleRows(who, 'scoped', right)})`;

/** SQL condition on a department column: true for users who see the whole company, else the departments of the caller's data scope. */
export const orgScope = (who: ScopeOf, column: string): RawBuilder<boolean> =>
  seesAll(who) ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${scopeOrgsSql(who)})`;

/** SQL condition for records that only follow their department (drivers, fleets, customers, routes): those of the caller's departments and those without one. */
export const orgOrNone = (who: ScopeOf, column: string): RawBuilder<boolean> =>
  seesAll(who) ? sql<boolean>`true` : sql<boolean>`(${sql.ref(column)} is null or ${orgScope(who, column)})`;

/**
 * Data authorisation of terminals and recorders, on the alias of their table: what sits in a vehicle is seen with the vehicle, what lies in stock
 * is its department's (everybody's without one), and terminals can be given themselves. `boundTo`: column of the vehicle that it sits in now.
 */
export function visibleDevices(
  who: ScopeOf,
  alias: string,
  boundTo: string,
  kind: 'device' | 'portable' = 'device',
  right: ResourceRight = 'view',
): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`${sql.ref(`${alias}.client_id`)} = ${who.clientId}`;
  const org = `${alias}.org_id`;
  const given = kind === 'device' ? sql`or ${isGivenSql(who, 'device', sql.ref(`${alias}.id`), right)}` : sql``;
  return sql<boolean>`(case when ${sql.ref(boundTo)} is null then ${orgOrNone(who, org)} else ${visibleVehicles(who, boundTo, right)} end ${given})`;
}

/** The same for terminals of a query without their bindings. */
export const visibleTerminals = (who: ScopeOf, alias: string, right: ResourceRight = 'view'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from (select 1) one left join device_binding bound on bound.device_id = ${sql.ref(`${alias}.id`)}
    and upper_inf(bound.during) where ${visibleDevices(who, alias, 'bound.vehicle_id', 'device', right)})`;

/** SQL condition: granted to the user, to his department, or to one above it with inheritance, valid now and with the right. */
const isGivenSql = (
  who: ScopeOf,
  kind: ResourceKind,
  id: RawBuilder<unknown>,
  right: ResourceRight,
): RawBuilder<unknown> => sql`${id} in (select scope_grants(${who.userId}::bigint, ${kind}, ${right}))`;

/** Rights to a place: to look at it, to change it, and to choose it in rules of alarms. */
export type PlaceRight = 'view' | 'edit' | 'alarm';

/**
 * Data authorisation of places, on the alias of the table `place`. Everybody sees what is for the whole company (and may choose it in rules);
 * a place of a department is seen by that department, one without a department by everybody, and one's own places always; others only when they
 * were granted (`resource_auth`). Administrators see all.
 */
export function visiblePlaces(who: ScopeOf, alias: string, right: PlaceRight = 'view'): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const [visible, org, kind, id] = ['visible', 'org_id', 'kind', 'id'].map(column);
  if (!visible || !org || !kind || !id) throw new Error('four columns were named');
  const shared = right === 'edit' ? sql`` : sql`${visible} = ${sql.lit(placeVisible.company)} or`;
  return sql<boolean>`(${shared} ${column('created_by')} = ${who.userId}
    or (${visible} <> ${sql.lit(placeVisible.own)} and (${org} is null or ${org} = any(${scopeOrgsSql(who)})))
    or (${kind} = 'region' and ${isGivenSql(who, 'region', id, right)})
    or (${kind} = 'site' and ${isGivenSql(who, 'site', id, right)})
    or (${kind} = 'line' and ${isGivenSql(who, 'route', id, right)}))`;
}

/** SQL condition for the stores that the caller sees, on the alias of the table: those of his departments, those without one, and granted ones. */
export function visibleStores(who: ScopeOf, alias: string, right: PlaceRight = 'view'): RawBuilder<boolean> {
  if (seesAll(who)) return sql<boolean>`true`;
  const [org, id] = [sql.ref(`${alias}.org_id`), sql.ref(`${alias}.id`)];
  return sql<boolean>`(${org} is null or ${org} = any(${scopeOrgsSql(who)}) or ${isGivenSql(who, 'store', id, right)})`;
}
