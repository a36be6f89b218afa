import { createHash, randomBytes } from 'node:crypto';
import { codes, type Output, type Parsed } from '@tongda/contract/core/endpoint';
import { href, routes } from '@tongda/contract/shell/routes';
import { transportationStatus } from '@tongda/contract/transport/enums';
import {
  type ReceiverSign,
  type receiverSignSubmit,
  signedShownHours,
  type signLinkCreate,
  signLinkHours,
} from '@tongda/contract/transport/trip/receiver-sign';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../core/db/database';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, notFound } from '../../../core/http/errors';
import { type FileDeps, removeFile, saveFile } from '../../base/file/door';
import { orderScope } from '../../base/org/door';
import { logSteps } from '../order/door';
import { signByReceiver } from '../waybill/door';
import { platformOf } from './platform';
import { loadTemperature, type ReadPointsIn } from './service';
import { sharedTemperature } from './share';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Condition: the receiver can take the goods now, from the delivering truck or at the site where they are collected. */
const isHandedOver = sql<boolean>`(o.signed_at is null and o.voided_at is null and w.voided_at is null and l.removed_at is null and l.final
  and l.transportation_status = case when p.place_id is null then ${sql.lit(transportationStatus.inTransit)} else ${sql.lit(transportationStatus.completed)} end)`;

/** Makes a link to sign for an order that the caller may see. */
export const createSignLink = (ctx: Ctx, { orderCode }: Parsed<typeof signLinkCreate>) =>
  ctx.db((trx) => makeSignLink(trx, ctx, orderCode));

/**
 * Makes a link to sign; an unused link of the same order ends with it. `waybillCode`: only while the order is on this waybill, which the calling code
 * has checked to be the driver's.
 */
export async function makeSignLink(
  trx: Trx,
  ctx: Ctx,
  orderCode: string,
  waybillCode?: string,
): Promise<Output<typeof signLinkCreate>> {
  const whose =
    waybillCode === undefined ? orderScope(ctx, 'o') : sql<boolean>`w.waybill_code = ${waybillCode} and l.final`;
  const { rows } = await sql<{
    orderId: string;
    legId: string;
    open: boolean;
    signed: boolean;
  }>`select o.id::text as "orderId",
      l.id::text as "legId", ${isHandedOver} as open, o.signed_at is not null as signed
    from customer_order o join waybill_leg l on l.order_id = o.id and l.removed_at is null join waybill w on w.id = l.waybill_id
      join waybill_stop p on p.waybill_id = w.id and p.seq = l.to_seq
    where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode} and ${whose} order by l.id desc limit 1 for update of o`.execute(
    trx,
  );
  const [order] = rows;
  if (!order && waybillCode !== undefined) throw notFound('订单');
  if (!order?.open)
    throw new AppError(
      codes.illegalTransition,
      order?.signed ? `订单${orderCode}已签收` : `订单${orderCode}的货物还不在送货途中，不能生成签收链接`,
    );
  await sql`update receiver_sign_link set revoked_at = now() where order_id = ${order.orderId} and revoked_at is null and used_at is null`.execute(
    trx,
  );
  const token = randomBytes(24).toString('base64url');
  const { expireTime } = await trx
    .insertInto('receiver_sign_link')
    .values({
      client_id: ctx.clientId,
      order_id: order.orderId,
      leg_id: order.legId,
      token_hash: hashOf(token),
      expire_at: sql<Date>`now() + ${signLinkHours} * interval '1 hour'`,
      created_by: ctx.userId,
      created_by_name: ctx.userName,
    })
    .returning((eb) => wireTimeSql(eb.ref('expire_at'), ctx.timeZone).as('expireTime'))
    .executeTakeFirstOrThrow();
  await logSteps(trx, ctx, [
    { objType: 'customerOrder', objCode: orderCode, action: '签收链接', remark: `${signLinkHours}小时内有效` },
  ]);
  return { url: href(routes.receiverSign, 'transport', { token }), expireTime };
}

interface Link {
  id: string;
  orderId: string;
  orderCode: string;
  clientId: string;
  timeZone: string;
  createdBy: string | null;
  used: boolean;
}

