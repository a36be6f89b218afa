import { createHash, randomBytes } from 'node:crypto';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { ShareRow } from '@tongda/contract/core/share';
import { blownAirWord } from '@tongda/contract/resources/vehicle/probe';
import { href, routes } from '@tongda/contract/shell/routes';
import { transportationStatus } from '@tongda/contract/transport/enums';
import type { SharedOrder, shareCreate } from '@tongda/contract/transport/trip/share';
import { type Kysely, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError } from '../../../core/http/errors';
import { orderScope } from '../../base/org/door';
import { noteOutsideView } from '../../watch/track/door';
import { dueOfOrder, etaAtStop, goodsBox, lateMinOf } from '../figures/door';
import { logSteps } from '../order/door';

import { findOrderId, loadTemperature, type ReadPointsIn } from './service';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a link. Only the hash of its token is stored, so that this answer alone contains it. */
export function createShare(ctx: Ctx, { orderCode, expireHours }: Parsed<typeof shareCreate>) {
  return ctx.db(async (trx) => {
    const orderId = await findOrderId(trx, ctx, orderCode);
    const token = randomBytes(24).toString('base64url');
    const row = await trx
      .insertInto('order_share')
      .values({
        client_id: ctx.clientId,
        order_id: orderId,
        token_hash: hashOf(token),
        expire_at: sql<Date>`now() + ${expireHours} * interval '1 hour'`,
        created_by: ctx.userId,
        created_by_name: ctx.userName,
      })
      .returning(['id', (eb) => wireTimeSql(eb.ref('expire_at'), ctx.timeZone).as('expireTime')])
      .executeTakeFirstOrThrow();
    await logSteps(trx, ctx, [
      { objType: 'customerOrder', objCode: orderCode, action: '分享链接', remark: `${expireHours}小时内有效` },
    ]);
    return { ...row, url: href(routes.trackShare, 'transport', { token }) };
  });
}

export function listShares(ctx: Ctx, orderCode: string): Promise<ShareRow[]> {
  return ctx.db(async (trx) => {
    const orderId = await findOrderId(trx, ctx, orderCode);
    return trx
      .selectFrom('order_share as s')
      .select(['s.id', 's.views', 's.created_by_name as createUser'])
      .select((eb) => [
        wireTimeSql(eb.ref('s.created_at'), ctx.timeZone).as('createTime'),
        wireTimeSql(eb.ref('s.expire_at'), ctx.timeZone).as('expireTime'),
        sql<string | null>`${wireTimeSql(sql<Date>`s.revoked_at`, ctx.timeZone)}`.as('revokeTime'),
        sql<string | null>`${wireTimeSql(sql<Date>`s.last_view_at`, ctx.timeZone)}`.as('lastViewTime'),
        sql<boolean>`s.revoked_at is null and s.expire_at > now()`.as('live'),
      ])
      .where('s.order_id', '=', orderId)
      .where('s.client_id', '=', ctx.clientId)
      .orderBy('s.id', 'desc')
      .limit(50)
      .execute();
  });
}

export function revokeShare(ctx: Ctx, id: string): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const { rows } = await sql<{
      orderCode: string;
      live: boolean;
    }>`select o.order_code as "orderCode", s.revoked_at is null as live
      from order_share s join customer_order o on o.id = s.order_id
      where s.id = ${id} and s.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} for update of s`.execute(trx);
    const share = requireRow(rows[0], '分享链接');
    if (share.live) {
      await sql`update order_share set revoked_at = now() where id = ${id}`.execute(trx);
      await logSteps(trx, ctx, [{ objType: 'customerOrder', objCode: share.orderCode, action: '停用分享链接' }]);
    }
    return { id };
  });
}

/** Hours after the signature during which a link still shows the order, without the truck. */
const afterSigningHours = 72;

interface Shared {
  shareId: string;
  orderId: string;
  clientId: string;
  timeZone: string;
}

/** The order behind a valid link; the error is the same for every link that is not, so that nobody learns why. */
async function openShare(db: Kysely<DB>, token: string): Promise<Shared> {
  const { rows } = await sql<Shared>`update order_share s set views = s.views + 1, last_view_at = now()
    from customer_order o, client c where s.token_hash = ${hashOf(token)} and s.revoked_at is null and s.expire_at > now()
      and o.id = s.order_id and o.voided_at is null and c.id = s.client_id and c.status = 1
      and (o.signed_at is null or o.signed_at > now() - ${afterSigningHours} * interval '1 hour')
    returning s.id::text as "shareId", o.id::text as "orderId", s.client_id::text as "clientId", c.time_zone as "timeZone"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError(4004, '链接已失效，请联系发货方重新获取');
  return row;
}

/** Notes who looked, at which truck: the one that carries the goods now. */
async function noteView(
  db: Kysely<DB>,
  {
    clientId,
    orderId,
    orderCode,
    signed,
    ip,
  }: { clientId: string; orderId: string; orderCode: string; signed: boolean; ip: string },
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct w.vehicle_id::text as id from waybill_leg l join waybill w on w.id = l.waybill_id
    where l.order_id = ${orderId} and l.removed_at is null and w.voided_at is null and w.vehicle_id is not null and l.transportation_status = ${transportationStatus.inTransit}
      and not ${signed}`.execute(db);
  await noteOutsideView(db, {
    clientId,
    type: 1,
    vehicleIds: rows.map(({ id }) => id),
    source: `订单分享链接 ${orderCode}`,
    ip,
  });
}

