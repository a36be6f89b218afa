import { loginEvent } from '@tongda/contract/base/identity/account';
import { dataScope } from '@tongda/contract/base/org/enums';
import * as user from '@tongda/contract/company/user/calls';
import { userColumns } from '@tongda/contract/company/user/columns';
import * as companies from '@tongda/contract/company/user/companies';
import * as handover from '@tongda/contract/company/user/handover';
import * as security from '@tongda/contract/company/user/security';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { knownPhones } from '../../../core/masks/known-phones';
import { historyPage } from '../../../core/record/history';
import { serveRegister } from '../../../core/record/serve';
import { holdTotal } from '../../../core/record/totals';
import { userNames } from '../../../core/record/user-name';
import type { AccountDeps } from '../../base/identity/door';
import { listJurisdiction } from '../resource-auth/door';
import { loadAccountUse } from './accounts';
import { listLinks, makeInvitation, removeLink } from './companies';
import { resetUserFactor } from './factor';
import { handOver, loadHandover } from './handover';
import { userImportDefinition } from './import';
import { findUser, listUserOptions, userRows } from './repo';
import { readSecurity, saveSecurity, securityEntity } from './security';
import {
  addUser,
  deleteUsers,
  endUserSessions,
  resetPassword,
  setUserRoles,
  setUserStatus,
  unlockUser,
  updateUser,
  userRecord,
} from './service';

knownPhones.add({ table: 'app_user', phone: sql.ref('t.phone') });
userNames.add((id) => sql<string | null>`(select name from app_user where id = ${id})`);

// 新增, 删除 and the import need the services of accounts (passwords, sessions), which exist when the routes are bound: they are bound there
const bindRegister = serveRegister({
  of: user.userRegister,
  entity: userRecord.entity,
  module: '用户管理',
  columns: userColumns,
  cells: { dataScope: (row) => (row.dataScope === null ? '按角色' : dataScope.label(row.dataScope)) },
  rows: userRows,
  detail: { call: user.userDetail, read: findUser },
  options: { call: user.userOptions, read: listUserOptions },
  update: updateUser,
});

/** 用户管理: accounts of a company, their roles and their sessions. */
export function userRoutes(app: FastifyInstance, deps: AccountDeps, exports: ExportDeps): void {
  bindRegister(app, exports);
  route(app, user.userAccountUse, (ctx) => ctx.db((trx) => loadAccountUse(trx, ctx.clientId)));
  route(app, user.userAdd, (ctx, input) => addUser(deps, ctx, input));
  route(app, user.userJurisdiction, (ctx, q) => listJurisdiction(ctx, 'user', q));
  route(app, user.userDel, (ctx, { ids }) => deleteUsers(deps, ctx, ids));
  route(app, user.userSetStatus, (ctx, { ids, accountStatus }) => setUserStatus(deps, ctx, ids, accountStatus));
  route(app, user.userSetRole, setUserRoles);
  route(app, user.userResetPwd, (ctx, { id }) => resetPassword(deps, ctx, id));
  route(app, user.userKick, (ctx, { ids }) => endUserSessions(deps, ctx, ids));
  route(app, user.userResetFactor, (ctx, { id }, { req }) => resetUserFactor(deps, ctx, id, req));
  route(app, user.userUnlock, (ctx, { id }) => unlockUser(deps, ctx, id));
  route(app, user.userLoginLog, listLoginLog);
  route(app, handover.userHandover, (ctx, { id }) => loadHandover(ctx, id));
  route(app, handover.userHandOver, (ctx, input) => handOver(deps, ctx, input));
  route(app, security.companySecurity, readSecurity);
  route(app, security.saveCompanySecurity, (ctx, input) => saveSecurity(deps, ctx, input));
  route(app, security.companySecurityHis, (ctx, q) => {
    if (q.id !== ctx.clientId) throw notFound('企业');
    return ctx.db((trx) => historyPage(trx, ctx, securityEntity, q));
  });
  route(app, companies.userLinks, (ctx, { id }) => listLinks(deps, ctx, id));
  route(app, companies.inviteAccount, (ctx, { id }) => makeInvitation(ctx, id));
  route(app, companies.unlinkAccount, (ctx, { id, accountId }) => removeLink(deps, ctx, id, accountId));
  bindImportRoutes(app, userImportDefinition(deps));
}

function listLoginLog(ctx: Ctx, { id, page, size }: Parsed<typeof user.userLoginLog>) {
  return ctx.db(async (trx) => {
    if (!(await findUser(trx, ctx, id))) throw notFound('用户');
    const lines = trx.selectFrom('login_log').where('client_id', '=', ctx.clientId).where('user_id', '=', id);
    const list = await lines
      .select(['id', 'event'])
      .select([
        sql<string>`coalesce(host(ip), '')`.as('ip'),
        sql<string>`coalesce(user_agent, '')`.as('userAgent'),
        sql<string>`coalesce(actor_name, '')`.as('actor'),
        wireTimeSql(sql<Date>`at`, ctx.timeZone).as('time'),
      ])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const total = await holdTotal(ctx, user.userLoginLog, { id, page, size }, async () => {
      const { n } = await lines.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    return { list: list.map((line) => ({ ...line, event: loginEvent.label(line.event) })), total, page, size };
  });
}
