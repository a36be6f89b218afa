import type { Parsed } from '@tongda/contract/core/endpoint';
import { dataScope } from '@tongda/contract/enums/org';
import { isMenuKey, menus } from '@tongda/contract/menus';
import { message } from '@tongda/contract/messages';
import type { RoleFields, roleCopy, roleSaveDataScope, roleSaveMenu } from '@tongda/contract/role/role';
import { sql, type Transaction } from 'kysely';
import { type Change, changesBetween, recordChanges } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { blocked, conflict, forbidden, invalidField, notFound } from '../../core/errors';
import { giveOpenMessages } from '../message/message.service';
import { orgScope } from '../org/org.scope';
import { flat, menusToGive } from './role.menus';
import { guardLastAdmin, guardRolesToGive, presetRole } from './role-guard.service';

type Trx = Transaction<DB>;
const entity = 'role';
const labels = { name: '角色名称', code: '角色编码', remark: '备注' } as const;

/** The caller's company's role, locked; 4004 when it is not there, 4009 when it was changed since `version`. */
async function lockedRole(trx: Trx, ctx: Ctx, id: string, version?: number) {
  const role = await trx
    .selectFrom('role')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!role) throw notFound('角色');
  if (version !== undefined && role.version !== version) throw conflict();
  return role;
}

/** As `lockedRole`, and it may be changed. */
async function changeableRole(trx: Trx, ctx: Ctx, id: string, version?: number) {
  const role = await lockedRole(trx, ctx, id, version);
  if (role.preset || role.all_rights) throw presetRole(role.name);
  return role;
}

async function touch(trx: Trx, id: string, set: Record<string, unknown> = {}): Promise<number> {
  const { version } = await trx
    .updateTable('role')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Whoever holds the role may see and do more than before: what is still open there concerns him from now on. */
async function handOpenMessages(trx: Trx, ctx: Ctx, roleId: string): Promise<void> {
  const holders = await trx.selectFrom('user_role').select('user_id').where('role_id', '=', roleId).execute();
  await giveOpenMessages(
    trx,
    ctx.clientId,
    holders.map(({ user_id }) => user_id),
  );
}

async function guardName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'role_client_id_name_key')
      throw invalidField('name', message('role.nameTaken'));
    throw error;
  }
}

const words = (r: { name: string; code: string | null; remark: string | null }) => ({
  name: r.name,
  code: r.code ?? '',
  remark: r.remark ?? '',
});
const note = (trx: Trx, ctx: Ctx, id: string, action: string, changes: Change[] = []): Promise<void> =>
  recordChanges(trx, ctx, [{ entity, entityId: id, action, changes }]);
const change = (field: string, label: string, before: string, after: string): Change => ({
  field,
  label,
  before,
  after,
});

export function addRole(ctx: Ctx, input: RoleFields): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const id = await insertRole(trx, ctx, input);
    await note(trx, ctx, id, '新增', changesBetween({}, words(input), labels));
    return { id };
  });
}

async function insertRole(trx: Trx, ctx: Ctx, { name, code, remark }: RoleFields, scope = 1): Promise<string> {
  const { id } = await guardName(() =>
    trx
      .insertInto('role')
      .values({ client_id: ctx.clientId, name, code, remark: remark ?? '', data_scope: scope })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

export function updateRole(ctx: Ctx, input: RoleFields & { id: string; version: number }) {
  return ctx.db(async (trx) => {
    const { id, name, code, remark } = input;
    const role = await changeableRole(trx, ctx, id, input.version);
    const version = await guardName(() => touch(trx, id, { name, code, remark: remark ?? '' }));
    await note(trx, ctx, id, '编辑', changesBetween(words(role), words(input), labels));
    return { version };
  });
}

/** What the caller does not hold himself is not copied into his hands: then he may not copy. */
export function copyRole(ctx: Ctx, input: Parsed<typeof roleCopy>): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const from = await lockedRole(trx, ctx, input.fromId);
    await guardRolesToGive(trx, ctx, [from.id], 'fromId');
    const id = await insertRole(trx, ctx, input, from.data_scope);
    if (from.all_rights) await giveEverything(trx, ctx, id);
    await sql`insert into role_menu (client_id, role_id, menu_key) select client_id, ${id}, menu_key from role_menu where role_id = ${from.id}`.execute(
      trx,
    );
    await sql`insert into role_button (client_id, role_id, menu_id, path) select client_id, ${id}, menu_id, path from role_button where role_id = ${from.id}`.execute(
      trx,
    );
    await sql`insert into role_org_scope (client_id, role_id, org_id) select client_id, ${id}, org_id from role_org_scope where role_id = ${from.id}`.execute(
      trx,
    );
    await note(trx, ctx, id, '复制', [change('from', '来源角色', '', from.name)]);
    return { id };
  });
}

