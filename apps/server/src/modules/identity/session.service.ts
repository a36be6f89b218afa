import { randomUUID } from 'node:crypto';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { type TokenAnswer, type token, tokenLife } from '@tongda/contract/identity/session';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../core/db-types';
import { AppError, invalidField } from '../../core/errors';
import type { Secrets } from '../../core/secrets';
import { attemptState, clearFailures, recordFailure } from './attempts';
import { solveCaptcha } from './captcha';
import { checkPassword } from './password';
import { newRefreshToken, refreshDigest, seal, signAccess, unseal } from './tokens';

export interface Caller {
  ip: string;
  userAgent: string;
}
export interface SessionDeps {
  db: Kysely<DB>;
  secrets: Secrets;
  /** tells every process that a session is over */
  revoked: (sessionId: string, reason: string) => Promise<void>;
}
type TokenInput = Parsed<typeof token>;

/** Login by password. One sentence and one cost for unknown account and wrong password. */
export async function loginByPassword(deps: SessionDeps, input: TokenInput, caller: Caller): Promise<TokenAnswer> {
  const { db } = deps;
  const account = input.username?.trim();
  if (!account) throw invalidField('username', '请输入账号');
  if (!input.password) throw invalidField('password', '请输入密码');
  const state = await attemptState(db, account, caller.ip);
  if (state.lockedMinutes > 0) throw locked(state.lockedMinutes);
  if (state.needsCaptcha && !solveCaptcha(input.captchaKey, input.captchaCode)) {
    throw new AppError(codes.invalid, '验证码错误或已过期', {
      needsCaptcha: true,
      errors: [{ field: 'captchaCode', msg: '验证码错误或已过期' }],
    });
  }
  const user = await findLoginUser(db, account);
  if (!(await checkPassword(input.password, user?.pwd_hash ?? null)) || !user) {
    const after = await recordFailure(db, account, caller.ip);
    await log(db, account, 'login_fail', caller, user);
    if (after.lockedMinutes > 0) throw locked(after.lockedMinutes);
    throw new AppError(codes.invalid, '账号或密码错误', {
      needsCaptcha: after.needsCaptcha,
      errors: [{ field: 'password', msg: '账号或密码错误' }],
    });
  }
  if (user.status !== 1 || user.client_status !== 1) throw new AppError(codes.forbidden, '账号已停用，请联系管理员');
  if (user.arrears) throw new AppError(codes.forbidden, '贵公司服务已到期，请联系服务商续费');
  await clearFailures(db, account, caller.ip);
  await db.updateTable('app_user').set({ last_login_at: sql`now()` }).where('id', '=', user.id).execute();
  await log(db, account, 'login_ok', caller, user);
  return db.transaction().execute(async (trx) => {
    const sessionId = randomUUID();
    await trx
      .insertInto('auth_session')
      .values({
        id: sessionId,
        client_id: user.client_id,
        user_id: user.id,
        login_warehouse: input.loginWarehouse ?? '',
        ip: caller.ip,
        user_agent: caller.userAgent,
        absolute_expire_at: sql`now() + make_interval(secs => ${tokenLife.refreshAbsolute})`,
      })
      .execute();
    return issuePair(deps, trx, { userId: user.id, clientId: user.client_id, sessionId }, 1, 0);
  });
}

const locked = (minutes: number): AppError =>
  new AppError(codes.invalid, `密码错误次数过多，账号已锁定，请${minutes}分钟后再试`, {
    needsCaptcha: true,
    lockedMinutes: minutes,
  });

/** Refused refresh: HTTP 200 with body code 500, which sends the browser to the login page. */
const refused = (): AppError => new AppError(codes.refreshRejected, '登录已过期，请重新登录');

/**
 * Exchanges a refresh token for a new pair. The same token within 10 s gets the same pair (two windows, a lost answer);
 * later it was stolen: the session ends.
 */
