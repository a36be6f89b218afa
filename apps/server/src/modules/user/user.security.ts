import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { companySecurity, saveCompanySecurity } from '@tongda/contract/user/security';
import { type Kysely, sql } from 'kysely';
import { changesBetween, recordChanges } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { conflict, forbidden } from '../../core/errors';
import { wireTimeOf } from '../../core/wire-time';
import { type AccountDeps, endSessionIds } from '../identity/admin.service';
import { seesAll } from '../org/org.scope';

export const securityEntity = 'security';
const labels = { multiLogin: '允许多端同时登录', sessionMaxH: '最长登录时长' };
const words = ({ multiLogin, sessionMaxH }: { multiLogin: boolean; sessionMaxH: number }) => ({
  multiLogin: multiLogin ? '允许' : '不允许',
  sessionMaxH: `${sessionMaxH}小时`,
});

/** 登录安全 of the caller's company. */
export function readSecurity(ctx: Ctx): Promise<Output<typeof companySecurity>> {
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('client')
      .select(['multi_login', 'session_max_h', 'security_version'])
      .where('id', '=', ctx.clientId)
      .executeTakeFirstOrThrow();
    const last = await trx
      .selectFrom('change_history')
      .select(wireTimeOf(sql<Date>`max(at)`, ctx.timeZone).as('time'))
      .where('client_id', '=', ctx.clientId)
      .where('entity', '=', securityEntity)
      .executeTakeFirst();
    return {
      multiLogin: row.multi_login,
      sessionMaxH: row.session_max_h,
      version: row.security_version,
      editable: seesAll(ctx) && !ctx.readOnly,
      several: new Set((await olderSessions(trx, ctx.clientId)).map(({ user_id }) => user_id)).size,
      updateTime: last?.time ?? null,
    };
  });
}

/** Sessions that single login would have ended: all but the newest of a user and kind. */
const olderSessions = (db: Kysely<DB>, clientId: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('auth_session')
        .select(['id', 'user_id'])
        .select(sql<number>`row_number() over (partition by user_id, terminal_kind order by created_at desc)`.as('nth'))
        .where('client_id', '=', clientId)
        .where('revoked_at', 'is', null)
        .where('absolute_expire_at', '>', sql<Date>`now()`)
        .where('terminal_kind', 'in', ['web', 'h5', 'tv', 'open'])
        .as('s'),
    )
    .select(['id', 'user_id'])
    .where('nth', '>', 1)
    .execute();

/** Where several computers are no longer allowed, of each user the newest session stays, the others are told like by a new login. */
export async function saveSecurity(deps: AccountDeps, ctx: Ctx, input: Parsed<typeof saveCompanySecurity>) {
  if (!seesAll(ctx)) throw forbidden('只有企业管理员可以修改登录安全设置');
  const older = await ctx.db(async (trx) => {
    const before = await trx
      .selectFrom('client')
      .select(['multi_login as multiLogin', 'session_max_h as sessionMaxH'])
      .where('id', '=', ctx.clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const done = await trx
      .updateTable('client')
      .set({
        multi_login: input.multiLogin,
        session_max_h: input.sessionMaxH,
        security_version: sql<number>`security_version + 1`,
      })
      .where('id', '=', ctx.clientId)
      .where('security_version', '=', input.version)
      .returning('id')
      .executeTakeFirst();
    if (!done) throw conflict();
    const changes = changesBetween(words(before), words(input), labels);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity: securityEntity, entityId: ctx.clientId, action: '编辑', changes }]);
    return before.multiLogin && !input.multiLogin ? olderSessions(trx, ctx.clientId) : [];
  });
  return {
    ended: await endSessionIds(
      deps,
      older.map(({ id }) => id),
      'other_login',
    ),
  };
}
