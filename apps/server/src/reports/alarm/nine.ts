import { placeType } from '@tongda/contract/ground/place/enums';
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
import { lockAction } from '@tongda/contract/resources/device/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { likePattern } from '../../core/record/options';
import { uncooledAt } from '../cold-chain/probable-cause';
import { reachOf, siteAt, waybillCodeAt, wireAt } from '../kit/facts-sql';
import { serve } from '../kit/serve';
import { nameBounded, nameParked } from './bounded';
import {
  type AlarmRow,
  boundColumns,
  curveOfAlarms,
  figureOf,
  fromAlarms,
  nameAlarms,
  ofProbe,
  onSide,
  selectAlarms,
  subjectName,
} from './frame';
import { nameDevices, nameDriven, nameFaults } from './points';

/** 子类: one of the causes that stand in the alarm's subject. */
const ofCauses = (causes: readonly string[] | undefined, cause: RawBuilder<string>): RawBuilder<boolean> =>
  causes && causes.length > 0 ? sql<boolean>`${cause} = any(${[...causes]}::text[])` : sql<boolean>`true`;

const doors = sql`(select count(*)::int from episode d where d.vehicle_id = e.vehicle_id and d.kind = 'door' and d.status <> 2
  and d.start_time between e.start_time - interval '10 minutes' and coalesce(e.end_time, now())) as doors`;

/** The zone of the alarm's probe, as it was then. */
const zone = wireAt('tem', 'zone', {
  vehicleId: sql`e.vehicle_id`,
  channel: sql`coalesce(substring(e.subject from '^tem([0-9]+)$'), '0')::int`,
  moment: sql`e.start_time`,
});

const keys = () => 'bigint' as const;
/** Rows of a page are found by their alarms, and named in the words of 报警记录. */
const asAlarms = { finish: <R extends AlarmRow>(ctx: Ctx, rows: R[]) => nameAlarms(ctx, rows), keys };
/** Those of readings are told what the points say, too. */
const asBounded = (decimals: number) => ({ finish: nameBounded(decimals), keys });

export const overTemperature = serve(
  overTemperatureAlarms,
  fromAlarms(
    overTemperatureAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['temperatureAlarm'],
        sql`${boundColumns}, ${figureOf('areaMin')} as "areaMin", ${doors}, '' as chiller, coalesce(${zone}, '') as zone,
          case when ${uncooledAt(sql`e.vehicle_id`, sql`e.start_time`)} then 'preCooling' else 'unknown' end as cause`,
        sql<boolean>`${onSide(q.side)} and ${ofProbe(q.probeName)} and ${q.zoneName ? sql`r.zone ilike ${likePattern(q.zoneName)}` : sql`true`}`,
      ),
    asBounded(1),
  ),
  curveOfAlarms,
);

const isNight = (ctx: Ctx) => sql`extract(hour from e.start_time at time zone ${ctx.timeZone}) not between 6 and 21`;

/** Subject of 超速报警 of the terminal itself: bit 1 of its alarm word. */
const terminalSpeeding = 'bit1';

/** 超速≥ as the screen begins, %. */
const usualShare = speedingAlarms.filters.overPercent.initial ?? 0;

export const speeding = serve(
  speedingAlarms,
  fromAlarms(
    speedingAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['speedAlarm', 'terminalAlarm'],
        sql`e.limit_value as "limit", coalesce(e.values ->> 'road', 'none') as road, case when e.subject = 'soon' then 'soon' when e.kind = 'terminalAlarm' then 'terminal' when e.values ? 'road' then 'road' when e.place_id is null then 'rule' else 'place' end as "limitBy", e.peak,
          ${figureOf('meanKmh')} as "meanKmh", coalesce(${figureOf('overPercent')}, (e.peak / nullif(e.limit_value, 0) - 1) * 100) as "overPercent",
          ${figureOf('distanceM')} / 1000 as "distanceKm", case when ${isNight(ctx)} then 'yes' else 'no' end as night`,
        // a terminal that found it alone does not tell the limit it was set to: who asks for more than usual wants shares that are known
        sql<boolean>`(r.kind = 'speedAlarm' or r.subject = ${terminalSpeeding}) and ${q.overPercent === undefined ? sql`true` : sql`(r."overPercent" >= ${q.overPercent} or ${q.overPercent <= usualShare} and r."limitBy" = 'terminal')`}
          and ${q.speedingRoad === 'all' ? sql`true` : sql`r.road = ${q.speedingRoad}`}`,
      ),
    asAlarms,
  ),
);

