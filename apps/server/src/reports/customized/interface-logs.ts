import {
  interfaceSendLogReport,
  interfaceSubscribeLogReport,
} from '@tongda/contract/reports/customized/interface-logs';
import { forwardKind } from '@tongda/contract/rules/forwarding/enums';
import { sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import { likePattern } from '../../core/record/options';
import { maskAddress, stateSql, vehiclesOfTarget } from '../../modules/rules/forwarding/door';
import { chosenVehicles } from '../kit/query';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';

/** Addresses without the keys that they may hold. */
const masked = async <R extends { address: string }>(rows: R[]): Promise<R[]> =>
  rows.map((row) => ({ ...row, address: maskAddress(row.address) }));

const named = (text: string) =>
  sql<boolean>`(t.name ilike ${likePattern(text)} or t.platform ilike ${likePattern(text)})`;

export const sendLog = serve(
  interfaceSendLogReport,
  fromSql(
    interfaceSendLogReport,
    (ctx, q) => {
      const time = sql`coalesce(i.done_at, i.created_at)`;
      const all = [
        chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
        sql<boolean>`i.client_id = ${ctx.clientId} and t.deleted_at is null`,
        sql<boolean>`${time} >= ${new Date(q.from)} and ${time} < ${new Date(q.until)}`,
        // what nobody has tried yet waits for its turn: it is no sending
        sql<boolean>`(i.status <> 0 or i.attempts > 0)`,
      ];
      if (q.target) all.push(named(q.target));
      if (q.what !== 'all') all.push(sql<boolean>`i.kind = ${q.what}`);
      // what is tried again has failed so far, as what was given up has
      if (q.result === 'failed') all.push(sql<boolean>`i.status in (0, 2)`);
      else if (q.result !== 'all') all.push(sql<boolean>`i.status = ${Number(q.result)}`);
      return sql`select i.id, v.id as "vehicleId", i.at, ${time} as time, t.name as target, t.platform, i.kind as what, i.at as "dataTime", t.address,
          i.status as result, coalesce(i.answer_code::text, '') as "httpCode", i.took_ms as "tookMs", i.attempts, i.cause, t.id::text as "targetId", jsonb_pretty(i.body) as body
        from forward_item i join forward_target t on t.id = i.target_id join vehicle v on v.id = i.vehicle_id where ${allOf(all)}`;
    },
    { finish: (_ctx, rows) => masked(rows) },
  ),
  { live: true },
);

export const subscribeLog = serve(
  interfaceSubscribeLogReport,
  fromSql(
    interfaceSubscribeLogReport,
    (ctx, q) => {
      const all = [sql<boolean>`t.client_id = ${ctx.clientId} and t.deleted_at is null`];
      if (q.target) all.push(named(q.target));
      if (q.topic !== 'all') all.push(sql<boolean>`${q.topic} = any(t.kinds)`);
      const days = sql`d.target_id = t.id and d.day between ${q.startTime.slice(0, 10)}::date and ${q.endTime.slice(0, 10)}::date`;
      return sql`select t.id, t.platform, t.name as target, array_to_string(t.kinds, ',') as topics, (select count(*)::int from (${vehiclesOfTarget}) v) as vehicles,
          t.address, t.interval_s as interval, coalesce(t.valid_from::text, '') as since, coalesce(t.valid_until::text, '') as until, ${stateSql} as state,
          s.last_ok_at as "lastOk", (select coalesce(sum(d.ok), 0)::int from forward_day d where ${days}) as ok,
          (select coalesce(sum(d.failed), 0)::int from forward_day d where ${days}) as failed, coalesce(s.failures, 0) as failures,
          (select count(*)::int from forward_item i where i.target_id = t.id and i.status = 0) as waiting, coalesce(s.last_error, '') as "lastError", t.enabled
        from forward_target t join client c on c.id = t.client_id left join forward_state s on s.target_id = t.id where ${allOf(all)}`;
    },
    {
      finish: async (_ctx, rows) =>
        (await masked(rows)).map((row) => ({
          ...row,
          // the table holds codes of the enumeration
          topics: (row.topics.split(',') as Array<(typeof forwardKind.codes)[number]>)
            .map(forwardKind.label)
            .join('、'),
        })),
    },
  ),
  { live: true },
);