/** A valid link: unused while the goods can be taken, or used within the last days, to read what was signed. All others get the same error. */
async function openLink(db: Kysely<DB>, token: string): Promise<Link> {
  const { rows } =
    await sql<Link>`select s.id::text, o.id::text as "orderId", o.order_code as "orderCode", s.client_id::text as "clientId",
      c.time_zone as "timeZone", s.created_by::text as "createdBy", s.used_at is not null as used
    from receiver_sign_link s join customer_order o on o.id = s.order_id join client c on c.id = s.client_id and c.status = 1
      join waybill_leg l on l.id = s.leg_id join waybill w on w.id = l.waybill_id
      join waybill_stop p on p.waybill_id = w.id and p.seq = l.to_seq
    where s.token_hash = ${hashOf(token)} and s.revoked_at is null and case when s.used_at is null then s.expire_at > now() and ${isHandedOver}
      else o.signed_at is not null and s.used_at > now() - ${signedShownHours} * interval '1 hour' end`.execute(db);
  const [link] = rows;
  if (!link) throw new AppError(codes.notFound, '链接已失效，请联系送货司机重新获取');
  return link;
}

/** What the link shows the receiver: the goods and their temperatures, nothing about other goods on the truck. */
export async function viewSign(db: Kysely<DB>, token: string, read: ReadPointsIn): Promise<ReceiverSign> {
  const { id, orderId, clientId, timeZone, used } = await openLink(db, token);
  const at = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, timeZone);
  const { rows } = await sql<
    Omit<ReceiverSign, 'temperature' | 'signed'> & NonNullable<ReceiverSign['signed']>
  >`select c.name as company,
      o.order_code as "orderCode", k.name as shipper, o.receiver, o.receive_area || o.receive_address as "receiveAddress",
      coalesce(v.plate_no, '') as "plateNo", coalesce(d.name, '') as "driverName", coalesce(l.unload_pieces, l.load_pieces) as pieces,
      o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax",
      ${at('s.expire_at')} as "expireTime", ${at('o.signed_at')} as time, o.signer, o.sign_pieces as "signPieces", o.reject_pieces as "rejectPieces",
      (select coalesce(jsonb_agg(jsonb_build_object('name', i.cargo_name, 'spec', i.spec, 'pieces', i.pieces, 'unit', i.pack_unit) order by i.line_no), '[]')
        from order_item i where i.order_id = o.id) as goods
    from receiver_sign_link s join customer_order o on o.id = s.order_id join client c on c.id = o.client_id join customer k on k.id = o.customer_id
      join waybill_leg l on l.id = s.leg_id join waybill w on w.id = l.waybill_id left join vehicle v on v.id = w.vehicle_id
      left join driver d on d.id = w.driver_id where s.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('订单');
  const { time, signer, signPieces, rejectPieces, ...order } = row;
  const measured = await loadTemperature(db, { clientId, timeZone }, sql`o.id = ${orderId}`, read, true);
  return {
    ...order,
    temperature: measured.legs.length === 0 ? null : sharedTemperature(measured),
    signed: used ? { time, signer, signPieces, rejectPieces } : null,
  };
}

export interface SignDeps {
  database: Pick<Database, 'withTenant' | 'systemDb'>;
  files: FileDeps;
  log: Logger;
}

/** Signs by a link, which works once: using the link, signing the order and storing the picture are one transaction. */
export async function submitSign(
  { database, files, log }: SignDeps,
  { token, signature, ...input }: Parsed<typeof receiverSignSubmit>,
): Promise<Output<typeof receiverSignSubmit>> {
  const link = await openLink(database.systemDb, token);
  const again = (): AppError => new AppError(codes.illegalTransition, `订单${link.orderCode}已签收，不能重复签收`);
  if (link.used || link.createdBy === null) throw again();
  const platform = platformOf(database, log, link);
  // the step runs with the account that made the link, under the name of the person who signs
  const ctx: Ctx = { ...platform, userId: link.createdBy, userName: `${input.signer}（收货方扫码）` };
  const bytes = Buffer.from(signature, 'base64');
  const file = await saveFile(files, ctx, { kind: 'image', fileName: '收货方签名.jpg', bytes });
  try {
    return await ctx.db(async (trx) => {
      // when two phones use the link at once, the second one waits here for the first
      const taken = await sql<{ at: Date }>`update receiver_sign_link set used_at = now(), file_id = ${file.id}
        where id = ${link.id} and used_at is null and revoked_at is null and expire_at > now() returning used_at as at`.execute(
        trx,
      );
      const [row] = taken.rows;
      if (!row) throw again();
      await signByReceiver(trx, ctx, { orderCode: link.orderCode, ...input, fileId: file.id });
      return { signTime: wireTime(new Date(row.at), link.timeZone) };
    });
  } catch (error) {
    await removeFile(files, ctx, file.id);
    throw error;
  }
}
