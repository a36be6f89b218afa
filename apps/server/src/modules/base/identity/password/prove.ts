import { proofMinutes } from '@tongda/contract/base/identity/account';
import { codes } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError } from '../../../../core/http/errors';
import type { SessionDeps } from '../session/sessions';
import { checkAskedAgain } from './asked-again';

/** 二次确认: checks the password of the real user behind the session, and writes down that the session has proved him. */
export async function proveByPassword(deps: SessionDeps, ctx: Ctx, password: string): Promise<null> {
  const who = ctx.actor?.userId ?? ctx.accountId;
  const row = await deps.db.selectFrom('app_user').select('pwd_hash').where('id', '=', who).executeTakeFirst();
  await checkAskedAgain(deps, ctx, {
    what: 'prove',
    given: password,
    stored: row?.pwd_hash ?? null,
    field: 'password',
    msg: '登录密码不正确，请重新输入',
  });
  await deps.db
    .updateTable('auth_session')
    .set({ proved_at: sql<Date>`now()` })
    .where('id', '=', ctx.sessionId)
    .execute();
  return null;
}

/** Throws 4012 unless the session proved its user by password lately; `what` names, in Chinese, what is about to be given. */
export async function requireProof(trx: Trx, ctx: Ctx, what: string): Promise<void> {
  if (ctx.sessionId === '') return;
  const { rows } = await sql<{
    proved: boolean;
  }>`select coalesce(proved_at > now() - make_interval(mins => ${proofMinutes}), false) as proved
    from auth_session where id = ${ctx.sessionId}`.execute(trx);
  if (!rows[0]?.proved) throw new AppError(codes.proofWanted, `${what}，请输入您的登录密码确认`, { proof: true });
}
