import type { AuthRight, GrantKind } from '@tongda/contract/company/resource-auth/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import {
  type ScopeOf,
  visiblePlaces,
  visibleResources,
  visibleStores,
  visibleTerminals,
  visibleVehicleRows,
} from '../../base/org/door';

/** Kinds of the table `place` by kinds of grants. */
const placeKinds: Partial<Record<GrantKind, string>> = { site: 'site', region: 'region', route: 'line' };
export const isPlaceKind = (kind: GrantKind): boolean => kind in placeKinds;

const tables: Readonly<Record<GrantKind, RawBuilder<unknown>>> = {
  vehicle: sql`vehicle`,
  device: sql`device`,
  site: sql`place`,
  region: sql`place`,
  route: sql`place`,
  store: sql`store`,
  lock: sql`bluetooth_lock`,
};
/** Table that holds resources of a kind. */
export const tableOfKind = (kind: GrantKind): RawBuilder<unknown> => tables[kind];

/** Columns with the name of a resource, of the tables where it is not called `name`. */
const nameColumns: Partial<Record<GrantKind, string>> = {
  vehicle: 'plate_no',
  device: 'terminal_no',
  lock: 'lock_no',
};

/** The column that holds the name of a resource: plate, terminal number, lock number or name. */
export function nameOfKind(kind: GrantKind, alias: string): RawBuilder<string> {
  const column = nameColumns[kind] ?? 'name';
  return sql<string>`${sql.ref(`${alias}.${column}`)}`;
}

/** SQL condition: whether the user `who` has the right to a row of the kind's table. Every check of a grantable resource by its kind goes through here. */
export function visibleOfKind(
  who: ScopeOf,
  kind: GrantKind,
  alias: string,
  right: AuthRight = 'view',
): RawBuilder<boolean> {
  if (kind === 'vehicle') return visibleVehicleRows(who, alias, right);
  if (kind === 'device') return visibleTerminals(who, alias, right);
  if (kind === 'lock') return visibleResources(who, 'lock', alias, right);
  const wanted = right === 'edit' || right === 'alarm' ? right : 'view';
  if (kind === 'store') return visibleStores(who, alias, wanted);
  return sql<boolean>`(${sql.ref(`${alias}.kind`)} = ${placeKinds[kind]} and ${visiblePlaces(who, alias, wanted)})`;
}

/** SQL condition: whether a department as such sees a row: its own resources and those of departments below it, what is for everybody, and what was granted to it. */
export function visibleToOrg(ctx: Ctx, orgId: string, kind: GrantKind, alias: string): RawBuilder<boolean> {
  const [org, id] = [sql.ref(`${alias}.org_id`), sql.ref(`${alias}.id`)];
  const own = sql`${org} in (select b.id from org b where b.path @> array[${orgId}::bigint])`;
  const open = isPlaceKind(kind)
    ? sql`(${sql.ref(`${alias}.visible`)} = 1 or ${sql.ref(`${alias}.visible`)} = 2 and (${org} is null or ${own}))`
    : kind === 'store'
      ? sql`(${org} is null or ${own})`
      : own;
  const place = isPlaceKind(kind) ? sql`${sql.ref(`${alias}.kind`)} = ${placeKinds[kind]} and` : sql``;
  return sql<boolean>`(${place} (${open}
    or ${id} in (select g.resource_id from resource_auth g where g.client_id = ${ctx.clientId} and g.resource_kind = ${kind}
      and g.revoked_at is null and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now())
      and (g.org_id = ${orgId} or g.inherit and g.org_id = any((select path from org where id = ${orgId})::bigint[])))))`;
}
