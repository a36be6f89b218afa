import type { userInfo } from '@tongda/contract/base/identity/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { maskPhone } from '@tongda/contract/core/field/mask';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { unauthorizedError } from '../../../core/http/errors';

/** The logged-in user as the header shows it. The shared code goes to organisation managers only, not to who visits as one; a visitor is not told the phone and mail of whose account he uses. */
export async function readUserInfo(ctx: Ctx, systemDb: Kysely<DB>): Promise<Output<typeof userInfo>> {
  const proxyUser = await loadProxyUser(ctx, systemDb);
  const isVisit = ctx.actor?.mode === 'visit';
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('app_user as u')
      .innerJoin('client as c', 'c.id', 'u.client_id')
      .leftJoin('org as o', 'o.id', 'u.org_id')
      .select([
        'u.id',
        'u.client_id',
        'u.account_code',
        'u.name',
        'u.phone',
        'u.email',
        'u.is_primary',
        'u.head_img',
        'u.org_type',
      ])
      .select(['c.name as client_name', 'c.shared_code', 'c.system_codes', 'c.time_zone', 'o.name as org_name'])
      .select(['c.pwd_min_length as minLength', 'c.pwd_kinds as kinds'])
      .where('u.id', '=', ctx.userId)
      .executeTakeFirst();
    if (!row) throw unauthorizedError();
    return {
      id: row.id,
      clientId: row.client_id,
      clientName: row.client_name,
      accountCode: row.account_code,
      name: row.name,
      orgName: row.org_name ?? row.client_name,
      phone: isVisit && row.phone !== null ? maskPhone(row.phone) : row.phone,
      email: isVisit ? null : row.email,
      isPrimaryUser: row.is_primary ? 1 : 0,
      loginType: ctx.loginType,
      proxyUser,
      superManagerFlag: ctx.isSuper || ctx.actor?.mode === 'super' ? 1 : 0,
      mustChangePwd: ctx.mustChangePwd,
      pwdExpired: ctx.pwdExpired,
      mustEnrol: ctx.mustEnrol,
      pwdRule: { minLength: row.minLength, kinds: row.kinds },
      terminalKind: ctx.terminalKind,
      headImgUrl: row.head_img,
      isOrgManager: row.org_type === 1 ? 1 : 0,
      ...(row.org_type === 1 && row.shared_code && !isVisit ? { clientSharedCode: row.shared_code } : {}),
      timeZone: row.time_zone,
      systemCodeList: row.system_codes,
    };
  });
}

/** The real user behind a session that acts or visits, for the banner, and until when; from the row of the session. */
async function loadProxyUser(ctx: Ctx, systemDb: Kysely<DB>): Promise<Output<typeof userInfo>['proxyUser']> {
  if (!ctx.actor) return null;
  const { absolute_expire_at } = await systemDb
    .selectFrom('auth_session')
    .select('absolute_expire_at')
    .where('id', '=', ctx.sessionId)
    .executeTakeFirstOrThrow();
  const { userId, name, mode, reason } = ctx.actor;
  return { id: userId, name, mode, reason, until: absolute_expire_at.getTime(), readOnly: ctx.readOnly };
}
