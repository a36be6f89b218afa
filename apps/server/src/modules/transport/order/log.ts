import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeSql } from '../../../core/http/wire-time';
import { tellFollowers } from './follow';

/** Kind of object that an entry of the operation log is about. */
export type LogObject = 'customerOrder' | 'waybill' | 'abnormal' | 'receipt' | 'pickUpOrder' | 'receiptOrder';

export interface LoggedStep {
  objType: LogObject;
  objCode: string;
  action: string;
  from?: number | null;
  to?: number | null;
  remark?: string;
  /** eventSource; absent: a person */
  source?: number;
}

/** Author of a step; `userId` null: the platform itself. */
export type StepAuthor = Pick<Ctx, 'clientId' | 'userName' | 'actor'> & { userId: string | null };

/** Writes steps to the operation log, in the transaction that takes them, and tells the users who follow the order or waybill. */
export async function logSteps(trx: Trx, ctx: StepAuthor, steps: readonly LoggedStep[]): Promise<void> {
  if (steps.length === 0) return;
  const operator = ctx.actor ? `${ctx.userName}（${ctx.actor.name}代操作）` : ctx.userName;
  const noted = await trx
    .insertInto('tms_operation_log')
    .values(
      steps.map(({ objType, objCode, action, from = null, to = null, remark = '', source = eventSource.manual }) => ({
        client_id: ctx.clientId,
        // a 提单 carries pick-up orders where other waybills carry orders; they have a log of their own
        obj_type: objType === 'customerOrder' && isPickUpCode(objCode) ? 'pickUpOrder' : objType,
        obj_code: objCode,
        action,
        from_status: from,
        to_status: to,
        operator_id: ctx.userId,
        operator_name: operator,
        source,
        remark,
      })),
    )
    .returning(['id', 'obj_type', 'obj_code', 'action', 'remark'])
    .execute();
  await tellFollowers(trx, ctx, noted);
}

/** Loads the steps of one object, oldest first. */
export const loadStepsOf = (trx: Trx, ctx: Ctx, objType: LogObject, objCode: string) =>
  trx
    .selectFrom('tms_operation_log as l')
    .select([
      'l.id',
      'l.action',
      'l.from_status as fromStatus',
      'l.to_status as toStatus',
      'l.operator_name as operatorName',
      'l.source',
      'l.remark',
    ])
    .select((eb) => wireTimeSql(eb.ref('l.at'), ctx.timeZone).as('time'))
    .where('l.client_id', '=', ctx.clientId)
    .where('l.obj_type', '=', objType)
    .where('l.obj_code', '=', objCode)
    .orderBy('l.at')
    .orderBy('l.id')
    .limit(500)
    .execute();
