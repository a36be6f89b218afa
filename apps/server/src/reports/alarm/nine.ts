import {
  carbonDioxideAlarms,
  deviceAlarms,
  doorAlarms,
  fatigueAlarms,
  faultAlarms,
  humidityAlarms,
  overTemperatureAlarms,
  parkingAlarms,
  speedingAlarms,
} from '@tongda/contract/reports/alarm/nine';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { reachOf, waybillCodeAt } from '../kit/facts-sql';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';
import { nameBounded, nameParked } from './bounded';
import {
  type AlarmRow,
  boundColumns,
  curveOfAlarms,
  figureOf,
  nameAlarms,
  ofProbe,
  onSide,
  selectAlarms,
  subjectName,
} from './frame';

/** 子类: one of the causes that stand in the alarm's subject. */
const ofCauses = (causes: readonly string[] | undefined, cause: RawBuilder<string>): RawBuilder<boolean> =>
  causes && causes.length > 0 ? sql<boolean>`${cause} = any(${[...causes]}::text[])` : sql<boolean>`true`;

const doors = sql`(select count(*)::int from episode d where d.vehicle_id = e.vehicle_id and d.kind = 'door' and d.status <> 2
  and d.start_time between e.start_time - interval '10 minutes' and coalesce(e.end_time, now())) as doors`;

const keys = () => 'bigint' as const;
/** Rows of a page are found by their alarms, and named in the words of 报警记录. */
const asAlarms = { finish: <R extends AlarmRow>(ctx: Ctx, rows: R[]) => nameAlarms(ctx, rows), keys };
/** Those of readings are told what the points say, too. */
const asBounded = (decimals: number) => ({ finish: nameBounded(decimals), keys });

export const overTemperature = serve(
  overTemperatureAlarms,
  fromSql(
    overTemperatureAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['temperatureAlarm'],
        sql`${boundColumns}, ${figureOf('areaMin')} as "areaMin", ${doors}, '' as chiller`,
        sql<boolean>`${onSide(q.side)} and ${ofProbe(q.probeName)}`,
      ),
    asBounded(1),
  ),
  curveOfAlarms,
);

const isNight = (ctx: Ctx) => sql`extract(hour from e.start_time at time zone ${ctx.timeZone}) not between 6 and 21`;

export const speeding = serve(
  speedingAlarms,
  fromSql(
    speedingAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['speedAlarm'],
        sql`e.limit_value as "limit", coalesce(e.values ->> 'road', 'none') as road, case when e.subject = 'soon' then 'soon' when e.place_id is null then 'rule' else 'place' end as "limitBy", e.peak,
          ${figureOf('meanKmh')} as "meanKmh", coalesce(${figureOf('overPercent')}, (e.peak / nullif(e.limit_value, 0) - 1) * 100) as "overPercent",
          ${figureOf('distanceM')} / 1000 as "distanceKm", case when ${isNight(ctx)} then 'yes' else 'no' end as night`,
        sql<boolean>`${q.overPercent === undefined ? sql`true` : sql`r."overPercent" >= ${q.overPercent}`}
          and ${q.speedingRoad === 'all' ? sql`true` : sql`r.road = ${q.speedingRoad}`}`,
      ),
    asAlarms,
  ),
);

export const humidity = serve(
  humidityAlarms,
  fromSql(
    humidityAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['humidityAlarm'],
        sql`${boundColumns}, null::float8 as "temC", null::float8 as "dewC"`,
        sql<boolean>`${onSide(q.side)} and ${ofProbe(q.probeName)}`,
      ),
    asBounded(1),
  ),
  curveOfAlarms,
);

export const carbonDioxide = serve(
  carbonDioxideAlarms,
  fromSql(
    carbonDioxideAlarms,
    (ctx, q) => selectAlarms(ctx, q, ['co2Alarm'], boundColumns, onSide(q.side)),
    asBounded(0),
  ),
);

