import { changePassword, proveSelf } from '@tongda/contract/base/identity/account';
import { loginInfo, logout, menuTree, userInfo } from '@tongda/contract/base/identity/calls';
import { beginFactor, confirmFactor, factorInfo } from '@tongda/contract/base/identity/factor';
import { allowsAccess } from '@tongda/contract/core/allows';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../../../../core/db/database';
import type { DB } from '../../../../core/generated/db-types';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Actor, Ctx } from '../../../../core/http/ctx';
import { AppError, forbiddenError, unauthorizedError } from '../../../../core/http/errors';
import type { Secrets } from '../../../../core/run/secrets';
import { actingMode, refusalWhileActing } from '../acting/rules';
import { lacksFactorSql } from '../factor/rule';
import { loadRights, noRights } from './rights';
import { verifyAccess } from './tokens';

type Identity = Omit<Ctx, 'ip' | 'log' | 'db' | 'can'>;

/** Resolves tokens to contexts. Sessions are cached for 5 s, and dropped at once when one is revoked anywhere. */
export class Authenticator {
  private readonly sessions = new LRUCache<string, Identity>({ max: 20_000, ttl: 5_000 });
  /** counts what was forgotten: an identity that was being read meanwhile is not put into the cache */
  private forgotten = 0;
  /** reads in progress: the many calls of an opening page share one of them */
  private readonly reading = new Map<string, Promise<Identity>>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly log: Logger,
  ) {}

  /**
   * Context of a request's Bearer token; 401 without a good one, 403 when the account logged in elsewhere, 4003 for what this session may
   * not call whatever the user's rights are.
   */
  async ofRequest(req: FastifyRequest, endpoint: Endpoint): Promise<Ctx> {
    const header = req.headers.authorization ?? '';
    if (!header.startsWith('Bearer ')) throw unauthorizedError();
    // Fastify types its logger by an interface of its own; the server gives it a pino logger
    const ctx = await this.ofToken(header.slice(7), req.ip, req.log as Logger);
    const mode = ctx.actor && actingMode(ctx);
    const refusal = mode && refusalWhileActing(mode, endpoint);
    if (refusal) throw forbiddenError(refusal);
    if (!openWithGivenPassword.has(endpoint.path)) refuseGivenPassword(ctx);
    if (!openWithoutFactor.has(endpoint.path)) refuseMissingFactor(ctx);
    return ctx;
  }

  /** Context of a request's Bearer token, whatever it asks for; 401 without a good one. For open routes that do more for who is logged in. */
  async ofBearer(req: FastifyRequest): Promise<Ctx> {
    const header = req.headers.authorization ?? '';
    if (!header.startsWith('Bearer ')) throw unauthorizedError();
    return this.ofUsableToken(header.slice(7), req.ip);
  }

  /** Id of the user behind a request's Bearer token, null without a good one: for open routes, which nobody must be logged in for. */
  async userOf(req: FastifyRequest): Promise<string | null> {
    return this.ofBearer(req).then(
      (ctx) => ctx.userId,
      () => null,
    );
  }

  /** Context of an access token where no dialog of the password could be shown (the live socket, open routes): 4003 while it has to be changed. */
  async ofUsableToken(token: string, ip: string): Promise<Ctx> {
    const ctx = await this.ofToken(token, ip);
    refuseGivenPassword(ctx);
    refuseMissingFactor(ctx);
    return ctx;
  }

  private async ofToken(token: string, ip: string, log: Logger = this.log): Promise<Ctx> {
    const claims = await verifyAccess(this.secrets, token);
    if (!claims) throw unauthorizedError();
    return this.context(await this.identity(claims.sessionId), ip, log);
  }

  /** Context of a session as it is now; null when it is over, or when its password has to be changed first. */
  async ofSession(sessionId: string): Promise<Ctx | null> {
    try {
      const ctx = this.context(await this.identity(sessionId), '', this.log);
      return ctx.mustChangePwd || ctx.mustEnrol ? null : ctx;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Context of a user without a session, for work that runs later in his name (exports); null when he may no longer log in. */
  async ofUser(userId: string): Promise<Ctx | null> {
    const row = await selectUsers(this.database.systemDb).where('u.id', '=', userId).executeTakeFirst();
    if (row?.status !== 1 || row.client_status !== 1) return null;
    return this.context(await this.identityOf({ ...row, ...noSession }), '', this.log);
  }

  private identity(sessionId: string): Identity | Promise<Identity> {
    const known = this.sessions.get(sessionId) ?? this.reading.get(sessionId);
    if (known) return known;
    const read = this.load(sessionId).finally(() => {
      if (this.reading.get(sessionId) === read) this.reading.delete(sessionId);
    });
    this.reading.set(sessionId, read);
    return read;
  }

  private context(identity: Identity, ip: string, log: Logger): Ctx {
    const { database } = this;
    const began = performance.now();
    return {
      ...identity,
      ip,
      log,
      can: (access) => allowsAccess(identity.rights, access),
      db: (work) => database.withTenant(identity, work, began),
    };
  }

  /** Forgets a session, so that its next call is checked against the database. */
  forget(sessionId: string): void {
    this.forgotten++;
    this.reading.delete(sessionId);
    this.sessions.delete(sessionId);
  }

  /** Forgets everybody of a company: rights, scopes or accounts changed. */
  forgetCompany(clientId: string): void {
    this.forgotten++;
    this.reading.clear();
    for (const [sessionId, identity] of this.sessions.entries())
      if (identity.clientId === clientId) this.sessions.delete(sessionId);
  }

  private async load(sessionId: string): Promise<Identity> {
    const { systemDb } = this.database;
    const { forgotten } = this;
    const row = await findSession(systemDb, sessionId);
    if (row?.status !== 1 || row.client_status !== 1 || row.over) throw unauthorizedError();
    // nobody can change a password or scan a code on a screen on the wall
    if (row.terminal_kind === 'tv' && (row.must_change_pwd || row.pwd_over || row.lacks_factor))
      throw unauthorizedError();
    if (row.revoked_at)
      throw row.revoke_reason === 'other_login' ? await loadKickedError(systemDb, row) : unauthorizedError();
    const identity = await this.identityOf(row);
    if (forgotten === this.forgotten) this.sessions.set(sessionId, identity);
    return identity;
  }

  private async identityOf(row: SessionRow): Promise<Identity> {
    const { off } = row;
    const who = {
      userId: row.user_id,
      isPrimary: row.is_primary,
      provider: row.kind === 'provider',
    };
    const actor = actorOf(row);
    const pwdExpired = row.pwd_over && actor === null;
    const mustChangePwd = (row.must_change_pwd && actor === null) || pwdExpired;
    const mustEnrol = row.lacks_factor && actor === null;
    return {
      ...who,
      clientId: row.client_id,
      clientName: row.client_name,
      userName: row.user_name,
      accountCode: row.account_code,
      sessionId: row.session_id,
      accountId: row.account_id ?? row.user_id,
      terminalKind: row.terminal_kind,
      loginType: actor?.mode === 'visit' ? -1 : who.provider ? 1 : 0,
      actor,
      readOnly: row.read_only,
      isSuper: row.is_super && actor === null,
      mustChangePwd,
      pwdExpired,
      mustEnrol,
      isOrgManager: row.org_type === 1,
      orgId: row.org_id,
      timeZone: row.time_zone,
      rights: mustChangePwd || mustEnrol ? noRights : await loadRights(this.database.systemDb, { ...who, off }),
    };
  }
}

type SessionRow = Omit<NonNullable<Awaited<ReturnType<typeof findSession>>>, 'over' | 'revoked_at' | 'revoke_reason'>;

/** What work in a user's name has instead of a session. */
const noSession = {
  session_id: '',
  // what was ordered before is made: nobody looks at it before the password is changed
  must_change_pwd: false,
  pwd_over: false,
  lacks_factor: false,
  account_id: null,
  terminal_kind: '',
  read_only: false,
  actor_user_id: null,
  actor_mode: null,
  actor_reason: null,
  actor_client_id: null,
  actor_name: null,
} as const;

function actorOf(row: SessionRow): Actor | null {
  const { actor_user_id: userId, actor_client_id: clientId, actor_mode: mode } = row;
  if (userId === null || clientId === null || (mode !== 'super' && mode !== 'visit')) return null;
  return { userId, clientId, mode, name: row.actor_name ?? '', reason: row.actor_reason ?? '' };
}

/** The calls of a session whose password has to be changed: its dialog, who one is, and the way out. */
const openWithGivenPassword: ReadonlySet<string> = new Set(
  [changePassword, userInfo, loginInfo, menuTree, logout].map(({ path }) => path),
);

function refuseGivenPassword(ctx: Ctx): void {
  if (ctx.mustChangePwd) throw forbiddenError(ctx.pwdExpired ? '密码已过期，请先修改密码' : '请先修改初始密码');
}

/** The calls of a session that needs a second factor first: its dialog, the password before it, who one is, and the way out. */
const openWithoutFactor: ReadonlySet<string> = new Set([
  ...openWithGivenPassword,
  ...[factorInfo, beginFactor, confirmFactor, proveSelf].map(({ path }) => path),
]);

function refuseMissingFactor(ctx: Ctx): void {
  if (ctx.mustEnrol) throw forbiddenError('企业要求二次验证，请先开启');
}

/** Users with their company: what an identity is made of. */
function selectUsers(db: Kysely<DB>) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.id as user_id', 'u.client_id', 'u.name as user_name', 'u.account_code', 'u.is_primary', 'u.is_super'])
    .select(['u.org_type', 'u.org_id', 'u.status'])
    .select(['c.name as client_name', 'c.kind', 'c.time_zone', 'c.status as client_status'])
    .select(sql<string[]>`array(select m.module from module_off m where m.client_id = c.id)`.as('off'));
}

