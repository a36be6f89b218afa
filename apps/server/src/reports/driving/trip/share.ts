import { createHash, randomBytes } from 'node:crypto';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { shipmentShares } from '@tongda/contract/reports/customized/dispatch';
import { tripShares } from '@tongda/contract/reports/driving/trip';
import { href, routes } from '@tongda/contract/shell/routes';
import { sharedTripView } from '@tongda/contract/transport/trip/shared';
import type { FastifyInstance } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { ExportDeps } from '../../../core/export/definition';
import type { DB } from '../../../core/generated/db-types';
import { wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, tooManyAtOnce } from '../../../core/http/errors';
import { PerMinute } from '../../../core/http/per-minute';
import { publicRoute, route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { validTempC } from '../../../kernel/temperature/figures';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { hasModule } from '../../../modules/trade/custom-module/door';
import { findAddress, loadMileage, noteOutsideView, readTrack } from '../../../modules/watch/track/door';
import { loadShown, lockVehicle } from './edits';

/** Looks a minute from one address. */
export const viewsPerMinute = 60;
/** Points of the line that a link shows, and stops of so many minutes. */
const mostPoints = 600;
const stopMin = 5;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What a link shows: a vehicle in a time, the shipment that its vehicle drives, or the report of a trip (`tripRow`, judged as `judging` says). */
interface Linked {
  vehicleId: string;
  from: Date;
  until: Date;
  shipmentId?: string;
  tripRow?: string;
  judging?: object;
}

/** Stores a new link. Only the hash of its token is stored, so that this answer alone contains it. */
export async function storeShare(
  trx: Trx,
  ctx: Ctx,
  { vehicleId, from, until, shipmentId, tripRow, judging }: Linked,
  hours: number,
): Promise<{ id: string; token: string; expireTime: string }> {
  const token = randomBytes(24).toString('base64url');
  const { rows } = await sql<{
    id: string;
    expireTime: string;
  }>`insert into trip_share (client_id, vehicle_id, from_time, until_time, shipment_id, trip_row, judging, token_hash, expire_at, created_by, created_by_name)
      values (${ctx.clientId}, ${vehicleId}, ${from}, ${until}, ${shipmentId ?? null}, ${tripRow ?? null}, ${judging ? JSON.stringify(judging) : null}::jsonb, ${hashOf(token)}, now() + make_interval(hours => ${hours}), ${ctx.userId},
        ${ctx.userName})
      returning id::text, ${wireTimeSql(sql<Date>`expire_at`, ctx.timeZone)} as "expireTime"`.execute(trx);
  return { ...requireRow(rows[0], '分享链接'), token };
}

const wayOf = ({ token, ...made }: Awaited<ReturnType<typeof storeShare>>): Output<typeof tripShares.make> => ({
  ...made,
  url: href(routes.sharedTrip, 'transport', { token }),
});

/** Makes a link to a trip as the list shows it now. */
const shareTrip = (ctx: Ctx, { vehicleId, expireHours, ...ends }: Parsed<typeof tripShares.make>) =>
  ctx.db(async (trx) => {
    await lockVehicle(trx, ctx, vehicleId);
    await loadShown(trx, ctx, vehicleId, ends);
    const [from, until] = [new Date(ends.fromMs), new Date(ends.untilMs)];
    const made = await storeShare(trx, ctx, { vehicleId, from, until }, expireHours);
    const words = `${wireTime(from, ctx.timeZone)} ~ ${wireTime(until, ctx.timeZone)}`;
    const change = { field: 'share', label: '行程分享链接', before: '', after: `${words}，${expireHours}小时内有效` };
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '分享行程', changes: [change] }]);
    return wayOf(made);
  });