/** The opening that a door alarm is about. */
const opening = (what: RawBuilder<unknown>) =>
  sql`(select ${what} from episode d where d.vehicle_id = e.vehicle_id and d.kind = 'door' and d.status <> 2 and d.subject = split_part(e.subject, ':', 1)
    and d.start_time between e.start_time - interval '1 day' and e.start_time + interval '1 minute' and coalesce(d.end_time, 'infinity') >= e.start_time
    order by d.start_time desc limit 1)`;

export const doorMagnet = serve(
  doorAlarms,
  fromSql(
    doorAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['doorAlarm'],
        sql`${subjectName} as door, ${opening(sql`extract(epoch from coalesce(d.end_time, greatest(d.start_time, ${reachOf})) - d.start_time)::float8 / 60`)} as "openMin",
          ${opening(sql`(d.values ->> 'riseC')::float8`)} as rise`,
        ofCauses(q.causes, sql<string>`split_part(r.subject, ':', 2)`),
      ),
    asAlarms,
  ),
  curveOfAlarms,
);

/** Minutes that the engine ran in the stay that the alarm is about. */
const idled = sql`(select (s.values ->> 'idleMs')::float8 / 60000 from episode s where s.vehicle_id = e.vehicle_id and s.kind = 'stay' and s.status <> 2
  and s.start_time <= coalesce(e.end_time, now()) and coalesce(s.end_time, 'infinity') > e.start_time order by s.start_time desc limit 1)`;

export const parking = serve(
  parkingAlarms,
  fromSql(
    parkingAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['parkingAlarm', 'idleAlarm'],
        sql`e.peak as "parkedMin", ${idled} as "idleMin", null::float8 as "temChange", e.limit_value as "limit", ${waybillCodeAt(sql`e.vehicle_id`, sql`e.start_time`)} as waybill`,
        sql<boolean>`${q.onTheWay ? sql`r.waybill <> ''` : sql`true`} and ${q.parkingTime === undefined ? sql`true` : sql`r."parkedMin" >= ${q.parkingTime}`}`,
      ),
    { finish: nameParked, keys },
  ),
);

export const fatigueDriving = serve(
  fatigueAlarms,
  fromSql(
    fatigueAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['fatigueAlarm', 'safetyAlarm'],
        sql`case when e.kind = 'safetyAlarm' then null else e.peak end as "drivenMin", case when e.kind = 'safetyAlarm' then null else e.limit_value end as "limit",
          ${figureOf('overMin')} as "overMin", case when e.kind = 'safetyAlarm' then 'camera' else replace(e.subject, 'Soon', '') end as cause,
          e.values ->> 'alarmType' as "alarmType"`,
        // of what cameras tell only DSM疲劳 (186) belongs here
        sql<boolean>`(r.kind <> 'safetyAlarm' or r."alarmType" = '186') and ${ofCauses(q.causes, sql<string>`r.cause`)}`,
      ),
    asAlarms,
  ),
);

/** The terminal that sat in the vehicle when the alarm began. */
const terminal = (what: RawBuilder<unknown>) =>
  sql`coalesce((select ${what} from device_binding b join device t on t.id = b.device_id where b.vehicle_id = e.vehicle_id and b.during @> e.start_time limit 1), '')`;

export const deviceAbnormal = serve(
  deviceAlarms,
  fromSql(
    deviceAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['deviceAlarm'],
        sql`${terminal(sql`t.terminal_no`)} as "terminalNo", ${terminal(sql`t.model`)} as model, ${terminal(sql`t.sim_no`)} as "simNo",
          coalesce((select to_char(max(s.device_time) at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') from device_state s where s.vehicle_id = e.vehicle_id), '')
            as "lastTime"`,
        ofCauses(q.causes, sql<string>`r.subject`),
      ),
    asAlarms,
  ),
);

export const vehicleMalfunction = serve(
  faultAlarms,
  fromSql(
    faultAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['faultAlarm'],
        sql`e.subject as system, ${figureOf('times')} as times, e.peak as voltage, e.limit_value as "limit",
          coalesce((select w.maintain_status::text from vehicle_repair w where w.episode_id = e.id and w.client_id = ${ctx.clientId} order by w.id desc limit 1), '') as repair`,
      ),
    asAlarms,
  ),
);
