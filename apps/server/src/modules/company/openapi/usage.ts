import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import {
  type CallLine,
  type InterfaceUsage,
  interfaceLog,
  type interfaceUsage,
} from '@tongda/contract/company/openapi/usage';
import type { Endpoint, Output, Parsed } from '@tongda/contract/core/endpoint';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf } from '../../../core/db/rows';
import type { DB } from '../../../core/generated/db-types';
import { conditionsOfDays, todaySql, wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { holdTotal } from '../../../core/record/totals';
import { loadInterfaceNames } from './listed';
import { refusedSql } from './machine/call-log';
import { refuseUnlessManager } from './manager';

const resultSql = sql<
  CallLine['result']
>`case when c.code = 200 then 'ok' when ${refusedSql} then 'refused' else 'failed' end`;

/** 调用日志: calls of the company's programs, newest first. */
export function pageCalls(ctx: Ctx, q: Parsed<typeof interfaceLog>): Promise<Output<typeof interfaceLog>> {
  refuseUnlessManager(ctx);
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`c.client_id = ${ctx.clientId}`,
    ...conditionsOfDays('c.at', q.startDay, q.endDay, ctx.timeZone),
  ];
  if (q.appId) conditions.push(sql<boolean>`c.app_id = ${q.appId}`);
  if (q.key) conditions.push(sql<boolean>`c.interface_key = ${q.key}`);
  if (q.code !== undefined) conditions.push(sql<boolean>`c.code = ${q.code}`);
  return ctx.db((trx) => pageCallsWhere(trx, ctx, { call: interfaceLog, q, whose: conditions }));
}

interface AskedCalls {
  /** who asks, and all that he asks: what the total is kept for while its pages are turned */
  call: Pick<Endpoint, 'path'>;
  q: Pick<Parsed<typeof interfaceLog>, 'result' | 'keyword' | 'page' | 'size'>;
  whose: ReadonlyArray<RawBuilder<boolean>>;
}

/** The calls for which all of `whose` hold, newest first; whose calls may be told is the caller's matter. */
export async function pageCallsWhere(
  db: Kysely<DB>,
  ctx: Ctx,
  { call, q, whose }: AskedCalls,
): Promise<Output<typeof interfaceLog>> {
  const conditions = [...whose];
  if (q.result) conditions.push(sql<boolean>`${resultSql} = ${q.result}`);
  if (q.keyword) {
    const like = likePattern(q.keyword);
    conditions.push(
      sql<boolean>`(c.path ilike ${like} or c.msg ilike ${like} or c.ip ilike ${like} or c.trace_id = ${q.keyword})`,
    );
  }
  const found = db
    .selectFrom('open_call_log as c')
    .innerJoin('open_app as a', 'a.id', 'c.app_id')
    .where(allOf(conditions));
  const total = await holdTotal(ctx, call, q, async () => {
    const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
  const rows = await found
    .select(['c.id', 'a.name as appName', 'c.interface_key as key', 'c.method', 'c.path', 'c.ip', 'c.http', 'c.code'])
    .select(['c.msg', 'c.ms', 'c.trace_id as traceId', resultSql.as('result')])
    .select(wireColumn('c.at', ctx.timeZone).as('time'))
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(q.size)
    .offset((q.page - 1) * q.size)
    .execute();
  const names = await loadInterfaceNames(db);
  const list = rows.map(({ key, ...row }) => ({ ...row, interfaceName: names.get(key) ?? '' }));
  return { list, total, page: q.page, size: q.size };
}

/** 用量: calls by day, and what every program made of its quota. */
export function readUsage(ctx: Ctx, { appId, days }: Parsed<typeof interfaceUsage>): Promise<InterfaceUsage> {
  refuseUnlessManager(ctx);
  const today = todaySql(ctx.timeZone);
  const ofApp = appId ? sql`and u.app_id = ${appId}` : sql``;
  return ctx.db(async (trx) => {
    const byDay = await sql<InterfaceUsage['days'][number]>`
      select d::date::text as day, coalesce(sum(u.ok), 0)::int as ok, coalesce(sum(u.failed), 0)::int as failed, coalesce(sum(u.refused), 0)::int as refused
      from generate_series(${today} - (${days}::int - 1), ${today}, interval '1 day') d
      left join open_usage u on u.day = d::date and u.client_id = ${ctx.clientId} ${ofApp} group by d order by d`.execute(
      trx,
    );
    const byLine = await sql<Omit<InterfaceUsage['lines'][number], 'name'>>`
      with called as (select u.app_id, u.interface_key as key, sum(u.ok)::int as ok, sum(u.failed)::int as failed, sum(u.refused)::int as refused,
          coalesce(sum(u.ok + u.failed) filter (where u.day = ${today}), 0)::int as today, round(sum(u.ms)::numeric / nullif(sum(u.ok), 0))::int as ms
        from open_usage u where u.client_id = ${ctx.clientId} and u.day > ${today} - ${days}::int group by 1, 2),
      granted as (select a.id as app_id, g.interface_key as key, max(coalesce(g.daily_limit, g.daily_calls)) as daily from open_app a
        join interface_apply g on g.client_id = a.client_id and (g.app_id is null or g.app_id = a.id) and g.status = ${interfaceApplyStatus.opened}
        where a.client_id = ${ctx.clientId} and a.deleted_at is null group by 1, 2)
      select a.id::text as "appId", a.name as "appName", coalesce(c.key, g.key) as key, coalesce(c.ok, 0) as ok, coalesce(c.failed, 0) as failed,
        coalesce(c.refused, 0) as refused, coalesce(c.today, 0) as today, least(g.daily, i.daily_limit) as "dailyLimit", c.ms
      from called c full join granted g using (app_id, key) join open_app a on a.id = app_id left join open_interface i on i.key = coalesce(c.key, g.key)
      where ${appId ? sql`a.id = ${appId}` : sql`true`} order by 2, 3`.execute(trx);
    const names = await loadInterfaceNames(trx);
    return { days: byDay.rows, lines: byLine.rows.map((line) => ({ ...line, name: names.get(line.key) ?? line.key })) };
  });
}
