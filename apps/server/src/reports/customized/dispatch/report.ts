import { minuteMs } from '@tongda/contract/core/durations';
import {
  dispatchReport,
  shipmentAdd,
  shipmentCancel,
  shipmentChangeHis,
  shipmentDepart,
  shipmentDetail,
  shipmentFinish,
  shipmentSave,
} from '@tongda/contract/reports/customized/dispatch';
import type { ReportRow } from '@tongda/contract/reports/kit/report';
import { distanceM } from '@tongda/geo/distance';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { allOf, requireRow } from '../../../core/db/rows';
import type { ExportDeps } from '../../../core/export/definition';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { likePattern } from '../../../core/record/options';
import { type EtaStop, etaOf } from '../../../kernel/live/eta';
import { listShownFiles } from '../../../modules/base/file/door';
import { coolingOf } from '../../cold-chain/cooling-tasks';
import { bindShipmentShares } from '../../driving/trip/share';
import { chosenVehicles, mayReadFact, ofFact } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';
import { findShipment } from './find';
import { shipmentImport } from './import';
import { shipmentWrites } from './save';
import { cancelShipment, departShipment, finishShipment } from './steps';

type Row = ReportRow<typeof dispatchReport>;

/** An arrival this much after its plan is late (K14), min. */
const lateMin = 15;
/** Assumed speed of a shipment's way, km/h, and minutes at each point: no run of it has been seen before. */
const [usualKmh, serviceMin] = [55, 30];
/** A position older than this says nothing of where the truck is now, ms. */
const freshMs = 30 * minuteMs;

/** SQL: the last planned arrival that was missed or is late by now, in minutes; null when none is. `s` is the shipment. */
const lateSql = sql<
  number | null
>`(select max(extract(epoch from coalesce(t.arrive_at, case when s.status < 3 then now() end) - t.plan_arrive_at) / 60)
  from shipment_stop t where t.shipment_id = s.id and coalesce(t.arrive_at, case when s.status < 3 then now() end) > t.plan_arrive_at + ${lateMin} * interval '1 minute')`;
const missedSql = sql<number>`(select count(*)::int from shipment_stop t where t.shipment_id = s.id and s.status = 3 and t.arrive_at is null)`;
/** SQL: alarms of temperature between departure and end. */
const overSql = sql<number>`(select count(*)::int from episode e where e.vehicle_id = s.vehicle_id and e.kind = 'temperatureAlarm' and e.status <> 2
  and e.start_time < coalesce(s.finish_at, now()) and coalesce(e.end_time, now()) > s.depart_at)`;
const troubleSql = sql<string>`concat_ws('、', case when x.late is not null then '晚点' || case when x.late >= 60 then floor(x.late / 60) || '小时' else '' end
    || floor(x.late)::int % 60 || '分' end,
  case when x.missed > 0 then x.missed || '站未到' end, case when x.over > 0 then '超温' || x.over || '次' end)`;

const requiredSql = sql<string>`case when s.lower_c is not null and s.upper_c is not null then trim_scale(s.lower_c) || '~' || trim_scale(s.upper_c)
  when s.upper_c is not null then '≤' || trim_scale(s.upper_c) when s.lower_c is not null then '≥' || trim_scale(s.lower_c) else '' end`;

/** SQL: the warmest valid reading that the vehicle reports now; only while its shipment is not over. */
const tempSql = (who: Ctx): RawBuilder<number | null> =>
  sql<
    number | null
  >`case when s.status < 3 and ${mayReadFact(who, ofFact('s'), sql`now()`, 'temperature')} then (select max(value::float8)
    from device_state d, jsonb_array_elements_text(d.live -> 'tempC') value where d.vehicle_id = s.vehicle_id and value::float8 between -60 and 80
      and d.device_time > now() - interval '1 hour') end`;

/** What the rows of a page say beyond their statement: expected arrival at the next point, and how far the box is cooled. */
async function addLive(ctx: Ctx, rows: Row[]): Promise<Row[]> {
  const cooling = await coolingOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const ahead = await loadAhead(
    ctx,
    rows.filter(({ status }) => status === 2).map(({ id }) => id),
  );
  const now = Date.now();
  return rows.map((row) => {
    const { stops = [], lng = null, lat = null } = ahead.get(row.id) ?? {};
    const [next] =
      lng === null || lat === null ? [] : etaOf({ now, lng, lat, recentKmh: null, usualKmh, stops }, distanceM);
    return {
      ...row,
      precool: cooling.get(row.id) ?? 'none',
      etaTime: next ? wireTime(next.at, ctx.timeZone) : null,
    };
  });
}

