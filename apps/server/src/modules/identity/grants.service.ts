import { randomInt } from 'node:crypto';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import type { answerGrant, grantInfo } from '@tongda/contract/identity/login-grant';
import { grantLife, grantStatus, pairingSigns } from '@tongda/contract/identity/login-grant';
import type { TokenAnswer } from '@tongda/contract/identity/session';
import { message } from '@tongda/contract/messages';
import { type Kysely, sql } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { AppError, forbidden, invalidField, tooMany } from '../../core/errors';
import { attemptState, clearFailures, recordFailure } from './attempts';
import { deviceWords } from './device-words';
import { enter } from './login.service';
import type { Caller } from './login-log';
import type { SessionDeps, TerminalKind } from './sessions';
import { digestOf, newSecret } from './tokens';

type Kind = 'qr' | 'tv';

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

/** Lets a browser or screen wait for somebody to confirm elsewhere. */
export async function newGrant(db: Kysely<DB>, kind: Kind, caller: Caller): Promise<NewGrant> {
  const authId = newSecret();
  const expireIn = grantLife[kind];
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
    let code = signs(kind === 'qr' ? qrSigns : tvSigns);
    while (taken.has(code)) code = signs(tvSigns);
    await trx
      .insertInto('login_grant')
      .values({
        kind,
        code,
        secret_sha256: digestOf(authId),
        ip: caller.ip || null,
        user_agent: caller.userAgent,
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

/** The tokens of a confirmed grant, once; 202 while nobody has said yes. */
export async function redeem(
  deps: SessionDeps,
  kind: Kind,
  authId: string | undefined,
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
  const taken = await deps.db
    .updateTable('login_grant')
    .set({ status: used })
    .where('secret_sha256', '=', digestOf(authId))
    .where('kind', '=', kind)
    .where('status', '=', grantStatus.confirmed)
    .where('expires_at', '>', sql<Date>`now() - interval '1 minute'`)
    .returning('user_id')
    .executeTakeFirst();
  if (!taken?.user_id) throw over();
  const account = await deps.db
    .selectFrom('app_user')
    .select(['id', 'client_id', 'account_code', 'phone', 'pwd_hash'])
    .where('id', '=', taken.user_id)
    .executeTakeFirstOrThrow();
  const event = kind === 'qr' ? 'qr_login' : 'tv_login';
  // The company is the one in which the confirming person was.
  return enter(deps, account, { caller, kind: terminal, event, companyId: account.client_id });
}

const live = (db: Kysely<DB>, kind: Kind, code: string) =>
  db
    .selectFrom('login_grant')
    .select(['id', 'status', 'ip', 'user_agent', 'created_at'])
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
