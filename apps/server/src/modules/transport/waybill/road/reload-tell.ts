import type { Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import type { Difference } from '@tongda/contract/transport/waybill/dock/counting';
import { abnormalType, reloadReason, reportSource } from '@tongda/contract/transport/waybill/enums';
import type { stowageReload } from '@tongda/contract/transport/waybill/road/reload';
import type { GoodsPlace } from '@tongda/contract/transport/waybill/stow/assemble';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { createAbnormalDraft } from '../../abnormal/door';
import { type LockedOrder, logSteps } from '../../order/door';
import type { LockedWaybill } from '../state';
import type { Moved } from './reload-move';
import type { Taken } from './reload-take';

type Input = Parsed<typeof stowageReload>;

interface Done {
  old: LockedWaybill;
  next: Taken;
  place: GoodsPlace;
  at: Date;
  moved: readonly Moved[];
  differences: readonly Difference[];
}

export async function recordReload(trx: Trx, ctx: Ctx, input: Input, it: Done): Promise<void> {
  await trx
    .insertInto('reload_record')
    .values({
      client_id: ctx.clientId,
      waybill_id: it.old.id,
      new_waybill_id: it.next.id,
      reason: input.reason,
      remark: input.remark,
      place_id: it.place.placeId,
      place_name: it.place.name,
      lng: it.place.lng,
      lat: it.place.lat,
      reload_at: it.at,
      lines: JSON.stringify(
        it.moved.map(({ leg, pieces, productTemp }) => {
          const difference = it.differences.find(({ orderCode }) => orderCode === leg.orderCode);
          return {
            orderCode: leg.orderCode,
            loaded: leg.loadPieces,
            moved: pieces,
            short: difference?.short ?? 0,
            over: difference?.over ?? 0,
            productTemp,
          };
        }),
      ),
      file_ids: input.fileIds,
      operator: ctx.userName,
      created_by: ctx.userId,
    })
    .execute();
}

interface Told {
  old: LockedWaybill;
  state: number;
  next: string;
  place: GoodsPlace;
  at: Date;
  moved: readonly Moved[];
  rest: readonly string[];
  orders: readonly LockedOrder[];
}

export async function tellReload(trx: Trx, ctx: Ctx, { reason, remark }: Input, it: Told): Promise<void> {
  const why = `${reloadReason.label(reason)}${remark ? `：${remark}` : ''}`;
  await logSteps(trx, ctx, [
    {
      objType: 'waybill',
      objCode: it.old.waybillCode,
      action: '换装',
      from: transportStatus.inTransit,
      to: it.state,
      remark: `${it.place.name}换装${it.moved.length}个订单至${it.next}，${why}`.slice(0, 200),
      happenedAt: it.at,
    },
    {
      objType: 'waybill',
      objCode: it.next,
      action: '换入',
      to: transportStatus.toDepart,
      remark: `${it.place.name}由${it.old.waybillCode}换入${it.moved.length}个订单`,
      happenedAt: it.at,
    },
    ...it.moved.map(({ leg, pieces }) => ({
      objType: 'customerOrder' as const,
      objCode: leg.orderCode,
      action: '换装',
      from: orderStatus.inTransit,
      to: orderStatus.inTransit,
      remark: `${it.place.name}换装${pieces}件至${it.next}`,
      happenedAt: it.at,
    })),
    ...it.rest.map((objCode) => ({
      objType: 'customerOrder' as const,
      objCode,
      action: '移出运单',
      from: it.orders.find((order) => order.orderCode === objCode)?.orderStatus ?? null,
      to: null,
      remark: `运单${it.old.waybillCode}换装，退回拆分池`,
    })),
  ]);
}

/** Drafts an abnormal report for each order whose pieces differ. Answers the numbers. */
export async function draftReloadReports(trx: Trx, ctx: Ctx, { fileIds }: Input, it: Done): Promise<string[]> {
  const made: string[] = [];
  for (const { orderCode, short, over } of it.differences) {
    const leg = it.moved.find((one) => one.leg.orderCode === orderCode)?.leg;
    if (!leg) continue;
    const code = await createAbnormalDraft(trx, ctx, {
      waybillId: it.old.id,
      orderIds: [leg.orderId],
      type: short > 0 ? abnormalType.shortage : abnormalType.surplus,
      occurredAt: it.at,
      description: `${it.place.name}换装至${it.next.waybillCode}：订单${orderCode}应换${leg.loadPieces}件，${short > 0 ? `短少${short}` : `多出${over}`}件`,
      address: it.place.name,
      lng: it.place.lng,
      lat: it.place.lat,
      affectPieces: short + over,
      fileIds,
      source: reportSource.system,
    });
    if (code) made.push(code);
  }
  return made;
}
