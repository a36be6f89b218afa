import { switchLockReport } from '@tongda/contract/reports/door/switch-lock';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { lockAction } from '@tongda/contract/resources/device/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import { wireTimeSql } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { likePattern } from '../../core/record/options';
import { visibleResources } from '../../modules/base/org/door';
import { siteAt, wireAt } from '../kit/facts-sql';
import { chosenVehicles, mayReadFact, ofVehicle, type Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';

type Query = ReportQuery<typeof switchLockReport> & Pick<Wish, 'from' | 'until'>;

/** An unlocking after which no door opened for so long was for nothing. */
const unusedAfter = sql`interval '10 minutes'`;
/** Openings of doors of the vehicle and door position that `b` binds a lock to. */
const openings = (alias: 'b' | 'x') => {
  const doorName = wireAt('door', 'name', {
    vehicleId: sql`d.vehicle_id`,
    channel: sql`substr(d.subject, 5)::int`,
    moment: sql`d.start_time`,
  });
  return sql`d.vehicle_id = ${sql.ref(`${alias}.vehicle_id`)} and d.kind = 'door' and d.status <> 2
    and (${sql.ref(`${alias}.door_pos`)} = '' or ${doorName} is null or ${doorName} = ${sql.ref(`${alias}.door_pos`)})`;
};
/** What an attempt at a lock did: it opened or closed, or was refused. */
const act = sql`case when not x.allowed then 'refused' when x.action = ${lockAction.open} then 'open' else 'close' end`;

/** Attempts at locks that the caller sees, and doors that opened while their lock was closed, in the range. */
function selectActs(ctx: Ctx, q: Query): RawBuilder<unknown> {
  const [from, until] = [new Date(q.from), new Date(q.until)];
  const seen = visibleResources(ctx, 'lock', 'l');
  const bound = sql`join bluetooth_lock l on l.id = b.lock_id and l.deleted_at is null`;
  const attempts = sql`select 'a' || h.id as id, h.at, h.lock_id, l.lock_no, b.vehicle_id, b.door_pos, ${act} as act, h.way, h.user_name, h.user_id, h.auth_id, h.allowed, h.reason,
      h.lng, h.lat, case when h.allowed and h.action = ${lockAction.open} then (select min(n.at) from lock_open_log n where n.lock_id = h.lock_id and n.allowed
        and n.action = ${lockAction.close} and n.at > h.at) end as closed_at,
      exists (select from episode d where ${openings('b')} and d.start_time between h.at and h.at + ${unusedAfter}) as opened
    from lock_open_log h join lock_binding b on b.lock_id = h.lock_id and b.during @> h.at ${bound} cross join lateral (select h.allowed, h.action) x
    where h.at >= ${from} and h.at < ${until} and ${seen}`;
  // a lock of which nothing is known does not say that it was closed
  const abnormal = sql`select 'd' || d.id as id, d.start_time as at, b.lock_id, l.lock_no, b.vehicle_id, b.door_pos, 'abnormal' as act, null::smallint as way, '' as user_name,
      null::bigint as user_id, null::bigint as auth_id, null::boolean as allowed, '' as reason, d.lng, d.lat, d.end_time as closed_at, true as opened
    from lock_binding b ${bound} join episode d on ${openings('b')} and b.during @> d.start_time and d.start_time >= ${from} and d.start_time < ${until}
    where ${seen} and (select n.action from lock_open_log n where n.lock_id = b.lock_id and n.allowed and n.at <= d.start_time order by n.at desc limit 1) = ${lockAction.close}`;
  return sql`(${attempts}) union all (${abnormal})`;
}

export const switchLock = serve(
  switchLockReport,
  fromSql(switchLockReport, (ctx, q) => {
    const site = siteAt(sql`x.vehicle_id`, sql`x.at`);
    const all: Array<RawBuilder<boolean>> = [
      chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
      mayReadFact(ctx, ofVehicle('v'), sql`x.at`),
    ];
    if (q.lockNo) all.push(sql<boolean>`x.lock_no ilike ${likePattern(q.lockNo)}`);
    if (q.user) all.push(sql<boolean>`x.user_name ilike ${likePattern(q.user)}`);
    if (q.act !== 'all') all.push(sql<boolean>`x.act = ${q.act}`);
    if (q.way !== 'all') all.push(sql<boolean>`x.way = ${Number(q.way)}`);
    if (q.siteScope !== 'all') all.push(sql<boolean>`(${site} <> '') = ${q.siteScope === 'inside'}`);
    const is = (one: string) => sql`case when x.act = ${one} then 1 else 0 end`;
    const around = (sign: '+' | '-') =>
      wireTimeSql(sql<Date>`(x.at ${sql.raw(sign)} interval '30 minutes')`, ctx.timeZone);
    const unused = sql`x.act = 'open' and not x.opened and x.at < now() - ${unusedAfter}`;
    // where the lock told no position, that of the vehicle's visit or nothing
    return sql`select x.id, x.vehicle_id as "vehicleId", x.at, x.at as time, x.lock_no as "lockNo", x.door_pos as "doorPos", x.act, coalesce(x.way::text, '') as way,
        x.user_name as user, coalesce((select u.phone from app_user u where u.id = x.user_id), '') as phone,
        coalesce((select nullif(g.remark, '') from resource_auth g where g.id = x.auth_id), '') as grant, ${site} as "siteName",
        case when x.allowed then 'ok' when not x.allowed then 'refused' else '' end as result, x.reason,
        case when x.act in ('open', 'abnormal') then extract(epoch from x.closed_at - x.at) / 60 end as "openMin",
        case when x.act not in ('open', 'abnormal') then '' when x.opened then 'opened' when ${unused} then 'unused' else '' end as door,
        ${is('open')} as opens, ${is('refused')} as refusals, case when ${unused} then 1 else 0 end as idle, ${is('abnormal')} as abnormal, x.lng, x.lat,
        ${around('-')} as "startTime", ${around('+')} as "endTime"
      from (${selectActs(ctx, q)}) x join vehicle v on v.id = x.vehicle_id where ${allOf(all)}`;
  }),
);
