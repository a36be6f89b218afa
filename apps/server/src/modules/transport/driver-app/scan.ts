import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { driverAct } from '@tongda/contract/transport/driver-app/calls';
import type { driverScanStore } from '@tongda/contract/transport/driver-app/scan';
import { transportStatus } from '@tongda/contract/transport/enums';
import { inShape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition } from '../../../core/http/errors';
import { wireTimeOf } from '../../../core/http/wire-time';
import type { Secrets } from '../../../core/run/secrets';
import { type CodedStore, storeOfCode } from '../../resources/store/door';
import { tasksOf } from './repo';
import { driverOf } from './who';

/** Trips that a sentence names; more are counted. */
const named = 3;

interface StopPlace {
  placeId: string | null;
  name: string;
  lng: number | null;
  lat: number | null;
}

/**
 * Stops that are at a store: at its site, in its fence (an order keeps the point that the address book gave it), or of its name where
 * one of the two has no point. Where fences of several stores lie over each other the name decides.
 */
export function stopsAt<S extends StopPlace>(
  { placeId, storeName, shape }: Pick<CodedStore, 'placeId' | 'storeName' | 'shape'>,
  stops: readonly S[],
): S[] {
  const here = stops.filter((stop) => {
    if (placeId !== null && stop.placeId === placeId) return true;
    if (shape === null || stop.lng === null || stop.lat === null) return stop.name === storeName;
    return inShape(stop.lng, stop.lat, shape);
  });
  const same = here.filter(({ name }) => name === storeName);
  return same.length > 0 ? same : here;
}

interface TripStop extends StopPlace {
  waybillCode: string;
  stopId: string;
  stopSeq: number;
  scanTime: string | null;
}

async function stopsOf(trx: Trx, ctx: Ctx, waybillCodes: readonly string[], storeId: string): Promise<TripStop[]> {
  const { rows } = await sql<TripStop>`select w.waybill_code as "waybillCode", p.id::text as "stopId",
      p.seq as "stopSeq", p.name, p.place_id::text as "placeId", p.lng, p.lat,
      (select ${wireTimeOf(sql<Date>`max(a.acted_at)`, ctx.timeZone)} from driver_action a
        where a.client_id = w.client_id and a.scan_store_id = ${storeId} and a.waybill_id = w.id and a.stop_seq = p.seq and not a.refused) as "scanTime"
    from waybill w join waybill_stop p on p.waybill_id = w.id
    where w.client_id = ${ctx.clientId} and w.waybill_code = any(${waybillCodes}) order by w.plan_depart_at, p.seq`.execute(
    trx,
  );
  return rows;
}

/** Where the driver's running trips stop at the store of a code; without one, which trips he has. */
export const scanStore = (ctx: Ctx, secrets: Secrets, code: string): Promise<Output<typeof driverScanStore>> =>
  ctx.db(async (trx) => {
    const driver = await driverOf(trx, ctx);
    const store = await storeOfCode(trx, ctx, secrets, code);
    const tasks = (await tasksOf(trx, ctx, driver.id)).filter((t) => t.transportStatus !== transportStatus.complete);
    const waybillCodes = tasks.map(({ waybillCode }) => waybillCode);
    const stops = stopsAt(store, await stopsOf(trx, ctx, waybillCodes, store.id));
    const words = tasks.slice(0, named).map((t) => `${t.waybillCode}（${t.fromName} → ${t.toName}）`);
    const has =
      words.length === 0
        ? '您现在没有进行中的任务'
        : `您的任务是${words.join('、')}${tasks.length > named ? `等${tasks.length}个` : ''}`;
    return {
      storeName: store.storeName,
      storeCode: store.storeCode,
      address: store.address,
      stops: stops.map(({ waybillCode, stopId, stopSeq, name, scanTime }) => ({
        waybillCode,
        stopId,
        stopSeq,
        stopName: name,
        scanTime,
      })),
      msg: stops.length > 0 ? '' : `没有到门店${store.storeName}的任务，${has}`,
    };
  });

/** Keeps which store's code stands behind an arrival; 4010 when it is not the one of the stop. Answers whether there is one. */
export async function noteScan(
  trx: Trx,
  ctx: Ctx,
  secrets: Secrets,
  step: Parsed<typeof driverAct>,
  actionId: string,
): Promise<boolean> {
  if (step.action !== 'arrive' || !step.scanCode) return false;
  const store = await storeOfCode(trx, ctx, secrets, step.scanCode);
  const stops = await stopsOf(trx, ctx, [step.waybillCode], store.id);
  const stop = stops.find(({ stopSeq }) => stopSeq === step.stopSeq);
  if (stop && !stopsAt(store, stops).includes(stop))
    throw illegalTransition(`扫的是门店${store.storeName}的二维码，不是${stop.name}的，到站没有登记`);
  await sql`update driver_action set scan_store_id = ${store.id} where id = ${actionId}`.execute(trx);
  return true;
}
