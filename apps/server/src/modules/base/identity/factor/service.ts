import { type factorInfo, factorRules } from '@tongda/contract/base/identity/factor';
import type { Output } from '@tongda/contract/core/endpoint';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField } from '../../../../core/http/errors';
import { sealText, unsealText } from '../../../../core/run/sealed-text';
import { type Caller, writeLogin } from '../login/history';
import { beginTry, failTry, passTry } from '../login/limits';
import { requireProof } from '../password/prove';
import type { SessionDeps } from '../session/sessions';
import { hasFactor, takeFactorCode } from './check';
import { factorWantedSql } from './rule';
import { newRecoveryCode, newTotpSecret, recoveryDigest, totpStepOf, totpUri } from './totp';

type Event = 'factor_on' | 'factor_change' | 'factor_off' | 'factor_codes' | 'factor_fail';
const wrongCode = { field: 'code', msg: '动态验证码错误或已使用，请稍后输入新的验证码' } as const;

/** State of the caller's second factor. It belongs to the account, whichever company it entered. */
export async function readFactor({ db }: SessionDeps, ctx: Ctx): Promise<Output<typeof factorInfo>> {
  refuseOthers(ctx);
  const row = await db
    .selectFrom('second_factor')
    .select('since')
    .select(
      sql<number>`(select count(*)::int from recovery_code r where r.user_id = second_factor.user_id and r.used_at is null)`.as(
        'left',
      ),
    )
    .where('user_id', '=', ctx.accountId)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return {
    enabled: row !== undefined,
    since: row?.since ? wireTime(row.since.getTime(), ctx.timeZone) : null,
    codesLeft: row?.left ?? 0,
    required: await isRequired(db, ctx),
  };
}

/** It is a personal matter: nobody who acts as somebody, and no screen on the wall. */
function refuseOthers(ctx: Ctx): void {
  if (ctx.actor || ctx.readOnly) throw forbiddenError();
}

async function isRequired(db: Kysely<DB>, ctx: Ctx): Promise<boolean> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(factorWantedSql.as('wanted'))
    .where('u.id', '=', ctx.userId)
    .executeTakeFirst();
  return row?.wanted ?? false;
}

/** First half of switching on or changing: a secret that counts once a code of it was right. Throws 4012 unless the password was asked for lately. */
export async function beginEnrolment(
  deps: SessionDeps,
  ctx: Ctx,
  code: string | undefined,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  refuseOthers(ctx);
  await deps.db.transaction().execute((trx) => requireProof(trx, ctx, '设置二次验证'));
  if (await hasFactor(deps.db, ctx.accountId)) {
    if (!code) throw invalidField('code', '更换前请输入当前的动态验证码或恢复码');
    await proveFactor(deps, ctx, code, caller);
  }
  const secret = newTotpSecret();
  const account = await loadAccount(deps.db, ctx);
  const pending = sealText(deps.secrets.factorKey, secret);
  await deps.db
    .insertInto('second_factor')
    .values({ user_id: ctx.accountId, client_id: account.client_id, pending })
    .onConflict((c) => c.column('user_id').doUpdateSet({ pending }))
    .execute();
  return { secret, uri: totpUri(secret, deps.platformName, account.account_code) };
}

/** Second half: the first code was right, the secret counts, and recovery codes are shown for the only time. */
export async function confirmEnrolment(
  deps: SessionDeps,
  ctx: Ctx,
  code: string,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  refuseOthers(ctx);
  return checkCode(deps, ctx, caller, async (trx) => {
    const row = await trx
      .selectFrom('second_factor')
      .select(['pending', 'secret'])
      .where('user_id', '=', ctx.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.pending) throw blockedByRule('请先扫描二维码');
    const step = totpStepOf(unsealText([deps.secrets.factorKey], row.pending), code);
    if (step === null) return null;
    await trx
      .updateTable('second_factor')
      .set({ secret: row.pending, pending: null, last_step: step, since: sql<Date>`now()` })
      .where('user_id', '=', ctx.accountId)
      .execute();
    await writeEvent(trx, ctx, row.secret ? 'factor_change' : 'factor_on', caller);
    return { recoveryCodes: await makeCodes(trx, ctx) };
  });
}

/** New recovery codes in place of all earlier ones, shown once. */
export async function renewCodes(
  deps: SessionDeps,
  ctx: Ctx,
  code: string,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  refuseOthers(ctx);
  await proveFactor(deps, ctx, code, caller);
  return deps.db.transaction().execute(async (trx) => {
    await writeEvent(trx, ctx, 'factor_codes', caller);
    return { recoveryCodes: await makeCodes(trx, ctx) };
  });
}

/** 关闭二次验证. Throws 4011 where the company wants it. */
export async function switchFactorOff(deps: SessionDeps, ctx: Ctx, code: string, caller: Caller): Promise<void> {
  refuseOthers(ctx);
  if (await isRequired(deps.db, ctx)) throw blockedByRule('企业要求二次验证，不能关闭；换手机请使用“更换”');
  await proveFactor(deps, ctx, code, caller);
  await deps.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('second_factor').where('user_id', '=', ctx.accountId).execute();
    await writeEvent(trx, ctx, 'factor_off', caller);
  });
}

async function proveFactor(deps: SessionDeps, ctx: Ctx, code: string, caller: Caller): Promise<void> {
  await checkCode(deps, ctx, caller, (trx) => takeFactorCode(trx, deps.secrets, ctx.accountId, code));
}

/** Runs `work`, which answers null for a wrong code. Wrong ones are counted together with those of the login: five lock for 15 minutes. */
async function checkCode<T>(
  { db }: SessionDeps,
  ctx: Ctx,
  caller: Caller,
  work: (trx: Trx) => Promise<T | null>,
): Promise<T> {
  const attempt = await beginTry(db, factorTry(ctx.accountId), null);
  const answer = await db.transaction().execute(work);
  if (answer === null) {
    await writeEvent(db, ctx, 'factor_fail', caller);
    throw await failTry(db, attempt, wrongCode);
  }
  await passTry(db, attempt);
  return answer;
}

/** How tries of a second factor are counted: by the account alone, because whoever gets here has shown its password. */
export const factorTry = (accountId: string) => ({ account: `factor ${accountId}`, ip: '' });

async function makeCodes(trx: Trx, ctx: Ctx): Promise<string[]> {
  const { client_id } = await loadAccount(trx, ctx);
  const made = Array.from({ length: factorRules.recoveryCodes }, newRecoveryCode);
  await trx.deleteFrom('recovery_code').where('user_id', '=', ctx.accountId).execute();
  await trx
    .insertInto('recovery_code')
    .values(made.map((code) => ({ user_id: ctx.accountId, client_id, code_sha256: recoveryDigest(code) })))
    .execute();
  return made;
}

const loadAccount = (db: Kysely<DB>, ctx: Ctx) =>
  db
    .selectFrom('app_user')
    .select(['client_id', 'account_code'])
    .where('id', '=', ctx.accountId)
    .executeTakeFirstOrThrow();

async function writeEvent(db: Kysely<DB>, ctx: Ctx, event: Event, caller: Caller): Promise<void> {
  const { client_id, account_code } = await loadAccount(db, ctx);
  const user = { id: ctx.accountId, clientId: client_id };
  await writeLogin(db, { event, account: account_code, caller, user, sessionId: ctx.sessionId });
}
