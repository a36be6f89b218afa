import type { MenuKey } from '@tongda/contract/menus';
import { type RawBuilder, sql } from 'kysely';

export interface AudienceOf {
  clientId: string;
  /** only those who may see this vehicle; absent = everybody of the company */
  vehicleId?: string | null;
  /** only those who hold this menu: it is theirs to act */
  menu?: MenuKey;
}

/**
 * Ids of the users of a company who are concerned: the other direction of `visibleVehicles`, for work that runs for nobody in particular.
 * Disabled and deleted users are left out.
 */
export function audience({ clientId, vehicleId, menu }: AudienceOf): RawBuilder<{ id: string }> {
  const conditions: RawBuilder<unknown>[] = [sql`u.client_id = ${clientId} and u.status = 1 and u.deleted_at is null`];
  if (vehicleId) {
    conditions.push(sql`(
      exists (select from vehicle v where v.id = ${vehicleId} and v.client_id = u.client_id and (u.is_primary or u.org_type = 1
        or v.org_id in (select scope_orgs(u.id)) or v.id in (select scope_grants(u.id, 'vehicle', 'view'))))
      or exists (select from vehicle_access a where a.vehicle_id = ${vehicleId} and a.client_id = u.client_id and a.source = 'share'
        and a.valid_from <= now() and (a.valid_until is null or a.valid_until > now())))`);
  }
  if (menu) {
    conditions.push(sql`(u.is_primary or exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.status = 1
      and (r.all_rights or exists (select from role_menu m where m.role_id = r.id and m.menu_key = ${menu}))))`);
  }
  return sql<{ id: string }>`select u.id from app_user u where ${sql.join(conditions, sql` and `)}`;
}
