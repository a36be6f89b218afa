import * as role from '@tongda/contract/company/role/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { likePattern } from '../../../core/record/options';
import { serveRegister } from '../../../core/record/serve';
import { holdTotal } from '../../../core/record/totals';
import { givableRoles, orgScope } from '../../base/org/door';
import { roleFile } from './export';
import { roleImportDefinition } from './import';
import { previewMenus } from './preview';
import { roleRows } from './repo';
import { loadRoleRights, saveRoleMenus } from './rights';
import {
  addRole,
  changeMembers,
  copyRole,
  deleteRole,
  roleRecord,
  saveRoleScope,
  setRoleStatus,
  updateRole,
} from './service';

const bindRegister = serveRegister({
  of: role.roleRegister,
  entity: roleRecord.entity,
  module: '角色权限',
  columns: [],
  rows: roleRows,
  options: { call: role.roleOptions, read: listRoleOptions },
  add: addRole,
  update: updateRole,
  del: (ctx, { id }) => deleteRole(ctx, id),
});

/** 角色权限: roles with menus, buttons, data scope and members. */
export function roleRoutes(app: FastifyInstance, exports: ExportDeps): void {
  bindRegister(app, exports);
  bindImportRoutes(app, roleImportDefinition);
  route(app, role.roleExport, (ctx, input) => enqueueExport(exports, ctx, roleFile, input));
  route(app, role.roleMenuPreview, previewMenus);
  route(app, role.roleCopy, copyRole);
  route(app, role.roleSetStatus, setRoleStatus);
  route(app, role.roleMenuTree, (ctx, { roleId }) => loadRoleRights(ctx, roleId));
  route(app, role.roleSaveMenu, saveRoleMenus);
  route(app, role.roleSaveDataScope, saveRoleScope);
  route(app, role.roleMembers, listMembers);
  route(app, role.roleAddMembers, (ctx, { roleId, userIds }) => changeMembers(ctx, roleId, userIds, true));
  route(app, role.roleRemoveMembers, (ctx, { roleId, userIds }) => changeMembers(ctx, roleId, userIds, false));
}

/** The company's roles, each with whether the caller may give it. */
async function listRoleOptions(trx: Trx, ctx: Ctx) {
  const roles = await trx
    .selectFrom('role')
    .select(['id', 'name', 'status'])
    .where('client_id', '=', ctx.clientId)
    .orderBy('id')
    .execute();
  const givable = await givableRoles(trx, ctx);
  return roles.map((r) => ({ ...r, mayGive: givable.has(r.id) }));
}

function listMembers(ctx: Ctx, { roleId, keyword, page, size }: Parsed<typeof role.roleMembers>) {
  return ctx.db(async (trx) => {
    if (!(await roleRows.sees(trx, ctx, roleId))) throw notFound('角色');
    let members = trx
      .selectFrom('user_role as ur')
      .innerJoin('app_user as u', 'u.id', 'ur.user_id')
      .leftJoin('org as o', 'o.id', 'u.org_id')
      .where('ur.role_id', '=', roleId)
      .where('u.deleted_at', 'is', null)
      .where(orgScope(ctx, 'u.org_id'));
    if (keyword) {
      const like = likePattern(keyword);
      members = members.where((eb) => eb.or([eb('u.name', 'ilike', like), eb('u.account_code', 'ilike', like)]));
    }
    const list = await members
      .select(['u.id', 'u.name', 'u.account_code as accountCode', 'u.status as accountStatus'])
      .select([
        sql<string>`coalesce(o.name, '')`.as('orgName'),
        wireTimeSql(sql<Date>`u.last_login_at`, ctx.timeZone).as('lastLoginTime'),
      ])
      .orderBy('u.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const total = await holdTotal(ctx, role.roleMembers, { roleId, keyword, page, size }, async () => {
      const { n } = await members.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    return { list, total, page, size };
  });
}