/** Makes a link to a shipment whose vehicle the caller sees. */
const shareShipment = (ctx: Ctx, { id, expireHours }: Parsed<typeof shipmentShares.make>) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{ vehicleId: string; from: Date; until: Date; cancelled: boolean }>`
      select s.vehicle_id::text as "vehicleId", s.plan_load_at as from, s.plan_done_at as until, s.cancelled_at is not null as cancelled
      from shipment s join vehicle v on v.id = s.vehicle_id where s.id = ${id} and s.client_id = ${ctx.clientId} and ${visibleVehicleRows(ctx, 'v')}`.execute(
      trx,
    );
    const { cancelled, ...linked } = requireRow(rows[0], '发运');
    if (cancelled) throw blockedByRule('发运已取消，不能分享');
    const made = await storeShare(trx, ctx, { ...linked, shipmentId: id }, expireHours);
    const change = { field: 'share', label: '分享链接', before: '', after: `${expireHours}小时内有效` };
    await recordChanges(trx, ctx, [{ entity: 'shipment', entityId: id, action: '分享', changes: [change] }]);
    return wayOf(made);
  });

/** SQL condition: the share `s` is one of the caller's company, of a vehicle that he sees. */
const ofCaller = (ctx: Ctx) =>
  sql<boolean>`s.client_id = ${ctx.clientId} and exists (select from vehicle v where v.id = s.vehicle_id and ${visibleVehicleRows(ctx, 'v')})`;

/** The newest links that a condition on the share `s` finds. */
export const listShares = (ctx: Ctx, which: RawBuilder<boolean>): Promise<Output<typeof tripShares.list>> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<
      Output<typeof tripShares.list>[number]
    >`select s.id::text, ${wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone)} as "createTime", s.created_by_name as "createUser",
        ${wireTimeSql(sql<Date>`s.expire_at`, ctx.timeZone)} as "expireTime", ${wireTimeSql(sql<Date | null>`s.revoked_at`, ctx.timeZone)} as "revokeTime",
        s.revoked_at is null and s.expire_at > now() as live, s.views,
        ${wireTimeSql(sql<Date | null>`s.last_view_at`, ctx.timeZone)} as "lastViewTime"
      from trip_share s where ${which} and ${ofCaller(ctx)} order by s.id desc limit 50`.execute(trx);
    return rows;
  });
const sharesOfTrip = (ctx: Ctx, { vehicleId, fromMs, untilMs }: Parsed<typeof tripShares.list>) =>
  listShares(
    ctx,
    sql`s.vehicle_id = ${vehicleId} and s.shipment_id is null and s.trip_row is null and s.from_time < ${new Date(untilMs)} and s.until_time > ${new Date(fromMs)}`,
  );

const kinds = {
  trip: sql<boolean>`s.shipment_id is null and s.trip_row is null`,
  shipment: sql<boolean>`s.shipment_id is not null`,
  report: sql<boolean>`s.trip_row is not null`,
};
/** Stops a link to a trip, to a shipment, or to a report: the right to stop one kind stops no other. */
export const revokeShare =
  (kind: keyof typeof kinds) =>
  (ctx: Ctx, { id }: { id: string }) =>
    ctx.db(async (trx) => {
      const { rows } = await sql<{
        vehicleId: string;
        live: boolean;
      }>`select s.vehicle_id::text as "vehicleId", s.revoked_at is null as live from trip_share s
      where s.id = ${id} and ${kinds[kind]} and ${ofCaller(ctx)} for update of s`.execute(trx);
      const { vehicleId, live } = requireRow(rows[0], '分享链接');
      if (live) {
        await sql`update trip_share set revoked_at = now() where id = ${id}`.execute(trx);
        await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '停用行程分享链接' }]);
      }
      return { id };
    });

interface Shared {
  clientId: string;
  /** null: a trip alone */
  shipmentId: string | null;
  running: boolean;
  company: string;
  vehicleId: string;
  plateNo: string;
  timeZone: string;
  from: number;
  until: number;
  expireTime: string;
}