/** A copy of a role with all rights holds what there is today, ticked one by one, so that it can be cut down. */
async function giveEverything(trx: Trx, ctx: Ctx, roleId: string): Promise<void> {
  const nodes = flat(menusToGive(ctx));
  await writeMenus(trx, ctx, roleId, {
    menus: nodes.filter((n) => !n.group).map((n) => n.key),
    buttons: nodes.flatMap((n) => n.buttons.map(({ path }) => ({ menuId: n.menuId, path }))),
  });
}

interface Held {
  menus: readonly string[];
  buttons: ReadonlyArray<{ menuId: number; path: string }>;
}
async function writeMenus(trx: Trx, ctx: Ctx, roleId: string, held: Held): Promise<void> {
  const own = { client_id: ctx.clientId, role_id: roleId };
  if (held.menus.length > 0)
    await trx
      .insertInto('role_menu')
      .values(held.menus.map((menu_key) => ({ ...own, menu_key })))
      .onConflict((c) => c.doNothing())
      .execute();
  if (held.buttons.length > 0)
    await trx
      .insertInto('role_button')
      .values(held.buttons.map(({ menuId, path }) => ({ ...own, menu_id: menuId, path })))
      .onConflict((c) => c.doNothing())
      .execute();
}

export function deleteRole(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, id);
    const users = await trx
      .selectFrom('user_role as ur')
      .innerJoin('app_user as u', 'u.id', 'ur.user_id')
      .select('u.name')
      .where('ur.role_id', '=', id)
      .orderBy('u.id')
      .execute();
    if (users.length > 0) {
      const some = users
        .slice(0, 3)
        .map((u) => u.name)
        .join('、');
      throw blocked(message('role.used', { name: role.name, users: some, n: users.length }), ['没有成员']);
    }
    await trx.deleteFrom('role').where('id', '=', id).execute();
    await note(trx, ctx, id, '删除', [change('name', '角色名称', role.name, '')]);
    return null;
  });
}

export function setRoleStatus(ctx: Ctx, { id, status, version }: { id: string; status: 0 | 1; version: number }) {
  return ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, id, version);
    const next = await touch(trx, id, { status });
    await guardLastAdmin(trx, ctx);
    if (status === 1) await handOpenMessages(trx, ctx, id);
    const word = (s: number): string => (s === 1 ? '启用' : '停用');
    if (role.status !== status)
      await note(trx, ctx, id, word(status), [change('status', '状态', word(role.status), word(status))]);
    return { version: next };
  });
}

/** The rights of a role as its screen shows them. Menus that are not built yet keep what they hold and are not shown. */
export function roleRights(ctx: Ctx, roleId: string) {
  return ctx.db(async (trx) => {
    const role = await trx
      .selectFrom('role')
      .select(['id', 'all_rights', 'version'])
      .where('id', '=', roleId)
      .where('client_id', '=', ctx.clientId)
      .executeTakeFirst();
    if (!role) throw notFound('角色');
    const tree = menusToGive(ctx);
    const nodes = flat(tree);
    const shown = shownRights(nodes);
    if (role.all_rights)
      return {
        tree,
        checked: nodes.map((n) => n.key),
        buttons: nodes.flatMap((n) => n.buttons.map(({ path }) => ({ menuId: n.menuId, path }))),
        version: role.version,
      };
    const held = await heldBy(trx, roleId);
    return {
      tree,
      checked: held.menus.filter((key) => shown.menus.has(key)),
      buttons: held.buttons.filter((b) => shown.buttons.has(`${b.menuId}|${b.path}`)),
      version: role.version,
    };
  });
}

