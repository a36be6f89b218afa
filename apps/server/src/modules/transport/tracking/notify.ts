import type { Parsed } from '@tongda/contract/core/endpoint';
import { writeContent } from '@tongda/contract/resources/enums';
import type {
  NotifiedWay,
  orderFollow,
  orderNotifyDriver,
  waybillCommand,
  waybillFollow,
} from '@tongda/contract/transport/tracking/notify';
import { onHandStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, illegalTransition } from '../../../core/http/errors';
import { orderScope } from '../../base/org/door';
import { emptyWrite, sendWrite } from '../../resources/card/door';
import { logSteps, setFollow } from '../order/door';
import { crewOf, tellCrew } from '../waybill/door';

const textTask = (vehicleId: string, text: string, urgent: boolean, speak: boolean) => ({
  ...emptyWrite,
  content: writeContent.text,
  text,
  urgent,
  speak,
  vehicleIds: [vehicleId],
});

/** Finds the number of the trip that an order is on, or was on last; none while its goods wait at a site: who brought them there drives on without them. */
async function findTripOf(trx: Trx, ctx: Ctx, orderCode: string): Promise<string | null> {
  const { rows } = await sql<{
    waybillCode: string | null;
  }>`select (select w.waybill_code from waybill_leg l join waybill w on w.id = l.waybill_id
        where l.order_id = o.id and l.removed_at is null and w.voided_at is null
          and (l.transportation_status < 2 or o.on_hand_status is distinct from ${sql.lit(onHandStatus.atSite)}) order by l.id desc limit 1) as "waybillCode"
    from customer_order o where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode} and ${orderScope(ctx, 'o')}`.execute(
    trx,
  );
  return requireRow(rows[0], '订单').waybillCode;
}

/** 联系司机: a message to the driver's account and, if wished, a text that the terminal speaks. Each way answers whether it worked, or why not. */
export async function notifyDriver(
  ctx: Ctx,
  { orderCode, text, speak }: Parsed<typeof orderNotifyDriver>,
): Promise<NotifiedWay[]> {
  const { crew, ways } = await ctx.db(async (trx) => {
    const waybillCode = await findTripOf(trx, ctx, orderCode);
    if (waybillCode === null) throw illegalTransition(`订单${orderCode}现在没有配载，没有司机可联系`);
    const whom = await crewOf(trx, ctx, waybillCode);
    const told = await tellCrew(trx, ctx, whom, {
      type: 12_112,
      typeName: '联系司机',
      title: `${ctx.userName}：订单 ${orderCode}`,
      content: text,
      onceKey: `notify:${whom.waybillId}:${orderCode}:${Date.now()}`,
    });
    await logSteps(trx, ctx, [
      { objType: 'customerOrder', objCode: orderCode, action: '联系司机', remark: text.slice(0, 200) },
    ]);
    return { crew: whom, ways: [told] };
  });
  if (!speak) return ways;
  return [...ways, await speakByTerminal(ctx, crew.vehicleId, text)];
}

async function speakByTerminal(ctx: Ctx, vehicleId: string | null, text: string): Promise<NotifiedWay> {
  const way = '车载终端';
  if (vehicleId === null) return { way, ok: false, msg: '运单还没有车辆' };
  try {
    const { taskNo } = await sendWrite(ctx, textTask(vehicleId, text, false, true));
    return { way, ok: true, msg: `已下发，任务号${taskNo}` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { way, ok: false, msg: error.message };
  }
}

/** 下发指令: lets the terminal of the trip's truck show or speak a text; the terminal's answer is shown in 写入设备. */
export async function commandTruck(
  ctx: Ctx,
  { waybillCode, text, urgent, speak }: Parsed<typeof waybillCommand>,
): Promise<{ taskNo: string }> {
  const crew = await ctx.db((trx) => crewOf(trx, ctx, waybillCode));
  if (crew.vehicleId === null) throw illegalTransition(`运单${waybillCode}还没有车辆`);
  const { taskNo } = await sendWrite(ctx, textTask(crew.vehicleId, text, urgent, speak));
  await ctx.db((trx) =>
    logSteps(trx, ctx, [
      { objType: 'waybill', objCode: waybillCode, action: '下发指令', remark: `${taskNo} ${text}`.slice(0, 200) },
    ]),
  );
  return { taskNo };
}

/** SQL condition: the caller follows the order or waybill that `code` names. */
export const isFollowed = (
  ctx: Ctx,
  objType: 'customerOrder' | 'waybill',
  code: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select from tms_follow f where f.user_id = ${ctx.userId} and f.obj_type = ${objType} and f.obj_code = ${code})`;

export function followOrder(ctx: Ctx, { orderCode, follow }: Parsed<typeof orderFollow>) {
  return ctx.db(async (trx) => {
    await findTripOf(trx, ctx, orderCode);
    await setFollow(trx, ctx, 'customerOrder', orderCode, follow);
    return { followed: follow };
  });
}
export function followWaybill(ctx: Ctx, { waybillCode, follow }: Parsed<typeof waybillFollow>) {
  return ctx.db(async (trx) => {
    await crewOf(trx, ctx, waybillCode);
    await setFollow(trx, ctx, 'waybill', waybillCode, follow);
    return { followed: follow };
  });
}
