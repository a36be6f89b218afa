import type { Parsed } from '@tongda/contract/core/endpoint';
import type { Report } from '@tongda/contract/reports/kit/report';
import {
  cycleDays,
  mostSubscriptions,
  type Subscription,
  type subscriptionAdd,
  type subscriptionDelete,
  type subscriptionList,
  type subscriptionSwitch,
} from '@tongda/contract/reports/kit/subscription';
import { sql } from 'kysely';
import { requireRow } from '../../core/db/rows';
import { wireTimeSql } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField, notFound } from '../../core/http/errors';
import { servedReports } from '../kit/bind';
import { nextSending, rangeOfSending } from './schedule';

/** The report of a screen that the caller may export. 4004 for another screen, 4003 without the right. */
function findReport(ctx: Ctx, screen: string): Report {
  const found = servedReports.find(({ report }) => report.screen === screen);
  if (!found) throw notFound('报表');
  if (!ctx.can(found.report.exportCall.access)) throw forbiddenError('暂无该报表的导出权限');
  return found.report;
}

/** The caller's subscriptions of a report, the oldest first. */
export function listSubscriptions(ctx: Ctx, { screen }: Parsed<typeof subscriptionList>): Promise<Subscription[]> {
  return ctx.db(async (trx) => {
    const time = (column: string) => wireTimeSql(sql.ref<Date>(column), ctx.timeZone);
    const { rows } =
      await sql<Subscription>`select id::text, screen, name, cycle, weekday, month_day as "monthDay", clock, channels, format, next_at is not null as enabled,
        ${time('next_at')} as "nextTime", ${time('last_at')} as "lastTime", last_fault as "lastFault"
      from report_subscription where client_id = ${ctx.clientId} and user_id = ${ctx.userId} and screen = ${screen} order by id`.execute(
        trx,
      );
    return rows;
  });
}

/** Adds one after the filters were checked as the report itself checks them. 4000 at the field that is wrong. */
export async function addSubscription(ctx: Ctx, input: Parsed<typeof subscriptionAdd>): Promise<{ id: string }> {
  const { screen, name, cycle, weekday, monthDay, clock, channels, format, filters } = input;
  const report = findReport(ctx, screen);
  if (report.range.maxDays < cycleDays[cycle])
    throw invalidField('cycle', `该报表一次最多查询${report.range.maxDays}天，请选择更短的周期`);
  const now = Date.now();
  const asked = report.exportCall.input.safeParse({ ...filters, ...rangeOfSending(cycle, now, ctx.timeZone), format });
  const [fault] = asked.error?.issues ?? [];
  if (fault) throw invalidField('filters', `${String(fault.path[0] ?? '查询条件')}：${fault.message}`);
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ n: number; email: string | null }>`select u.email,
        (select count(*)::int from report_subscription s where s.user_id = u.id) as n
      from app_user u where u.id = ${ctx.userId} for update`.execute(trx);
    const [own] = rows;
    if ((own?.n ?? 0) >= mostSubscriptions) throw blockedByRule(`最多保存${mostSubscriptions}个定时报表，请先删除一个`);
    if (channels.includes('mail') && !own?.email) throw invalidField('channels', '请先在个人信息中填写邮箱');
    return requireRow(
      await trx
        .insertInto('report_subscription')
        .values({
          client_id: ctx.clientId,
          user_id: ctx.userId,
          screen,
          name,
          cycle,
          weekday,
          month_day: monthDay,
          clock,
          channels,
          format,
          filters: JSON.stringify(filters),
          next_at: new Date(nextSending({ cycle, weekday, monthDay, clock }, now, ctx.timeZone)),
        })
        .returning('id')
        .executeTakeFirst(),
      '定时报表',
    );
  });
}

/** Switches one of the caller's on or off. 4004 for another's. */
export function switchSubscription(ctx: Ctx, { id, enabled }: Parsed<typeof subscriptionSwitch>): Promise<null> {
  return ctx.db(async (trx) => {
    const row = await trx
      .selectFrom('report_subscription')
      .select(['cycle', 'weekday', 'month_day as monthDay', 'clock'])
      .where('id', '=', id)
      .where('user_id', '=', ctx.userId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('定时报表');
    // the check of the column knows the three cycles
    const schedule = { ...row, cycle: row.cycle as Subscription['cycle'] };
    await trx
      .updateTable('report_subscription')
      .set({ next_at: enabled ? new Date(nextSending(schedule, Date.now(), ctx.timeZone)) : null })
      .where('id', '=', id)
      .execute();
    return null;
  });
}

/** Deletes one of the caller's. 4004 for another's. */
export function deleteSubscription(ctx: Ctx, { id }: Parsed<typeof subscriptionDelete>): Promise<null> {
  return ctx.db(async (trx) => {
    const gone = await trx
      .deleteFrom('report_subscription')
      .where('id', '=', id)
      .where('user_id', '=', ctx.userId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw notFound('定时报表');
    return null;
  });
}
