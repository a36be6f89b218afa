import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { DB, ResourceAuth } from '../../core/generated/db-types';
import { rowsOfRights, type StandardRole, standardRoles } from '../../modules/company/role/door';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients, demoUsers } from './users';

const own = { client_id: demoClients.cold.id };

/** Departments beside those of `people.ts`: `[id, parent, name, orgType]`. */
const orgs = [
  ['211', '112', '青浦站', 5],
  ['212', '112', '苏州站', 5],
  ['213', '111', '财务部', 3],
  ['214', '111', '信息部', 3],
  ['215', '114', '干线调度组', 3],
] as const;

const { dispatchLead, dispatcher, station, finance, service, watcher } = standardRoles;

/** Roles of a transport company (E4): the standard ones of the product, and those that only this company has. */
const roles: ReadonlyArray<StandardRole & { id: string; orgs?: readonly string[] }> = [
  { id: '221', ...dispatchLead },
  { id: '222', ...dispatcher },
  { id: '223', ...station },
  { id: '224', ...finance },
  { id: '225', ...service },
  { id: '226', name: '司机(H5)', code: 'DRIVER', scope: 3, menus: (key) => key === 'account', actions: [] },
  { id: '227', name: '承运商', code: 'CARRIER', scope: 3, menus: watcher.menus, actions: [] },
  { id: '228', ...watcher, scope: 4, orgs: ['112', '113'] },
];

interface Person {
  account: string;
  name: string;
  org: string;
  roles: readonly string[];
  /** data scope of the user; absent: that of the roles */
  scope?: 1 | 2 | 3 | 4;
  scopeOrgs?: readonly string[];
  admin?: true;
  disabled?: true;
  idleDays?: number;
}
/** Twenty people beside the six of `people.ts`: 26 users of the company. */
const people: readonly Person[] = [
  { account: 'linhao', name: '林浩', org: '111', roles: ['141'], admin: true },
  { account: 'ganxian', name: '赵磊', org: '114', roles: ['221'] },
  { account: 'gxdd1', name: '钱敏', org: '215', roles: ['222'] },
  { account: 'gxdd2', name: '孙玉', org: '215', roles: ['222'] },
  { account: 'cpdd1', name: '吴倩', org: '115', roles: ['222'] },
  { account: 'cpdd2', name: '郑凯', org: '115', roles: ['221'] },
  { account: 'gzdd', name: '冯雪', org: '116', roles: ['221'] },
  { account: 'szdd', name: '褚伟', org: '117', roles: ['222'] },
  { account: 'hnjl', name: '卫东', org: '113', roles: ['221'], scope: 1 },
  { account: 'qpzd1', name: '蒋勇', org: '211', roles: ['223'] },
  { account: 'qpzd2', name: '沈芳', org: '211', roles: ['223'] },
  { account: 'szzd', name: '韩梅', org: '212', roles: ['223'] },
  { account: 'caiwu1', name: '杨丽', org: '213', roles: ['224'] },
  { account: 'caiwu2', name: '朱琳', org: '213', roles: ['224'], idleDays: 120 },
  { account: 'xinxi', name: '秦川', org: '214', roles: ['228', '225'] },
  { account: 'kefu1', name: '尤佳', org: '112', roles: ['225'] },
  { account: 'kefu2', name: '许诺', org: '113', roles: ['225'], disabled: true },
  { account: 'siji1', name: '何平', org: '114', roles: ['226'] },
  { account: 'shunda', name: '吕顺', org: '111', roles: ['227'] },
  { account: 'jiankong', name: '施安', org: '214', roles: ['228'], scope: 4, scopeOrgs: ['116', '117'] },
];
const userId = (index: number): string => String(231 + index);
const userOf = (account: string): string => userId(people.findIndex((p) => p.account === account));

/** Grants of vehicles by their numbers, with every kind and state that the screen can show. */
function grantRows(now: Date) {
  const at = (days: number): Date => new Date(now.getTime() + days * dayMs);
  const row = (nos: readonly number[], more: Partial<Insertable<ResourceAuth>>): Array<Insertable<ResourceAuth>> =>
    nos.map((no) => ({
      ...own,
      resource_kind: 'vehicle',
      resource_id: vehicleId(no),
      rights: ['view'],
      inherit: false,
      org_id: null,
      user_id: null,
      valid_from: at(-30),
      valid_until: null,
      revoked_at: null,
      revoked_by: null,
      granted_by: '151',
      granted_at: at(-30),
      remark: '',
      ...more,
    }));
  return [
    ...row([1, 2, 3, 4], { org_id: '211', rights: ['view', 'control'], remark: '青浦站进出车辆' }),
    ...row([5, 6, 7], { org_id: '212', remark: '苏州站进出车辆' }),
    ...row([18, 19, 20, 21], { org_id: '112', inherit: true, rights: ['view', 'video'], remark: '跨区支援' }),
    ...row([44, 45], { org_id: '113', inherit: false, rights: ['view', 'edit'] }),
    ...row([9, 10], { user_id: userOf('shunda'), rights: ['view'], valid_until: at(20), remark: '承运商协作' }),
    ...row([11, 12], { user_id: userOf('shunda'), valid_until: at(-2), remark: '上月协作' }),
    ...row([13], { user_id: userOf('shunda'), revoked_at: at(-5), revoked_by: '151' }),
    ...row([1], { user_id: userOf('siji1'), rights: ['view', 'control'], remark: '本人驾驶' }),
    ...row([29, 30, 31], { user_id: userOf('gxdd1'), valid_from: at(3), valid_until: at(33), remark: '下周支援' }),
    ...row([56, 57], { user_id: userOf('kefu1'), rights: ['view'] }),
    ...row([2, 3], { org_id: '213', rights: ['view'], remark: '成本核算' }),
  ];
}

