import { randomInt } from 'node:crypto';
import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import type { answerGrant, grantInfo } from '@tongda/contract/base/identity/login-grant';
import { grantLife, grantStatus, pairingSigns } from '@tongda/contract/base/identity/login-grant';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, forbidden, invalidField, tooMany } from '../../../../core/http/errors';
import { deviceWords } from '../session/device-words';
import type { SessionDeps, TerminalKind } from '../session/sessions';
import { digestOf, newSecret } from '../session/tokens';
import { attemptState, clearFailures, recordFailure } from './attempts';
import { choices, enter, type TokenInput } from './enter';
import type { Caller } from './history';

type Kind = 'qr' | 'tv' | 'bind';

const used = 5;
/** Signs of what a QR carries: 100 bits, nothing to guess. */
const qrSigns = 20;
const tvSigns = 6;
/** Waiting browsers of one address. */
const mostWaiting = 50;
const keptHours = 24;

const signs = (count: number): string =>
  Array.from({ length: count }, () => pairingSigns.charAt(randomInt(pairingSigns.length))).join('');

export interface NewGrant {
  authId: string;
  code: string;
  expireIn: number;
}

/** Lets a browser or screen wait for somebody to confirm elsewhere; `userId`: who wants a WeChat account bound to his own. */
export async function newGrant(db: Kysely<DB>, kind: Kind, caller: Caller, userId?: string): Promise<NewGrant> {
  const authId = newSecret();
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
    if (waiting.filter((row) => row.ip === caller.ip).length >= mostWaiting) throw tooMany(message('http.429'));
    const taken = new Set(waiting.map((row) => row.code));
    let code = signs(kind === 'tv' ? tvSigns : qrSigns);
    while (taken.has(code)) code = signs(tvSigns);
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

/** How far the confirmation is, for the browser that waits. */
export async function grantState(db: Kysely<DB>, authId: string): Promise<0 | 1 | 2 | 3 | 4> {
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
export async function grantBehind(deps: SessionDeps, ctx: Ctx, { kind, code }: Parsed<typeof grantInfo>) {
  await refuseGuessing(deps.db, ctx);
  const row = await live(deps.db, kind, code).executeTakeFirst();
  if (!row) throw await unknown(deps.db, ctx, kind);
  if (row.status === grantStatus.waiting)
    await deps.db.updateTable('login_grant').set({ status: grantStatus.scanned }).where('id', '=', row.id).execute();
  return {
    status: row.status === grantStatus.waiting ? grantStatus.scanned : statusOf(row.status),
    ip: row.ip ?? '',
    device: deviceWords(row.user_agent),
    since: row.created_at.getTime(),
  };
}

/** Says yes or no to whoever waits. */
export async function decideGrant(deps: SessionDeps, ctx: Ctx, input: Parsed<typeof answerGrant>): Promise<void> {
  if (ctx.actor || ctx.readOnly) throw forbidden();
  await refuseGuessing(deps.db, ctx);
  const row = await live(deps.db, input.kind, input.code).executeTakeFirst();
  const decided = row
    ? await deps.db
        .updateTable('login_grant')
        .set({ status: input.allow ? grantStatus.confirmed : grantStatus.refused, user_id: ctx.userId })
        .where('id', '=', row.id)
        .where('status', '<', grantStatus.confirmed)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!decided) throw await unknown(deps.db, ctx, input.kind);
  await clearFailures(deps.db, guesses(ctx), '');
}

/**
 * The tokens of a confirmed grant, once; 202 while nobody has said yes. Who said yes in WeChat may belong to several companies: the browser
 * asks again with the chosen one.
 */
export async function redeem(
  deps: SessionDeps,
  kind: 'qr' | 'tv',
  { authId, companyId }: Pick<TokenInput, 'authId' | 'companyId'>,
  caller: Caller,
  terminal: TerminalKind,
): Promise<TokenAnswer> {
  const state = authId ? await grantState(deps.db, authId) : grantStatus.expired;
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
    .where('g.secret_sha256', '=', digestOf(authId))
    .where('g.kind', '=', kind)
    .executeTakeFirst();
  if (!confirmed) throw over();
  const { wx_openid, ...account } = confirmed;
  // Who confirmed in a session of his own was in a company; a WeChat account is in none.
  const entry = { caller, kind: terminal, event, companyId: wx_openid ? companyId : account.client_id } as const;
  if (!entry.companyId && (await choices(deps.db, account)).filter(({ open }) => open).length > 1)
    return enter(deps, account, entry);
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
  return enter(deps, account, entry);
}

/** The grant behind what a QR shows, while somebody may still answer it. */
export const live = (db: Kysely<DB>, kind: Kind, code: string) =>
  db
    .selectFrom('login_grant')
    .select(['id', 'status', 'user_id', 'ip', 'user_agent', 'created_at'])
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('status', '<', grantStatus.confirmed);

const guesses = (ctx: Ctx): string => `grant ${ctx.userId}`;

/** Six signs can be guessed by somebody with patience: five wrong ones in 15 minutes are enough. */
async function refuseGuessing(db: Kysely<DB>, ctx: Ctx): Promise<void> {
  const { lockedMinutes } = await attemptState(db, guesses(ctx), '');
  if (lockedMinutes > 0) throw tooMany(`错误次数过多，请${lockedMinutes}分钟后再试`);
}

async function unknown(db: Kysely<DB>, ctx: Ctx, kind: Kind): Promise<AppError> {
  await recordFailure(db, guesses(ctx), '');
  return invalidField(
    'code',
    kind === 'qr' ? '二维码已失效，请在电脑上刷新后重新扫码' : '配对码错误或已失效，请核对大屏上的配对码',
  );
}
