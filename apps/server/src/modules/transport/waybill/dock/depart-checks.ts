import { minuteMs } from '@tongda/contract/core/durations';
import { degreesText } from '@tongda/contract/core/figure';
import { wallMs } from '@tongda/contract/core/wall-time';
import { coolerStatus } from '@tongda/contract/resources/device/enums';
import { tripSettingsDefaults } from '@tongda/contract/transport/trip/settings';
import { staysBehind } from '@tongda/contract/transport/waybill/dock/counting';
import type { DepartureCheck } from '@tongda/contract/transport/waybill/dock/departure';
import { abnormalStatus, abnormalType, stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { stowDriverOf, stowVehicleOf, waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import { judgeLoad } from '@tongda/contract/transport/waybill/judge';
import type { Check as LoadCheck } from '@tongda/contract/transport/waybill/stow/rules';
import { distanceM } from '@tongda/geo/distance';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { findWaybill } from '../repo';
import type { LockedWaybill } from '../state';
import { loadOrdersByCode } from '../stow/pool';
import { findDriver, listSites, loadBoardVehicles } from '../stow/vehicles';
import { emptyTruckSentence, orderListOf } from './behind';

/** A check of the load, or one of the trip: where the truck stands, whether loading was confirmed, what was reported of it. */
export type Check = Omit<LoadCheck, 'code'> & { code: LoadCheck['code'] | 'PLACE' | 'LOADING' | 'ABNORMAL' };

/** Accepted difference between box temperature and set-point, ℃ (transport.md C14). */
const preCoolToleranceC = 3;
/** Automatic checks of a departure: papers, weight, temperatures, loading, pre-cooling. */
export async function runDepartureChecks(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
): Promise<{ detail: WaybillFull; checks: Check[] }> {
  const detail = requireRow(await findWaybill(trx, ctx, waybillCode), '运单');
  const [vehicle] = detail.vehicleId ? await loadBoardVehicles(trx, ctx, [detail.vehicleId]) : [];
  if (!vehicle)
    return {
      detail,
      checks: [{ code: 'VEHICLE_STATUS', level: 'block', msg: '运单没有可用的车辆', value: null, limit: null }],
    };
  const driver = detail.driverId ? await findDriver(trx, ctx, detail.driverId) : undefined;
  const orders = await loadOrdersByCode(
    trx,
    ctx,
    detail.legs.map(({ orderCode }) => orderCode),
  );
  const sites = await listSites(trx, ctx, [detail.fromPlaceId ?? '', detail.toPlaceId ?? ''].filter(Boolean));
  const siteOf = (id: string | null) => sites.find(({ placeId }) => placeId === id) ?? null;
  const now = wireTime(Date.now(), ctx.timeZone);
  const judged = judgeLoad(
    {
      // the wire says a number; the column is written with codes of the enumeration only
      kind: detail.waybillKind as LockedWaybill['kind'],
      from: siteOf(detail.fromPlaceId),
      to: siteOf(detail.toPlaceId),
      stopPlans: detail.stopPlans,
      vehicle: stowVehicleOf(vehicle, waybillCode),
      driver: driver ? stowDriverOf(driver.name, driver.certificates, driver.licenceClass) : null,
      departAt: wallMs(now),
      arriveAt: wallMs(detail.planArriveTime),
      orders: orders.map((order) => waitingOrderOf({ ...order, orderStatus: 1 })),
    },
    distanceM,
  );
  const kept = judged.checks.filter(({ code }) => code !== 'STATUS' && code !== 'WINDOW' && code !== 'HOURS');
  const own: Check[] = [];
  if (!driver) own.push({ code: 'CERT', level: 'block', msg: '运单还没有司机', value: null, limit: null });
  own.push(
    ...coolingChecks(detail),
    ...placeChecks(detail, now),
    ...missingGoods(detail),
    ...(await loadingChecks(trx, ctx, detail)),
  );
  own.push(...(await abnormalChecks(trx, ctx, detail)));
  return { detail, checks: [...kept, ...own] };
}

/** A truck this near to the site where it loads stands there; m. */
const atSiteM = 1000;
/** A position that is older says nothing about where the truck stands now. */
const freshMs = 30 * minuteMs;

/** How far the truck stands from where it loads, as far as its terminal says so. */
function placeChecks({ live, stops }: WaybillFull, now: string): Check[] {
  const [first] = stops;
  if (!live || !first || first.lng === null || first.lat === null) return [];
  const metres = distanceM(live.lng, live.lat, first.lng, first.lat);
  const km = Math.round(metres / 100) / 10;
  const old = wallMs(now) - wallMs(live.time) > freshMs;
  const msg = `车辆距${first.name} ${km} km（${live.time.slice(5, 16)} 定位${old ? '，已过时' : ''}）`;
  return [{ code: 'PLACE', level: metres > atSiteM && !old ? 'warn' : 'ok', msg, value: km, limit: atSiteM / 1000 }];
}

/** Whether trips of the company may leave without a confirmed loading (联动设置「跳过装车确认」). */
export async function skipsLoading(trx: Trx, { clientId }: Pick<Ctx, 'clientId'>): Promise<boolean> {
  const row = await trx
    .selectFrom('tms_settings')
    .select('skip_loading')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.skip_loading ?? tripSettingsDefaults.skipLoading;
}

/** Orders of which nothing was there: the truck leaves without them, and not at all when there are no others, or when they lie at no site. */
function missingGoods({ legs, reloadFrom, fromPlaceId }: WaybillFull): Check[] {
  const missing = legs.filter(staysBehind);
  const [first] = missing;
  if (!first) return [];
  const counted = `${orderListOf(missing)}装车清点0件`;
  const check = { code: 'LOADING', value: missing.length, limit: 0 } as const;
  if (missing.length === legs.length) return [{ ...check, level: 'block', msg: emptyTruckSentence }];
  if (reloadFrom !== null && fromPlaceId === null)
    return [{ ...check, level: 'block', msg: `${counted}，货物在途中换装，不能移出运单；请重新清点，或撤销装车` }];
  return [{ ...check, level: 'warn', msg: `${counted}，发车时移出运单` }];
}

/** Goods that nobody confirmed as loaded go with a reason only, unless the company skips that (跳过装车确认). A 提单 leaves empty. */
async function loadingChecks(trx: Trx, ctx: Ctx, detail: WaybillFull): Promise<Check[]> {
  if (detail.stowStatus >= stowStatus.loaded || detail.waybillKind === waybillKind.billOfLading) return [];
  if (await skipsLoading(trx, ctx)) return [];
  return [{ code: 'LOADING', level: 'warn', msg: '还没有确认装车完成', value: null, limit: null }];
}

/** 未完成异常: reports of the trip, of orders on it, or of the orders that these were split from, that nobody has dealt with yet (transport.md C14). */
async function abnormalChecks(trx: Trx, ctx: Ctx, { waybillCode }: WaybillFull): Promise<Check[]> {
  const { rows } = await sql<{
    code: string;
    type: number;
  }>`select a.abnormal_code as code, a.abnormal_type as type from abnormal_report a
    where a.client_id = ${ctx.clientId} and a.abnormal_status in (${abnormalStatus.toHandle}, ${abnormalStatus.handling})
      and exists (select from waybill w where w.client_id = ${ctx.clientId} and w.waybill_code = ${waybillCode} and (a.waybill_id = w.id
        or a.order_ids && array(select unnest(array[l.order_id, o.parent_id]) from waybill_leg l join customer_order o on o.id = l.order_id
          where l.waybill_id = w.id and l.removed_at is null)))
    order by a.id`.execute(trx);
  const [first] = rows;
  if (!first) return [];
  const most = `${first.code}${abnormalType.label(first.type)}${rows.length > 1 ? `等${rows.length}条` : ''}`;
  return [{ code: 'ABNORMAL', level: 'warn', msg: `有未完成异常：${most}`, value: rows.length, limit: 0 }];
}

type WaybillFull = NonNullable<Awaited<ReturnType<typeof findWaybill>>>;

/** Checks of the cooling: the box must be near its set-point and its pre-cooling finished (transport.md C14). */
function coolingChecks({ setTemp, boxTemp, coolerStatus: cooling }: WaybillFull): Check[] {
  if (setTemp === null) return [];
  if (boxTemp === null)
    return [{ code: 'TEMP', level: 'warn', msg: '没有厢温数据，无法确认预冷', value: null, limit: setTemp }];
  const off = Math.round(Math.abs(boxTemp - setTemp) * 10) / 10;
  const tooSoon = cooling === coolerStatus.preCooling;
  return off > preCoolToleranceC || tooSoon
    ? [
        {
          code: 'TEMP',
          level: 'warn',
          msg:
            off > preCoolToleranceC
              ? `厢温${degreesText(boxTemp)}，与设定${degreesText(setTemp)}相差${degreesText(off)}`
              : `厢温${degreesText(boxTemp)}刚接近设定${degreesText(setTemp)}，预冷还未完成`,
          value: boxTemp,
          limit: setTemp,
        },
      ]
    : [
        {
          code: 'TEMP',
          level: 'ok',
          msg: `预冷到位：厢温${degreesText(boxTemp)}，设定${degreesText(setTemp)}`,
          value: boxTemp,
          limit: setTemp,
        },
      ];
}

/** What the checks say of a departure: free, only with a reason, or not at all. */
export const departVerdictOf = (checks: readonly Check[]): DepartureCheck['canDepart'] => {
  if (checks.some(({ level }) => level === 'block')) return 'no';
  return checks.some(({ level }) => level === 'warn') ? 'override' : 'yes';
};