async function heldBy(trx: Trx, roleId: string): Promise<Held> {
  const menus = await trx.selectFrom('role_menu').select('menu_key').where('role_id', '=', roleId).execute();
  const buttons = await trx
    .selectFrom('role_button')
    .select(['menu_id as menuId', 'path'])
    .where('role_id', '=', roleId)
    .execute();
  return { menus: menus.map((m) => m.menu_key), buttons };
}

function shownRights(nodes: ReturnType<typeof flat>) {
  return {
    menus: new Map(nodes.map((n) => [n.key, n])),
    // the first place of a number gives the name
    buttons: new Map(
      [...nodes]
        .reverse()
        .flatMap((n) => n.buttons.map((b) => [`${n.menuId}|${b.path}`, { ...b, menu: n.name }] as const)),
    ),
  };
}

/** Ticks of the screen, made whole: a button ticks its menu, a menu that goes takes its buttons with it. Only what the caller holds may be added. */
export function saveRoleMenus(ctx: Ctx, input: Parsed<typeof roleSaveMenu>) {
  return ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, input.roleId, input.version);
    const nodes = flat(menusToGive(ctx));
    const shown = shownRights(nodes);
    const wanted = new Set(input.menus.filter((key) => shown.menus.has(key) && !shown.menus.get(key)?.group));
    const heldIds = new Set<number>([...wanted].map((key) => (isMenuKey(key) ? menus[key].id : 0)));
    for (const { menuId } of input.buttons) {
      const node = nodes.find((n) => n.menuId === menuId);
      if (node && !heldIds.has(menuId) && !node.group) wanted.add(node.key);
      heldIds.add(menuId);
    }
    const buttons = new Map(
      input.buttons
        .filter((b) => shown.buttons.has(`${b.menuId}|${b.path}`))
        .map((b) => [`${b.menuId}|${b.path}`, b] as const),
    );
    const before = await heldBy(trx, role.id);
    const rightOf = (key: string) => shown.buttons.get(key as `${number}|${string}`);
    const hadMenus = new Set(before.menus.filter((key) => shown.menus.has(key)));
    const hadButtons = new Map(
      before.buttons
        .filter((b) => shown.buttons.has(`${b.menuId}|${b.path}`))
        .map((b) => [`${b.menuId}|${b.path}`, b] as const),
    );
    const addedMenus = [...wanted].filter((key) => !hadMenus.has(key));
    const addedButtons = [...buttons].filter(([key]) => !hadButtons.has(key));
    const goneMenus = [...hadMenus].filter((key) => !wanted.has(key) && !shown.menus.get(key)?.group);
    const goneButtons = [...hadButtons].filter(([key]) => !buttons.has(key));
    const beyond = [
      ...addedMenus.filter((key) => !shown.menus.get(key)?.mayGive).map((key) => shown.menus.get(key)?.name ?? key),
      ...addedButtons
        .filter(([key]) => !rightOf(key)?.mayGive)
        .map(([key]) => `${rightOf(key)?.menu}-${rightOf(key)?.label}`),
    ];
    if (beyond.length > 0) throw forbidden(`您没有这些权限，不能授予：${beyond.slice(0, 5).join('、')}`);
    if (goneMenus.length > 0)
      await trx.deleteFrom('role_menu').where('role_id', '=', role.id).where('menu_key', 'in', goneMenus).execute();
    for (const [, { menuId, path }] of goneButtons)
      await trx
        .deleteFrom('role_button')
        .where('role_id', '=', role.id)
        .where('menu_id', '=', menuId)
        .where('path', '=', path)
        .execute();
    await writeMenus(trx, ctx, role.id, { menus: addedMenus, buttons: addedButtons.map(([, b]) => b) });
    await guardLastAdmin(trx, ctx);
    if (addedMenus.length > 0) await handOpenMessages(trx, ctx, role.id);
    const version = await touch(trx, role.id);
    const names = (keys: readonly string[]): string => keys.map((key) => shown.menus.get(key)?.name ?? key).join('、');
    const labelsOf = (list: ReadonlyArray<readonly [string, unknown]>): string =>
      list.map(([key]) => `${rightOf(key)?.menu}-${rightOf(key)?.label}`).join('、');
    const changes = [
      change('menus', '菜单', names(goneMenus), names(addedMenus)),
      change('buttons', '按钮', labelsOf(goneButtons), labelsOf(addedButtons)),
    ].filter((c) => c.before !== '' || c.after !== '');
    if (changes.length > 0) await note(trx, ctx, role.id, '改权限', changes);
    return {
      version,
      added: addedMenus.length + addedButtons.length,
      removed: goneMenus.length + goneButtons.length,
    };
  });
}

