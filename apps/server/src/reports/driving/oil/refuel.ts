import { hourMs } from '@tongda/contract/core/durations';
import { placeType } from '@tongda/contract/ground/place/enums';
import { refuelReport } from '@tongda/contract/reports/driving/refuel';
import { billReachMin, billSource } from '@tongda/contract/reports/driving/refuel-bill';
import type { ReportQuery, ReportRow } from '@tongda/contract/reports/kit/report';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { mapFew } from '../../../core/run/few-at-once';
import { driverName } from '../../kit/facts-sql';
import { findReportVehicle } from '../../kit/lent';
import { chosenVehicles, mayReadFact, ofVehicle, readsAtOnce, type Wish } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';
import { DrivenWays } from '../driven';
import { oilCurve } from './dynamics';
import { bindRefuelBills } from './refuel-bills';

type Query = ReportQuery<typeof refuelReport> & Wish;
type Row = ReportRow<typeof refuelReport>;

/** Tanks that are filled within so many minutes of each other are one refuelling of the vehicle (K10). */
const joinMin = 10;
/** How far before the range the refuelling before is looked for. */
const lookBack = sql`interval '31 days'`;
const reach = sql`make_interval(mins => ${billReachMin})`;

/** Findings of one kind, all tanks of a vehicle together, each with the refuelling before it. What people called a misjudgement stands alone. */
const eventsOf = (ctx: Ctx, q: Query): RawBuilder<unknown> => sql`
  found as (select e.*, e.handle_status = ${alarmHandleStatus.falseAlarm} as invalid, coalesce(e.end_time, e.start_time) as ended,
      greatest(10, coalesce(v.tank_capacity_l, 0) * 0.05) as least
    from vehicle v join episode e on e.vehicle_id = v.id and e.kind = 'refuel' and e.status <> 2
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and e.start_time >= ${new Date(q.from)}::timestamptz - ${lookBack}
      and e.start_time < ${new Date(q.until)}::timestamptz + ${reach} and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)}),
  parted as (select f.*, f.start_time > coalesce(max(f.ended) over (partition by f.vehicle_id, f.invalid order by f.start_time, f.id
      rows between unbounded preceding and 1 preceding), '-infinity') + make_interval(mins => ${joinMin}) as begins from found f),
  counted as (select p.*, count(*) filter (where p.begins) over (partition by p.vehicle_id, p.invalid order by p.start_time, p.id) as nth from parted p),
  event as (select c.vehicle_id, c.invalid, min(c.id) as id, array_agg(c.id::text order by c.subject) as episodes, min(c.start_time) as start_time,
      max(c.ended) as end_time, string_agg(distinct replace(c.subject, 'tank', ''), '+') as tanks, sum((c.values ->> 'beforeL')::float8) as before_l,
      sum((c.values ->> 'afterL')::float8) as after_l, sum((c.values ->> 'litres')::float8) as litres, min(c.lng) as lng, min(c.lat) as lat,
      min(c.driver_id) as driver_id, max(c.handle_remark) as remark,
      case when bool_or(c.data_gap) or sum((c.values ->> 'litres')::float8) < 2 * max(c.least) then 'low' when max(c.blind_ratio) > 0 then 'middle' else 'high' end as sure
    from counted c group by c.vehicle_id, c.invalid, c.nth),
  event_after as (select e.*, lag(e.end_time) over w as since, case when lag(e.tanks) over w = e.tanks then lag(e.after_l) over w - e.before_l end as used_l
    from event e window w as (partition by e.vehicle_id, e.invalid order by e.start_time))`;

