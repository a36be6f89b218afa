import type { LockTermsOut } from '@tongda/contract/company/resource-auth/lock-terms';
import { lockAction } from '@tongda/contract/resources/device/enums';
import { distanceM } from '@tongda/geo/distance';
import { inShape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { notFound } from '../../../../core/http/errors';
import { type StoredShape, shapeOf } from '../../../../kernel/ground/place-shape';
import { seesAll, visibleResources } from '../../../base/org/door';
import { refusalOf } from './rules';

interface Wish {
  lockId: string;
  /** lockWay */
  way: number;
  lng: number | null;
  lat: number | null;
}
interface Decision {
  allowed: boolean;
  /** why not; blank when allowed */
  reason: string;
  /** the row of the log that says so */
  logId: string;
  /** the grant that allowed it; null when the lock belongs to the user's own departments, or when it was refused */
  authId: string | null;
}
interface Candidate {
  id: string;
  terms: LockTermsOut | null;
  ground: (StoredShape & { lng: number; lat: number }) | null;
  weekday: number;
  clock: string;
}

/**
 * Decides whether the caller may open a lock now, and writes the attempt to the log. A lock of his own departments opens without a grant, any
 * other by a grant to him whose terms are fulfilled (way, hours, fence, number of openings). When two people use the last opening at the same
 * moment, only one of them succeeds. Throws 4004 for a lock that he does not see.
 */
export async function openLock(trx: Trx, ctx: Ctx, wish: Wish): Promise<Decision> {
  const { rows } = await sql<{
    own: boolean;
    right: boolean;
  }>`select l.org_id in (select scope_orgs(${ctx.userId}::bigint)) as own,
      ${visibleResources(ctx, 'lock', 'l', 'control')} as right
    from bluetooth_lock l where l.id = ${wish.lockId} and l.deleted_at is null and ${visibleResources(ctx, 'lock', 'l')}`.execute(
    trx,
  );
  const [lock] = rows;
  if (!lock) throw notFound('蓝牙锁');
  const decision: Omit<Decision, 'logId'> =
    seesAll(ctx) || lock.own
      ? { allowed: true, reason: '', authId: null }
      : lock.right
        ? await openByGrant(trx, ctx, wish)
        : { allowed: false, reason: '您没有这把锁的开锁授权', authId: null };
  const { id: logId } = await trx
    .insertInto('lock_open_log')
    .values({
      client_id: ctx.clientId,
      lock_id: wish.lockId,
      auth_id: decision.authId,
      user_id: ctx.userId,
      user_name: ctx.userName,
      action: lockAction.open,
      way: wish.way,
      allowed: decision.allowed,
      reason: decision.reason,
      lng: wish.lng,
      lat: wish.lat,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...decision, logId };
}

/** Uses the first grant whose terms are fulfilled and counts the opening; when there is none, answers the refusal of the newest grant. */
async function openByGrant(trx: Trx, ctx: Ctx, wish: Wish): Promise<Omit<Decision, 'logId'>> {
  const { rows } = await sql<Candidate>`select g.id::text as id,
      case when lg.auth_id is null then null else json_build_object('methods', lg.methods, 'timeWindows', lg.time_windows,
        'fenceStoreId', lg.fence_store_id::text, 'fenceStoreName', coalesce(s.name, ''), 'fenceRadiusM', lg.fence_radius_m,
        'maxOpens', lg.max_opens, 'usedOpens', lg.used_opens) end as terms,
      case when ps.id is null then null else json_build_object('kind', ps.kind, 'geometry', ps.geometry, 'radius_m', ps.radius_m,
        'adcode', ps.adcode, 'lng', ps.lng, 'lat', ps.lat) end as ground,
      extract(isodow from now() at time zone ${ctx.timeZone})::int as weekday, to_char(now() at time zone ${ctx.timeZone}, 'HH24:MI') as clock
    from resource_auth g left join lock_grant lg on lg.auth_id = g.id left join store s on s.id = lg.fence_store_id
      left join place_shape ps on ps.place_id = s.place_id and upper_inf(ps.during)
    where g.client_id = ${ctx.clientId} and g.resource_kind = 'lock' and g.resource_id = ${wish.lockId} and g.user_id = ${ctx.userId}
      and g.revoked_at is null and g.valid_from <= now() and g.valid_until > now() and 'control' = any(g.rights)
    order by g.id desc for update of g`.execute(trx);
  let reason = '您没有这把锁的开锁授权';
  for (const [i, { id, terms, ground, weekday, clock }] of rows.entries()) {
    if (!terms) continue;
    const said = refusalOf(terms, {
      way: wish.way,
      weekday,
      clock,
      outsideM: metresOutside(ground, terms.fenceRadiusM ?? 0, wish),
    });
    if (said === null) {
      await sql`update lock_grant set used_opens = used_opens + 1 where auth_id = ${id}`.execute(trx);
      return { allowed: true, reason: '', authId: id };
    }
    if (i === 0) reason = said;
  }
  return { allowed: false, reason, authId: null };
}

/** Metres from the position of the phone to the fence, 0 within the allowed distance around it; null when the position or the fence is unknown. */
function metresOutside(ground: Candidate['ground'], aroundM: number, { lng, lat }: Wish): number | null {
  if (!ground || lng === null || lat === null) return null;
  if (inShape(lng, lat, shapeOf(ground), aroundM)) return 0;
  return Math.max(aroundM + 1, distanceM(lng, lat, ground.lng, ground.lat) - (ground.radius_m ?? 0));
}
