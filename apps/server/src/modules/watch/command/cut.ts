import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import { rightOf } from '@tongda/contract/shell/rights';
import type { commandApprove, commandCut, commandRestore } from '@tongda/contract/watch/command/calls';
import {
  cutBelowKmh,
  cutFreshMin,
  cutReviewMin,
  kindRules,
  type MakerWay,
  makerWayOf,
} from '@tongda/contract/watch/command/kind';
import type { CommandState } from '@tongda/contract/watch/command/life';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { sql } from 'kysely';
import type { Bus } from '../../../core/bus/topics';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField, notFound } from '../../../core/http/errors';
import { closeMessages, tellUsers } from '../../base/message/door';
import { audienceSql, visibleVehicleRows, visibleVehicles } from '../../base/org/door';
import { fromCommands } from './repo';
import { putCommands } from './service';
import { review } from './staff-again';

/** A vehicle that the caller sees, how its terminal's model cuts off, and how fast it is by its last fresh report (null: there is none). */
async function loadVehicle(trx: Trx, ctx: Ctx, vehicleId: string) {
  const found = await trx
    .selectFrom('vehicle as v')
    .innerJoin('client as k', 'k.id', 'v.client_id')
    .leftJoin('device_binding as b', (j) => j.onRef('b.vehicle_id', '=', 'v.id').on(sql<boolean>`b.during @> now()`))
    .leftJoin('device as d', 'd.id', 'b.device_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .leftJoin('device_state as s', (j) =>
      j
        .onRef('s.vehicle_id', '=', 'v.id')
        .on(sql<boolean>`s.device_time > now() - make_interval(mins => ${sql.lit(cutFreshMin)})`),
    )
    .select(['v.plate_no as plateNo', 'm.name as model', 'm.cut_command as cut', 'm.restore_command as restore'])
    .select('k.cut_needs_review as review')
    .select(sql<number | null>`(s.live->>'speedKmh')::float8`.as('speedKmh'))
    .where('v.id', '=', vehicleId)
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .executeTakeFirst();
  if (!found) throw notFound('车辆');
  return found;
}

function wayOf(command: string | null, model: string | null, plateNo: string, what: string): MakerWay {
  const way = makerWayOf(command);
  if (way) return way;
  const whose = model === null ? `${plateNo} 的终端没有登记型号` : `型号 ${model} 没有配置${what}指令`;
  throw blockedByRule(`${whose}，请先在“车载设备”的设备型号中填写`);
}

/** Why a vehicle with this speed may not be cut off; '' when it may. */
export function cutRefusal(speedKmh: number | null): string {
  if (speedKmh === null) return `最近${cutFreshMin}分钟没有定位和车速，不能断油断电`;
  return speedKmh < cutBelowKmh ? '' : `当前车速 ${Math.round(speedKmh)} km/h，低于 ${cutBelowKmh} km/h 才能断油断电`;
}

/** 断油断电: gives the command when the plate was typed right and the vehicle stands or crawls; the gateway looks at the speed once more. */
export function cutOff(ctx: Ctx, { vehicleId, reason, plateNo }: Parsed<typeof commandCut>): Promise<SentLine[]> {
  return ctx.db(async (trx) => {
    const found = await loadVehicle(trx, ctx, vehicleId);
    if (plateNo.toUpperCase() !== found.plateNo) throw invalidField('plateNo', '车牌号与车辆不一致');
    const way = wayOf(found.cut, found.model, found.plateNo, '断油断电');
    const refusal = cutRefusal(found.speedKmh);
    if (refusal !== '') throw blockedByRule(refusal);
    const given = { vehicleIds: [vehicleId], reason, order: { kind: 'cut', way }, summary: '断开油路和电路' } as const;
    if (!found.review) return putCommands(trx, ctx, given);
    const lines = await putCommands(trx, ctx, given, undefined, { review: true, waitMin: cutReviewMin });
    for (const { commandId } of lines)
      if (commandId !== null) await tellReviewers(trx, ctx, { commandId, vehicleId, reason, plateNo: found.plateNo });
    return lines;
  });
}

interface WaitingCut {
  commandId: string;
  vehicleId: string;
  plateNo: string;
  reason: string;
}

/** One incident, one message: of a cut that waits for its second person. */
const reviewKey = (commandId: string): string => `cut review ${commandId}`;

