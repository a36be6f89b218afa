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

/** Table that holds resources of a kind. */
export function tableOfKind(kind: GrantKind): RawBuilder<unknown> {
  if (isPlaceKind(kind)) return sql`place`;
  return { vehicle: sql`vehicle`, device: sql`device`, store: sql`store`, lock: sql`bluetooth_lock` }[
    kind as 'vehicle' | 'device' | 'store' | 'lock'
  ];
}

/** Column of the table that a reader knows a resource by. */
export function nameOfKind(kind: GrantKind, alias: string): RawBuilder<string> {
  const column = { vehicle: 'plate_no', device: 'terminal_no', lock: 'lock_no' }[kind as string] ?? 'name';
  return sql<string>`${sql.ref(`${alias}.${column}`)}`;
}

/** Whether a row of the kind's table is the user's to see, or to do more with. The one place where enforcement and kinds meet. */
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

/** What a department as such sees of a kind: its own resources and those below it, what is for everybody, and what was given to it. */
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
