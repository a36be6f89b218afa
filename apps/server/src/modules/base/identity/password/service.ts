import type { changePassword } from '@tongda/contract/base/identity/account';
import type { PasswordRule } from '@tongda/contract/base/identity/password-rule';
import type { checkResetCode, resetPassword } from '@tongda/contract/base/identity/sms';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { menus } from '@tongda/contract/shell/menus';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { type AppError, forbiddenError, invalidField, notFound } from '../../../../core/http/errors';
import { signText, verifySignature } from '../../../../core/run/secrets';
import { findAccount } from '../login/enter';
import { type Caller, writeLogin } from '../login/history';
import { beginTry, failTry, forgetTries, passTry } from '../login/limits';
import { useCode } from '../login/verify-code';
import { announceEnded, endWithPassword, type SessionDeps } from '../session/sessions';
import { digestOf } from '../session/tokens';
import { checkAskedAgain } from './asked-again';
import { checkPassword, hashForStore, strengthenHash } from './hash';
import { isUsual } from './usual';
import { isWeak } from './weak';

const resetLifeS = 600;

/** 修改密码: every session of the account ends, this one too. Five wrong originals in 15 minutes end the session that tried. */
export async function replacePassword(
  deps: SessionDeps,
  ctx: Ctx,
  { oldPwd, newPwd }: Parsed<typeof changePassword>,
  caller: Caller,
): Promise<void> {
  if (ctx.actor || ctx.readOnly || !mayChangePassword(ctx)) throw forbiddenError();
  const user = await loadPasswordUser(deps.db, ctx.accountId);
  const msg = message('pwd.oldWrong.server');
  await checkAskedAgain(deps, ctx, { what: 'upPwd', given: oldPwd, stored: user.pwd_hash, field: 'oldPwd', msg });
  if (!(await storePassword(deps, user, newPwd, caller, 'pwd_change'))) throw invalidField('oldPwd', msg);
}

/** Menu 10489 gives 修改密码; who must change a password that somebody else set, or that is too old, needs no right for it. */
const mayChangePassword = (ctx: Ctx): boolean =>
  ctx.mustChangePwd || ctx.pwdExpired || ctx.can({ menu: menus.changePassword.id });

/** First step of 忘记密码: checks the SMS code and answers a token that is valid once, for ten minutes. */
export async function beginReset(
  deps: SessionDeps,
  { phone, code }: Parsed<typeof checkResetCode>,
  { ip }: Caller,
): Promise<{ resetToken: string; accountCode: string; pwdRule: PasswordRule }> {
  const attempt = await beginTry(deps.db, { account: `reset ${phone}`, ip }, null);
  const good = await useCode(deps, { phone, purpose: 'reset', code });
  const account = await findAccount(deps.db, phone, 'phone');
  if (!good || !account) throw await failTry(deps.db, attempt, { field: 'code', msg: message('login.captcha') });
  await passTry(deps.db, attempt);
  const body = `${account.id}.${Math.floor(Date.now() / 1000) + resetLifeS}`;
  return {
    resetToken: `${body}.${signText(deps.secrets, resetText(body, account.pwd_hash))}`,
    accountCode: account.account_code,
    pwdRule: await loadPasswordRule(deps.db, account.client_id),
  };
}

/** The text that a reset token signs. The current password is part of it, so that the token is void once the password changed. */
const resetText = (body: string, pwdHash: string): string => `reset ${body} ${digestOf(pwdHash).toString('base64url')}`;

/** Second step of 忘记密码: stores the new password, ends every session of the account and forgets its failed logins. */
export async function finishReset(
  deps: SessionDeps,
  { resetToken, newPwd }: Parsed<typeof resetPassword>,
  caller: Caller,
): Promise<void> {
  const over = (): AppError => invalidField('resetToken', '操作超时，请重新获取验证码');
  const [id = '', expiry = '', signature = ''] = resetToken.split('.');
  if (!/^\d{1,19}$/u.test(id) || Number(expiry) * 1000 < Date.now()) throw over();
  const user = await loadPasswordUser(deps.db, id).catch(() => null);
  if (!user || !verifySignature(deps.secrets, resetText(`${id}.${expiry}`, user.pwd_hash), signature)) throw over();
  if (!(await storePassword(deps, user, newPwd, caller, 'pwd_reset'))) throw over();
  await forgetTries(deps.db, user.account_code, caller.ip);
}

/** The rule of a company for the passwords of its users. */
export const loadPasswordRule = (db: Kysely<DB>, clientId: string): Promise<PasswordRule> =>
  db
    .selectFrom('client')
    .select(['pwd_min_length as minLength', 'pwd_kinds as kinds'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();

type PasswordUser = Awaited<ReturnType<typeof loadPasswordUser>>;

async function loadPasswordUser(db: Kysely<DB>, id: string) {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'client_id', 'account_code', 'phone', 'email', 'pwd_hash'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw notFound('用户');
  return user;
}

/** Stores a new password in place of the one that `user` was read with; false when somebody else has changed that one meanwhile. */
async function storePassword(
  deps: SessionDeps,
  user: PasswordUser,
  newPwd: string,
  caller: Caller,
  event: 'pwd_change' | 'pwd_reset',
): Promise<boolean> {
  const { id, client_id, account_code, phone } = user;
  const { pwdSalt } = deps.secrets;
  if (
    (await isUsual(deps.db, newPwd, pwdSalt)) ||
    (await isWeak(newPwd, pwdSalt, { accountCode: account_code, phone }))
  )
    throw invalidField('newPwd', message('pwd.weak'));
  const { remembered } = await deps.db
    .selectFrom('client')
    .select('pwd_remembered as remembered')
    .where('id', '=', client_id)
    .executeTakeFirstOrThrow();
  const before = await deps.db
    .selectFrom('password_history')
    .select('pwd_hash')
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(remembered)
    .execute();
  for (const old of [user, ...before])
    if (await checkPassword(newPwd, old.pwd_hash)) throw invalidField('newPwd', message('pwd.reused'));
  const [pwd_hash, former] = await Promise.all([hashForStore(newPwd), strengthenHash(user.pwd_hash)]);
  const ended = await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('app_user')
      .set({ pwd_hash, must_change_pwd: false, pwd_changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('pwd_hash', '=', user.pwd_hash)
      .returning('id')
      .executeTakeFirst();
    if (!stored) return null;
    await trx.insertInto('password_history').values({ client_id, user_id: id, pwd_hash: former }).execute();
    const audit = { account: account_code, caller, user: { id, clientId: client_id } };
    await writeLogin(trx, { ...audit, event });
    return endWithPassword(trx, id);
  });
  if (!ended) return false;
  await announceEnded(deps, ended, 'pwd_changed');
  if (!phone) return true;
  const text = `【${deps.platformName}】您的账号${account_code}的密码已修改。如非本人操作，请立即联系管理员。`;
  // the password is changed already, so a notice that cannot be sent is no error
  await deps.sms.send({ phone, purpose: 'security', text }).catch(() => undefined);
  return true;
}
