import * as role from '@tongda/contract/company/role/calls';
import type { FieldMask } from '@tongda/contract/company/role/field-mask';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { wireTimeSql } from '../../../core/http/wire-time';
import { bindImportRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { containing } from '../../../core/record/options';
import { orgScope } from '../../base/org/door';
import { roleFile } from './export';
import { givableRoles } from './guard';
import { roleImportDefinition } from './import';
import { previewMenus } from './preview';
import { loadRoleRights, saveRoleMenus } from './rights';
import { addRole, changeMembers, copyRole, deleteRole, saveRoleScope, setRoleStatus, updateRole } from './service';

/** 角色权限: roles with menus, buttons, data scope and members. */
export function roleRoutes(app: FastifyInstance, exports: ExportDeps): void {
  bindImportRoutes(app, roleImportDefinition);
  route(app, role.roleExport, (ctx, input) => enqueueExport(exports, ctx, roleFile, input));
  route(app, role.rolePage, listRoles);
  route(app, role.roleOptions, listRoleOptions);
  route(app, role.roleMenuPreview, previewMenus);
  route(app, role.roleAdd, addRole);
  route(app, role.roleUpdate, updateRole);
  route(app, role.roleCopy, copyRole);
  route(app, role.roleDel, (ctx, { id }) => deleteRole(ctx, id));
  route(app, role.roleSetStatus, setRoleStatus);
  route(app, role.roleMenuTree, (ctx, { roleId }) => loadRoleRights(ctx, roleId));
  route(app, role.roleSaveMenu, saveRoleMenus);
  route(app, role.roleSaveDataScope, saveRoleScope);
  route(app, role.roleMembers, listMembers);
  route(app, role.roleAddMembers, (ctx, { roleId, userIds }) => changeMembers(ctx, roleId, userIds, true));
  route(app, role.roleRemoveMembers, (ctx, { roleId, userIds }) => changeMembers(ctx, roleId, userIds, false));
  route(app, role.roleChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      const there = await trx
        .selectFrom('role')
        .select('id')
        .where('id', '=', q.id)
        .where('client_id', '=', ctx.clientId)
        .executeTakeFirst();
      if (!there) throw notFound('角色');
      return historyPage(trx, ctx, 'role', q);
    }),
  );
}

function listRoles(ctx: Ctx, { keyword, page, size }: Parsed<typeof role.rolePage>) {
  return ctx.db(async (trx) => {
    let roles = trx.selectFrom('role as r').where('r.client_id', '=', ctx.clientId);
    if (keyword) {
      const like = containing(keyword);
      roles = roles.where((eb) => eb.or([eb('r.name', 'ilike', like), eb('r.code', 'ilike', like)]));
    }
    const list = await roles
      .select(['r.id', 'r.name', 'r.remark', 'r.status', 'r.preset', 'r.all_rights as allRights'])
      .select(['r.data_scope as dataScope', 'r.version', sql<FieldMask[]>`r.masks`.as('masks')])
      .select([
        sql<string>`coalesce(r.code, '')`.as('code'),
        sql<string[]>`array(select s.org_id::text from role_org_scope s where s.role_id = r.id order by 1)`.as(
          'orgIds',
        ),
        sql<number>`(select count(*)::int from user_role ur join app_user u on u.id = ur.user_id
          where ur.role_id = r.id and u.deleted_at is null)`.as('userCount'),
        sql<number>`(select count(*)::int from role_menu m where m.role_id = r.id)`.as('menuCount'),
        wireTimeSql(sql<Date>`r.updated_at`, ctx.timeZone).as('updateTime'),
      ])
      .orderBy('r.preset', 'desc')
      .orderBy('r.all_rights', 'desc')
      .orderBy('r.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { n } = await roles.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page, size };
  });
}

function listRoleOptions(ctx: Ctx) {
  return ctx.db(async (trx) => {
    const roles = await trx
      .selectFrom('role')
      .select(['id', 'name', 'status'])
      .where('client_id', '=', ctx.clientId)
      .orderBy('id')
      .execute();
    const givable = await givableRoles(trx, ctx);
    return roles.map((r) => ({ ...r, mayGive: givable.has(r.id) }));
  });
}

function listMembers(ctx: Ctx, { roleId, keyword, page, size }: Parsed<typeof role.roleMembers>) {
  return ctx.db(async (trx) => {
    const there = await trx
      .selectFrom('role')
      .select('id')
      .where('id', '=', roleId)
      .where('client_id', '=', ctx.clientId)
      .executeTakeFirst();
    if (!there) throw notFound('角色');
    let members = trx
      .selectFrom('user_role as ur')
      .innerJoin('app_user as u', 'u.id', 'ur.user_id')
      .leftJoin('org as o', 'o.id', 'u.org_id')
      .where('ur.role_id', '=', roleId)
      .where('u.deleted_at', 'is', null)
      .where(orgScope(ctx, 'u.org_id'));
    if (keyword) {
      const like = containing(keyword);
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
    const { n } = await members.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page, size };
  });
}
