import { randomInt } from 'node:crypto';
import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import type { answerGrant, grantInfo } from '@tongda/contract/base/identity/login-grant';
import { grantLife, grantStatus, pairingSigns, screenPage } from '@tongda/contract/base/identity/login-grant';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, forbiddenError, invalidField, tooManyAtOnce } from '../../../../core/http/errors';
import { deviceWords } from '../session/device-words';
import type { SessionDeps, TerminalKind } from '../session/sessions';
import { digestOf, makeSecret } from '../session/tokens';
import { clearFailures, loadAttemptState, recordFailure } from './attempts';
import { admitAccount, listCompanyChoices, type TokenInput } from './enter';
import type { Caller } from './history';

type Kind = 'qr' | 'tv' | 'bind';

const used = 5;
/** Length of the code in a QR: 100 random bits, which cannot be guessed. */
const qrSigns = 20;
const tvSigns = 6;
/** Most browsers of one address that may wait at the same time. */
const mostWaiting = 50;
const keptHours = 24;

const randomSigns = (count: number): string =>
  Array.from({ length: count }, () => pairingSigns.charAt(randomInt(pairingSigns.length))).join('');

export interface NewGrant {
  authId: string;
  code: string;
  expireIn: number;
}

/** Makes a grant: a browser or screen waits until somebody confirms it elsewhere. `userId` is the user who wants to bind a WeChat account. */
export async function makeGrant(db: Kysely<DB>, kind: Kind, caller: Caller, userId?: string): Promise<NewGrant> {
  const authId = makeSecret();
  const expireIn = kind === 'tv' ? grantLife.tv : grantLife.qr;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('login grants'))`.execute(trx);
    await trx
      .deleteFrom('login_grant')
      .where('expires_at', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)
      .execute();
    const waiting = await trx
      .selectFrom('login_grant')
      .select(['code', 'ip'])
      .where('expires_at', '>', sql<Date>`now()`)
      .where('status', '<', grantStatus.confirmed)
      .execute();
    if (waiting.filter((row) => row.ip === caller.ip).length >= mostWaiting) throw tooManyAtOnce(message('http.429'));
    const taken = new Set(waiting.map((row) => row.code));
    let code = randomSigns(kind === 'tv' ? tvSigns : qrSigns);
    while (taken.has(code)) code = randomSigns(tvSigns);
    await trx
      .insertInto('login_grant')
      .values({
        kind,
        code,
        secret_sha256: digestOf(authId),
        ip: caller.ip || null,
        user_agent: caller.userAgent,
        user_id: userId ?? null,
        expires_at: sql`now() + make_interval(secs => ${expireIn})`,
      })
      .execute();
    return { authId, code, expireIn };
  });
}

/** State of the confirmation, for the waiting browser. */
export async function loadGrantState(db: Kysely<DB>, authId: string): Promise<0 | 1 | 2 | 3 | 4> {
  const row = await db
    .selectFrom('login_grant')
    .select(['status', sql<boolean>`expires_at < now()`.as('expired')])
    .where('secret_sha256', '=', digestOf(authId))
    .executeTakeFirst();
  if (!row || row.status === used || (row.expired && row.status < grantStatus.confirmed)) return grantStatus.expired;
  return statusOf(row.status);
}

const statusOf = (code: number): 0 | 1 | 2 | 3 | 4 =>
  grantStatus.codes.find((known) => known === code) ?? grantStatus.expired;

/** Who waits behind a code, for whoever scanned or typed it; the waiting browser learns that it was scanned. */
export async function findGrantBehind(deps: SessionDeps, ctx: Ctx, { kind, code }: Parsed<typeof grantInfo>) {
  await refuseGuessing(deps.db, ctx);
  const row = await selectOpenGrant(deps.db, kind, code).executeTakeFirst();
  if (!row) throw await countWrongCode(deps.db, ctx, kind);
  if (row.status === grantStatus.waiting)
    await deps.db.updateTable('login_grant').set({ status: grantStatus.scanned }).where('id', '=', row.id).execute();
  return {
    status: row.status === grantStatus.waiting ? grantStatus.scanned : statusOf(row.status),
    ip: row.ip ?? '',
    device: deviceWords(row.user_agent),
    since: row.created_at.getTime(),
    screenMaxH: await loadScreenHours(deps.db, ctx.clientId),
  };
}

/** Longest time, in hours, for which a company lets a screen in. */
async function loadScreenHours(db: Kysely<DB>, clientId: string): Promise<number> {
  const company = await db
    .selectFrom('client')
    .select('screen_max_h')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return company.screen_max_h;
}

/** Confirms or refuses the login of a waiting browser or screen. Throws 4000 for an unknown or expired code. */
export async function decideGrant(deps: SessionDeps, ctx: Ctx, input: Parsed<typeof answerGrant>): Promise<void> {
  if (ctx.actor || ctx.readOnly) throw forbiddenError();
  await refuseGuessing(deps.db, ctx);
  const { days } = input;
  const hours = days === undefined ? null : await loadScreenHours(deps.db, ctx.clientId);
  if (days !== undefined && hours !== null && days * 24 > hours)
    throw invalidField('days', `公司规定大屏最长登录${hours}小时，请选择更短的时间`);
  const row = await selectOpenGrant(deps.db, input.kind, input.code).executeTakeFirst();
  const decided = row
    ? await deps.db
        .updateTable('login_grant')
        .set({
          status: input.allow ? grantStatus.confirmed : grantStatus.refused,
          user_id: ctx.userId,
          screen_page: input.page ?? null,
          screen_days: days ?? null,
        })
        .where('id', '=', row.id)
        .where('status', '<', grantStatus.confirmed)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!decided) throw await countWrongCode(deps.db, ctx, input.kind);
  await clearFailures(deps.db, guessKey(ctx));
}

/**
 * Answers the tokens of a confirmed grant, one time only; code 202 while nobody has confirmed. A user who confirmed in WeChat may belong to
 * several companies; then the browser calls again with the chosen one.
 */
export async function redeemGrant(
  deps: SessionDeps,
  kind: 'qr' | 'tv',
  { authId, companyId }: Pick<TokenInput, 'authId' | 'companyId'>,
  caller: Caller,
  terminal: TerminalKind,
): Promise<TokenAnswer> {
  const state = authId ? await loadGrantState(deps.db, authId) : grantStatus.expired;
  if (state === grantStatus.waiting || state === grantStatus.scanned)
    throw new AppError(codes.pending, '等待确认', { status: state });
  const over = (): AppError =>
    new AppError(codes.invalid, kind === 'qr' ? message('login.qrExpired') : '配对码已失效，请重新获取', {
      status: state,
    });
  if (state !== grantStatus.confirmed || !authId) throw over();
  const event = kind === 'qr' ? 'qr_login' : 'tv_login';
  const confirmed = await deps.db
    .selectFrom('login_grant as g')
    .innerJoin('app_user as u', 'u.id', 'g.user_id')
    .select(['u.id', 'u.client_id', 'u.account_code', 'u.phone', 'u.pwd_hash', 'g.wx_openid'])
    .select(['g.screen_page', 'g.screen_days'])
    .where('g.secret_sha256', '=', digestOf(authId))
    .where('g.kind', '=', kind)
    .executeTakeFirst();
  if (!confirmed) throw over();
  const { wx_openid, screen_page, screen_days, ...account } = confirmed;
  // a user who confirmed in his own session is in a company already; a WeChat account is in none
  // and has shown his second factor there
  const entry = {
    caller,
    kind: terminal,
    event,
    companyId: wx_openid ? companyId : account.client_id,
    factored: !wx_openid,
    ...(screen_days === null ? {} : { days: screen_days }),
  } as const;
  if (!entry.companyId && (await listCompanyChoices(deps.db, account)).filter(({ open }) => open).length > 1)
    return admitAccount(deps, account, entry);
  const taken = await deps.db
    .updateTable('login_grant')
    .set({ status: used })
    .where('secret_sha256', '=', digestOf(authId))
    .where('kind', '=', kind)
    .where('status', '=', grantStatus.confirmed)
    .where('expires_at', '>', sql<Date>`now() - interval '1 minute'`)
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw over();
  const answer = await admitAccount(deps, account, entry);
  const page = screenPage.codes.find((known) => known === screen_page);
  return page ? { ...answer, screenPage: page } : answer;
}

/** Query of the grant behind a code, as long as it can still be answered. */
export const selectOpenGrant = (db: Kysely<DB>, kind: Kind, code: string) =>
  db
    .selectFrom('login_grant')
    .select(['id', 'status', 'user_id', 'ip', 'user_agent', 'created_at'])
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('status', '<', grantStatus.confirmed);

const guessKey = (ctx: Ctx): string => `grant ${ctx.userId}`;

/** Throws when the caller entered five wrong codes in 15 minutes: a code of six characters could otherwise be guessed with patience. */
async function refuseGuessing(db: Kysely<DB>, ctx: Ctx): Promise<void> {
  const { lockedMinutes } = await loadAttemptState(db, guessKey(ctx));
  if (lockedMinutes > 0) throw tooManyAtOnce(`错误次数过多，请${lockedMinutes}分钟后再试`);
}

async function countWrongCode(db: Kysely<DB>, ctx: Ctx, kind: Kind): Promise<AppError> {
  await recordFailure(db, guessKey(ctx));
  return invalidField(
    'code',
    kind === 'qr' ? '二维码已失效，请在电脑上刷新后重新扫码' : '配对码错误或已失效，请核对大屏上的配对码',
  );
}
