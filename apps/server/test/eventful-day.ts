import type { PositionMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import { degreesNorth } from '../src/kernel/fixture';
import { makeRule } from './facts-kit';
import { type makeVehicle, report } from './stream-kit';
import type { TestDb } from './test-db';

/** Trucks with everything that the detectors look at, rules of every kind, and days on which much happens: what is computed of them must be the same whoever computes it. */
export type Who = Awaited<ReturnType<typeof makeVehicle>>;
/** Numbers of waybills, stops and planned calls that no other number looks like: two vehicles' rows are compared without them. */
let nextId = 7_000_000_000;
type Places = Awaited<ReturnType<typeof grounds>>;

/** 22:30 in Shanghai: the points lie on both sides of midnight */
export const eventfulStart = Date.UTC(2026, 2, 1, 14, 30, 0);
export const eventfulDays = ['2026-03-01', '2026-03-02'] as const;

export interface Seed {
  step: number;
  drive: boolean;
  /** the place is far off */
  jump?: boolean;
  /** the report does not know its speed and direction */
  blind?: boolean;
  /** the terminal had kept the report: it comes in its order, and late */
  late?: boolean;
  /** the terminal has an odometer */
  odometer?: boolean;
  /** the terminal sends another report in the same second: its alarm word, its door, whether it is faster, the video alarms that both say between them (bit 0 the first one, the others the second) */
  second?: { alarm: number; door: boolean | null; fast: boolean; video?: number } | null;
  acc: boolean;
  temp: number | null;
  /** how much colder the supply air is than the return air; null = probes without a reading */
  air: number | null;
  hum: number | null;
  co2: number | null;
  door: boolean | null;
  fuel: number;
  alarm: number;
  volt: number;
  reefer: boolean | null;
  eyes: boolean;
}

export function reportsOf(seeds: readonly Seed[], who: Who): PositionMessage[] {
  let t = eventfulStart;
  let metres = 0;
  return seeds.flatMap(
    (
      {
        step,
        drive,
        acc,
        temp,
        air,
        hum,
        co2,
        door,
        fuel,
        alarm,
        volt,
        reefer,
        eyes,
        jump,
        odometer,
        second,
        blind,
        late,
      },
      i,
    ) => {
      t += step * 1000;
      // a day's worth at most: whoever is silent for days also stood
      metres += drive ? Math.min(step, 20_000) * 12 : 0;
      const back = temp ?? -10;
      const phone = { item: 0x65, type: 2, level: 1, flag: 0, alarmId: i, identifier: `f${i}` } as const;
      const first = report(who, t, {
        speedKmh: blind ? null : drive ? 43.2 : 0,
        directionDeg: blind ? null : 0,
        late: late === true,
        acc: acc || drive,
        lat: 31.2304 + degreesNorth(metres + (jump ? 90_000 : 0)),
        odometerM: odometer ? Math.round(metres / 1000) * 1000 : null,
        alarmBits: alarm,
        channels: {
          tempC: [temp, air === null ? null : back - air, air === null ? null : back],
          humPct: [hum],
          co2Ppm: [co2],
          doorOpen: [door],
          fuelL: [fuel],
          extVoltageV: volt,
          ...(reefer === null ? {} : { reeferOn: reefer }),
          ...(second?.video ? { videoAlarms: second.video & 1 } : {}),
          ...(eyes ? { safety: [{ ...phone, t, speedKmh: 43, attachments: 0 }] } : {}),
        },
      });
      if (!second) return [first];
      const event = { ...phone, identifier: `s${i}`, t, speedKmh: 43, attachments: 0 };
      const other = report(who, t, {
        ...first,
        alarmBits: second.alarm,
        speedKmh: first.speedKmh === null ? null : first.speedKmh + (second.fast ? 1 : 0),
        lat: first.lat + (second.fast ? degreesNorth(8) : 0),
        channels: {
          doorOpen: [second.door],
          safety: [event],
          ...(second.video ? { videoAlarms: second.video & ~1 } : {}),
        },
      });
      return [first, other];
    },
  );
}

/** Places on the way north, and a line along it. */
export async function grounds(db: TestDb, clientId: string): Promise<{ yard: string; market: string; road: string }> {
  await sql`select setval(pg_get_serial_sequence('planned_call', 'id'), greatest(8000000000, max(id))) from planned_call`.execute(
    db.systemDb,
  );
  const draw = async (kind: 'site' | 'region' | 'line', km: number) => {
    const { id } = await db.systemDb
      .insertInto('place')
      .values({
        client_id: clientId,
        kind,
        place_type: 1,
        name: `${kind} ${km}`,
        speed_limit_kmh: kind === 'region' ? 40 : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [lng, lat] = [121.4737, 31.2304 + degreesNorth(km * 1000)];
    const line = kind === 'line';
    const coordinates = line
      ? [
          [lng, lat],
          [lng, lat + degreesNorth(20_000)],
        ]
      : [lng, lat];
    const box = { west: lng - 0.02, east: lng + 0.02, south: lat - 0.02, north: lat + (line ? 0.3 : 0.02), lng, lat };
    await db.systemDb
      .insertInto('place_shape')
      .values({
        ...box,
        client_id: clientId,
        place_id: id,
        kind: line ? 'line' : 'circle',
        geometry: JSON.stringify({ type: line ? 'LineString' : 'Point', coordinates }),
        radius_m: line ? 200 : 800,
        during: sql<string>`'(,)'::tstzrange`,
      })
      .execute();
    return id;
  };
  return { yard: await draw('site', 0), market: await draw('region', 6), road: await draw('line', 3) };
}

/** Every kind of rule, each with most of what it can look for; some hold at night only or while a waybill is under way. */
export async function rulesOfAllKinds(db: TestDb, clientId: string, { yard, market, road }: Places): Promise<void> {
  const bound = [{ channel: 1, lower: null, upper: -5 }];
  await makeRule(db, clientId, 'temperature', {
    probes: bound,
    delayS: 300,
    lostTimes: 3,
    afterDoorMin: 5,
    defrostMin: 10,
    skipPreCooling: true,
  });
  const onTheWay = await makeRule(db, clientId, 'temperature', { delayS: 0 });
  await sql`update alarm_rule_version set period = '{"inTransit": true}' where rule_id = ${onTheWay}`.execute(
    db.systemDb,
  );
  await makeRule(db, clientId, 'humidity', { probes: [{ channel: 1, lower: 30, upper: 80 }], delayS: 60 });
  await makeRule(db, clientId, 'co2', { probes: [{ channel: 1, lower: null, upper: 5000 }], delayS: 60 });
  await makeRule(db, clientId, 'device', {
    faults: ['offline', 'probe', 'powerCut', 'notLocated', 'lowBattery', 'antenna'],
  });
  await makeRule(db, clientId, 'fault', { faults: ['tyre', 'underVoltage', 'lowVoltage', 'speedSensor'] });
  await makeRule(db, clientId, 'terminal', { bits: [29, 1, 8, 32, 36] });
  await makeRule(db, clientId, 'parking', { minutes: 10 });
  await makeRule(db, clientId, 'idle', { minutes: 10 });
  await makeRule(db, clientId, 'speed', { limitKmh: 42, warnKmh: 10, placeLimits: true });
  const door = await makeRule(db, clientId, 'door', { openMin: 5, movingKmh: 10, outside: true });
  await sql`update alarm_rule_version set period = '{"spans": [{"from": "22:00", "to": "02:00"}]}' where rule_id = ${door}`.execute(
    db.systemDb,
  );
  await makeRule(db, clientId, 'oil', { waste: true, sensor: true });
  await makeRule(db, clientId, 'fatigue', { dayMin: 60, nightMin: 30, warnMin: 10 });
  await makeRule(db, clientId, 'safety', { types: [{ type: 187, minKmh: 0, level: 0 }] });
  await makeRule(db, clientId, 'zone', { placeIds: [market], trigger: 'enter' });
  await makeRule(db, clientId, 'zone', { placeIds: [yard], trigger: 'leave' });
  await makeRule(db, clientId, 'line', { placeIds: [road] });
  await makeRule(db, clientId, 'timeliness', { legMaxMin: 20, etaWarnMin: 30 });
}

/** Probes of supply and return air that are corrected from the middle of the night on, a calibrated tank, a waybill from the yard to the market. */
export async function equip(db: TestDb, who: Who, { yard, market }: Places): Promise<void> {
  const own = { client_id: who.clientId };
  const probe = { ...own, vehicle_id: who.vehicleId, kind: 'tem', lower_limit: -25, upper_limit: -8 };
  await db.systemDb
    .insertInto('probe')
    .values([
      { ...probe, channel: 1, name: '前' },
      { ...probe, channel: 2, name: '送风' },
      { ...probe, channel: 3, name: '回风' },
    ])
    .execute();
  // from an hour after midnight on: two corrected probes, one of humidity, a door contact that is open at rest
  const wire = (kind: string, channel: number, more: object) => ({
    kind,
    channel,
    name: `${kind}${channel}`,
    lower: null,
    upper: null,
    alarm: true,
    ...more,
  });
  const wires = (corrected: boolean) =>
    JSON.stringify([
      wire('tem', 1, { name: '前', lower: -25, upper: -8, correction: corrected ? 0.7 : 0 }),
      wire('tem', 2, { name: '送风', lower: -25, upper: -8 }),
      wire('tem', 3, { name: '回风', lower: -25, upper: -8, correction: corrected ? -0.4 : 0 }),
      wire('hum', 1, { correction: corrected ? 3 : 0 }),
      wire('door', 1, { inverse: corrected }),
    ]);
  const turn = new Date(eventfulStart + 2.5 * 3_600_000);
  await sql`insert into probe_version (client_id, vehicle_id, during, probes) values
    (${who.clientId}, ${who.vehicleId}, tstzrange(null, ${turn}), ${wires(false)}::jsonb),
    (${who.clientId}, ${who.vehicleId}, tstzrange(${turn}, null), ${wires(true)}::jsonb)`.execute(db.systemDb);
  await sql`insert into tank_table (client_id, vehicle_id, tank, during, points) values (${who.clientId}, ${who.vehicleId}, 1, '(,)', '[[0, 0], [400, 400]]')`.execute(
    db.systemDb,
  );
  const [depart, arrive] = [new Date(eventfulStart + 30 * 60_000), new Date(eventfulStart + 3 * 3_600_000)];
  const { id } = await db.systemDb
    .insertInto('waybill')
    .values({
      ...own,
      id: String(++nextId),
      waybill_code: `W${who.vehicleId}`,
      waybill_kind: 1,
      vehicle_id: who.vehicleId,
      plan_depart_at: depart,
      plan_arrive_at: arrive,
      busy_from: depart,
      busy_until: arrive,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stop = { ...own, waybill_id: id, name: '站' };
  await db.systemDb
    .insertInto('waybill_stop')
    .values([
      {
        ...stop,
        id: String(++nextId),
        seq: 1,
        stop_type: 1,
        place_id: yard,
        plan_arrive_at: depart,
        plan_leave_at: depart,
      },
      { ...stop, id: String(++nextId), seq: 2, stop_type: 2, place_id: market, plan_arrive_at: arrive },
    ])
    .execute();
}

/** Six hours with a report every two minutes, and one that tells most of what a vehicle can do wrong. */
export const eventful: readonly Seed[] = Array.from({ length: 180 }, (_, i) => {
  const drive = i % 60 >= 10 && i % 60 < 50;
  return {
    step: i === 120 ? 1_500 : 120,
    drive,
    acc: i % 60 !== 55,
    temp: i % 40 < 15 ? -2 : -18,
    air: i % 50 < 25 ? 6 : i % 50 < 30 ? -5 : 0,
    hum: i % 30 < 6 ? 95 : 60,
    co2: i % 45 < 5 ? 7000 : 800,
    door: i % 60 >= 4 && i % 60 < 20,
    // goes while it stands, and comes while it stands
    fuel: i < 63 ? 300 : i < 172 ? 180 : 290,
    alarm: i === 25 ? 2 ** 29 : i > 90 && i < 95 ? 2 ** 7 : 0,
    volt: i % 80 > 70 ? 3 : 27.1,
    reefer: i % 60 > 8,
    eyes: i % 40 === 12,
  };
});
/** What is found of it at least: every kind of rule among them. */
export const eventfulKinds = [
  'co2Alarm',
  'deviceAlarm',
  'door',
  'doorAlarm',
  'fatigueAlarm',
  'faultAlarm',
  'fuelDrop',
  'humidityAlarm',
  'idleAlarm',
  'lineAlarm',
  'oilAlarm',
  'parkingAlarm',
  'punctualityAlarm',
  'reefer',
  'refuel',
  'safetyAlarm',
  'safetyEvent',
  'speedAlarm',
  'stay',
  'stopVisit',
  'temperatureAlarm',
  'terminalAlarm',
  'trip',
  'visit',
  'zoneAlarm',
];

/** Everything that was made of a vehicle's points, without names of rows and times of the calculation. */
export async function outcome(db: TestDb, who: Who): Promise<Record<string, unknown>> {
  const text = JSON.stringify(await rowsOf(db, who)).replaceAll(/(deviceId[\\":]+)\d+/gu, '$1#');
  const ids = [...new Set(text.match(/(?<![\d.])[78]\d{9}(?!\d)/gu) ?? [])].sort();
  return JSON.parse(ids.reduce((all, id, i) => all.replaceAll(id, `#${i}`), text)) as Record<string, unknown>;
}
async function rowsOf(db: TestDb, { vehicleId }: Who): Promise<Record<string, unknown>> {
  const rows = async (text: string) => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db.systemDb)).rows;
  const v = `vehicle_id = ${vehicleId}`;
  return {
    episodes:
      await rows(`select kind, alarm, rule_id, rule_version, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, lng, lat,
      place_id, driver_id, data_gap, values::text from episode where ${v} and status <> 2 order by kind, rule_id, subject, start_time`),
    days: await rows(
      `select (to_jsonb(s) - array['vehicle_id', 'calc_time', 'late_points'])::text as s from day_summary s where ${v} order by day`,
    ),
    carries: await rows(`select day::text, state from facts_carry where ${v} order by day`),
    state: await rows(`select state from facts_state where ${v}`),
    dirty: await rows(`select day::text from dirty_day where ${v}`),
  };
}

/** The share of points that came late of each episode of a vehicle, by what it is; only where there is one. */
export async function lateShares(db: TestDb, { vehicleId }: Who): Promise<Array<[string, number]>> {
  const { rows } = await sql<{ what: string; start: number; end: number | null; share: number }>`
    select kind || ' ' || coalesce(rule_id::text, '') || ' ' || regexp_replace(subject, '[0-9]{5,}', '#', 'g') as what,
      (extract(epoch from start_time) * 1000)::float8 as start, (extract(epoch from end_time) * 1000)::float8 as end, round(blind_ratio::numeric, 3)::float8 as share
    from episode where vehicle_id = ${vehicleId} and status <> 2 order by 1, 2, 3`.execute(db.systemDb);
  return rows.map(({ what, start, end, share }) => [`${what} ${start} ${end}`, share]);
}

/** The days as due: also for a vehicle whose points came in order, so that all have figures of the running day. */
export const markAll = (
  { vehicleId, clientId }: Who,
  days: readonly string[] = eventfulDays,
) => sql`insert into dirty_day (vehicle_id, client_id, day, due_at)
  select ${vehicleId}, ${clientId}, d::date, now() from unnest(${[...days]}::text[]) d
  on conflict (vehicle_id, day) do update set due_at = now()`;
