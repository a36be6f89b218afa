import type { Parsed } from '@tongda/contract/core/endpoint';
import type { shipmentCancel, shipmentDepart, shipmentFinish } from '@tongda/contract/reports/customized/dispatch';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { wallToMs } from '../../../kernel/day/edges';
import { type FoundShipment, findShipment } from './find';
import { tellShipment } from './follow';

/** Does a step of a shipment that nobody cancelled: writes the columns and the history. */
async function step(
  trx: Trx,
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  prepare: (found: FoundShipment) => { values: Record<string, unknown>; action: string; after: string },
): Promise<FoundShipment> {
  const found = requireRow(await findShipment(trx, ctx, id, { lock: true }), '发运');
  if (found.cancelled) throw illegalTransition('发运已取消');
  const { values, action, after } = prepare(found);
  await updateRow(trx, ctx, 'shipment', { id, version, values });
  const changes = [{ field: 'status', label: action, before: '', after }];
  await recordChanges(trx, ctx, [{ entity: 'shipment', entityId: id, action, changes }]);
  return found;
}

/** A moment of the form that has come. */
function pastMoment(text: string, ctx: Ctx): Date {
  const at = wallToMs(text, ctx.timeZone);
  if (at === null) throw invalidField('time', '时间不是有效的日期');
  if (at > Date.now()) throw invalidField('time', '时间不能晚于现在');
  return new Date(at);
}

const peopleOf = (ctx: Ctx, found: FoundShipment) => ({ ...found, clientId: ctx.clientId });

/** 发车: 1 → 2. */
export const departShipment = (ctx: Ctx, input: Parsed<typeof shipmentDepart>): Promise<null> =>
  ctx.db(async (trx) => {
    const at = pastMoment(input.time, ctx);
    const found = await step(trx, ctx, input, ({ status }) => {
      if (status !== 1) throw illegalTransition('发运已发车');
      return {
        values: { status: 2, depart_at: at.toISOString(), depart_by_hand: true },
        action: '发车',
        after: input.time,
      };
    });
    await tellShipment(trx, peopleOf(ctx, found), 'depart', `已从${found.loadPlaceName}发车`);
    return null;
  });

/** 完成: 2 → 3. */
export const finishShipment = (ctx: Ctx, input: Parsed<typeof shipmentFinish>): Promise<null> =>
  ctx.db(async (trx) => {
    const at = pastMoment(input.time, ctx);
    const found = await step(trx, ctx, input, ({ status, departTime }) => {
      if (status === 1) throw illegalTransition('发运还没有发车');
      if (status === 3) throw illegalTransition('发运已完成');
      if (departTime !== null && input.time < departTime)
        throw invalidField('time', `完成时间应晚于发车时间${departTime}`);
      return {
        values: { status: 3, finish_at: at.toISOString(), finish_by_hand: true },
        action: '完成',
        after: input.time,
      };
    });
    await tellShipment(trx, peopleOf(ctx, found), 'finish', '已完成');
    return null;
  });

/** 取消, before it has left only: the vehicle is free again, and its task of pre-cooling ends. */
export const cancelShipment = (ctx: Ctx, input: Parsed<typeof shipmentCancel>): Promise<null> =>
  ctx.db(async (trx) => {
    const found = await step(trx, ctx, input, ({ status }) => {
      if (status !== 1) throw illegalTransition('发运已发车，不能取消');
      return {
        values: { cancelled_at: new Date().toISOString(), cancel_reason: input.reason },
        action: '取消',
        after: input.reason,
      };
    });
    if (found.preCoolingId !== null)
      await trx
        .updateTable('pre_cooling')
        .set({ stopped_at: new Date() })
        .where('id', '=', found.preCoolingId)
        .where('stopped_at', 'is', null)
        .execute();
    return null;
  });
