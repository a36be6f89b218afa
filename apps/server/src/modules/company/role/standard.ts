import { dataScope } from '@tongda/contract/base/org/enums';
import { isMenuKey, type MenuKey, menuList } from '@tongda/contract/shell/menus';
import { buttons } from '@tongda/contract/shell/rights';
import { rootOf } from '@tongda/contract/shell/tree';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';

type Wanted = (key: MenuKey, area: string) => boolean;

const isMonitoringMenu: Wanted = (key) => ['monitoring', 'location', 'trajectory', 'myMap', 'multiCar'].includes(key);

/** A role that the product brings: its menus, the actions of their buttons (absent: all) and its data scope. */
export interface StandardRole {
  name: string;
  code: string;
  menus: Wanted;
  actions?: readonly string[];
  scope: number;
}

/** Roles of a transport company (E4). */
export const standardRoles = {
  dispatchLead: {
    name: '调度主管',
    code: 'DISPATCH-LEAD',
    scope: dataScope.below,
    menus: (key, area) =>
      isMonitoringMenu(key, area) || area === 'transport' || area === 'resources' || area === 'report',
  },
  dispatcher: {
    name: '调度员',
    code: 'DISPATCHER',
    scope: dataScope.own,
    menus: (key, area) => isMonitoringMenu(key, area) || area === 'transport' || key === 'vehicle' || key === 'driver',
    actions: ['add', 'edit', 'export'],
  },
  fleetManager: {
    name: '车队长',
    code: 'FLEET-MANAGER',
    scope: dataScope.below,
    menus: (key, area) => isMonitoringMenu(key, area) || area === 'resources' || area === 'report',
  },
  quality: {
    name: '质量',
    code: 'QUALITY',
    scope: dataScope.below,
    menus: (key, area) => isMonitoringMenu(key, area) || area === 'report' || key === 'vehicle',
    actions: ['export', 'handle', 'remark'],
  },
  station: {
    name: '站点操作员',
    code: 'STATION',
    scope: dataScope.own,
    menus: (key, area) => isMonitoringMenu(key, area) || key === 'waybillManage' || key === 'arrivalManage',
    actions: ['export'],
  },
  finance: {
    name: '财务',
    code: 'FINANCE',
    scope: dataScope.below,
    menus: (key) => key === 'settlement' || key === 'dataReport',
  },
  service: {
    name: '客服',
    code: 'SERVICE',
    scope: dataScope.below,
    menus: (key, area) => isMonitoringMenu(key, area) || key === 'businessTracking' || key === 'customer',
    actions: ['export'],
  },
  watcher: { name: '只读监控', code: 'READONLY', scope: dataScope.below, menus: isMonitoringMenu, actions: [] },
} as const satisfies Record<string, StandardRole>;

/** Menu keys and buttons that the description of a standard role selects, in the form of the tables of roles. */
export function rowsOfRights({ menus, actions }: Pick<StandardRole, 'menus' | 'actions'>) {
  // everybody may change his own password, unless a role of the company's own making says otherwise
  const wanted: Wanted = (key, area) => key === 'changePassword' || menus(key, area);
  const held = menuList.filter((menu) => isMenuKey(menu.key) && wanted(menu.key, rootOf(menu.key).area));
  const ids = new Set(held.map((menu) => menu.id));
  return {
    menus: held.map((menu) => menu.key),
    buttons: buttons
      .filter((b) => ids.has(b.menuId) && (actions === undefined || actions.includes(b.action)))
      .map(({ menuId, path }) => ({ menuId, path })),
  };
}

/** Adds the product's roles to a new company; they can be given and copied but not changed. Answers the id of the administrator role. */
export async function addStandardRoles(trx: Trx, clientId: string): Promise<string> {
  const roles: StandardRole[] = Object.values(standardRoles);
  const everything = { name: '企业管理员', code: 'ADMIN', data_scope: dataScope.below, all_rights: true };
  const made = await trx
    .insertInto('role')
    .values(
      [everything, ...roles.map(({ name, code, scope }) => ({ name, code, data_scope: scope, all_rights: false }))].map(
        (role) => ({ ...role, client_id: clientId, preset: true, remark: '由系统建立，可复制后调整' }),
      ),
    )
    .returning(['id', 'all_rights'])
    .execute();
  await writeRights(trx, clientId);
  return made.find((role) => role.all_rights)?.id ?? '';
}

/** Brings the rights of the product's own roles in every company up to this version, so that new pages and buttons reach their users. Runs at start. */
export function renewStandardRoles(db: Kysely<DB>): Promise<void> {
  return db.transaction().execute((trx) => writeRights(trx));
}

async function writeRights(trx: Trx, clientId: string | null = null): Promise<void> {
  for (const role of Object.values<StandardRole>(standardRoles)) {
    const { menus, buttons: pressed } = rowsOfRights(role);
    const own = sql`select id, client_id from role where preset and code = ${role.code}
      and (${clientId}::bigint is null or client_id = ${clientId})`;
    await sql`delete from role_menu m using (${own}) r where m.role_id = r.id and m.menu_key <> all(${menus}::text[])`.execute(
      trx,
    );
    await sql`insert into role_menu (client_id, role_id, menu_key)
      select r.client_id, r.id, k from (${own}) r, unnest(${menus}::text[]) k on conflict do nothing`.execute(trx);
    const words = pressed.map((b) => `${b.menuId}|${b.path}`);
    await sql`delete from role_button b using (${own}) r
      where b.role_id = r.id and b.menu_id || '|' || b.path <> all(${words}::text[])`.execute(trx);
    await sql`insert into role_button (client_id, role_id, menu_id, path)
      select r.client_id, r.id, b.menu_id, b.path
      from (${own}) r, jsonb_to_recordset(${JSON.stringify(pressed.map((b) => ({ menu_id: b.menuId, path: b.path })))}::jsonb)
        as b (menu_id int, path text) on conflict do nothing`.execute(trx);
  }
}
