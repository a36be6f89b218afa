import { codes, type Output, type Parsed } from '@tongda/contract/core/endpoint';
import { driverActionWords, type driverResolve, driverStep } from '@tongda/contract/transport/driver-app/calls';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, illegalTransition } from '../../../core/http/errors';
import { waybillScope } from '../../base/org/door';
import { logSteps } from '../order/door';
import { doDriverStep } from '../waybill/door';

/**
 * 核实: adopts a driver's step that contradicted plan or state, at the time when he took it, or closes it with a reason. 4004 for a foreign one, 4010 when it
 * was decided before; what still stands against adopting it is the error of the step itself.
 */
export function resolveConflict(
  ctx: Ctx,
  { id, adopt, note }: Parsed<typeof driverResolve>,
): Promise<Output<typeof driverResolve>> {
  return ctx.db(async (trx) => {
    const { rows } = await sql<{
      waybillCode: string;
      open: boolean;
      refused: boolean;
      key: string;
      action: keyof typeof driverActionWords;
      at: Date;
      lng: number | null;
      lat: number | null;
      entered: Record<string, unknown>;
      fileIds: string[];
    }>`select w.waybill_code as "waybillCode", a.conflict and a.resolved_at is null as open, a.refused, a.action_key as key, a.action, a.acted_at as at,
        a.lng, a.lat, a.entered, a.file_ids::text[] as "fileIds"
      from driver_action a join waybill w on w.id = a.waybill_id
      where a.id = ${id} and a.client_id = ${ctx.clientId} and ${waybillScope(ctx, 'w')} for update of a`.execute(trx);
    const row = requireRow(rows[0], '司机操作');
    if (!row.open) throw illegalTransition('这一步已核实，请刷新后查看');
    let msg = '';
    if (adopt && row.refused) {
      const { key, action, waybillCode, lng, lat, fileIds, entered } = row;
      const step = driverStep.parse({ ...entered, key, action, waybillCode, lng, lat, fileIds, agoMs: 0 });
      const done = await doDriverStep(trx, ctx, step, new Date(row.at)).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === codes.illegalTransition)) throw error;
        const time = wireTime(new Date(row.at), ctx.timeZone).slice(5, 16);
        throw illegalTransition(
          `${error.message}。请先补登${time}以前的步骤（如发车）再采纳；如已在别处登记，请选不采纳并写明原因`,
        );
      });
      msg = typeof done === 'string' ? done : done.msg;
    }
    await sql`update driver_action set resolution = ${adopt ? 1 : 2}, resolved_at = now(), resolved_by = ${ctx.userName}, resolve_note = ${note},
        refused = refused and not ${adopt} where id = ${id}`.execute(trx);
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: row.waybillCode,
        action: adopt ? '采纳司机操作' : '不采纳司机操作',
        remark: `${driverActionWords[row.action]}：${note}`,
      },
    ]);
    return { id, msg };
  });
}