interface Ahead {
  id: string;
  lng: number | null;
  lat: number | null;
  stops: EtaStop[];
}
/** Where the trucks of shipments on the road are, and the points that they have not reached. */
async function loadAhead(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Ahead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.db((trx) =>
    sql<Ahead>`select s.id::text, d.lng, d.lat,
        (select coalesce(jsonb_agg(jsonb_build_object('stopId', t.seq::text, 'lng', g.lng, 'lat', g.lat, 'serviceMin', ${serviceMin}::int) order by t.seq), '[]')
          from shipment_stop t join place_shape g on g.place_id = t.place_id and upper_inf(g.during) where t.shipment_id = s.id and t.arrive_at is null) as stops
      from shipment s left join device_state d on d.vehicle_id = s.vehicle_id and d.fix_time > now() - ${freshMs} * interval '1 ms'
        and ${mayReadFact(ctx, ofFact('s'), sql`now()`)}
      where s.id = any(${[...ids]}::bigint[])`.execute(trx),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export const dispatch = serve(
  dispatchReport,
  fromSql(
    dispatchReport,
    (ctx, q) => {
      const all = [
        chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
        sql<boolean>`s.client_id = ${ctx.clientId} and s.plan_load_at >= ${new Date(q.from)} and s.plan_load_at < ${new Date(q.until)}`,
        sql<boolean>`(s.cancelled_at is not null) = ${q.status === '9'}`,
      ];
      if (q.status === 'open') all.push(sql<boolean>`s.status < 3`);
      if (['1', '2', '3'].includes(q.status)) all.push(sql<boolean>`s.status = ${Number(q.status)}`);
      if (q.zone !== 'all') all.push(sql<boolean>`s.temperature_type = ${Number(q.zone)}`);
      if (q.trouble === 'late') all.push(sql<boolean>`x.late is not null`);
      if (q.trouble === 'over') all.push(sql<boolean>`x.over > 0`);
      if (q.trouble === 'none') all.push(sql<boolean>`x.late is null and x.over = 0 and x.missed = 0`);
      if (q.keyword) {
        const like = likePattern(q.keyword);
        all.push(sql<boolean>`(s.code ilike ${like} or c.name ilike ${like} or l.name ilike ${like}
          or exists (select from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id and p.name ilike ${like}))`);
      }
      // where a finished shipment's truck is now is no matter of its shipper's
      const open = sql`s.status < 3 and s.cancelled_at is null and ${mayReadFact(ctx, ofFact('s'), sql`now()`)}`;
      const temp = tempSql(ctx);
      return sql`select s.id, v.id as "vehicleId", s.plan_load_at as at, s.version, s.code, c.name as customer, d.name as driver, coalesce(d.phone, '') as "driverPhone",
          l.name as "loadName", s.plan_load_at as "planLoadTime", s.depart_at as "departTime", u.names as unloads, u.reached || '/' || u.n as progress,
          s.plan_done_at as "planDoneTime", u.arrived as "arriveTime", null::timestamptz as "etaTime", s.temperature_type as zone, ${requiredSql} as required,
          w.temp as "tempC", case when w.temp > s.upper_c or w.temp < s.lower_c then '["tempC"]'::jsonb else '[]'::jsonb end as over, 'none' as precool, case when ${open} then g.lng end as lng, case when ${open} then g.lat end as lat,
          s.goods, s.pieces, s.weight_kg / 1000.0 as "weightT", s.volume_l / 1000.0 as "volumeM3", s.finish_at as "finishTime", s.remark,
          case when s.cancelled_at is null then s.status else 9 end as status,
          case when s.cancelled_at is not null then s.cancel_reason else ${troubleSql} end as trouble,
          (to_char(s.depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')) as "startTime",
          (to_char(coalesce(s.finish_at, now()) at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')) as "endTime",
          (extract(epoch from s.depart_at) * 1000)::float8 as "departMs", (extract(epoch from coalesce(s.finish_at, now())) * 1000)::float8 as "untilMs"
        from shipment s join vehicle v on v.id = s.vehicle_id join customer c on c.id = s.customer_id join driver d on d.id = s.driver_id
          join place l on l.id = s.load_place_id left join device_state g on g.vehicle_id = s.vehicle_id
          cross join lateral (select string_agg(p.name, '、' order by t.seq) as names, count(*)::int as n, count(t.arrive_at)::int as reached,
            (array_agg(t.arrive_at order by t.seq desc))[1] as arrived from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id) u
          cross join lateral (select ${lateSql} as late, ${missedSql} as missed, ${overSql} as over) x
          cross join lateral (select ${temp} as temp) w
        where ${allOf(all)}`;
    },
    { finish: addLive },
  ),
  { bindActions },
);

function bindActions(app: FastifyInstance, { secrets }: ExportDeps): void {
  route(app, shipmentAdd, shipmentWrites.add);
  route(app, shipmentSave, shipmentWrites.update);
  route(app, shipmentDepart, departShipment);
  route(app, shipmentFinish, finishShipment);
  route(app, shipmentCancel, cancelShipment);
  bindImportRoutes(app, shipmentImport);
  bindShipmentShares(app);
  route(app, shipmentDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const {
        cancelled: _cancelled,
        preCoolingId: _task,
        plateNo: _plate,
        fileIds,
        ...found
      } = requireRow(await findShipment(trx, ctx, id), '发运');
      const files = await listShownFiles(trx, ctx, secrets, fileIds);
      return { ...found, files: fileIds.flatMap((file) => files.get(file) ?? []) };
    }),
  );
  route(app, shipmentChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findShipment(trx, ctx, q.id))) throw notFound('发运');
      return historyPage(trx, ctx, 'shipment', q);
    }),
  );
}