/** Tells everybody who may be the second person of a cut: those who may cut this vehicle off, but for who gave it. */
async function tellReviewers(trx: Trx, ctx: Ctx, { commandId, vehicleId, plateNo, reason }: WaitingCut): Promise<void> {
  const { clientId } = ctx;
  const button = rightOf('monitoring', 'location/cutOil');
  const { rows } = await audienceSql({ clientId, vehicleId, button, right: 'control' }).execute(trx);
  const message = {
    clientId,
    vehicleId,
    category: msgCategory.vehicleAffairs,
    type: msgType.cutReview,
    objTag: `cut:${commandId}|vehicle:${vehicleId}`,
    objName: plateNo,
    title: '断油断电待复核',
    content: `${ctx.userName}请求对${plateNo}断油断电，原因：${reason}。请在${cutReviewMin}分钟内复核。`,
    expireAt: new Date(Date.now() + cutReviewMin * minuteMs),
    onceKey: reviewKey(commandId),
  };
  const others = rows.flatMap(({ id }) => (String(id) === ctx.userId ? [] : [String(id)]));
  await tellUsers(trx, message, others, true);
}

/** A cut that waits for its second person, why the caller is not the one, and how fast the vehicle is. */
async function loadCut(trx: Trx, ctx: Ctx, id: string) {
  const found = await fromCommands(trx, ctx)
    .select(['c.id', 'c.client_id as clientId', 'c.vehicle_id as vehicleId', 'c.portable_id as portableId'])
    .select(['c.device_id as deviceId', 'c.params', 'c.attempts', 'c.summary', 'c.kind', 'v.plate_no as plateNo'])
    .select(['c.created_by as userId', sql<CommandState>`c.state`.as('state')])
    .select(visibleVehicles(ctx, 'c.vehicle_id', 'control').as('mayControl'))
    .where('c.id', '=', id)
    // of two who look at once the second one sees what the first did
    .forUpdate('c')
    .executeTakeFirst();
  if (!found || found.vehicleId === null) return { msg: notFound('指令').message };
  const refusal =
    found.kind !== 'cut' || found.state !== instructionSending.review
      ? `状态为${instructionSending.label(found.state)}，不需要复核`
      : !found.mayControl
        ? '没有控制权限'
        : found.userId === ctx.userId
          ? '不能复核自己下发的指令，请由另一人复核'
          : '';
  return { msg: refusal, found, vehicleId: found.vehicleId };
}

/** 复核 of cuts: lets them go out while the vehicle stands or crawls, or ends them; one line of result for each. */
export async function approveCuts(
  ctx: Ctx,
  bus: Bus,
  { ids, pass }: Parsed<typeof commandApprove>,
): Promise<BatchLine[]> {
  const told: Array<{ id: string; vehicleId: string; userId: string | null }> = [];
  const lines = await ctx.db(async (trx) => {
    const lines: BatchLine[] = [];
    for (const id of new Set(ids)) {
      const { msg, found, vehicleId } = await loadCut(trx, ctx, id);
      const speed = found && vehicleId && msg === '' && pass ? (await loadVehicle(trx, ctx, vehicleId)).speedKmh : 0;
      const why = msg || cutRefusal(speed);
      lines.push({ id, name: found?.plateNo ?? '', ok: why === '', msg: why });
      if (!found || !vehicleId || why !== '') continue;
      await review(trx, ctx, found, pass);
      await closeMessages(trx, ctx.clientId, [reviewKey(id)]);
      if (pass)
        await trx
          .updateTable('device_command')
          .set({ expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(kindRules.cut.waitMin)})` })
          .where('id', '=', id)
          .execute();
      told.push({ id, vehicleId, userId: found.userId });
    }
    return lines;
  });
  const { clientId } = ctx;
  for (const { id: commandId, vehicleId, userId } of told)
    await bus.publish('commandChanged', vehicleId, { clientId, vehicleId, commandId, userId });
  return lines;
}

/** 恢复油电. */
export function restoreOil(ctx: Ctx, { vehicleId, reason }: Parsed<typeof commandRestore>): Promise<SentLine[]> {
  return ctx.db(async (trx) => {
    const { restore, model, plateNo } = await loadVehicle(trx, ctx, vehicleId);
    const way = wayOf(restore, model, plateNo, '恢复油电');
    const given = {
      vehicleIds: [vehicleId],
      reason,
      order: { kind: 'restore', way },
      summary: '恢复油路和电路',
    } as const;
    return putCommands(trx, ctx, given);
  });
}