/** Whether the password of a user is older than his company allows. */
const isOverSql = (user: string, company: string) =>
  sql<boolean>`coalesce(${sql.ref(`${user}.pwd_changed_at`)} < now() - make_interval(days => ${sql.ref(`${company}.pwd_expire_days`)}), false)`;

function findSession(db: Kysely<DB>, sessionId: string) {
  return (
    selectUsers(db)
      .innerJoin('auth_session as s', 's.user_id', 'u.id')
      .leftJoin('app_user as a', 'a.id', 's.actor_user_id')
      // an account of another company has its password there, and that company's rule holds for it
      .leftJoin('app_user as l', 'l.id', 's.account_id')
      .leftJoin('client as lc', 'lc.id', 'l.client_id')
      .select(sql<boolean>`coalesce(l.must_change_pwd, u.must_change_pwd)`.as('must_change_pwd'))
      .select(
        sql<boolean>`case when l.id is null then ${isOverSql('u', 'c')} else ${isOverSql('l', 'lc')} end`.as(
          'pwd_over',
        ),
      )
      .select([
        's.id as session_id',
        's.revoked_at',
        's.revoke_reason',
        's.terminal_kind',
        's.account_id',
        's.read_only',
      ])
      .select([
        's.actor_user_id',
        's.actor_mode',
        's.actor_reason',
        'a.client_id as actor_client_id',
        'a.name as actor_name',
      ])
      .select(lacksFactorSql.as('lacks_factor'))
      .select(sql<boolean>`s.absolute_expire_at < now()`.as('over'))
      .where('s.id', '=', sessionId)
      .executeTakeFirst()
  );
}

/** The 403 of a session that a newer login ended, with the time of that login and its shortened address. */
async function loadKickedError(db: Kysely<DB>, row: SessionRow): Promise<AppError> {
  const ofOwn = row.actor_mode === null;
  const newer =
    ofOwn &&
    (await db
      .selectFrom('auth_session')
      .select(['created_at', 'ip'])
      .where('user_id', '=', row.user_id)
      .where('terminal_kind', '=', row.terminal_kind)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst());
  // Where an address lies is not known offline.
  const data = newer
    ? { time: wireTime(newer.created_at.getTime(), row.time_zone), ip: maskedIp(newer.ip ?? ''), city: null }
    : null;
  return new AppError(403, message('http.403.body'), data, 403);
}

/** The network of an address: 203.0.113.7 → 203.0.*.*, IPv6 its first two groups. */
export function maskedIp(ip: string): string {
  if (ip.includes(':')) return `${ip.split(':').slice(0, 2).join(':')}:*`;
  return ip
    .split('.')
    .map((part, i) => (i < 2 ? part : '*'))
    .join('.');
}
