import { createHash, randomBytes } from 'node:crypto';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { tripShare, tripShareRevoke, tripShares } from '@tongda/contract/reports/driving/trip';
import { href, routes } from '@tongda/contract/shell/routes';
import { sharedTripView } from '@tongda/contract/transport/trip/shared';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, tooManyAtOnce } from '../../../core/http/errors';
import { PerMinute } from '../../../core/http/per-minute';
import { publicRoute, route } from '../../../core/http/route';
import { wireTime, wireTimeSql } from '../../../core/http/wire-time';
import { recordChanges } from '../../../core/record/audit';
import { validTempC } from '../../../kernel/temperature/figures';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { findAddress, loadMileage, noteOutsideView, readTrack } from '../../../modules/watch/track/door';
import { loadShown, lockVehicle } from './edits';

/** Looks a minute from one address. */
const viewsPerMinute = 60;
/** Points of the line that a link shows, and stops of so many minutes. */
const mostPoints = 600;
const stopMin = 5;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a link to a trip as the list shows it now. Only the hash of its token is stored, so that this answer alone contains it. */
const createShare = (ctx: Ctx, { vehicleId, expireHours, ...ends }: Parsed<typeof tripShare>) =>
  ctx.db(async (trx) => {
    await lockVehicle(trx, ctx, vehicleId);
    await loadShown(trx, ctx, vehicleId, ends);
    const token = randomBytes(24).toString('base64url');
    const [from, until] = [new Date(ends.fromMs), new Date(ends.untilMs)];
    const { rows } = await sql<{
      id: string;
      expireTime: string;
    }>`insert into trip_share (client_id, vehicle_id, from_time, until_time, token_hash, expire_at, created_by, created_by_name)
      values (${ctx.clientId}, ${vehicleId}, ${from}, ${until}, ${hashOf(token)}, now() + make_interval(hours => ${expireHours}), ${ctx.userId}, ${ctx.userName})
      returning id::text, ${wireTimeSql(sql<Date>`expire_at`, ctx.timeZone)} as "expireTime"`.execute(trx);
    const made = requireRow(rows[0], '分享链接');
    const words = `${wireTime(from, ctx.timeZone)} ~ ${wireTime(until, ctx.timeZone)}`;
    const change = { field: 'share', label: '行程分享链接', before: '', after: `${words}，${expireHours}小时内有效` };
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '分享行程', changes: [change] }]);
    return { ...made, url: href(routes.sharedTrip, 'transport', { token }) };
  });

/** SQL condition: the share `s` is one of the caller's company, of a vehicle that he sees. */
const ofCaller = (ctx: Ctx) =>
  sql<boolean>`s.client_id = ${ctx.clientId} and exists (select from vehicle v where v.id = s.vehicle_id and ${visibleVehicleRows(ctx, 'v')})`;

const listShares = (
  ctx: Ctx,
  { vehicleId, fromMs, untilMs }: Parsed<typeof tripShares>,
): Promise<Output<typeof tripShares>> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<
      Output<typeof tripShares>[number]
    >`select s.id::text, ${wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone)} as "createTime", s.created_by_name as "createUser",
        ${wireTimeSql(sql<Date>`s.expire_at`, ctx.timeZone)} as "expireTime", ${wireTimeSql(sql<Date | null>`s.revoked_at`, ctx.timeZone)} as "revokeTime",
        s.revoked_at is null and s.expire_at > now() as live, s.views
      from trip_share s where s.vehicle_id = ${vehicleId} and ${ofCaller(ctx)} and s.from_time < ${new Date(untilMs)} and s.until_time > ${new Date(fromMs)}
      order by s.id desc limit 50`.execute(trx);
    return rows;
  });

const revokeShare = (ctx: Ctx, { id }: { id: string }) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      vehicleId: string;
      live: boolean;
    }>`select s.vehicle_id::text as "vehicleId", s.revoked_at is null as live from trip_share s
      where s.id = ${id} and ${ofCaller(ctx)} for update of s`.execute(trx);
    const { vehicleId, live } = requireRow(rows[0], '分享链接');
    if (live) {
      await sql`update trip_share set revoked_at = now() where id = ${id}`.execute(trx);
      await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '停用行程分享链接' }]);
    }
    return { id };
  });

