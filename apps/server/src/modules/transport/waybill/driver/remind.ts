import { minuteMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { transportStatus } from '@tongda/contract/transport/enums';
import { type NotifiedWay, remindMin } from '@tongda/contract/transport/tracking/notify';
import { driverConfirmStatus, stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, illegalTransition } from '../../../../core/http/errors';
import { logSteps } from '../../order/door';
import { loadCrew, tellCrew } from '../road/crew';
import { lockWaybill } from '../state';

/** 催接单: asks a driver who has not answered again, at most every `remindMin` minutes (4010). */
export function remindDriver(ctx: Ctx, waybillCode: string): Promise<NotifiedWay[]> {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode, { kind: waybillKind.transportTask });
    if (waybill.transportStatus !== transportStatus.toDepart || waybill.stowStatus < stowStatus.stowed)
      throw illegalTransition(`运单${waybillCode}不在等待司机接单`);
    const { driver_confirm } = await trx
      .selectFrom('waybill')
      .select('driver_confirm')
      .where('id', '=', waybill.id)
      .executeTakeFirstOrThrow();
    if (driver_confirm !== driverConfirmStatus.waiting)
      throw illegalTransition(`运单${waybillCode}${driverConfirmStatus.label(driver_confirm)}，不需要催接单`);
    const { rows } = await sql<{ minutes: number }>`select extract(epoch from now() - max(at))::float8 / 60 as minutes
      from tms_operation_log where client_id = ${ctx.clientId} and obj_type = 'waybill' and obj_code = ${waybillCode} and action = '催接单'
      having max(at) > now() - ${remindMin} * interval '1 minute'`.execute(trx);
    if (rows[0])
      throw new AppError(
        codes.illegalTransition,
        `${Math.ceil(rows[0].minutes)}分钟内已催过，请${remindMin}分钟后再催`,
      );
    const way = await tellCrew(trx, ctx, await loadCrew(trx, ctx, waybillCode), {
      type: 12_111,
      typeName: '催接单',
      title: '请尽快接单',
      content: `运输任务${waybillCode}等您接单，请在手机任务页确认是否执行`,
      onceKey: `remind:${waybill.id}:${Math.floor(Date.now() / (remindMin * minuteMs))}`,
    });
    await logSteps(trx, ctx, [{ objType: 'waybill', objCode: waybillCode, action: '催接单', remark: way.msg }]);
    return [way];
  });
}
