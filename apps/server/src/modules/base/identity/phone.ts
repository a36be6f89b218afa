import { maskedPhone, type sendBindVerifyCode, type upPhone } from '@tongda/contract/company/profile/calls';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { brokenIndex } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError, invalidField, unauthorizedError } from '../../../core/http/errors';
import { type Caller, writeLogin } from './login/history';
import { sendCode, useCode } from './login/verify-code';
import { checkAskedAgain } from './password/asked-again';
import type { SessionDeps } from './session/sessions';

const phoneTakenError = () => invalidField('phone', '该手机号已被绑定');

async function loadAccount({ db }: SessionDeps, ctx: Ctx) {
  const account = await db
    .selectFrom('app_user')
    .select(['id', 'client_id', 'account_code', 'phone', 'pwd_hash'])
    .where('id', '=', ctx.accountId)
    .executeTakeFirst();
  if (!account) throw unauthorizedError();
  return account;
}

const isTaken = async ({ db }: SessionDeps, phone: string): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('phone', '=', phone).executeTakeFirst()) !== undefined;

/** Sends a code to the new number, or, without one, to the number that is bound. */
export async function sendPhoneCode(
  deps: SessionDeps,
  ctx: Ctx,
  { phone }: Parsed<typeof sendBindVerifyCode>,
  caller: Caller,
): Promise<Output<typeof sendBindVerifyCode>> {
  if (ctx.actor) throw forbiddenError();
  const account = await loadAccount(deps, ctx);
  const to = phone ?? account.phone;
  if (!to) throw invalidField('phone', '尚未绑定手机号');
  if (phone && (await isTaken(deps, phone))) throw phoneTakenError();
  return sendCode(deps, { phone: to, purpose: 'bind', caller, deliver: true });
}

/**
 * Binds another number. Replacing a bound number needs a proof: the code sent to the old number, or the password (five wrong ones end the
 * session). The old number gets a notice.
 */
export async function changePhone(
  deps: SessionDeps,
  ctx: Ctx,
  input: Parsed<typeof upPhone>,
  caller: Caller,
): Promise<void> {
  if (ctx.actor || ctx.readOnly) throw forbiddenError();
  const account = await loadAccount(deps, ctx);
  if (input.phone === account.phone) throw invalidField('phone', '新手机号与当前手机号相同');
  if (await isTaken(deps, input.phone)) throw phoneTakenError();
  // the code is checked but not used up yet, so that a wrong proof does not waste it
  if (!(await useCode(deps, { phone: input.phone, purpose: 'bind', code: input.verifyCode, keep: true })))
    throw invalidField('verifyCode', message('login.captcha'));
  await proveOwner(deps, ctx, account, input);
  if (!(await useCode(deps, { phone: input.phone, purpose: 'bind', code: input.verifyCode })))
    throw invalidField('verifyCode', message('login.captcha'));
  await deps.db
    .updateTable('app_user')
    .set({ phone: input.phone })
    .where('id', '=', account.id)
    .execute()
    .catch((error: unknown) => {
      throw brokenIndex(error) === null ? error : phoneTakenError();
    });
  const user = { id: ctx.userId, clientId: ctx.clientId };
  await writeLogin(deps.db, {
    event: 'phone_change',
    account: account.account_code,
    caller,
    user,
    sessionId: ctx.sessionId,
    detail: { from: account.phone ? maskedPhone(account.phone) : '', to: maskedPhone(input.phone) },
  });
  if (account.phone) {
    const text = `【${deps.platformName}】您的账号已换绑手机号${maskedPhone(input.phone)}，如非本人操作，请尽快修改密码并联系管理员。`;
    await deps.sms.send({ phone: account.phone, purpose: 'security', text }).catch(() => undefined);
  }
}

async function proveOwner(
  deps: SessionDeps,
  ctx: Ctx,
  account: { phone: string | null; pwd_hash: string },
  { oldCode, password }: Parsed<typeof upPhone>,
): Promise<void> {
  if (account.phone && oldCode) {
    if (await useCode(deps, { phone: account.phone, purpose: 'bind', code: oldCode })) return;
    throw invalidField('oldCode', message('login.captcha'));
  }
  if (!password) throw invalidField('password', account.phone ? '请输入原手机号验证码或登录密码' : '请输入登录密码');
  await checkAskedAgain(deps, ctx, {
    what: 'upPhone',
    given: password,
    stored: account.pwd_hash,
    field: 'password',
    msg: '登录密码错误',
  });
}
