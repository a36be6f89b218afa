import { randomUUID } from 'node:crypto';
import { type TokenAnswer, tokenLife } from '@tongda/contract/base/identity/calls';
import { grantStatus } from '@tongda/contract/base/identity/login-grant';
import { dayS, hourS } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import type { SmsSender } from '../../../../core/notify/sms';
import type { WechatProvider } from '../../../../core/notify/wechat';
import type { Secrets } from '../../../../core/run/secrets';
import { type Caller, writeLogin } from '../login/history';
import { digestOf, makeSecret, signAccess } from './tokens';

/** Kinds of sessions; of web, h5 and tv a user has one at a time. */
export type TerminalKind = 'web' | 'h5' | 'tv' | 'visit' | 'act';

export interface SessionDeps {
  db: Kysely<DB>;
  secrets: Secrets;
  sms: SmsSender;
  /** null: not set up, and offered nowhere */
  wechat: WechatProvider | null;
  /** the demonstration runs: codes that nobody can receive may be shown */
  demo: boolean;
  platformName: string;
  /** address that phones can reach, where it is set */
  publicUrl: string | undefined;
  /** tells every process that a session is over */
  revoked: (sessionId: string, reason: string) => Promise<void>;
}

/** Why a session ended. `other_login` alone is answered by HTTP 403, the rest by 401. */
export type EndReason =
  | 'other_login'
  | 'logout'
  | 'ended'
  | 'pwd_changed'
  | 'pwd_wrong'
  | 'refresh_reuse'
  | 'disabled'
  | 'back';

interface NewSession {
  userId: string;
  clientId: string;
  kind: TerminalKind;
  caller: Caller;
  warehouse?: string;
  accountId?: string;
  readOnly?: boolean;
  proved?: boolean;
  /** of a screen: for how many days it was let in; the company's limit stays above it */
  days?: number;
  actor?: { userId: string; mode: 'super' | 'visit'; reason: string; parentId: string };
}

interface CompanyHours {
  session_max_h: number;
  screen_max_h: number;
}
/** Life of a session in seconds, however often it is renewed. */
const lifeOf = ({ kind, actor, days }: NewSession, company: CompanyHours): number => {
  if (actor?.mode === 'super') return tokenLife.act;
  if (actor?.mode === 'visit') return tokenLife.visit;
  if (kind !== 'tv') return company.session_max_h * hourS;
  return Math.min(company.screen_max_h * hourS, days === undefined ? Number.POSITIVE_INFINITY : days * dayS);
};

/** Makes a session with its first pair of tokens. */
export async function openSession(
  deps: SessionDeps,
  trx: Trx,
  spec: NewSession,
  noJump: 0 | 1,
): Promise<{ sessionId: string; answer: TokenAnswer }> {
  const hours = await trx
    .selectFrom('client')
    .select(['session_max_h', 'screen_max_h'])
    .where('id', '=', spec.clientId)
    .executeTakeFirstOrThrow();
  const sessionId = randomUUID();
  await trx
    .insertInto('auth_session')
    .values({
      id: sessionId,
      client_id: spec.clientId,
      user_id: spec.userId,
      account_id: spec.accountId ?? null,
      terminal_kind: spec.kind,
      login_warehouse: spec.warehouse ?? '',
      ip: spec.caller.ip || null,
      user_agent: spec.caller.userAgent,
      read_only: spec.readOnly ?? false,
      proved_at: spec.proved ? sql<Date>`now()` : null,
      actor_user_id: spec.actor?.userId ?? null,
      actor_mode: spec.actor?.mode ?? null,
      actor_reason: spec.actor?.reason ?? null,
      parent_id: spec.actor?.parentId ?? null,
      absolute_expire_at: sql`now() + make_interval(secs => ${lifeOf(spec, hours)})`,
    })
    .execute();
  return { sessionId, answer: await issuePair(deps, trx, sessionId, 1, noJump) };
}

