import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField, refuseMoment } from '../../../../core/http/errors';

const field = 'plateSince';

interface Replated {
  id: string;
  /** the former plate */
  before: string;
  plateNo: string;
  /** wire time in the company's zone */
  since: string;
}

/**
 * Dates a plate that was changed in this transaction back to the moment from which the truck carried it; the period of the old plate ends there.
 * 4000 when the moment lies ahead, before the old plate's period, or in a time in which another truck had the plate.
 */
export async function datePlate(trx: Trx, ctx: Ctx, { id, before, plateNo, since }: Replated): Promise<void> {
  const { rows } = await sql<{ at: Date; late: boolean; early: boolean; began: string }>`
    select t.at, t.at > now() as late, t.at <= p.since as early, ${wireTimeSql(sql<Date>`p.since`, ctx.timeZone)} as began
    from (select ${instantSql(since, ctx.timeZone)} as at) t
    left join vehicle_period p on p.vehicle_id = ${id} and p.kind = 'plate' and p.value = ${before} and p.until = now()`
    .execute(trx)
    .catch(refuseMoment(field));
  const [moment] = rows;
  if (!moment) throw invalidField(field, '时间不存在');
  const { at, began } = moment;
  if (moment.late) throw invalidField(field, '车牌生效时间不能晚于当前时间');
  if (moment.early) throw invalidField(field, `车牌生效时间须晚于现车牌${before}的开始时间${began}`);
  await refuseOverlap(trx, ctx, id, plateNo, at);
  // the trigger of `vehicle` ended the old period and began the new one at now(), the start of this transaction
  const plates = sql`vehicle_id = ${id} and kind = 'plate'`;
  await sql`update vehicle_period set until = ${at} where ${plates} and until = now()`.execute(trx);
  await sql`update vehicle_period set since = ${at} where ${plates} and until is null`.execute(trx);
}

/** 4000 when another truck of the company had the plate after `at`; a deleted truck had it until it was deleted. */
async function refuseOverlap(trx: Trx, ctx: Ctx, id: string, plateNo: string, at: Date): Promise<void> {
  const end = sql<Date>`least(p.until, v.deleted_at)`;
  const other = await trx
    .selectFrom('vehicle_period as p')
    .innerJoin('vehicle as v', 'v.id', 'p.vehicle_id')
    .select([
      sql<string>`case when v.plate_no = p.value then '' else v.plate_no end`.as('now'),
      wireTimeSql(sql<Date>`p.since`, ctx.timeZone).as('from'),
      wireTimeSql(end, ctx.timeZone).as('to'),
    ])
    .where('p.client_id', '=', ctx.clientId)
    .where('p.kind', '=', 'plate')
    .where('p.value', '=', plateNo)
    .where('p.vehicle_id', '<>', id)
    .where(end, '>', at)
    .orderBy(end, 'desc')
    .executeTakeFirst();
  if (!other) return;
  const whose = other.now ? `另一辆车（现车牌${other.now}）` : '一辆已删除的车';
  throw invalidField(field, `${other.from} 至 ${other.to} ${plateNo}是${whose}的车牌，生效时间不能早于${other.to}`);
}