export const humidity = serve(
  humidityAlarms,
  fromAlarms(
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
  fromAlarms(
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

/** What the last act at the lock of the alarm's door had left; empty where nothing is known of one. */
const lockState = sql`coalesce((select case when n.action = ${lockAction.close} then 'closed' else 'open' end from lock_binding b join lock_open_log n on n.lock_id = b.lock_id
  where b.vehicle_id = e.vehicle_id and b.during @> e.start_time and n.allowed and n.at <= e.start_time and (b.door_pos = '' or ${subjectName} in ('', b.door_pos))
  order by n.at desc limit 1), '')`;

export const doorMagnet = serve(
  doorAlarms,
  fromAlarms(
    doorAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['doorAlarm'],
        sql`${subjectName} as door, ${opening(sql`extract(epoch from coalesce(d.end_time, greatest(d.start_time, ${reachOf})) - d.start_time)::float8 / 60`)} as "openMin",
          ${opening(sql`(d.values ->> 'riseC')::float8`)} as rise, null::float8 as km, ${lockState} as lock`,
        ofCauses(q.causes, sql<string>`split_part(r.subject, ':', 2)`),
      ),
    { finish: nameDriven, keys },
  ),
  curveOfAlarms,
);

/** Minutes that the engine ran in the stay that the alarm is about. */
const idled = sql`(select (s.values ->> 'idleMs')::float8 / 60000 from episode s where s.vehicle_id = e.vehicle_id and s.kind = 'stay' and s.status <> 2
  and s.start_time <= coalesce(e.end_time, now()) and coalesce(s.end_time, 'infinity') > e.start_time order by s.start_time desc limit 1)`;

/** Standing where nobody may park; other alarms of places are no matter of this report. */
const isForbidden = sql<boolean>`e.values ->> 'trigger' = 'stay'
  and exists (select from place p where p.id = e.place_id and p.place_type = ${placeType.noParking})`;
/** Minutes that it stood while an alarm of a place lasted: who goes on through a crowd is inside, and does not park. */
const stoodInside = sql`(select coalesce(sum(extract(epoch from least(coalesce(s.end_time, ${reachOf}), coalesce(e.end_time, ${reachOf})) - greatest(s.start_time, e.start_time))), 0)::float8 / 60
  from episode s where s.vehicle_id = e.vehicle_id and s.kind = 'stay' and s.status <> 2 and s.start_time > e.start_time - interval '31 days'
    and s.start_time < coalesce(e.end_time, ${reachOf}) and coalesce(s.end_time, ${reachOf}) > e.start_time)`;
const waybillCode = waybillCodeAt(sql`e.vehicle_id`, sql`e.start_time`);
const standCause = sql`case when e.kind = 'zoneAlarm' then case when ${isForbidden} then 'forbidden' else '' end when e.kind = 'idleAlarm' then 'idle'
  when ${siteAt(sql`e.vehicle_id`, sql`e.start_time`)} <> '' then 'long' when ${waybillCode} <> '' then 'onTheWay' else 'outside' end`;

export const parking = serve(
  parkingAlarms,
  fromAlarms(
    parkingAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['parkingAlarm', 'idleAlarm', 'zoneAlarm'],
        sql`${standCause} as cause, coalesce(case when e.kind = 'zoneAlarm' then ${stoodInside} end, e.peak, extract(epoch from coalesce(e.end_time, greatest(e.start_time, ${reachOf})) - e.start_time)::float8 / 60) as "parkedMin", ${idled} as "idleMin", null::float8 as "temChange", e.limit_value as "limit", ${waybillCode} as waybill`,
        // only an alarm of a place may have no cause, or be one of a truck that did not stand: of others place and waybill need not be looked up to count them
        sql<boolean>`(r.kind <> 'zoneAlarm' or r.cause <> '' and r."parkedMin" > 0) and ${ofCauses(q.causes, sql<string>`r.cause`)} and ${q.onTheWay ? sql`r.waybill <> ''` : sql`true`} and ${q.parkingTime === undefined ? sql`true` : sql`r."parkedMin" >= ${q.parkingTime}`}`,
      ),
    { finish: nameParked, keys },
  ),
);

/** Minutes of the stay with which the driving ended; null while it goes on, or where a silence ended it. */
const rested = sql`(select extract(epoch from coalesce(s.end_time, greatest(s.start_time, ${reachOf})) - s.start_time)::float8 / 60 from episode s
  where s.vehicle_id = e.vehicle_id and s.kind = 'stay' and s.status <> 2 and s.start_time between e.end_time - interval '5 minutes' and e.end_time + interval '5 minutes'
  order by abs(extract(epoch from s.start_time - e.end_time)) limit 1)`;
/** How the driver was known when the limit was passed: his card was in the terminal, or he was assigned to the vehicle. */
const knownBy = sql`case when e.driver_id is null then '' when (select c.inserted and c.result = 0 and c.driver_id = e.driver_id from driver_card c
  where c.vehicle_id = e.vehicle_id and c.at <= e.confirmed_at order by c.at desc, c.inserted desc limit 1) then 'card' else 'assigned' end`;

export const fatigueDriving = serve(
  fatigueAlarms,
  fromAlarms(
    fatigueAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['fatigueAlarm', 'safetyAlarm'],
        sql`case when e.kind = 'safetyAlarm' then null else e.peak end as "drivenMin", case when e.kind = 'safetyAlarm' then null else e.limit_value end as "limit",
          ${figureOf('overMin')} as "overMin", ${figureOf('totalMin')} as "totalMin", ${figureOf('nightPercent')} as "nightPercent", e.confirmed_at as "passedAt",
          case when e.kind = 'safetyAlarm' then null else ${rested} end as "restMin", ${knownBy} as "knownBy", case when e.kind = 'safetyAlarm' then 'camera' else replace(e.subject, 'Soon', '') end as cause,
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

/** The first request for repair of that terminal since the alarm began. */
const requestNo = sql`coalesce((select r.request_no from device_binding b join repair_request r on r.device_id = b.device_id
  where b.vehicle_id = e.vehicle_id and b.during @> e.start_time and r.client_id = e.client_id and r.created_at >= e.start_time
    and r.created_at <= coalesce(e.end_time, 'infinity') order by r.created_at limit 1), '')`;

export const deviceAbnormal = serve(
  deviceAlarms,
  fromAlarms(
    deviceAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['deviceAlarm'],
        sql`${terminal(sql`t.terminal_no`)} as "terminalNo", ${terminal(sql`t.model`)} as model, ${terminal(sql`t.sim_no`)} as "simNo",
          coalesce((select to_char(max(s.device_time) at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') from device_state s where s.vehicle_id = e.vehicle_id), '')
            as "lastTime", null::float8 as voltage, null::float8 as battery, ${requestNo} as "requestNo"`,
        // a probe that reads nothing sensible is named by its channel
        ofCauses(q.causes, sql<string>`case when r.subject like 'tem%' then 'probe' else r.subject end`),
      ),
    { finish: nameDevices, keys },
  ),
);

export const vehicleMalfunction = serve(
  faultAlarms,
  fromAlarms(
    faultAlarms,
    (ctx, q) =>
      selectAlarms(
        ctx,
        q,
        ['faultAlarm'],
        sql`case when e.subject like 'dtc:%' then coalesce(substring(e.subject from '^dtc:([PCBU])[0-3][0-9A-F]{3}$'), '') else e.subject end as system,
          coalesce(substring(e.subject from '^dtc:(.*)$'), '') as code, '' as description, ${figureOf('times')} as times, e.peak as voltage, e.limit_value as "limit",
          coalesce((select w.maintain_status::text from vehicle_repair w where w.episode_id = e.id and w.client_id = ${ctx.clientId} order by w.id desc limit 1), '') as repair, null::float8 as "odometerKm"`,
      ),
    { finish: nameFaults, keys },
  ),
);
