import { type LoginDevice, loginEvent, type loginRecords } from '@tongda/contract/base/identity/account';
import type { Output } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { forbiddenError, notFound } from '../../../../core/http/errors';
import { deviceWords } from './device-words';
import { endAndAnnounce, type SessionDeps } from './sessions';

const shownRecords = 50;

/** The user's active logins, newest first; none for somebody who acts as him, because they are his private matter. */
export async function listDevices({ db }: SessionDeps, ctx: Ctx): Promise<LoginDevice[]> {
  if (ctx.actor) throw forbiddenError();
  const rows = await selectOwnSessions(db, ctx).execute();
  const time = (at: Date): string => wireTime(at.getTime(), ctx.timeZone);
  return rows.map((row) => ({
    id: row.id,
    kind: row.terminal_kind,
    ip: row.ip ?? '',
    device: deviceWords(row.user_agent),
    createdTime: time(row.created_at),
    lastTime: time(row.last_refresh_at),
    expireTime: time(row.absolute_expire_at),
    current: row.id === ctx.sessionId,
  }));
}

/** Throws 4003 for who acts in another's name or only looks (a screen on the wall): logins are not his to end. */
export function refuseActing(ctx: Ctx): void {
  if (ctx.actor || ctx.readOnly) throw forbiddenError();
}

/** Ends one of the caller's logins at once; throws 4004 when it is not his. */
export async function endDevice(deps: SessionDeps, ctx: Ctx, id: string): Promise<void> {
  refuseActing(ctx);
  const own = await selectOwnSessions(deps.db, ctx).where('id', '=', id).executeTakeFirst();
  if (!own) throw notFound('登录设备');
  await endAndAnnounce(deps, { ids: [id] }, 'ended');
}

/** Ends all logins of the caller but the one he asks with. Answers how many. */
export async function endOtherDevices(deps: SessionDeps, ctx: Ctx): Promise<number> {
  refuseActing(ctx);
  const others = await selectOwnSessions(deps.db, ctx).where('id', '!=', ctx.sessionId).execute();
  if (others.length > 0) await endAndAnnounce(deps, { ids: others.map(({ id }) => id) }, 'ended');
  return others.length;
}

const selectOwnSessions = (db: SessionDeps['db'], ctx: Ctx) =>
  db
    .selectFrom('auth_session')
    .select(['id', 'terminal_kind', 'ip', 'user_agent', 'created_at', 'last_refresh_at', 'absolute_expire_at'])
    .where('user_id', '=', ctx.userId)
    .where('actor_user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('absolute_expire_at', '>', sql<Date>`now()`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('auth_refresh')
          .select('session_id')
          .whereRef('auth_refresh.session_id', '=', 'auth_session.id')
          .where('auth_refresh.expires_at', '>', sql<Date>`now()`),
      ),
    )
    .orderBy('last_refresh_at', 'desc');

/** The latest events of the account, including visits and other users acting as it. */
export async function listRecords({ db }: SessionDeps, ctx: Ctx): Promise<Output<typeof loginRecords>> {
  const rows = await db
    .selectFrom('login_log')
    .select(['id', 'event', 'ip', 'user_agent', 'actor_name', 'at'])
    .where('user_id', '=', ctx.userId)
    .where('client_id', '=', ctx.clientId)
    .orderBy('at', 'desc')
    .limit(shownRecords)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    eventName: loginEvent.label(row.event) + (row.actor_name ? `（${row.actor_name}）` : ''),
    ip: row.ip ?? '',
    device: deviceWords(row.user_agent),
    time: wireTime(row.at.getTime(), ctx.timeZone),
  }));
}
