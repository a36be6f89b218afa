import { sql } from 'kysely';
import type { TestDb } from '../../apps/server/test/test-db';
import { vacuum } from './form';

/** How many vehicles of the company have facts, and on how many days from `first` (`YYYY-MM-DD`, days of Shanghai) on. */
export interface FactsSize {
  vehicles: number;
  days: number;
  first: string;
}

/**
 * The facts of a whole company: vehicles with a summary of each day, and per vehicle and day ten stays, four trips, six openings of doors, four visits, two
 * sessions of the refrigeration unit, two alarms and, each fifth day, a refuelling. Figures differ from vehicle to vehicle and day to day, and are the same in
 * every run.
 */
export async function fillReportFacts(
  { systemDb }: Pick<TestDb, 'systemDb'>,
  clientId: string,
  { vehicles, days, first }: FactsSize,
): Promise<void> {
  await sql`insert into vehicle (client_id, plate_no) select ${clientId}, '沪C' || (10000 + i) from generate_series(1, ${vehicles}::int) i`.execute(
    systemDb,
  );
  const { rows: places } = await sql<{ id: string }>`insert into place (client_id, kind, place_type, name)
    values (${clientId}, 'site', 1, '总仓') returning id::text`.execute(systemDb);
  const place = places[0]?.id ?? null;
  await sql`insert into driver (client_id, name, phone) select ${clientId}, '司机' || i, (13900000000 + i)::text from generate_series(1, ${vehicles}::int) i`.execute(
    systemDb,
  );
  const midnight = sql`(${first}::date + d)::timestamp at time zone 'Asia/Shanghai'`;
  const temps = sql`jsonb_build_array(jsonb_build_object('channel', 1, 'count', 2880, 'min', -20, 'max', -16 + (v.id + d) % 8, 'avg', -18,
    'monitoredMs', 86400000, 'inRangeMs', 86400000 - (v.id * 7919 + d * 104729) % 9000000, 'completeness', 99))`;
  await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, mileage_m, driving_ms, idle_ms, parked_ms, no_data_ms, max_speed_kmh,
      avg_speed_kmh, points, first_time, last_time, door_opens, door_open_ms, stays, trips, temps, counts, fuel_used_l, fuel_start_l, fuel_end_l,
      start_odometer_m, end_odometer_m, reefer_ms, cooling_ms, heating_ms, defrost_ms, standby_ms, night_driving_ms, max_speed_at)
    select v.id, ${first}::date + d, v.client_id, ${midnight}, ${midnight} + interval '24 hours', (v.id * 7919 + d * 104729) % 600000, 28800000, 3600000,
      54000000, 0, 60 + (v.id * 7919 + d) % 40, 48, 2880, ${midnight}, ${midnight} + interval '23 hours 59 minutes', 6, 2880000, 10, 4, ${temps},
      '{"stay": 10, "trip": 4, "door": 6, "speedAlarm": 1, "temperatureAlarm": 1}', 60 + v.id % 20, 200, 140, d * 300000::bigint, (d + 1) * 300000::bigint,
      21600000, 14400000, 0, 1200000, 6000000, 600000, ${midnight} + interval '10 hours'
    from vehicle v cross join generate_series(0, ${days - 1}::int) d where v.client_id = ${clientId}`.execute(systemDb);

  /** So many episodes of a kind a vehicle and each `every`-th day, spread over it. */
  const happen = (
    kind: string,
    {
      times,
      minutes,
      subject = '',
      alarm = false,
      values = {},
      every = 1,
    }: { times: number; minutes: number; subject?: string; alarm?: boolean; values?: object; every?: number },
  ) =>
    sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, lng, lat, place_id, driver_id, peak,
        limit_value, values)
      select v.client_id, v.id, ${kind}, ${alarm}, ${subject}, x.at, x.at + make_interval(mins => ${minutes}), x.at, 1, 2, 121.4, 31.2,
        ${kind === 'visit' ? place : null}::bigint,
        case when ${kind === 'trip' || alarm} then (select min(id) from driver where client_id = ${clientId}) + v.id % ${vehicles}::int end,
        case when ${alarm || kind === 'trip'} then 70 + (v.id + d) % 30 end, case when ${alarm} then 60 end, ${JSON.stringify(values)}
      from vehicle v cross join generate_series(0, ${days - 1}::int) d cross join generate_series(1, ${times}::int) n
        cross join lateral (select ${midnight} + make_interval(mins => (n * 1440 / ${times + 1}::int)::int + (v.id % 30)::int) as at) x
      where v.client_id = ${clientId} and (v.id + d) % ${every}::int = 0`.execute(systemDb);
  // counted within each other at the end, not with each of eight inserts
  await sql`alter table episode disable trigger user`.execute(systemDb);
  await happen('stay', { times: 10, minutes: 60, values: { idleMs: 600_000, accOffMs: 3_000_000 } });
  const trip = { mileageM: 60_000, gapMileageM: 0, drivingMs: 3_600_000, idleMs: 60_000, endLng: 121.5, endLat: 31.3 };
  await happen('trip', { times: 4, minutes: 65, values: trip });
  const door = { moving: false, outside: false, riseC: 1.2, beforeC: -18, maxC: -16.8 };
  await happen('door', { times: 6, minutes: 8, subject: 'door1', values: door });
  await happen('visit', { times: 4, minutes: 90, subject: `place:${place}` });
  await happen('reefer', { times: 2, minutes: 180, values: { coolingMs: 7_200_000 } });
  await happen('speedAlarm', { times: 1, minutes: 3, alarm: true, values: { distanceM: 4_000 } });
  await happen('temperatureAlarm', { times: 1, minutes: 25, alarm: true, subject: 'tem1', values: { deviation: 4 } });
  await happen('refuel', { times: 1, minutes: 10, subject: 'tank1', every: 5, values: { litres: 120, beforeL: 60 } });
  await sql`alter table episode enable trigger user`.execute(systemDb);
  await sql`analyze episode`.execute(systemDb);
  await sql`select count_within(array_agg(id), array_fill('-infinity'::timestamptz, array[count(*)::int]), array_fill('infinity'::timestamptz, array[count(*)::int]))
    from vehicle where client_id = ${clientId}`.execute(systemDb);
  await vacuum.execute(systemDb);
}