/** A new pair of tokens of a session; nothing outlives the session itself. */
export async function issuePair(
  deps: SessionDeps,
  trx: Trx,
  sessionId: string,
  seq: number,
  noJump: 0 | 1,
): Promise<TokenAnswer> {
  const s = await loadFacts(trx, sessionId);
  const leftS = Math.max(1, Math.floor(Number(s.left_s)));
  const idleS = s.idle_min * 60;
  const refreshS = Math.min(idleS, leftS);
  const lifeS = Math.min(tokenLife.accessCookie, idleS, leftS);
  const refresh = makeSecret();
  await trx
    .insertInto('auth_refresh')
    .values({
      token_sha256: digestOf(refresh),
      client_id: s.client_id,
      session_id: sessionId,
      seq,
      expires_at: sql`now() + make_interval(secs => ${refreshS})`,
    })
    .execute();
  const { actor_mode, actor_user_id, actor_client_id } = s;
  const access = await signAccess(deps.secrets, {
    userId: s.user_id,
    clientId: s.client_id,
    sessionId,
    loginType: actor_mode === 'visit' ? -1 : s.kind === 'provider' ? 1 : 0,
    warehouse: s.login_warehouse,
    permVersion: s.perm_version,
    actor:
      actor_mode && actor_user_id && actor_client_id
        ? { uid: actor_user_id, cid: actor_client_id, mode: actor_mode }
        : null,
    lifeS,
  });
  return {
    access_token: access,
    refresh_token: refresh,
    expires_in: lifeS,
    refresh_expires_in: refreshS,
    ...loadSuperManager(s),
    noJump,
  };
}

type Facts = Awaited<ReturnType<typeof loadFacts>>;

function loadFacts(trx: Kysely<DB>, sessionId: string) {
  return trx
    .selectFrom('auth_session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .leftJoin('app_user as a', 'a.id', 's.actor_user_id')
    .select(['s.user_id', 's.client_id', 's.terminal_kind', 's.login_warehouse', 's.actor_user_id', 's.actor_mode'])
    .select([
      'u.perm_version',
      'u.is_super',
      'u.name',
      'c.kind',
      'c.idle_min',
      'a.client_id as actor_client_id',
      'a.name as actor_name',
    ])
    .select(sql<string>`extract(epoch from s.absolute_expire_at - now())`.as('left_s'))
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

type SuperFields = Pick<TokenAnswer, 'superManagerFlag' | 'superClientId' | 'superUserId' | 'superUserName'>;

/** The super manager of a session: the user himself, or the one who acts as him; none for a visit. */
function loadSuperManager(
  s: Pick<
    Facts,
    'actor_mode' | 'actor_user_id' | 'actor_client_id' | 'actor_name' | 'is_super' | 'client_id' | 'user_id' | 'name'
  >,
): SuperFields {
  if (s.actor_mode === 'super')
    return {
      superManagerFlag: 1,
      superClientId: s.actor_client_id,
      superUserId: s.actor_user_id,
      superUserName: s.actor_name,
    };
  if (s.actor_mode === null && s.is_super)
    return { superManagerFlag: 1, superClientId: s.client_id, superUserId: s.user_id, superUserName: s.name };
  return { superManagerFlag: 0, superClientId: null, superUserId: null, superUserName: null };
}

/** Whether the super manager that a client names is the one of the session; a client that names none passes. */
export async function superFieldsHold(
  trx: Kysely<DB>,
  sessionId: string,
  said: { superClientId?: string; superUserId?: string; superUserName?: string },
): Promise<boolean> {
  const given = [said.superClientId, said.superUserId, said.superUserName];
  if (given.every((field) => !field)) return true;
  const real = loadSuperManager(await loadFacts(trx, sessionId));
  const truth = [real.superClientId, real.superUserId, real.superUserName];
  return given.every((field, i) => !field || field === truth[i]);
}

/** Sessions to end. */
export interface Which {
  ids?: readonly string[];
  userId?: string;
  /** sessions of this login account, whichever company they entered */
  accountId?: string;
  kind?: TerminalKind;
  except?: string;
}

/**
 * Marks sessions as over, those that act on behalf of one of them too, and forgets their refresh tokens. Answers the ids: `announceEnded` them
 * when the transaction is committed.
 */
export async function endSessions(trx: Kysely<DB>, which: Which, reason: EndReason): Promise<string[]> {
  if (which.ids?.length === 0) return [];
  let live = trx.selectFrom('auth_session').select('id').where('revoked_at', 'is', null);
  if (which.ids) live = live.where('id', 'in', [...which.ids]);
  if (which.userId) live = live.where('user_id', '=', which.userId).where('actor_user_id', 'is', null);
  if (which.accountId) {
    const account = which.accountId;
    live = live.where((eb) =>
      eb.or([
        eb('account_id', '=', account),
        eb.and([eb('user_id', '=', account), eb('account_id', 'is', null), eb('actor_user_id', 'is', null)]),
      ]),
    );
  }
  if (which.kind) live = live.where('terminal_kind', '=', which.kind);
  if (which.except) live = live.where('id', '<>', which.except);
  const ids = (await live.execute()).map((row) => row.id);
  if (ids.length === 0) return [];
  const ended = await trx
    .updateTable('auth_session')
    .set({ revoked_at: sql`now()`, revoke_reason: reason })
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('id', 'in', ids), eb('parent_id', 'in', ids)]))
    .returning('id')
    .execute();
  const all = ended.map((row) => row.id);
  if (all.length > 0) await trx.deleteFrom('auth_refresh').where('session_id', 'in', all).execute();
  return all;
}

