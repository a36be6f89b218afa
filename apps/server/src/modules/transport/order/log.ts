import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import type { Transaction } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeOf } from '../../../core/http/wire-time';
import { tellFollowers } from './follow';

/** What an entry of the operation log is about. */
export type LogObject = 'customerOrder' | 'waybill' | 'abnormal' | 'receipt' | 'pickUpOrder' | 'receiptOrder';

export interface LoggedStep {
  objType: LogObject;
  objCode: string;
  action: string;
  from?: number | null;
  to?: number | null;
  remark?: string;
  /** a person unless told otherwise */
  source?: number;
}

/** Who does a step; without a user: the platform itself. */
export type StepAuthor = Pick<Ctx, 'clientId' | 'userName' | 'actor'> & { userId: string | null };

/** Notes steps in the transaction that does them: who, what, from which state to which. Who follows the order or the waybill is told. */
export async function logSteps(trx: Transaction<DB>, ctx: StepAuthor, steps: readonly LoggedStep[]): Promise<void> {
  if (steps.length === 0) return;
  const operator = ctx.actor ? `${ctx.userName}（${ctx.actor.name}代操作）` : ctx.userName;
  const noted = await trx
    .insertInto('tms_operation_log')
    .values(
      steps.map(({ objType, objCode, action, from = null, to = null, remark = '', source = eventSource.manual }) => ({
        client_id: ctx.clientId,
        // what stands on a 提单 in the place of orders has a log of its own
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

/** The steps of one object, oldest first. */
export const stepsOf = (trx: Transaction<DB>, ctx: Ctx, objType: LogObject, objCode: string) =>
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
    .select((eb) => wireTimeOf(eb.ref('l.at'), ctx.timeZone).as('time'))
    .where('l.client_id', '=', ctx.clientId)
    .where('l.obj_type', '=', objType)
    .where('l.obj_code', '=', objCode)
    .orderBy('l.at')
    .orderBy('l.id')
    .limit(500)
    .execute();