export function saveRoleScope(ctx: Ctx, input: Parsed<typeof roleSaveDataScope>) {
  return ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, input.roleId, input.version);
    const chosen = input.dataScope === dataScope.custom ? [...new Set(input.orgIds)] : [];
    const orgs = await trx
      .selectFrom('org')
      .select(['id', 'name'])
      .where('client_id', '=', ctx.clientId)
      .where(sql<boolean>`id = any(${chosen}::bigint[])`)
      .where(orgScope(ctx, 'org.id'))
      .execute();
    if (orgs.length < chosen.length) throw invalidField('orgIds', '所选部门不存在或不在您的数据范围内');
    const had = await trx
      .selectFrom('role_org_scope as s')
      .innerJoin('org as o', 'o.id', 's.org_id')
      .select('o.name')
      .where('s.role_id', '=', role.id)
      .orderBy('o.id')
      .execute();
    await trx.deleteFrom('role_org_scope').where('role_id', '=', role.id).execute();
    if (orgs.length > 0)
      await trx
        .insertInto('role_org_scope')
        .values(orgs.map((o) => ({ client_id: ctx.clientId, role_id: role.id, org_id: o.id })))
        .execute();
    const version = await touch(trx, role.id, { data_scope: input.dataScope });
    await handOpenMessages(trx, ctx, role.id);
    const word = (code: number, names: readonly string[]): string =>
      names.length > 0 ? `${dataScope.label(code)}：${names.join('、')}` : dataScope.label(code);
    const [was, is] = [
      word(
        role.data_scope,
        had.map((o) => o.name),
      ),
      word(
        input.dataScope,
        orgs.map((o) => o.name),
      ),
    ];
    if (was !== is) await note(trx, ctx, role.id, '改数据范围', [change('dataScope', '数据范围', was, is)]);
    return { version };
  });
}

/** Adds users to a role or takes them away, with a line in the history of the role. */
export function changeMembers(ctx: Ctx, roleId: string, userIds: readonly string[], add: boolean) {
  return ctx.db(async (trx) => {
    const role = await lockedRole(trx, ctx, roleId);
    await guardRolesToGive(trx, ctx, [roleId]);
    const users = await trx
      .selectFrom('app_user as u')
      .select(['u.id', 'u.name'])
      .where('u.client_id', '=', ctx.clientId)
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`u.id = any(${[...userIds]}::bigint[])`)
      .where(orgScope(ctx, 'u.org_id'))
      .execute();
    if (users.length < new Set(userIds).size) throw notFound('用户');
    const ids = users.map((u) => u.id);
    const changed = add
      ? await trx
          .insertInto('user_role')
          .values(ids.map((user_id) => ({ client_id: ctx.clientId, role_id: roleId, user_id })))
          .onConflict((c) => c.doNothing())
          .returning('user_id')
          .execute()
      : await trx
          .deleteFrom('user_role')
          .where('role_id', '=', roleId)
          .where('user_id', 'in', ids)
          .returning('user_id')
          .execute();
    await guardLastAdmin(trx, ctx);
    const touched = new Set(changed.map((c) => c.user_id));
    if (add) await giveOpenMessages(trx, ctx.clientId, [...touched]);
    const names = users
      .filter((u) => touched.has(u.id))
      .map((u) => u.name)
      .join('、');
    if (names)
      await note(trx, ctx, role.id, add ? '加成员' : '移除成员', [
        change('members', '成员', add ? '' : names, add ? names : ''),
      ]);
    return { changed: touched.size };
  });
}