interface Shared {
  clientId: string;
  company: string;
  vehicleId: string;
  plateNo: string;
  timeZone: string;
  from: number;
  until: number;
  expireTime: string;
}

/** The trip behind a valid link; the error is the same for every link that is not, so that nobody learns why. */
async function openShare(db: Kysely<DB>, token: string): Promise<Shared> {
  const { rows } =
    await sql<Shared>`update trip_share s set views = s.views + 1, last_view_at = now() from vehicle v, client c
    where s.token_hash = ${hashOf(token)} and s.revoked_at is null and s.expire_at > now() and v.id = s.vehicle_id and v.deleted_at is null and c.id = s.client_id and c.status = 1
    returning c.id::text as "clientId", c.name as company, v.id::text as "vehicleId", plate_at(v.id, s.from_time) as "plateNo", c.time_zone as "timeZone",
      (extract(epoch from s.from_time) * 1000)::float8 as from, (extract(epoch from s.until_time) * 1000)::float8 as until,
      to_char(s.expire_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "expireTime"`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError(4004, '链接已失效，请联系对方重新获取');
  return row;
}

async function viewShare(db: Kysely<DB>, token: string, ip: string): Promise<Output<typeof sharedTripView>> {
  const { clientId, vehicleId, from, until, timeZone, company, plateNo, expireTime } = await openShare(db, token);
  const startTime = wireTime(from, timeZone);
  await noteOutsideView(db, {
    clientId,
    type: 2,
    vehicleIds: [vehicleId],
    source: `行程分享链接 ${startTime.slice(0, 16)}`,
    ip,
  });
  const points = (await readTrack(db, { vehicleId, from, to: until })).filter(({ located }) => located);
  const temps = points.flatMap(({ tempC }) => tempC.flatMap((one) => validTempC(one) ?? []));
  const every = Math.max(1, Math.ceil(points.length / mostPoints));
  const { rows: stays } = await sql<{
    start: number;
    minutes: number;
    lng: number;
    lat: number;
  }>`select (extract(epoch from e.start_time) * 1000)::float8 as start, e.lng, e.lat,
      (extract(epoch from e.end_time - e.start_time) / 60)::float8 as minutes
    from episode e where e.vehicle_id = ${vehicleId} and e.kind = 'stay' and e.status <> 2 and e.start_time > ${new Date(from)} and e.end_time < ${new Date(until)}
      and e.end_time - e.start_time >= make_interval(mins => ${stopMin}) and e.lng is not null order by e.start_time`.execute(
    db,
  );
  const [first, last] = [points[0], points.at(-1)];
  const addressOf = (at: { lng: number; lat: number } | undefined) =>
    at ? findAddress(at.lng, at.lat) : Promise.resolve('');
  return {
    ...{ company, plateNo, startTime, endTime: wireTime(until, timeZone), expireTime },
    from: await addressOf(first),
    to: await addressOf(last),
    km: Math.round((await loadMileage(db, vehicleId, { from, to: until })) / 100) / 10,
    minutes: Math.round((until - from) / 60_000),
    temMin: temps.length > 0 ? Math.min(...temps) : null,
    temMax: temps.length > 0 ? Math.max(...temps) : null,
    path: points
      .filter((point, i) => i % every === 0 || point === last)
      .map(({ lng, lat }): [number, number] => [lng, lat]),
    stops: await Promise.all(
      stays.map(async ({ start, minutes, lng, lat }) => ({
        ...{ lng, lat, minutes: Math.round(minutes) },
        time: wireTime(start, timeZone),
        address: await findAddress(lng, lat),
      })),
    ),
  };
}

/** Binds the links of trips: making, listing and stopping them, and the page behind them, which needs no account. */
export function bindTripShares(app: FastifyInstance, { db }: ExportDeps): void {
  const limit = new PerMinute(viewsPerMinute);
  route(app, tripShare, createShare);
  route(app, tripShares, listShares);
  route(app, tripShareRevoke, revokeShare);
  publicRoute(app, sharedTripView, ({ ip }, { token }) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return viewShare(db, token, ip);
  });
}
