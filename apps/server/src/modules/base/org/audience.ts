import { type MenuKey, menuList } from '@tongda/contract/shell/menus';
import { type RawBuilder, sql } from 'kysely';
import type { ResourceRight } from './scope';

export interface AudienceOf {
  clientId: string;
  /** only those who may see this vehicle; absent = everybody of the company */
  vehicleId?: string | null;
  /** only those who hold this menu: it is theirs to act */
  menu?: MenuKey;
  /** only those who may press this button */
  button?: { menu: number; path: string };
  /** the right that they need to the vehicle; `view` unless said otherwise */
  right?: ResourceRight;
  /** only those of these departments and the ones below; absent = of all */
  orgIds?: readonly string[] | null;
}

/** The same as SQL expressions, for many messages in one query; each may be null. */
interface AudienceColumns {
  vehicleId: RawBuilder<unknown>;
  menu: RawBuilder<unknown>;
  orgIds: RawBuilder<unknown>;
}

/**
 * SQL that lists the ids of the users of a company whom something concerns: by vehicle the reverse of `visibleVehicles`, for jobs that run
 * without a user. Disabled and deleted users are left out.
 */
export function audienceSql({
  clientId,
  vehicleId,
  menu,
  button,
  right,
  orgIds,
}: AudienceOf): RawBuilder<{ id: string }> {
  const conditions: RawBuilder<unknown>[] = [sql`u.client_id = ${clientId} and u.status = 1 and u.deleted_at is null`];
  if (vehicleId) conditions.push(seesVehicle(sql`${vehicleId}::bigint`, right));
  if (button) conditions.push(pressesButton(button));
  if (menu) conditions.push(holdsMenu(sql`${menu}::text`));
  if (orgIds) conditions.push(isOfOrg(sql`${[...orgIds]}::bigint[]`));
  return sql<{ id: string }>`select u.id from app_user u where ${sql.join(conditions, sql` and `)}`;
}

/** Whether the user `u` of a query is concerned by what columns of the same query say. */
export const isConcernedSql = ({ vehicleId, menu, orgIds }: AudienceColumns): RawBuilder<boolean> =>
  sql<boolean>`(u.status = 1 and u.deleted_at is null and (${vehicleId} is null or ${seesVehicle(vehicleId)})
    and (${menu} is null or ${holdsMenu(menu)}) and (${orgIds} is null or ${isOfOrg(orgIds)}))`;

/** A share of another company gives the right to view and nothing more. */
const seesVehicle = (id: RawBuilder<unknown>, right: ResourceRight = 'view'): RawBuilder<boolean> => {
  const own = sql`exists (select from vehicle v where v.id = ${id} and v.client_id = u.client_id and (u.is_primary or u.org_type = 1
    or v.org_id in (select scope_orgs(u.id)) or v.id in (select scope_grants(u.id, 'vehicle', ${right}))))`;
  const shared = sql`exists (select from vehicle_access a where a.vehicle_id = ${id} and a.client_id = u.client_id and a.source = 'share'
    and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now()))`;
  return right === 'view' ? sql<boolean>`(${own} or ${shared})` : sql<boolean>`${own}`;
};

/** Whether a role of the user gives all rights, or what the condition on `r` asks for. */
const mayByRole = (given: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(u.is_primary or exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.status = 1
    and (r.all_rights or ${given})))`;

/** Whether the company of user `u` has a menu (its key; null: it has) or staff switched it off for it (定制模块): then it is nobody's, also not his who has all rights. */
export const companyHasMenu = (menu: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from module_off off where off.client_id = u.client_id and off.module = ${menu})`;

const holdsMenu = (menu: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${companyHasMenu(menu)} and ${mayByRole(sql`exists (select from role_menu rm where rm.role_id = r.id and rm.menu_key = ${menu})`)})`;

const pressesButton = ({ menu, path }: { menu: number; path: string }): RawBuilder<boolean> => {
  const key = menuList.find(({ id }) => id === menu)?.key ?? '';
  const given = sql`exists (select from role_button b where b.role_id = r.id and b.menu_id = ${menu} and b.path = ${path})`;
  return sql<boolean>`(${companyHasMenu(sql`${key}::text`)} and ${mayByRole(given)})`;
};

/** A department's path holds its own id and those above. */
const isOfOrg = (orgIds: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from org o where o.id = u.org_id and o.path && ${orgIds})`;