/** Bills of the chosen vehicles, each with the refuelling that it pays for: the nearest within the reach. */
const billsOf = (ctx: Ctx, q: Query): RawBuilder<unknown> => sql`
  bill as (select b.*, n.id as event_id from vehicle v join refuel_bill b on b.vehicle_id = v.id and b.deleted_at is null and b.client_id = ${ctx.clientId}
      and b.fuelled_at >= ${new Date(q.from)}::timestamptz - 2 * ${reach} and b.fuelled_at < ${new Date(q.until)}::timestamptz + 2 * ${reach}
    left join lateral (select e.id from event e where e.vehicle_id = b.vehicle_id and not e.invalid and b.fuelled_at between e.start_time - ${reach} and e.end_time + ${reach}
      order by greatest(e.start_time - b.fuelled_at, b.fuelled_at - e.end_time, interval '0'), e.id limit 1) n on true
    where ${chosenVehicles(ctx, { ...q, ids: undefined })}),
  paid as (select coalesce(b.event_id::text, 'b' || b.id) as key, min(b.event_id) as event_id, b.vehicle_id, min(b.fuelled_at) as at, sum(b.litres)::float8 as litres,
      sum(coalesce(b.amount_fen / 100.0, b.price_yuan * b.litres))::float8 as yuan, sum(b.litres) filter (where coalesce(b.amount_fen, b.price_yuan) is not null)::float8 as priced,
      array_agg(b.id::text order by b.fuelled_at) as ids, sum(cardinality(b.file_ids))::int as files, max(b.station) as station,
      bool_or(b.source = ${billSource.hand}) as hand, bool_or(b.source = ${billSource.card}) as card, string_agg(nullif(b.remark, ''), '；') as remark
    from bill b group by 1, b.vehicle_id)`;

/** Name of the company's own filling station that the vehicle stood in. */
const ownStation = sql<string>`(select p.name from episode s join place p on p.id = s.place_id and p.place_type = ${placeType.fuel}
  where s.vehicle_id = r.vehicle_id and s.kind = 'visit' and s.status <> 2 and s.start_time between r.start_time - interval '1 day' and r.end_time
    and coalesce(s.end_time, 'infinity') > r.start_time order by s.start_time desc limit 1)`;

/**
 * SQL: a value of the event `e`, else of its bill `p`. Not by `coalesce`, which PostgreSQL does not trust to keep rows that row-level security hides from leaking: an index of
 * another table would not be used for it, and all episodes of a kind be read for each row.
 */
const eitherOf = (event: string, bill: string) =>
  sql`case when ${sql.ref(`e.${event}`)} is not null then ${sql.ref(`e.${event}`)} else ${sql.ref(`p.${bill}`)} end`;

/** Litres that were lost since the refuelling before: they were not burnt. */
const lostSince = sql`coalesce((select sum((l.values ->> 'litres')::float8) from episode l where l.vehicle_id = r.vehicle_id and l.kind in ('fuelDrop', 'fuelWaste')
  and l.status <> 2 and l.handle_status <> ${alarmHandleStatus.falseAlarm} and l.start_time >= r.since and l.start_time < r.start_time), 0)`;

