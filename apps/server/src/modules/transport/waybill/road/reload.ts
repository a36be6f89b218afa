import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { transferDifferences } from '@tongda/contract/transport/waybill/dock/counting';
import { stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { reloadTargets, stowageReload } from '@tongda/contract/transport/waybill/road/reload';
import type { GoodsPlace } from '@tongda/contract/transport/waybill/stow/assemble';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalidField } from '../../../../core/http/errors';
import { refuseForeignFiles } from '../../../base/file/door';
import { waybillScope } from '../../../base/org/door';
import { lockOrders, refreshStatus } from '../../order/door';
import { findColdOrders, type LockedWaybill, loadLegs, lockWaybill, type OpenLeg, refuseWaybill } from '../state';
import { listSites } from '../stow/vehicles';
import { closeOldWaybill, endLegs, type Moved, putDownGoods, releaseRest } from './reload-move';
import { takeOnGoods } from './reload-take';
import { draftReloadReports, recordReload, tellReload } from './reload-tell';

type Input = Parsed<typeof stowageReload>;

/**
 * 换装 in transit (transport.md 4.10): ends the legs at the place of reloading and puts the goods onto a new waybill, or one that is being filled
 * there. The old waybill keeps what it still carries, or is over. All of it is one transaction.
 */
export function reloadWaybill(ctx: Ctx, input: Input) {
  return ctx.db(async (trx) => {
    const into = 'waybillCode' in input.target ? input.target.waybillCode : null;
    await lockBoth(trx, ctx, [input.waybillCode, ...(into === null ? [] : [into])]);
    const old = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version });
    refuseWaybill('reloading', old);
    if (old.kind === waybillKind.billOfLading)
      throw new AppError(codes.illegalTransition, '提单不能换装：请在站点收货后再配载，或改派其他车辆提货');
    const at = await parseReloadTime(trx, ctx, old, input.reloadTime);
    const place = await resolvePlace(trx, ctx, input.place);
    await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
    const all = await loadLegs(trx, ctx, old.id);
    const orders = await lockOrders(
      trx,
      ctx,
      all.map(({ orderCode }) => orderCode),
    );
    const moved = await checkMoved(trx, all, input.legs);
    await endLegs(trx, ctx, old, moved, place, at);
    const rest = input.releaseRest ? await releaseRest(trx, ctx, old, all, moved) : [];
    const state = await closeOldWaybill(trx, ctx, old, at);
    await putDownGoods(trx, ctx, moved, place);
    const next = await takeOnGoods(trx, ctx, input, old, moved, place);
    await refreshStatus(
      trx,
      ctx,
      orders.map(({ id }) => id),
    );
    const differences = transferDifferences(
      moved.map(({ leg, pieces }) => ({ orderCode: leg.orderCode, unloaded: leg.loadPieces, loaded: pieces })),
    );
    await recordReload(trx, ctx, input, { old, next, place, at, moved, differences });
    await tellReload(trx, ctx, input, { old, state, next: next.waybillCode, place, at, moved, rest, orders });
    const abnormalCodes = await draftReloadReports(trx, ctx, input, { old, next, place, at, moved, differences });
    return { newWaybillCode: next.waybillCode, transportStatus: state, abnormalCodes, differences };
  });
}

/** Locks waybills sorted by id, so that two reloadings never wait for each other. */
async function lockBoth(trx: Trx, ctx: Ctx, waybillCodes: readonly string[]): Promise<void> {
  await sql`select id from waybill where client_id = ${ctx.clientId} and waybill_code = any(${waybillCodes}::text[]) order by id for update`.execute(
    trx,
  );
}

async function parseReloadTime(trx: Trx, ctx: Ctx, { actualDepartAt }: LockedWaybill, wanted: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${instantSql(wanted, ctx.timeZone)} as at`.execute(trx);
  const at = new Date(rows[0]?.at ?? Date.now());
  if (at.getTime() > Date.now() + 5 * minuteMs) throw invalidField('reloadTime', '换装时间不能晚于当前时间');
  if (actualDepartAt && at.getTime() < actualDepartAt.getTime() - minuteMs)
    throw invalidField('reloadTime', `换装时间不能早于发车时间${wireTime(actualDepartAt, ctx.timeZone).slice(5, 16)}`);
  return at;
}

async function resolvePlace(trx: Trx, ctx: Ctx, { placeId, placeName, lng, lat }: Input['place']): Promise<GoodsPlace> {
  if (placeId === null) return { placeId: null, name: placeName, lng, lat };
  const [site] = await listSites(trx, ctx, [placeId]);
  if (!site) throw invalidField('place.placeId', '所选站点不存在或无权使用');
  return site;
}

/** Checks the counted orders and finds their legs: goods must be on board and not yet counted at their stop; cold ones need a temperature (4000). */
async function checkMoved(trx: Trx, all: readonly OpenLeg[], lines: Input['legs']): Promise<Moved[]> {
  const cold = await findColdOrders(trx, all);
  if (new Set(lines.map(({ orderCode }) => orderCode)).size < lines.length) throw invalidField('legs', '订单重复');
  return lines.map(({ orderCode, pieces, productTemp }) => {
    const leg = all.find((one) => one.orderCode === orderCode);
    if (!leg) throw invalidField('legs', `订单${orderCode}不在此运单上`);
    if (leg.transportationStatus === transportationStatus.notStarted)
      throw new AppError(codes.illegalTransition, `订单${orderCode}还没有装车，不需要换装`);
    if (leg.transportationStatus === transportationStatus.completed || leg.unloadPieces !== null)
      throw new AppError(codes.illegalTransition, `订单${orderCode}已到站或签收，不能换装`);
    if (cold.has(leg.orderId) && productTemp === null) throw invalidField('legs', `请填写订单${orderCode}的货温`);
    return { leg, pieces, productTemp };
  });
}

/** Waybills being filled at a site, which could take on goods there. */
export const listTargets = (ctx: Ctx, { placeId, except }: Parsed<typeof reloadTargets>) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      waybillCode: string;
      plateNo: string;
      driverName: string;
      planDepartTime: string;
      toName: string;
      orderCount: number;
    }>`select w.waybill_code as "waybillCode", coalesce(v.plate_no, '') as "plateNo", coalesce(d.name, '') as "driverName",
        to_char(w.plan_depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as "planDepartTime", w.to_name as "toName",
        (select count(*)::int from waybill_leg l where l.waybill_id = w.id and l.removed_at is null) as "orderCount"
      from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
      where w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status = ${transportStatus.toDepart}
        and w.stow_status < ${stowStatus.loaded} and w.from_place_id = ${placeId} and w.waybill_code <> ${except} and ${waybillScope(ctx, 'w')}
      order by w.plan_depart_at limit 50`.execute(trx);
    return rows;
  });
