import { monitorLive } from '@tongda/contract/location/location';
import type { Bus } from '../../core/bus/bus';
import type { Ctx } from '../../core/ctx';
import type { Database } from '../../core/db';
import { forbidden } from '../../core/errors';
import { LiveHub, type LiveUser } from '../../core/live';
import { seesAll } from '../org/org.scope';
import { listLive, type Viewer, visibleIds } from './location.repo';

/** A listener of the live socket: the data authorisation that was true when it was last looked at. */
type Listener = LiveUser & Viewer & { vehicles: boolean };

export interface LocationLiveDeps {
  bus: Bus;
  database: Database;
  /** context of an access token; throws AppError 401 or 403 */
  authenticate(token: string, ip: string): Promise<Ctx>;
  warn(facts: object, message: string): void;
}

/**
 * Admits everybody for notices; vehicles go to those who hold the monitoring page, to each the ones that his data authorisation lets him see.
 */
export function locationLive(deps: LocationLiveDeps): LiveHub<Listener> {
  const { systemDb } = deps.database;
  return new LiveHub<Listener>({
    bus: deps.bus,
    warn: deps.warn,
    authenticate: async (token, ip, vehicles) => {
      const ctx = await deps.authenticate(token, ip);
      if (vehicles && !ctx.can(monitorLive.access)) throw forbidden();
      return listener(ctx, ctx.sessionId, vehicles);
    },
    renew: (user) => renewed(systemDb, user),
    visible: async (user) => new Set(user.vehicles ? await visibleIds(systemDb, user) : []),
    // the visible set was decided for this user a moment ago: reading by id alone would skip the share's end
    snapshot: async (user, ids) =>
      ids.size === 0 ? [] : listLive(systemDb, user, { vehicleIds: [...ids] }, Date.now()),
  });
}

function listener(who: Viewer, sessionId: string, vehicles: boolean): Listener {
  const { userId, clientId, isPrimary, isOrgManager, timeZone } = who;
  const scope = seesAll(who) ? `client ${clientId}` : `user ${userId}`;
  const scopeKey = vehicles ? scope : `notices ${clientId}`;
  return { userId, clientId, isPrimary, isOrgManager, timeZone, sessionId, scopeKey, vehicles };
}

/** The user as the database knows him now; null when the session, the account or the company is over. */
async function renewed(db: Database['systemDb'], user: Listener): Promise<Listener | null> {
  const row = await db
    .selectFrom('auth_session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .select(['s.revoked_at', 's.absolute_expire_at', 'u.status', 'c.status as client_status'])
    .select(['u.is_primary', 'u.org_type', 'c.time_zone'])
    .where('s.id', '=', user.sessionId)
    .executeTakeFirst();
  if (!row || row.revoked_at || row.status !== 1 || row.client_status !== 1 || row.absolute_expire_at < new Date())
    return null;
  return listener(
    {
      userId: user.userId,
      clientId: user.clientId,
      isPrimary: row.is_primary,
      isOrgManager: row.org_type === 1,
      timeZone: row.time_zone,
    },
    user.sessionId,
    user.vehicles,
  );
}