/**
 * What ends with the password of an account: its sessions in whichever company, and what was begun with the old one and not finished, a login that waits for
 * its second step, a QR that was confirmed and not fetched. Answers the ids of the sessions, see {@link endSessions}.
 */
export async function endWithPassword(trx: Kysely<DB>, accountId: string): Promise<string[]> {
  await trx.deleteFrom('login_step').where('account_id', '=', accountId).execute();
  await trx
    .updateTable('login_grant')
    .set({ status: grantStatus.expired })
    .where('user_id', '=', accountId)
    .where('status', '<=', grantStatus.confirmed)
    .execute();
  const own = await endSessions(trx, { accountId }, 'pwd_changed');
  return [...own, ...(await endSessions(trx, { userId: accountId }, 'pwd_changed'))];
}

/** Tells every process, so that open pages and sockets of ended sessions stop at once. */
export async function announceEnded(deps: SessionDeps, ids: readonly string[], reason: EndReason): Promise<void> {
  await Promise.all(ids.map((id) => deps.revoked(id, reason)));
}

/** Ends sessions and tells. */
export async function endAndAnnounce(deps: SessionDeps, which: Which, reason: EndReason): Promise<void> {
  const ids = await deps.db.transaction().execute((trx) => endSessions(trx, which, reason));
  await announceEnded(deps, ids, reason);
}

/**
 * Single login (shell.md A3): the user's other sessions of the same kind end with 403, unless the company allows several computers.
 * Answers what ended.
 */
export async function endOlderSessions(
  trx: Trx,
  session: { id: string; userId: string; clientId: string; kind: TerminalKind },
  account: string,
  caller: Caller,
): Promise<string[]> {
  const { multi_login } = await trx
    .selectFrom('client')
    .select('multi_login')
    .where('id', '=', session.clientId)
    .executeTakeFirstOrThrow();
  if (multi_login) return [];
  const which = { userId: session.userId, kind: session.kind, except: session.id };
  const ended = await endSessions(trx, which, 'other_login');
  const user = { id: session.userId, clientId: session.clientId };
  for (const sessionId of ended) await writeLogin(trx, { event: 'kicked', account, caller, user, sessionId });
  return ended;
}

/** 退出登录: while acting, one's own session ends too. */
export async function endSession(deps: SessionDeps, ctx: Ctx, caller: Caller): Promise<void> {
  const ended = await deps.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('auth_session')
      .select('parent_id')
      .where('id', '=', ctx.sessionId)
      .executeTakeFirst();
    const user = { id: ctx.userId, clientId: ctx.clientId };
    const { actor, sessionId } = ctx;
    await writeLogin(trx, { event: 'logout', account: ctx.accountCode, caller, user, actor, sessionId });
    return endSessions(trx, { ids: [ctx.sessionId, ...(own?.parent_id ? [own.parent_id] : [])] }, 'logout');
  });
  await announceEnded(deps, ended, 'logout');
}