/**
 * What a share link shows: the order, where it is loaded and delivered, and the truck while it carries the goods. It shows nothing about other
 * orders, prices, or the truck before and after.
 */
export async function viewShare(
  db: Kysely<DB>,
  { token, ip }: { token: string; ip: string },
  read: ReadPointsIn,
): Promise<SharedOrder> {
  const { shareId, orderId, clientId, timeZone } = await openShare(db, token);
  const at = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, timeZone);
  const { rows } = await sql<
    Omit<SharedOrder, 'truck' | 'stops' | 'temperature'>
  >`select c.name as company, o.order_code as "orderCode",
      o.order_status as "orderStatus", o.total_pieces as pieces, o.total_weight_kg::float8 as "weightKg", o.temperature_type as "temperatureType",
      o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax", o.receiver, o.receive_area || o.receive_address as "receiveAddress",
      ${at('o.arrive_from')} as "expectFrom", ${at('o.arrive_to')} as "expectTo", ${at('o.signed_at')} as "signTime", ${at('s.expire_at')} as "expireTime"
    from customer_order o join client c on c.id = o.client_id join order_share s on s.id = ${shareId} where o.id = ${orderId}`.execute(
    db,
  );
  const { rows: legs } = await sql<{
    status: number;
    stops: SharedOrder['stops'];
    truck: NonNullable<SharedOrder['truck']>;
  }>`select
      l.transportation_status as status,
      (select jsonb_agg(jsonb_build_object('name', p.name, 'stopType', case when p.seq = l.from_seq then 1 else 2 end,
          'place', case when p.lng is not null and p.lat is not null then jsonb_build_object('lng', p.lng, 'lat', p.lat) end,
          'planTime', ${at('p.plan_arrive_at')}, 'arriveTime', ${at('p.arrive_at')}, 'leaveTime', ${at('p.leave_at')},
          'etaTime', ${wireTimeSql(etaAtStop(), timeZone)}) order by p.seq)
        from waybill_stop p where p.waybill_id = w.id and p.seq in (l.from_seq, l.to_seq)) as stops,
      jsonb_build_object('plateNo', v.plate_no,
        'position', case when s.lng is not null and s.lat is not null and s.fix_time >= coalesce(f.leave_at, w.actual_depart_at) - interval '5 minutes'
          then jsonb_build_object('lng', s.lng, 'lat', s.lat) end,
        'positionTime', ${at('s.fix_time')},
        'boxTemp', box.c,
        'etaTime', ${wireTimeSql(etaAtStop('t'), timeZone)}, 'delayMin', case when t.stop_status = 0 and l.final then ${lateMinOf(dueOfOrder(etaAtStop('t')))} end) as truck
    from waybill_leg l join customer_order o on o.id = l.order_id join waybill w on w.id = l.waybill_id join vehicle v on v.id = w.vehicle_id
      join waybill_stop f on f.waybill_id = w.id and f.seq = l.from_seq join waybill_stop t on t.waybill_id = w.id and t.seq = l.to_seq
      left join device_state s on s.vehicle_id = w.vehicle_id ${goodsBox('l', sql`true`)}
    where l.order_id = ${orderId} and l.removed_at is null and w.voided_at is null order by l.leg_no, l.id`.execute(db);
  const order = requireRow(rows[0], '订单');
  await noteView(db, { clientId, orderId, orderCode: order.orderCode, signed: order.signTime !== null, ip });
  const now = legs.find(({ status }) => status === transportationStatus.inTransit);
  const measured = await loadTemperature(db, { clientId, timeZone }, sql`o.id = ${orderId}`, read, true);
  return {
    ...order,
    truck: order.signTime === null && now ? now.truck : null,
    stops: legs.flatMap(({ stops }) => stops),
    temperature: measured.legs.length === 0 ? null : sharedTemperature(measured),
  };
}

/** Temperature for the share page: one curve, the mean of the probes in the box. */
export function sharedTemperature({
  total,
  legs,
  curves,
}: Awaited<ReturnType<typeof loadTemperature>>): SharedOrder['temperature'] {
  const known = (of: (leg: (typeof legs)[number]) => number | null) => legs.flatMap((leg) => of(leg) ?? []);
  const lows = known((leg) => leg.minTemp);
  const highs = known((leg) => leg.maxTemp);
  return {
    rate: total?.rate ?? null,
    minTemp: lows.length > 0 ? Math.min(...lows) : null,
    maxTemp: highs.length > 0 ? Math.max(...highs) : null,
    points: curves.flatMap(({ probes, points }) =>
      points.map(({ time, temps }) => {
        const values = temps.flatMap((value, i) => (probes[i]?.includes(blownAirWord) ? [] : (value ?? [])));
        const mean = values.reduce((a, b) => a + b, 0) / values.length;
        return { time, temp: values.length === 0 ? null : Math.round(mean * 10) / 10 };
      }),
    ),
  };
}
