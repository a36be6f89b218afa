import type { Output } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { tmsLogPage } from '@tongda/contract/transport/order/calls';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, versionConflict } from '../../../core/http/errors';
import { tellFollowers } from './follow';

/** Steps of loading at the first stop, as the log says them. */
export const loadingSteps = { startLoad: '开始装车', countLoad: '装车清点', load: '装车完成' } as const;
/** Steps of loading, and the one that takes them back. */
const stepsBeforeDeparture = [...Object.values(loadingSteps), '撤销装车'];
/** Steps that say when a trip departed. */
const departureSteps = ['发车', '自动发车', '更正发车时间'] as const;
/** The step that takes a departure back. */
const departureTakenBack = '撤销发车';

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
  /** when it happened, where that is not now */
  happenedAt?: Date;
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
      steps.map(
        ({
          objType,
          objCode,
          action,
          from = null,
          to = null,
          remark = '',
          source = eventSource.manual,
          happenedAt = null,
        }) => ({
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
          event_at: happenedAt,
        }),
      ),
    )
    .returning(['id', 'obj_type', 'obj_code', 'action', 'remark'])
    .execute();
  await tellFollowers(trx, ctx, noted);
}

const isEnteredLate = sql<boolean>`abs(extract(epoch from l.at - l.event_at)) > 60`;
const words = (actions: readonly string[]) => sql.join(actions.map((action) => sql.lit(action)));
/**
 * When the truck left by what was told of it after the step `l` of its loading: the goods were aboard by then, whenever somebody confirmed that. A departure
 * that was taken back says nothing. Null for other steps. Steps of an order begin their remark with the number of the trip.
 */
const leftAfterLoading = sql<Date | null>`(case when l.action in (${words(stepsBeforeDeparture)}) then (
    select min(coalesce(d.event_at, d.at)) from tms_operation_log d where d.client_id = l.client_id and d.obj_type = 'waybill' and d.id > l.id
      and d.obj_code = case l.obj_type when 'waybill' then l.obj_code else split_part(l.remark, ' ', 1) end
      and d.action in (${words(departureSteps)})
      and not exists (select from tms_operation_log r where r.client_id = d.client_id and r.obj_type = 'waybill' and r.obj_code = d.obj_code
        and r.id > d.id and r.action = ${sql.lit(departureTakenBack)})) end)`;
/** When a step `l` happened; to the second only where it was entered more than a minute away from that. */
export const happenedAtSql = sql<Date>`(case when ${leftAfterLoading} < l.at then ${leftAfterLoading} when ${isEnteredLate} then l.event_at else l.at end)`;
/** When a step `l` was entered, where that was not when it happened. */
export const enteredAtSql = sql<Date | null>`(case when ${leftAfterLoading} < l.at or ${isEnteredLate} then l.at end)`;

/**
 * The steps `l` of one object. Those of an order are also the steps of the pick-up orders that fetch its goods and of the orders that it was split into: what
 * is asked of the order is asked of all of its way.
 */
export const isStepOf = (ctx: Ctx, objType: LogObject, objCode: string) => {
  const own = sql<boolean>`l.client_id = ${ctx.clientId} and l.obj_type = ${objType} and l.obj_code = ${objCode}`;
  if (objType !== 'customerOrder') return own;
  // a child may be split again
  const family = sql`with recursive family(id, code) as (select o.id, o.order_code from customer_order o where o.client_id = ${ctx.clientId} and o.order_code = ${objCode}
    union all select c.id, c.order_code from customer_order c join family f on c.parent_id = f.id where c.client_id = ${ctx.clientId} and c.voided_at is null)`;
  return sql<boolean>`(${own} or l.client_id = ${ctx.clientId} and (
    l.obj_type = 'customerOrder' and l.obj_code in (${family} select code from family)
    or l.obj_type = 'pickUpOrder' and l.obj_code in (${family} select p.pick_up_code from pick_up_order p join family f on f.id = p.order_id)))`;
};

/** Loads the steps of one object in the order in which they happened. */
export async function loadStepsOf(
  trx: Trx,
  ctx: Ctx,
  objType: LogObject,
  objCode: string,
): Promise<Output<typeof tmsLogPage>> {
  const { rows } = await sql<
    Output<typeof tmsLogPage>[number]
  >`select l.id::text, l.action, l.from_status as "fromStatus",
      l.to_status as "toStatus", l.operator_name as "operatorName", l.source, l.remark, ${wireTimeSql(happenedAtSql, ctx.timeZone)} as time,
      ${wireTimeSql(enteredAtSql, ctx.timeZone)} as "enteredTime",
      case when l.obj_code <> ${objCode} then l.obj_code end as "partCode"
    from tms_operation_log l where ${isStepOf(ctx, objType, objCode)} order by ${happenedAtSql}, l.id limit 500`.execute(
    trx,
  );
  return rows;
}

const tables = {
  customerOrder: ['customer_order', 'order_code'],
  waybill: ['waybill', 'waybill_code'],
  pickUpOrder: ['pick_up_order', 'pick_up_code'],
  receiptOrder: ['receipt_order', 'receipt_code'],
  receipt: ['receipt', 'receipt_no'],
  abnormal: ['abnormal_report', 'abnormal_code'],
} as const satisfies Record<LogObject, readonly [string, string]>;

/**
 * 4009 that says who changed the object last, when and what: the step of the log that was written together with the change, otherwise who wrote the
 * row. To be thrown by who found another version than the caller had read.
 */
export async function conflictOf(trx: Trx, ctx: Ctx, objType: LogObject, objCode: string): Promise<AppError> {
  const [table, code] = tables[objType];
  const { rows } = await sql<{ who: string | null; time: string; action: string | null; remark: string | null }>`
    select coalesce(l.operator_name, u.name) as who, to_char(r.updated_at at time zone ${ctx.timeZone}, 'MM-DD HH24:MI') as time, l.action, l.remark
    from ${sql.table(table)} r left join app_user u on u.id = r.updated_by
      left join lateral (select * from tms_operation_log l where l.client_id = r.client_id and l.obj_type = ${objType} and l.obj_code = ${objCode}
        and l.at >= r.updated_at order by l.id desc limit 1) l on true
    where r.client_id = ${ctx.clientId} and r.${sql.ref(code)} = ${objCode}`.execute(trx);
  const [last] = rows;
  if (!last) return versionConflict(message('save.conflict'));
  const what = last.action ? `${last.action}${last.remark ? `（${last.remark}）` : ''}` : '修改';
  return versionConflict(`${last.who || '系统'} ${last.time} 已${what}，请刷新后重试`);
}
