import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { allows, type Ctx } from '../../core/ctx';
import type { Database } from '../../core/db';
import type { DB } from '../../core/db-types';
import { AppError, unauthorized } from '../../core/errors';
import type { Secrets } from '../../core/secrets';
import { loadRights } from './rights';
import { verifyAccess } from './tokens';

type Identity = Omit<Ctx, 'ip' | 'log' | 'db' | 'can'>;

/** Resolves tokens to contexts. Sessions are cached for 5 s, and dropped at once when one is revoked anywhere. */
export class Authenticator {
  private readonly sessions = new LRUCache<string, Identity>({ max: 20_000, ttl: 5_000 });

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly log: Logger,
  ) {}

  /** Context of a request's Bearer token; 401 without a good one, 403 when the account logged in elsewhere. */
  async ofRequest(req: FastifyRequest): Promise<Ctx> {
    const header = req.headers.authorization ?? '';
    if (!header.startsWith('Bearer ')) throw unauthorized();
    return this.ofToken(header.slice(7), req.ip, req.log as Logger);
  }

  /** Context of an access token (also the live socket's). */
  async ofToken(token: string, ip: string, log: Logger = this.log): Promise<Ctx> {
    const claims = await verifyAccess(this.secrets, token);
    if (!claims) throw unauthorized();
    const identity = this.sessions.get(claims.sessionId) ?? (await this.load(claims.sessionId));
    return this.context(identity, ip, log);
  }

  /** Context of a user without a session, for work that runs later in his name (exports); null when he may no longer log in. */
  async ofUser(userId: string): Promise<Ctx | null> {
    const row = await users(this.database.systemDb).where('u.id', '=', userId).executeTakeFirst();
    if (row?.status !== 1 || row.client_status !== 1) return null;
    return this.context(await this.identityOf(row, ''), '', this.log);
  }

  private context(identity: Identity, ip: string, log: Logger): Ctx {
    const { database } = this;
    return {
      ...identity,
      ip,
      log,
      can: (access) => allows(identity.rights, access),
      db: (work) => database.withTenant({ clientId: identity.clientId, provider: identity.provider }, work),
    };
  }

  /** Forgets a session, so that its next call is checked against the database. */
  forget(sessionId: string): void {
    this.sessions.delete(sessionId);
  }

  /** Forgets everybody of a company: rights, scopes or accounts changed. */
  forgetCompany(clientId: string): void {
    for (const [sessionId, identity] of this.sessions.entries())
      if (identity.clientId === clientId) this.sessions.delete(sessionId);
  }

  private async load(sessionId: string): Promise<Identity> {
    const row = await findSession(this.database.systemDb, sessionId);
    if (row?.status !== 1 || row.client_status !== 1) throw unauthorized();
    if (row.revoked_at) {
      if (row.revoke_reason === 'other_login')
        throw new AppError(403, '您的账号在另一台电脑登录，如非本人操作，请及时修改密码', null, 403);
      throw unauthorized();
    }
    const identity = await this.identityOf(row, sessionId);
    this.sessions.set(sessionId, identity);
    return identity;
  }

  private async identityOf(row: UserRow, sessionId: string): Promise<Identity> {
    return {
      userId: row.user_id,
      clientId: row.client_id,
      clientName: row.client_name,
      userName: row.user_name,
      accountCode: row.account_code,
      sessionId,
      loginType: 0,
      isPrimary: row.is_primary,
      isOrgManager: row.org_type === 1,
      orgId: row.org_id,
      provider: row.kind === 'provider',
      timeZone: row.time_zone,
      rights: await loadRights(this.database.systemDb, {
        userId: row.user_id,
        isPrimary: row.is_primary,
        provider: row.kind === 'provider',
      }),
    };
  }
}

type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirst']>>>;

/** Users with their company: what an identity is made of. */
function users(db: Kysely<DB>) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select([
      'u.id as user_id',
      'u.client_id',
      'u.name as user_name',
      'u.account_code',
      'u.is_primary',
      'u.org_type',
      'u.org_id',
      'u.status',
    ])
    .select(['c.name as client_name', 'c.kind', 'c.time_zone', 'c.status as client_status']);
}

function findSession(db: Kysely<DB>, sessionId: string) {
  return users(db)
    .innerJoin('auth_session as s', 's.user_id', 'u.id')
    .select(['s.revoked_at', 's.revoke_reason'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
}
