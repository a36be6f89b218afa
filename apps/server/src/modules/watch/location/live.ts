import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { instructPage } from '@tongda/contract/watch/command/staff';
import { monitorLive } from '@tongda/contract/watch/location/calls';
import type { Bus } from '../../../core/bus/topics';
import type { Database } from '../../../core/db/database';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError } from '../../../core/http/errors';
import { LiveHub, type LiveUser } from '../../../core/live/hub';
import { seesAll } from '../../base/org/door';
import { listLive, listVisibleIds, type Viewer } from './repo';

/** A user on the live socket, with the data authorisation that he had when it was last read. */
type Listener = LiveUser & Viewer & { vehicles: boolean };

export interface LocationLiveDeps {
  bus: Bus;
  database: Database;
  /** context of an access token; throws AppError 401 or 403 */
  authenticate(token: string, ip: string): Promise<Ctx>;
  /** context of a session as it is now; null when it is over */
  ofSession(sessionId: string): Promise<Ctx | null>;
  /** where a request comes from, behind whatever proxies */
  addressOf(req: IncomingMessage): string;
  /** whether it is a page of our own that asks */
  isOwnPage(req: IncomingMessage): boolean;
  warn(facts: object, message: string): void;
}

/**
 * The live socket's hub. Every user gets notices; vehicles go only to users with the right to the monitoring page, to each those that he may see.
 */
export function locationLive(deps: LocationLiveDeps): LiveHub<Listener> {
  const { systemDb } = deps.database;
  return new LiveHub<Listener>({
    bus: deps.bus,
    warn: deps.warn,
    addressOf: deps.addressOf,
    isOwnPage: deps.isOwnPage,
    authenticate: async (token, ip, vehicles) => {
      const ctx = await deps.authenticate(token, ip);
      if (vehicles && !ctx.can(monitorLive.access)) throw forbiddenError();
      return listenerOf(ctx, ctx.sessionId, vehicles);
    },
    renew: async (user) => {
      const ctx = await deps.ofSession(user.sessionId);
      // A user who lost the right to see positions still gets notices.
      return ctx && listenerOf(ctx, ctx.sessionId, user.vehicles && ctx.can(monitorLive.access));
    },
    visible: async (user) => new Set(user.vehicles ? await listVisibleIds(systemDb, user) : []),
    // The ids were visible to this user a moment ago; a share may have ended since, so his view is applied again.
    snapshot: async (user, ids) =>
      ids.size === 0 ? [] : listLive(systemDb, user, { vehicleIds: [...ids] }, Date.now()),
  });
}

function listenerOf(who: Ctx, sessionId: string, vehicles: boolean): Listener {
  const { userId, clientId, isPrimary, isOrgManager, timeZone } = who;
  const scope = seesAll(who) ? `client ${clientId}` : `user ${userId}`;
  const scopeKey = vehicles ? scope : `notices ${clientId}`;
  const rightsKey = rightsKeyOf(who);
  const allCommands = who.provider && who.can(instructPage.access);
  const seen = { scopeKey, rightsKey, vehicles, allCommands };
  return { userId, clientId, isPrimary, isOrgManager, timeZone, sessionId, ...seen };
}

function rightsKeyOf({ rights, isPrimary, isOrgManager, readOnly }: Ctx): string {
  const facts = [isPrimary, isOrgManager, readOnly, rights.all, [...rights.keys].sort(), [...rights.buttons].sort()];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64');
}