/** Writes the inside of the company: stations, offices, roles, people and their grants. */
export async function seedCompany(trx: Trx, now: Date, pwdHash: string): Promise<void> {
  await trx
    .insertInto('org')
    .values(orgs.map(([id, parent_id, name, org_type], i) => ({ ...own, id, parent_id, name, org_type, sort: 10 + i })))
    .execute();
  await sql`update org set org_type = case id when 111 then 1 else 2 end where id in (111, 112, 113)`.execute(trx);
  await seedRoles(trx);
  await trx
    .insertInto('app_user')
    .values(
      people.map((p, i) => ({
        ...own,
        id: userId(i),
        org_id: p.org,
        account_code: p.account,
        name: p.name,
        phone: String(13_800_138_100 + i),
        pwd_hash: pwdHash,
        org_type: p.admin ? 1 : 0,
        status: p.disabled ? 0 : 1,
        data_scope: p.scope ?? null,
        created_at: new Date(now.getTime() - 200 * dayMs),
        last_login_at: p.disabled ? null : new Date(now.getTime() - (p.idleDays ?? 1 + (i % 9)) * dayMs),
      })),
    )
    .execute();
  await trx
    .insertInto('user_role')
    .values(people.flatMap((p, i) => p.roles.map((role_id) => ({ ...own, user_id: userId(i), role_id }))))
    .execute();
  await trx
    .insertInto('user_org_scope')
    .values(people.flatMap((p, i) => (p.scopeOrgs ?? []).map((org_id) => ({ ...own, user_id: userId(i), org_id }))))
    .execute();
  await trx.insertInto('resource_auth').values(grantRows(now)).execute();
  await setManagers(trx);
  await trx.insertInto('change_history').values(pastChanges(now)).execute();
}

/** The provider's clerk who visits companies. */
const visitor = '161';
const nameOfUser = (id: string): string => demoUsers.find((user) => user.id === id)?.name ?? '';

/** Recent changes by the administration, for its first page and the logs. */
function pastChanges(now: Date) {
  const line = (hours: number, entity: string, id: string, action: string, label = '', before = '', after = '') => ({
    ...own,
    entity,
    entity_id: id,
    action,
    user_id: '151',
    user_name: '管理员',
    changes: JSON.stringify(label ? [{ field: 'field', label, before, after }] : []),
    at: new Date(now.getTime() - hours * hourMs),
  });
  /** What the provider's clerk did on a visit, at the company's wish. */
  const onBehalf = (...of: Parameters<typeof line>) => ({
    ...line(...of),
    user_name: `管理员（${nameOfUser(visitor)}代操作）`,
    actor_user_id: visitor,
  });
  return [
    onBehalf(2, 'user', userOf('gxdd1'), '重置密码'),
    onBehalf(2.1, 'user', userOf('gxdd1'), '解锁'),
    onBehalf(76, 'role', '225', '改权限', '按钮', '', '客户管理：导出'),
    line(3, 'user', userOf('kefu2'), '停用', '状态', '启用', '停用'),
    line(5, 'role', '225', '改权限', '菜单', '', '客户管理'),
    line(26, 'org', '215', '新增', '部门名称', '', '干线调度组'),
    line(27, 'user', userOf('gxdd2'), '调部门', '部门', '上海干线部', '干线调度组'),
    line(50, 'role', '228', '改数据范围', '数据范围', '本部门及下级', '自定义部门：华东分公司、华南分公司'),
    line(51, 'user', userOf('shunda'), '新增', '角色', '', '承运商'),
    line(98, 'org', '212', '设负责人', '负责人', '', '韩梅'),
  ];
}

async function seedRoles(trx: Kysely<DB>): Promise<void> {
  await trx
    .insertInto('role')
    .values(roles.map(({ id, name, code, scope }) => ({ ...own, id, name, code, data_scope: scope })))
    .execute();
  await sql`update role set preset = true, code = 'ADMIN' where id = 141`.execute(trx);
  const rights = roles.map((role) => ({ id: role.id, ...rowsOfRights(role) }));
  await trx
    .insertInto('role_menu')
    .values(rights.flatMap(({ id, menus }) => menus.map((menu_key) => ({ ...own, role_id: id, menu_key }))))
    .execute();
  await trx
    .insertInto('role_button')
    .values(
      rights.flatMap((r) => r.buttons.map(({ menuId, path }) => ({ ...own, role_id: r.id, menu_id: menuId, path }))),
    )
    .onConflict((c) => c.doNothing())
    .execute();
  await trx
    .insertInto('role_org_scope')
    .values(roles.flatMap((r) => (r.orgs ?? []).map((org_id) => ({ ...own, role_id: r.id, org_id }))))
    .execute();
}

/** Sets the heads of departments. */
async function setManagers(trx: Kysely<DB>): Promise<void> {
  const leaders: ReadonlyArray<readonly [org: string, account: string]> = [
    ['114', 'ganxian'],
    ['115', 'cpdd2'],
    ['113', 'hnjl'],
    ['211', 'qpzd1'],
    ['212', 'szzd'],
    ['213', 'caiwu1'],
    ['214', 'xinxi'],
  ];
  for (const [org, account] of leaders)
    await trx
      .updateTable('org')
      .set({ manager_user_id: userOf(account) })
      .where('id', '=', org)
      .execute();
  await sql`update org set manager_user_id = 155 where id = 112`.execute(trx);
}