/** The same for every link that does not open, so that nobody learns why. */
export const goneShare = (): AppError => new AppError(4004, '链接已失效，请联系对方重新获取');

/** The trip behind a valid link; the error is the same for every link that is not, so that nobody learns why. */
async function openShare(db: Kysely<DB>, token: string): Promise<Shared> {
  const { rows } = await sql<Shared>`with seen as (
      update trip_share s set views = s.views + 1, last_view_at = now() where s.token_hash = ${hashOf(token)} and s.revoked_at is null and s.expire_at > now() and s.trip_row is null
        and not exists (select from shipment h where h.id = s.shipment_id and h.cancelled_at is not null)
        and (s.shipment_id is null or ${hasModule('s.client_id', 'customDispatch')})
      returning s.*)
    select c.id::text as "clientId", c.name as company, v.id::text as "vehicleId", plate_at(v.id, t.from) as "plateNo", c.time_zone as "timeZone",
      s.shipment_id::text as "shipmentId", s.shipment_id is not null and t.finished is null as running,
      (extract(epoch from t.from) * 1000)::float8 as from, (extract(epoch from t.until) * 1000)::float8 as until,
      to_char(s.expire_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "expireTime"
    from seen s join vehicle v on v.id = coalesce((select h.vehicle_id from shipment h where h.id = s.shipment_id), s.vehicle_id) and v.deleted_at is null
      join client c on c.id = s.client_id and c.status = 1,
      lateral (select case when h.id is null then s.from_time else coalesce(h.load_arrive_at, h.depart_at, now()) end as from,
          case when h.id is null then s.until_time else coalesce(h.finish_at, now()) end as until, h.finish_at as finished
        from (select) x left join shipment h on h.id = s.shipment_id) t`.execute(db);
  const [row] = rows;
  if (!row) throw goneShare();
  return row;
}

async function viewShare(db: Kysely<DB>, token: string, ip: string): Promise<Output<typeof sharedTripView>> {
  const shared = await openShare(db, token);
  const { clientId, vehicleId, from, until, timeZone, company, plateNo, expireTime, running, shipmentId } = shared;
  const startTime = wireTime(from, timeZone);
  await noteOutsideView(db, {
    clientId,
    type: 2,
    vehicleIds: [vehicleId],
    source: `${shipmentId === null ? '行程' : '发运'}分享链接 ${startTime.slice(0, 16)}`,
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
    ...{ company, plateNo, startTime, endTime: wireTime(until, timeZone), expireTime, running },
    shipment: shipmentId === null ? null : await readShipment(db, shipmentId, timeZone),
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

/** Number and unloading points of a shipment, for who has its link. */
async function readShipment(db: Kysely<DB>, id: string, timeZone: string) {
  const time = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, timeZone);
  const { rows } = await sql<NonNullable<Output<typeof sharedTripView>['shipment']>>`select s.code,
      (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'planTime', ${time('t.plan_arrive_at')}, 'arriveTime', ${time('t.arrive_at')}) order by t.seq), '[]')
        from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id) as unloads
    from shipment s where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Binds the links of shipments: making, listing and stopping them. Their page is that of trips. */
export function bindShipmentShares(app: FastifyInstance): void {
  route(app, shipmentShares.make, shareShipment);
  route(app, shipmentShares.list, (ctx, { id }) => listShares(ctx, sql`s.shipment_id = ${id}`));
  route(app, shipmentShares.revoke, revokeShare('shipment'));
}

/** Binds the links of trips: making, listing and stopping them, and the page behind them, which needs no account. */
export function bindTripShares(app: FastifyInstance, { db }: ExportDeps): void {
  const limit = new PerMinute(viewsPerMinute);
  route(app, tripShares.make, shareTrip);
  route(app, tripShares.list, sharesOfTrip);
  route(app, tripShares.revoke, revokeShare('trip'));
  publicRoute(app, sharedTripView, ({ ip }, { token }) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return viewShare(db, token, ip);
  });
}