export async function refreshTokens(deps: SessionDeps, input: TokenInput, caller: Caller): Promise<TokenAnswer> {
  if (!input.refresh_token) throw refused();
  const digest = refreshDigest(input.refresh_token);
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('auth_refresh as r')
      .innerJoin('auth_session as s', 's.id', 'r.session_id')
      .innerJoin('app_user as u', 'u.id', 's.user_id')
      .innerJoin('client as c', 'c.id', 's.client_id')
      .select([
        'r.session_id',
        'r.seq',
        'r.used_at',
        'r.successor',
        's.user_id',
        's.client_id',
        's.revoked_at',
        'u.account_code',
      ])
      .select(sql<boolean>`r.expires_at < now() or s.absolute_expire_at < now()`.as('expired'))
      .select(sql<boolean>`u.status <> 1 or c.status <> 1 or c.service_end < current_date`.as('barred'))
      .where('r.token_sha256', '=', digest)
      .forUpdate(['r', 's'])
      .executeTakeFirst();
    if (!row || row.expired || row.barred || row.revoked_at) return 'refused' as const;
    if (row.used_at) {
      const graceful = Date.now() - row.used_at.getTime() <= tokenLife.reuseGrace * 1000;
      if (graceful && row.successor) return JSON.parse(unseal(deps.secrets, row.successor)) as TokenAnswer;
      await trx
        .updateTable('auth_session')
        .set({ revoked_at: sql`now()`, revoke_reason: 'refresh_reuse' })
        .where('id', '=', row.session_id)
        .execute();
      await log(trx, row.account_code, 'refresh_reuse', caller, { client_id: row.client_id, id: row.user_id });
      return { stolen: row.session_id };
    }
    const pair = await issuePair(
      deps,
      trx,
      { userId: row.user_id, clientId: row.client_id, sessionId: row.session_id },
      row.seq + 1,
      1,
    );
    await trx
      .updateTable('auth_refresh')
      .set({ used_at: sql`now()`, successor: seal(deps.secrets, JSON.stringify(pair)) })
      .where('token_sha256', '=', digest)
      .execute();
    await trx
      .updateTable('auth_session')
      .set({ last_refresh_at: sql`now()` })
      .where('id', '=', row.session_id)
      .execute();
    return pair;
  });
  if (outcome === 'refused') throw refused();
  if ('stolen' in outcome) {
    await deps.revoked(outcome.stolen, 'refresh_reuse');
    throw refused();
  }
  return outcome;
}

/** Ends the session at once, in every process. */
export async function endSession(deps: SessionDeps, sessionId: string, reason: string): Promise<void> {
  await deps.db
    .updateTable('auth_session')
    .set({ revoked_at: sql`now()`, revoke_reason: reason })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
  await deps.db.deleteFrom('auth_refresh').where('session_id', '=', sessionId).execute();
  await deps.revoked(sessionId, reason);
}

async function issuePair(
  deps: SessionDeps,
  trx: Transaction<DB>,
  who: { userId: string; clientId: string; sessionId: string },
  seq: number,
  noJump: 0 | 1,
): Promise<TokenAnswer> {
  const refresh = newRefreshToken();
  await trx
    .insertInto('auth_refresh')
    .values({
      token_sha256: refreshDigest(refresh),
      client_id: who.clientId,
      session_id: who.sessionId,
      seq,
      expires_at: sql`now() + make_interval(secs => ${tokenLife.refreshCookie})`,
    })
    .execute();
  return {
    access_token: await signAccess(deps.secrets, who),
    refresh_token: refresh,
    expires_in: tokenLife.accessCookie,
    superManagerFlag: 0,
    superClientId: null,
    superUserId: null,
    superUserName: null,
    noJump,
  };
}

async function findLoginUser(db: Kysely<DB>, account: string) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.id', 'u.client_id', 'u.pwd_hash', 'u.status', 'c.status as client_status'])
    .select(sql<boolean>`coalesce(c.service_end < current_date, false)`.as('arrears'))
    .where((eb) => eb.or([eb(sql`lower(u.account_code)`, '=', account.toLowerCase()), eb('u.phone', '=', account)]))
    .orderBy(sql`lower(u.account_code) = ${account.toLowerCase()}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function log(
  db: Kysely<DB>,
  account: string,
  event: string,
  caller: Caller,
  user?: { client_id: string; id: string },
): Promise<void> {
  await db
    .insertInto('login_log')
    .values({
      client_id: user?.client_id ?? null,
      user_id: user?.id ?? null,
      account_code: account,
      event,
      ip: caller.ip,
      user_agent: caller.userAgent,
    })
    .execute();
}
