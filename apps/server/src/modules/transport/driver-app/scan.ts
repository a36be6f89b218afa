import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { driverAct } from '@tongda/contract/transport/driver-app/calls';
import type { driverScanStore } from '@tongda/contract/transport/driver-app/scan';
import { transportStatus } from '@tongda/contract/transport/enums';
import { inShape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition } from '../../../core/http/errors';
import type { Secrets } from '../../../core/run/secrets';
import { type CodedStore, storeOfCode } from '../../resources/store/door';
import { loadTasksOf } from './repo';
import { findOwnDriver } from './who';

/** How many trips a sentence names; further ones are counted. */
const maxNamedTrips = 3;

interface StopPlace {
  placeId: string | null;
  name: string;
  lng: number | null;
  lat: number | null;
}

/**
 * Picks the stops that are at a store: at its site, within its fence (an order keeps the point that the address book gave it), or of its name where
 * stop or store has no point. Where the fences of several stores overlap, the name decides.
 */
export function pickStopsAtStore<S extends StopPlace>(
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

async function loadStopsAtStore(
  trx: Trx,
  ctx: Ctx,
  waybillCodes: readonly string[],
  storeId: string,
): Promise<TripStop[]> {
  const { rows } = await sql<TripStop>`select w.waybill_code as "waybillCode", p.id::text as "stopId",
      p.seq as "stopSeq", p.name, p.place_id::text as "placeId", p.lng, p.lat,
      (select ${wireTimeSql(sql<Date>`max(a.acted_at)`, ctx.timeZone)} from driver_action a
        where a.client_id = w.client_id and a.scan_store_id = ${storeId} and a.waybill_id = w.id and a.stop_seq = p.seq and not a.refused) as "scanTime"
    from waybill w join waybill_stop p on p.waybill_id = w.id
    where w.client_id = ${ctx.clientId} and w.waybill_code = any(${waybillCodes}) order by w.plan_depart_at, p.seq`.execute(
    trx,
  );
  return rows;
}

/** Finds where the running trips of the caller (a driver) stop at the store of a code; names the trips when none of them stops there. */
export const scanStore = (ctx: Ctx, secrets: Secrets, code: string): Promise<Output<typeof driverScanStore>> =>
  ctx.db(async (trx) => {
    const driver = await findOwnDriver(trx, ctx);
    const store = await storeOfCode(trx, ctx, secrets, code);
    const tasks = (await loadTasksOf(trx, ctx, driver.id)).filter(
      (t) => t.transportStatus !== transportStatus.complete,
    );
    const waybillCodes = tasks.map(({ waybillCode }) => waybillCode);
    const stops = pickStopsAtStore(store, await loadStopsAtStore(trx, ctx, waybillCodes, store.id));
    const words = tasks.slice(0, maxNamedTrips).map((t) => `${t.waybillCode}（${t.fromName} → ${t.toName}）`);
    const has =
      words.length === 0
        ? '您现在没有进行中的任务'
        : `您的任务是${words.join('、')}${tasks.length > maxNamedTrips ? `等${tasks.length}个` : ''}`;
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

/** Stores which store's code was scanned for an arrival; 4010 when it is not the store of the stop. Answers whether a code was scanned. */
export async function noteScan(
  trx: Trx,
  ctx: Ctx,
  secrets: Secrets,
  step: Parsed<typeof driverAct>,
  actionId: string,
): Promise<boolean> {
  if (step.action !== 'arrive' || !step.scanCode) return false;
  const store = await storeOfCode(trx, ctx, secrets, step.scanCode);
  const stops = await loadStopsAtStore(trx, ctx, [step.waybillCode], store.id);
  const stop = stops.find(({ stopSeq }) => stopSeq === step.stopSeq);
  if (stop && !pickStopsAtStore(store, stops).includes(stop))
    throw illegalTransition(`扫的是门店${store.storeName}的二维码，不是${stop.name}的，到站没有登记`);
  await sql`update driver_action set scan_store_id = ${store.id} where id = ${actionId}`.execute(trx);
  return true;
}
