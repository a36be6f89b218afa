import { dataScope } from '@tongda/contract/base/org/enums';
import {
  type RoleFields,
  type roleCopy,
  roleLabels,
  type roleSaveDataScope,
} from '@tongda/contract/company/role/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { message } from '@tongda/contract/core/messages';
import { menus } from '@tongda/contract/shell/menus';
import { sql } from 'kysely';
import { insertRows } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../../core/http/errors';
import { guardWrite, type Register, registerWrites } from '../../../core/record/register';
import { giveOpenMessages } from '../../base/message/door';
import { guardAccounts, guardGiven, orgScope } from '../../base/org/door';
import { guardLastAdmin, guardRolesToGive, requireProofForRoles, withinReachOfRole } from './guard';
import { guardMasks, maskWords } from './masks';
import { giveAllRights } from './rights';
import { changeableRole, changeOf, handOpenMessages, lockedRole, noteRoleChange, touchRole } from './write';

const { name, code, remark } = roleLabels;

/** The register of roles: its table, the words of its history, and the sentence of its unique index. */
export const roleRecord: Register<RoleFields> = {
  entity: 'role',
  table: 'role',
  noun: '角色',
  wording: { labels: { name, code, remark } },
  columnsOf: (v) => ({ name: v.name, code: v.code, remark: v.remark ?? '' }),
  twice: (index) => (index === 'role_client_id_name_key' ? { field: 'name', msg: message('role.nameTaken') } : null),
};

/** Columns of a new role that its form does not name. Without a scope of its own it hides what is hidden from its maker. */
const newRole = (ctx: Ctx, scope: number = dataScope.below, masks: readonly string[] = [...ctx.rights.masks]) => ({
  data_scope: scope,
  masks,
});

/** `changeableRole`, within the caller's reach: `work` gets it, and role and members are looked at before and after. */
const changeRole = <T>(
  ctx: Ctx,
  id: string,
  version: number | undefined,
  work: (trx: Trx, role: Awaited<ReturnType<typeof changeableRole>>) => Promise<T>,
): Promise<T> =>
  ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, id, version);
    return withinReachOfRole(trx, ctx, id, () => work(trx, role));
  });

/** A new role begins with 修改密码, which an administrator may take out again. */
async function giveOwnPassword(trx: Trx, ctx: Ctx, roleId: string): Promise<[]> {
  await trx
    .insertInto('role_menu')
    .values({ client_id: ctx.clientId, role_id: roleId, menu_key: menus.changePassword.key })
    .execute();
  return [];
}

const writes = registerWrites<RoleFields, RoleFields, Awaited<ReturnType<typeof changeableRole>>>(roleRecord, {
  load: changeableRole,
  prepare: async (trx, ctx, given, before) => ({
    fields: given,
    names: new Map(),
    columns: before === null ? newRole(ctx) : {},
    also: before === null ? (id) => giveOwnPassword(trx, ctx, id) : undefined,
  }),
});
export const addRole = writes.add;
export const updateRole: typeof writes.update = (ctx, given) =>
  changeRole(ctx, given.id, undefined, async (trx) => ({
    id: given.id,
    version: await writes.change(trx, ctx, given),
  }));

/** Makes a new role with the rights, data scope and hidden fields of another one, without its members. Throws 4003 when that role holds more than the caller himself. */
export function copyRole(ctx: Ctx, input: Parsed<typeof roleCopy>): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const from = await lockedRole(trx, ctx, input.fromId);
    await guardRolesToGive(trx, ctx, [from.id], 'fromId');
    const row = { ...roleRecord.columnsOf(input), ...newRole(ctx, from.data_scope, from.masks) };
    const [id = ''] = await guardWrite(roleRecord, () => insertRows(trx, ctx, roleRecord.table, [row]));
    if (from.all_rights) await giveAllRights(trx, ctx, id);
    await sql`insert into role_menu (client_id, role_id, menu_key) select client_id, ${id}, menu_key from role_menu where role_id = ${from.id}`.execute(
      trx,
    );
    await sql`insert into role_button (client_id, role_id, menu_id, path) select client_id, ${id}, menu_id, path from role_button where role_id = ${from.id}`.execute(
      trx,
    );
    await sql`insert into role_org_scope (client_id, role_id, org_id) select client_id, ${id}, org_id from role_org_scope where role_id = ${from.id}`.execute(
      trx,
    );
    await noteRoleChange(trx, ctx, id, '复制', [changeOf('from', '来源角色', '', from.name)]);
    return { id };
  });
}

export function deleteRole(ctx: Ctx, id: string): Promise<null> {
  return changeRole(ctx, id, undefined, async (trx, role) => {
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
      throw blockedByRule(message('role.used', { name: role.name, users: some, n: users.length }), ['没有成员']);
    }
    await trx.deleteFrom('role').where('id', '=', id).execute();
    await noteRoleChange(trx, ctx, id, '删除', [changeOf('name', '角色名称', role.name, '')]);
    return null;
  });
}

export function setRoleStatus(ctx: Ctx, { id, status, version }: { id: string; status: 0 | 1; version: number }) {
  return changeRole(ctx, id, version, async (trx, role) => {
    const next = await touchRole(trx, ctx, id, { status });
    await guardLastAdmin(trx, ctx);
    if (status === 1) await handOpenMessages(trx, ctx, id);
    const word = (s: number): string => (s === 1 ? '启用' : '停用');
    if (role.status !== status)
      await noteRoleChange(trx, ctx, id, word(status), [changeOf('status', '状态', word(role.status), word(status))]);
    return { version: next };
  });
}

export function saveRoleScope(ctx: Ctx, input: Parsed<typeof roleSaveDataScope>) {
  return changeRole(ctx, input.roleId, input.version, async (trx, role) => {
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
    const masks = fieldMask.codes.filter((mask) => (input.masks ?? role.masks).includes(mask));
    guardMasks(ctx, role.masks, masks);
    const version = await touchRole(trx, ctx, role.id, { data_scope: input.dataScope, masks });
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
    const changes = [
      changeOf('dataScope', '数据范围', was, is),
      changeOf('masks', '脱敏字段', maskWords(role.masks), maskWords(masks)),
    ].filter((c) => c.before !== c.after);
    if (changes.length > 0) await noteRoleChange(trx, ctx, role.id, '改数据权限', changes);
    return { version };
  });
}

/** Adds users to a role or takes them away, and writes the history of the role. Answers how many changed. */
export function changeMembers(ctx: Ctx, roleId: string, userIds: readonly string[], add: boolean) {
  return ctx.db(async (trx) => {
    const role = await lockedRole(trx, ctx, roleId);
    await guardRolesToGive(trx, ctx, [roleId]);
    if (add) await requireProofForRoles(trx, ctx, [roleId]);
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
    await guardAccounts(trx, ctx, ids);
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
    await guardGiven(trx, ctx, ids);
    await guardLastAdmin(trx, ctx);
    const touched = new Set(changed.map((c) => c.user_id));
    if (add) await giveOpenMessages(trx, ctx.clientId, [...touched]);
    const names = users
      .filter((u) => touched.has(u.id))
      .map((u) => u.name)
      .join('、');
    if (names)
      await noteRoleChange(trx, ctx, role.id, add ? '加成员' : '移除成员', [
        changeOf('members', '成员', add ? '' : names, add ? names : ''),
      ]);
    return { changed: touched.size };
  });
}
