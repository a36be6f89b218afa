import type { Parsed } from '@tongda/contract/core/endpoint';
import { stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { stowageReload } from '@tongda/contract/transport/waybill/road/reload';
import type { GoodsPlace } from '@tongda/contract/transport/waybill/stow/assemble';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { lockOrders } from '../../order/door';
import { type LockedWaybill, loadLegs, lockWaybill, refuseLoading, refuseStow, refuseWaybill } from '../state';
import { readAndJudge, refuseBlocked, writeLoad } from '../stow/plan';
import type { Moved } from './reload-move';

type Input = Parsed<typeof stowageReload>;
export type Taken = Pick<LockedWaybill, 'id' | 'waybillCode'>;

/** Puts the goods onto the other vehicle, after all checks of stowage. */
export async function takeOnGoods(
  trx: Trx,
  ctx: Ctx,
  input: Input,
  old: LockedWaybill,
  moved: readonly Moved[],
  place: GoodsPlace,
): Promise<Taken> {
  const own = 'waybillCode' in input.target ? await findFillable(trx, ctx, input.target.waybillCode, old, place) : null;
  const before = own ? await loadLegs(trx, ctx, own.id) : [];
  const orderCodes = [...before.map(({ orderCode }) => orderCode), ...moved.map(({ leg }) => leg.orderCode)];
  const head = await loadHeadOf(trx, ctx, (own ?? old).id);
  const kind = own?.kind ?? old.kind;
  if ('vehicleId' in input.target && input.target.vehicleId === old.vehicleId)
    throw invalidField('target.vehicleId', '换入的车辆不能是原车辆');
  const wanted = {
    ...('vehicleId' in input.target
      ? { ...input.target, coDriverId: null, setTemp: null, sealNo: null, remark: '' }
      : {
          vehicleId: requireRow(own?.vehicleId ?? undefined, '换入运单的车辆'),
          driverId: head.driverId,
          planDepartTime: head.planDepartTime,
          coDriverId: head.coDriverId,
          setTemp: head.setTemp,
          sealNo: own?.sealNo ?? null,
          remark: head.remark,
        }),
    waybillKind: kind === waybillKind.stowage ? waybillKind.stowage : waybillKind.transportTask,
    fromPlaceId: place.placeId,
    toPlaceId: head.toPlaceId,
    orderCodes,
    confirm: true,
  };
  const locked = await lockOrders(trx, ctx, orderCodes);
  const goods = { at: place, pieces: new Map(moved.map(({ leg, pieces }) => [leg.orderCode, pieces])) };
  const load = await readAndJudge(trx, ctx, wanted, own, locked, goods);
  refuseBlocked(load);
  const written = await writeLoad(
    trx,
    ctx,
    { ...wanted, ...(own ? { stowStatus: own.stowStatus } : {}) },
    load,
    own,
    before,
  );
  await sql`update waybill set reload_from_id = coalesce(reload_from_id, ${old.id}) where id = ${written.id}`.execute(
    trx,
  );
  return written;
}

/** The waybill that takes on the goods; 4010 unless it begins at this site, has not left and is not being loaded. */
async function findFillable(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
  old: LockedWaybill,
  place: GoodsPlace,
): Promise<LockedWaybill> {
  const own = await lockWaybill(trx, ctx, waybillCode);
  if (own.id === old.id) throw invalidField('target.waybillCode', '换入的运单不能是原运单');
  refuseWaybill('stowage', own);
  refuseLoading(own);
  refuseStow('save', own);
  if (own.stowStatus === stowStatus.toStow && !own.vehicleId)
    throw invalidField('target.waybillCode', '换入的运单还没有车辆');
  const { fromPlaceId } = await loadHeadOf(trx, ctx, own.id);
  if (place.placeId === null || fromPlaceId !== place.placeId)
    throw invalidField('target.waybillCode', `运单${waybillCode}不从${place.name}出发，不能换入`);
  return own;
}

async function loadHeadOf(trx: Trx, ctx: Ctx, id: string) {
  const { rows } = await sql<{
    fromPlaceId: string | null;
    toPlaceId: string | null;
    driverId: string | null;
    coDriverId: string | null;
    planDepartTime: string;
    setTemp: number | null;
    remark: string;
  }>`select from_place_id::text as "fromPlaceId", to_place_id::text as "toPlaceId", driver_id::text as "driverId", co_driver_id::text as "coDriverId",
      to_char(plan_depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as "planDepartTime", set_temp_c::float8 as "setTemp", remark
    from waybill where id = ${id}`.execute(trx);
  return requireRow(rows[0], '运单');
}