function selectRefuels(ctx: Ctx, q: Query): RawBuilder<unknown> {
  const rows = sql`select coalesce(e.id::text, p.key) as id, ${eitherOf('vehicle_id', 'vehicle_id')} as vehicle_id, ${eitherOf('start_time', 'at')} as start_time,
      coalesce(e.end_time, p.at) as end_time, e.id is not null as found, coalesce(e.invalid, false) as invalid, e.tanks, e.before_l, e.after_l, e.litres, e.lng, e.lat,
      e.driver_id, e.sure, e.episodes, e.since, e.used_l, p.litres as bill_l, p.litres - coalesce(e.litres, 0) as diff_l, p.yuan, p.priced, p.ids, p.files, p.station,
      coalesce(p.hand, false) as hand, coalesce(p.card, false) as card, concat_ws('；', nullif(e.remark, ''), p.remark) as remark
    from event_after e full join paid p on p.event_id = e.id`;
  const judged = sql`select r.*, case when r.invalid then 'invalid' when r.bill_l is null then 'pending'
      when not r.found or (abs(r.diff_l) > 5 and abs(r.diff_l) > r.litres * 0.05) then 'odd' else 'ok' end as state from (${rows}) r
    where r.start_time >= ${new Date(q.from)} and r.start_time < ${new Date(q.until)}`;
  const wanted = q.sources ?? [];
  const from = { auto: sql`r.found`, hand: sql`r.hand`, card: sql`r.card` };
  const ofSource =
    wanted.length > 0
      ? sql.join(
          wanted.map((one) => from[one]),
          sql` or `,
        )
      : sql`true`;
  return sql`with ${eventsOf(ctx, q)}, ${billsOf(ctx, q)}
    select r.id, r.vehicle_id as "vehicleId", r.start_time as at, r.start_time as "startTime", r.end_time as "endTime", r.state,
      concat_ws('、', case when r.found then '自动识别' end, case when r.hand then '手工' end, case when r.card then '油卡' end) as source,
      coalesce(nullif(r.station, ''), ${ownStation}, '') as station, coalesce(r.tanks, '') as tanks, r.before_l as "beforeL", r.after_l as "afterL",
      case when not r.invalid then r.litres end as litres,      r.bill_l as "billL", case when r.invalid then null else r.diff_l end as "diffL", case when not r.invalid then r.diff_l * 100 / nullif(r.litres, 0) end as "diffPercent",
      r.yuan / nullif(r.priced, 0) as "priceYuan", r.yuan as "amountYuan", null::float8 as "odometerKm", null::float8 as "sinceKm", null::float8 as "per100",
      ${driverName(sql`r.driver_id`)} as driver, coalesce(r.files, 0) as files, coalesce(r.sure, 'none') as sure, r.remark, r.lng, r.lat,
      case when r.state = 'odd' then array['diffL', 'diffPercent'] else array[]::text[] end as over, coalesce(r.episodes, array[]::text[]) as "episodeIds",
      coalesce(r.ids, array[]::text[]) as "billIds", (extract(epoch from r.start_time) * 1000)::float8 as "fromMs",
      (extract(epoch from r.since) * 1000)::float8 as "sinceMs", r.used_l - ${lostSince} as "usedL"
    from (${judged}) r where (${ofSource}) and ${q.minL === undefined ? sql`true` : sql`coalesce(r.litres, r.bill_l) >= ${q.minL}`}
      and ${q.onlyOdd ? sql`r.state = 'odd'` : sql`true`}`;
}

/** The shortest way that a consumption is reckoned over (K10), km. */
const leastKm = 10;
/** How long before a refuelling its odometer was read at most, ms. */
const odometerMs = hourMs;

/** Odometer, what was driven since the refuelling before, and what that took. Called with the rows of one page; those of one vehicle share the days that they read. */
async function addWay(ctx: Ctx, rows: Row[]): Promise<Row[]> {
  const byVehicle = new Map<string, Row[]>();
  for (const row of rows) byVehicle.set(row.vehicleId, [...(byVehicle.get(row.vehicleId) ?? []), row]);
  const done = new Map<string, Row>();
  await mapFew([...byVehicle.values()], readsAtOnce, (mine) =>
    ctx.db(async (trx) => {
      const [first] = mine;
      if (!first) return;
      const vehicle = await findReportVehicle(trx, ctx, first.vehicleId, 'track', first.fromMs);
      const ways = new DrivenWays(trx, vehicle, ctx.timeZone);
      for (const row of mine) done.set(row.id, await withWay(row, ways));
    }),
  );
  return rows.map((row) => done.get(row.id) ?? row);
}

async function withWay(row: Row, ways: DrivenWays): Promise<Row> {
  const { fromMs, sinceMs, usedL } = row;
  const odometerM = await ways.odometerAt(fromMs, odometerMs);
  const odometerKm = odometerM === null ? null : Math.round(odometerM / 100) / 10;
  if (sinceMs === null) return { ...row, odometerKm };
  const km = (await ways.driveM({ from: sinceMs, to: fromMs })) / 1000;
  const per100 = usedL !== null && usedL >= 0 && km >= leastKm ? Math.round((usedL * 1000) / km) / 10 : null;
  return { ...row, odometerKm, sinceKm: Math.round(km * 10) / 10, per100 };
}

export const refuel = serve(
  refuelReport,
  fromSql(refuelReport, selectRefuels, { finish: addWay, keys: () => 'text' }),
  {
    curve: (ctx, q) => oilCurve(ctx, q),
    bindActions: bindRefuelBills,
  },
);
