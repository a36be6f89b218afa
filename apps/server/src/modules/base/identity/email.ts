import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError, invalidField } from '../../../core/http/errors';
import { type Caller, writeLogin } from './login/history';
import { requireProof } from './password/prove';
import type { SessionDeps } from './session/sessions';

/** Sets or clears the address of the user. As it can be logged in with, the password is asked for, and nobody else may have it. */
export async function changeEmail({ db }: SessionDeps, ctx: Ctx, email: string | null, caller: Caller): Promise<void> {
  if (ctx.actor || ctx.readOnly) throw forbiddenError('代管或访问期间不能修改个人信息');
  await ctx.db((trx) => requireProof(trx, ctx, '邮箱用于接收通知，也可以用来登录'));
  await db.transaction().execute(async (trx) => {
    if (email !== null) {
      // two users who set one address at the same moment take turns, so that the second one finds the first
      await sql`select pg_advisory_xact_lock(hashtext('email'), hashtext(${email.toLowerCase()}))`.execute(trx);
      const other = await trx
        .selectFrom('app_user')
        .select('id')
        .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
        .where('id', 'not in', [ctx.userId, ctx.accountId])
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (other) throw invalidField('email', '该邮箱已被其他账号使用');
    }
    await trx.updateTable('app_user').set({ email, updated_at: new Date() }).where('id', '=', ctx.userId).execute();
    const { code } = await trx
      .selectFrom('app_user')
      .select('account_code as code')
      .where('id', '=', ctx.accountId)
      .executeTakeFirstOrThrow();
    await writeLogin(trx, {
      event: 'email_change',
      account: code,
      caller,
      user: { id: ctx.userId, clientId: ctx.clientId },
      sessionId: ctx.sessionId,
    });
  });
}
