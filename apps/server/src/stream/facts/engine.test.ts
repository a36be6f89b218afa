import type { DriverCardMessage, PositionMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, type FactsKit, factsKit, makeRule, pause } from '../../../test/facts-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { foldStart } from '../../kernel/detect/fold';
import { degreesNorth } from '../../kernel/fixture';
import { totalMileageOf } from '../../kernel/live/state';
import { packState, unpackState } from './pack';

let db: TestDb;
let kit: FactsKit;
let clock = 0;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());
/** 10:00 in Shanghai */
const t0 = Date.UTC(2026, 2, 1, 2, 0, 0);
const min = 60_000;
const start = async () => {
  kit = await factsKit(db, () => clock);
};
beforeEach(async () => {
  clock = t0;
  await start();
});
afterEach(() => kit.stop());

type Vehicle = Awaited<ReturnType<typeof makeVehicle>>;
const cold = (v: Vehicle, minute: number, tempC: number, more: Partial<PositionMessage> = {}) => {
  const t = t0 + minute * min;
  return report(v, t, { receiveTime: Math.max(t, clock), channels: { tempC: [tempC] }, ...more });
};
/** in order, each at its own time */
async function live(messages: PositionMessage[]): Promise<void> {
  for (const message of messages) {
    clock = Math.max(clock, message.deviceTime);
    await kit.send({ ...message, receiveTime: clock });
  }
  await kit.settle();
}
const episodes = (vehicleId: string, kind = 'temperatureAlarm') =>
  db.systemDb
    .selectFrom('episode')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .where('kind', '=', kind)
    .orderBy('start_time')
    .execute();
const events = async (vehicleId: string) => {
  const rows = await db.systemDb
    .selectFrom('episode_event')
    .select(['event', 'push'])
    .where('vehicle_id', '=', vehicleId)
    .orderBy('id')
    .execute();
  return rows.map(({ event, push }) => `${event}${push ? '' : ' (silent)'}`);
};
const bound = { probes: [{ channel: 1, lower: null, upper: -12 }] };
const minuteOf = (time: Date | null | undefined) => (time ? (time.getTime() - t0) / min : null);

describe('live', () => {
  it('writes an episode once, tells its beginning and its end, on the bus too', async () => {
    const v = await makeVehicle(db);
    const ruleId = await makeRule(db, v.clientId, 'temperature', bound);
    await live([-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14].map((value, i) => cold(v, i * 5, value)));
    const [episode, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect(episode).toMatchObject({
      client_id: v.clientId,
      rule_id: ruleId,
      rule_version: 1,
      subject: 'tem1',
      status: 1,
      level: 2,
      peak: -8,
      limit_value: -12,
      alarm: true,
    });
    expect([minuteOf(episode?.start_time), minuteOf(episode?.end_time), minuteOf(episode?.confirmed_at)]).toEqual([
      10, 35, 20,
    ]);
    expect(episode?.announced_at).not.toBeNull();
    expect(await events(v.vehicleId)).toEqual(['opened', 'ended']);
    const told = await eventually(() => kit.alarms.length >= 2 && kit.alarms);
    expect(told.map(({ event, episodeId, end }) => [event, episodeId, end === null])).toEqual([
      ['opened', episode?.id, true],
      ['ended', episode?.id, false],
    ]);
  });

  it('tells alarms on the bus in the order in which they were written', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', bound);
    await live([-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14].map((value, i) => cold(v, i * 5, value)));
    await eventually(() => kit.alarms.length >= 2);
    await db.pool.query(
      `insert into episode_event (client_id, vehicle_id, episode_id, event, push, at, body)
       select client_id, vehicle_id, episode_id, event, push, at, body from episode_event, generate_series(1, 30)
       where vehicle_id = $1 order by generate_series`,
      [v.vehicleId],
    );
    const told = await eventually(() => kit.alarms.length >= 62 && kit.alarms.map(({ eventId }) => Number(eventId)));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('a rule counts within two seconds of being written, and no longer when it is switched off', async () => {
    const v = await makeVehicle(db);
    clock = Date.now();
    const warm = () => report(v, ++clock, { receiveTime: clock, channels: { tempC: [5] } });
    await kit.send(warm());
    await kit.settle();
    const { id } = await db.systemDb
      .insertInto('alarm_rule')
      .values({
        client_id: v.clientId,
        kind: 'temperature',
        name: 'r',
        params: JSON.stringify({ ...bound, delayS: 0 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const written = Date.now();
    clock = written + 5;
    await eventually(async () => {
      await kit.send(warm());
      await kit.settle();
      return (await episodes(v.vehicleId)).length > 0;
    });
    expect(Date.now() - written).toBeLessThan(2_000);
    await db.systemDb.updateTable('alarm_rule').set({ enabled: false, version: 2 }).where('id', '=', id).execute();
    clock = Date.now() + 5;
    await eventually(async () => {
      await kit.send(warm());
      await kit.settle();
      return (await episodes(v.vehicleId)).every(({ status }) => status === 1);
    });
  });

  it('live totals go by new constants within two seconds as well', async () => {
    const v = await makeVehicle(db);
    await live([0, 1, 2].map((m) => cold(v, m, -18, { speedKmh: 15, lat: 31.2304 + degreesNorth(m * 20) })));
    expect(kit.stream.state(v.vehicleId)?.motion).toBe('moving');
    await sql`insert into calc_setting (client_id, version, during, params) values (${v.clientId}, 1, '(,)', '{"movingSpeedKmh": 20}')`.execute(
      db.systemDb,
    );
    const written = Date.now();
    let minute = 2;
    await eventually(async () => {
      minute += 0.01;
      await kit.send(cold(v, minute, -18, { speedKmh: 15, lat: 31.2304 + degreesNorth(60) }));
      return kit.stream.state(v.vehicleId)?.motion === 'idle';
    });
    expect(Date.now() - written).toBeLessThan(2_000);
  });

  it('rules reach their fleets and vehicles only', async () => {
    const [a, b] = [await makeVehicle(db, 'scope'), await makeVehicle(db, 'scope')];
    await makeRule(db, a.clientId, 'temperature', { ...bound, delayS: 0 }, { scope: 3, target_ids: [a.vehicleId] });
    await live([cold(a, 0, 5), cold(b, 0, 5), cold(a, 1, 5), cold(b, 1, 5)]);
    expect([(await episodes(a.vehicleId)).length, (await episodes(b.vehicleId)).length]).toEqual([1, 0]);
  });

  it('a detector that fails is counted; the report is stored and the others go on', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', { ...bound, delayS: 0 });
    await makeRule(db, v.clientId, 'safety', { types: [{ type: 186, minKmh: 0, level: 0 }] });
    // no list: what no decoder of ours would send
    const broken = { safety: 1 } as unknown as PositionMessage['channels'];
    await live([0, 1].map((i) => cold(v, i, 5, { channels: { tempC: [5], ...broken } })));
    const [error] = await db.systemDb
      .selectFrom('detector_error')
      .selectAll()
      .where('vehicle_id', '=', v.vehicleId)
      .where('kind', '=', 'safety')
      .execute();
    expect(error).toMatchObject({ kind: 'safety', errors: 2 });
    expect(await episodes(v.vehicleId)).toHaveLength(1);
    const stored = await db.systemDb
      .selectFrom('position')
      .select('device_time')
      .where('vehicle_id', '=', v.vehicleId)
      .execute();
    expect(stored).toHaveLength(2);
  });

  it('a failure that comes while those before it are being written is counted too', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'safety', { types: [{ type: 186, minKmh: 0, level: 0 }] });
    // as above
    const broken = { safety: 1 } as unknown as PositionMessage['channels'];
    const holder = await db.pool.connect();
    await holder.query('begin; lock table detector_error in access exclusive mode');
    await kit.send(cold(v, 0, 5, { channels: { ...broken } }));
    await eventually(async () => {
      const { rows } = await holder.query<{ waits: boolean }>(
        "select exists (select from pg_locks where relation = 'detector_error'::regclass and not granted) as waits",
      );
      return rows[0]?.waits;
    });
    await kit.send(cold(v, 1, 5, { channels: { ...broken } }));
    await eventually(() => kit.facts.engine.idle());
    await holder.query('commit');
    holder.release();
    await kit.settle();
    const stored = await db.systemDb
      .selectFrom('detector_error')
      .select('errors')
      .where('vehicle_id', '=', v.vehicleId)
      .where('kind', '=', 'safety')
      .executeTakeFirstOrThrow();
    expect(stored.errors).toBe(2);
  });

  it('after a crash the stored points since the last save give the same rows', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', bound);
    await live([-18, -11].map((value, i) => cold(v, i * 5, value)));
    clock = t0 + 20 * min;
    await kit.send(cold(v, 10, -10));
    await kit.send(cold(v, 15, -10));
    await kit.crash();
    await start();
    await live([-10, -18, -18].map((value, i) => cold(v, 20 + i * 5, value)));
    const [episode, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect([minuteOf(episode?.start_time), minuteOf(episode?.end_time)]).toEqual([5, 25]);
    expect(await events(v.vehicleId)).toEqual(['opened', 'ended']);
  });

  it('silence becomes an alarm without any report, once', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'device', { faults: ['offline'] });
    await live([cold(v, 0, 5), cold(v, 1, 5)]);
    clock = t0 + 12 * min;
    kit.facts.engine.silence();
    kit.facts.engine.silence();
    await kit.settle();
    expect(await events(v.vehicleId)).toEqual(['opened']);
    await live([cold(v, 13, 5)]);
    const [episode] = await episodes(v.vehicleId, 'deviceAlarm');
    expect([minuteOf(episode?.start_time), minuteOf(episode?.end_time)]).toEqual([1, 13]);
    expect(await events(v.vehicleId)).toEqual(['opened', 'ended']);
  });

  it('a silence whose reports the terminal had kept is withdrawn, also after a restart', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'device', { faults: ['offline'] });
    for (const [from, restart] of [
      [0, false],
      [40, true],
    ] as const) {
      await live([cold(v, from, 5), cold(v, from + 1, 5)]);
      clock = t0 + (from + 20) * min;
      kit.facts.engine.silence();
      await kit.settle();
      if (restart) {
        await kit.stop();
        await start();
      }
      for (let minute = from + 2; minute <= from + 38; minute += 4) await kit.send(cold(v, minute, 5));
      clock = t0 + (from + 38) * min;
      await kit.settle();
      await kit.recompute();
    }
    expect((await episodes(v.vehicleId, 'deviceAlarm')).map((e) => [minuteOf(e.start_time), e.status])).toEqual([
      [1, 2],
      [41, 2],
    ]);
    expect(await events(v.vehicleId)).toEqual(['opened', 'withdrawn', 'opened', 'withdrawn']);
  });
});

describe('late data (K2)', () => {
  const steady = (v: Vehicle) => [-45, -40, -35, -30, -25, -20, -15, -10, -5].map((m) => cold(v, m, -18));

  it('what was told and turns out wrong is withdrawn, not deleted', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', bound);
    await live([...steady(v), cold(v, 0, -18), cold(v, 10, -11.5), cold(v, 25, -9)]);
    expect(await events(v.vehicleId)).toEqual(['opened']);
    await kit.send(cold(v, 15, -16, { late: true }));
    await kit.send(cold(v, 20, -15, { late: true }));
    await kit.recompute();
    const [episode, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect(episode?.status).toBe(2);
    expect(await events(v.vehicleId)).toEqual(['opened', 'withdrawn']);
    // 10:25 began a new run that is confirmed ten minutes later
    await live([cold(v, 30, -9), cold(v, 35, -9)]);
    expect((await episodes(v.vehicleId)).map((e) => [minuteOf(e.start_time), e.status])).toEqual([
      [10, 2],
      [25, 0],
    ]);
  });

  it('an earlier start moves the row and keeps its handling', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', bound);
    await live([
      ...steady(v),
      cold(v, 10, -10),
      cold(v, 15, -10),
      cold(v, 20, -10),
      cold(v, 25, -18),
      cold(v, 30, -18),
    ]);
    const [before] = await episodes(v.vehicleId);
    await db.systemDb.updateTable('episode').set({ handle_status: 2 }).where('id', '=', String(before?.id)).execute();
    await kit.send(cold(v, 5, -10, { late: true }));
    await kit.recompute();
    const [after, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, handle_status: 2, status: 1 });
    expect([minuteOf(after?.start_time), minuteOf(after?.end_time)]).toEqual([5, 25]);
    expect(after?.blind_ratio).toBeGreaterThan(0);
  });

  it('old data is recorded and never pushed; what nobody was told goes without a trace', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', { ...bound, delayS: 0 });
    await live([cold(v, 0, -18)]);
    clock = t0 + 24 * 60 * min;
    await kit.send(cold(v, -600, -5, { late: true }));
    await kit.send(cold(v, -590, -5, { late: true }));
    await kit.recompute();
    expect(await episodes(v.vehicleId)).toHaveLength(1);
    expect(await events(v.vehicleId)).toEqual(['opened (silent)', 'ended (silent)']);
    await db.systemDb
      .deleteFrom('position')
      .where('vehicle_id', '=', v.vehicleId)
      .where('device_time', '<', new Date(t0))
      .execute();
    await kit.send(cold(v, -580, -18, { late: true }));
    await kit.recompute();
    expect(await episodes(v.vehicleId)).toEqual([]);
  });

  it('a day that changes changes the next one as far as it leans on it', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', bound);
    /** minutes after 10:00 of the day's end */
    const midnight = 14 * 60;
    const at = [...Array(12)].map((_, i) => midnight - 30 + i * 5);
    await live(at.map((m) => cold(v, m, m >= midnight - 5 && m < midnight + 15 ? -8 : -18)));
    await kit.recompute();
    expect((await episodes(v.vehicleId)).map((e) => [minuteOf(e.start_time), minuteOf(e.end_time)])).toEqual([
      [midnight - 5, midnight + 15],
    ]);
    // the report of midnight itself is the second day's only
    const days = db.systemDb.selectFrom('day_summary').select('points').where('vehicle_id', '=', v.vehicleId);
    expect(await days.orderBy('day').execute()).toEqual([{ points: 6 }, { points: 6 }]);
    await kit.send(cold(v, midnight - 8, -8, { late: true }));
    await kit.recompute();
    const [moved, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect([minuteOf(moved?.start_time), minuteOf(moved?.end_time)]).toEqual([midnight - 8, midnight + 15]);
  });

  it('the worked episode is the same row when its points arrive last first (K17)', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', bound);
    const values = [-18, -13, -11.5, -10, -8, -9, -12.2, -12.6, -12.8, -14];
    clock = t0 + 50 * min;
    for (const [i, value] of [...values.entries()].reverse()) {
      await kit.send(cold(v, i * 5, value, { receiveTime: clock, late: i < values.length - 1 }));
    }
    await kit.recompute();
    const [episode, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect([minuteOf(episode?.start_time), minuteOf(episode?.confirmed_at), minuteOf(episode?.end_time)]).toEqual([
      10, 20, 35,
    ]);
    expect(episode).toMatchObject({ peak: -8, level: 2, values: { areaMin: 47.5 } });
  });

  it('reckons by the constants, the trip set-up and the tanks of that time', async () => {
    const v = await makeVehicle(db);
    const noon = new Date(t0 + 120 * min);
    // from noon on less than 5 km is no trip
    await sql`insert into calc_setting (client_id, version, during, params) values (${v.clientId}, 1, tstzrange(${noon}, null), '{"tripMinKm": 5}')`.execute(
      db.systemDb,
    );
    await sql`insert into tank_table (client_id, vehicle_id, tank, during, points, ref_l_per_100km)
      values (${v.clientId}, ${v.vehicleId}, 1, '(,)', '[[100, 0], [300, 60], [600, 180], [900, 260]]', 25)`.execute(
      db.systemDb,
    );
    const way = (from: number) =>
      [...Array(21)].map((_, i) => {
        const minute = from + i * 2;
        const driven = Math.min(Math.max(0, i - 1), 2);
        const moves = i > 0 && i < 4;
        return cold(v, minute, -18 + i / 10, {
          speedKmh: moves ? 60 : 0,
          acc: moves,
          lat: 31.2304 + degreesNorth(driven * 1000),
          channels: { tempC: [-18 + i / 10], fuelL: [450] },
        });
      });
    const trips = async () =>
      (await episodes(v.vehicleId, 'trip')).map((e) => [
        minuteOf(e.start_time),
        (e.values as Record<string, unknown>).tempMinC,
        (e.values as Record<string, unknown>).oilL,
      ]);
    await live([...way(0), ...way(180)]);
    const morning = await trips();
    expect(morning).toHaveLength(1);
    expect(morning[0]?.[2]).toBe(0);
    await kit.send(cold(v, 190, -18, { late: true, lat: 31.2304 + degreesNorth(2000), receiveTime: clock }));
    await kit.send(cold(v, 13, -17, { late: true, lat: 31.2304 + degreesNorth(2000), receiveTime: clock }));
    await kit.recompute();
    expect(await trips()).toEqual(morning);
  });

  it('takes him for the driver whose card is in the terminal, also when it is told late', async () => {
    const v = await makeVehicle(db);
    const own = { client_id: v.clientId };
    const [assigned, a, b] = await db.systemDb
      .insertInto('driver')
      .values(['派', '甲', '乙'].map((name, i) => ({ ...own, name, qualification_no: `cert-${i}` })))
      .returning('id')
      .execute();
    await sql`update vehicle set driver_id = ${assigned?.id} where id = ${v.vehicleId}`.execute(db.systemDb);
    await makeRule(db, v.clientId, 'fatigue', { dayMin: 60 });
    const card = (minute: number, certificateNo: string, more: Partial<DriverCardMessage> = {}) =>
      kit.bus.publish('driverCard', v.deviceId, {
        ...v,
        at: t0 + minute * min,
        ...{ inserted: certificateNo !== '', result: certificateNo === '' ? null : 0, name: '卡', certificateNo },
        ...{ idCard: '', authority: '', validUntil: null, ...more },
      });
    const drive = (from: number, until: number) =>
      live(
        [...Array(until - from)].map((_, i) =>
          report(v, t0 + (from + i) * min, { lat: 31.2304 + degreesNorth(1000 * (from + i)), speedKmh: 60 }),
        ),
      );
    const alarms = async () =>
      (await episodes(v.vehicleId, 'fatigueAlarm')).map((e) => [minuteOf(e.start_time), e.driver_id, e.status]);
    // the number as the card has it: spaces around, letters of any size
    await card(-5, ' CERT-1 ');
    await drive(0, 40);
    await card(39.5, '');
    await card(39.7, 'cert-2');
    // sent again: nothing new
    await card(39.7, 'cert-2');
    await drive(40, 95);
    expect(await alarms()).toEqual([]);
    await drive(95, 105);
    expect(await alarms()).toEqual([[39, b?.id, 0]]);
    const rows = await db.systemDb.selectFrom('driver_card').select(['inserted', 'driver_id']).orderBy('at').execute();
    expect(rows.map((row) => [row.inserted, row.driver_id])).toEqual([
      [true, a?.id],
      [false, null],
      [true, b?.id],
    ]);
    expect(
      await db.systemDb.selectFrom('dirty_day').selectAll().where('vehicle_id', '=', v.vehicleId).execute(),
    ).toEqual([]);
    // a card that came late, of somebody whom nobody has registered: the assigned driver counts
    await card(70, 'cert-9');
    await kit.recompute();
    expect((await alarms()).filter(([, , status]) => status !== 2)).toEqual([]);
    // registered now: still another one than before, so still no alarm; without the late card it is as it was
    const late = await db.systemDb
      .insertInto('driver')
      .values({ ...own, name: '丙', license_no: 'CERT-9' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kit.recompute();
    const known = await db.systemDb
      .selectFrom('driver_card')
      .select('driver_id')
      .where('certificate_no', '=', 'cert-9')
      .execute();
    expect(known).toEqual([{ driver_id: late.id }]);
    await drive(105, 140);
    expect((await alarms()).filter(([, , status]) => status !== 2)).toEqual([[69, late.id, 0]]);
    await kit.recompute();
    expect((await alarms()).filter(([, , status]) => status !== 2)).toEqual([[69, late.id, 0]]);
    // that terminal had been taken out before, as is written down now: what follows is driven by who is assigned
    const change = sql`${new Date(t0 + 69.5 * min)}::timestamptz`;
    const next = await db.systemDb
      .insertInto('device')
      .values({ ...own, terminal_no: 'next', phone_key: '18888888888' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update device_binding set during = tstzrange(lower(during), ${change}) where device_id = ${v.deviceId}`.execute(
      db.systemDb,
    );
    await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
      values (${v.clientId}, ${next.id}, ${v.vehicleId}, tstzrange(${change}, null))`.execute(db.systemDb);
    await sql`select refile_cards(${v.deviceId}, ${change})`.execute(db.systemDb);
    // the same points, told by the new terminal
    await sql`update position set device_id = ${next.id} where vehicle_id = ${v.vehicleId} and device_time >= ${change}`.execute(
      db.systemDb,
    );
    await kit.recompute();
    expect((await alarms()).filter(([, , status]) => status !== 2)).toEqual([[69, assigned?.id, 0]]);
  });

  it('judges a day by the probes, the driver and the ground of a site as they were at each moment', async () => {
    const v = await makeVehicle(db);
    const own = { client_id: v.clientId };
    const noon = new Date(t0 + 60 * min);
    const [first, second] = await db.systemDb
      .insertInto('driver')
      .values(['甲', '乙'].map((name) => ({ ...own, name })))
      .returning('id')
      .execute();
    const place = await db.systemDb
      .insertInto('place')
      .values({ ...own, kind: 'site', place_type: 1, name: '仓' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const set = (upper: number) =>
      JSON.stringify([{ kind: 'tem', channel: 1, name: '前', lower: -30, upper, alarm: true }]);
    for (const [during, upper] of [
      [sql`tstzrange(null, ${noon})`, -12],
      [sql`tstzrange(${noon}, null)`, 0],
    ] as const)
      await sql`insert into probe_version (client_id, vehicle_id, during, probes) values (${v.clientId}, ${v.vehicleId}, ${during}, ${set(upper)}::jsonb)`.execute(
        db.systemDb,
      );
    await sql`delete from vehicle_period where vehicle_id = ${v.vehicleId} and kind = 'driver'`.execute(db.systemDb);
    await sql`insert into vehicle_period (client_id, vehicle_id, kind, value, since, until) values
      (${v.clientId}, ${v.vehicleId}, 'driver', ${first?.id}, '2020-01-01', ${noon}), (${v.clientId}, ${v.vehicleId}, 'driver', ${second?.id}, ${noon}, null)`.execute(
      db.systemDb,
    );
    // 500 m around the start; drawn anew at noon, elsewhere
    for (const [during, lng] of [
      [sql`tstzrange(null, ${noon})`, 121.4737],
      [sql`tstzrange(${noon}, null)`, 121.6],
    ] as const)
      await sql`insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat)
        values (${v.clientId}, ${place.id}, ${during}, 'circle', ${JSON.stringify({ type: 'Point', coordinates: [lng, 31.2304] })}::jsonb, 500,
          ${lng - 0.01}, 31.22, ${lng + 0.01}, 31.24, ${lng}, 31.2304)`.execute(db.systemDb);
    await makeRule(db, v.clientId, 'temperature', { delayS: 0 });
    // warm in the morning: out; as warm in the afternoon: within; warmer at last: out again, with another driver
    const degrees = (minute: number) => (minute < 10 ? -18 : minute < 50 ? -10 : minute < 100 ? -5 : 3);
    const day = [...Array(25)].map((_, i) => cold(v, i * 5, degrees(i * 5)));
    await live(day.filter((_, i) => i !== 4));
    const judged = async () => ({
      alarms: (await episodes(v.vehicleId)).map((e) => [minuteOf(e.start_time), e.limit_value, e.driver_id]),
      visits: (await episodes(v.vehicleId, 'visit')).map((e) => [minuteOf(e.start_time), e.end_time !== null]),
    });
    const told = await judged();
    expect(told.alarms).toEqual([
      [10, -12, first?.id],
      [100, 0, second?.id],
    ]);
    expect(told.visits).toEqual([[0, true]]);
    await kit.send({ ...cold(v, 20, -10), late: true, receiveTime: clock });
    await kit.recompute();
    expect(await judged()).toEqual(told);
    const { temps } = await db.systemDb
      .selectFrom('day_summary')
      .select('temps')
      .where('vehicle_id', '=', v.vehicleId)
      .executeTakeFirstOrThrow();
    // out from 10 to 60 min by the bounds of the morning, and from 100 min on by those of the afternoon
    expect(temps).toMatchObject([{ channel: 1, monitoredMs: 125 * min, inRangeMs: 50 * min }]);
  });

  it('what somebody enters of a trip counts from its time on: the day is computed again', async () => {
    const v = await makeVehicle(db);
    const [depart, arrive] = [new Date(t0 + 10 * min), new Date(t0 + 90 * min)];
    const own = { client_id: v.clientId };
    const { id } = await db.systemDb
      .insertInto('waybill')
      .values({
        ...own,
        waybill_code: `T${v.vehicleId}`,
        waybill_kind: 1,
        vehicle_id: v.vehicleId,
        plan_depart_at: depart,
        plan_arrive_at: arrive,
        busy_from: depart,
        busy_until: arrive,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const stop = { ...own, waybill_id: id, name: '无坐标', plan_arrive_at: arrive };
    await db.systemDb
      .insertInto('waybill_stop')
      .values([
        { ...stop, seq: 1, stop_type: 1 },
        { ...stop, seq: 2, stop_type: 2 },
      ])
      .execute();
    const rule = await makeRule(db, v.clientId, 'temperature', { ...bound, delayS: 0 });
    await sql`update alarm_rule_version set period = '{"inTransit": true}' where rule_id = ${rule}`.execute(
      db.systemDb,
    );
    await live([...Array(13)].map((_, i) => cold(v, i * 5, -5)));
    const alarms = async () =>
      (await episodes(v.vehicleId)).map((e) => [minuteOf(e.start_time), e.end_time && minuteOf(e.end_time)]);
    expect(await alarms()).toEqual([]);
    const enter = (values: { leave_at?: Date | null; arrive_at?: Date }, seq: number) =>
      db.systemDb
        .updateTable('waybill_stop')
        .set({ ...values, leave_source: 1, arrive_source: 1 })
        .where('waybill_id', '=', id)
        .where('seq', '=', seq)
        .execute();
    await enter({ leave_at: new Date(t0 + 20 * min) }, 1);
    await kit.recompute();
    expect(await alarms()).toEqual([[20, null]]);
    await enter({ arrive_at: new Date(t0 + 50 * min) }, 2);
    await kit.recompute();
    expect(await alarms()).toEqual([[20, 45]]);
    await enter({ leave_at: null }, 1);
    await kit.recompute();
    expect((await episodes(v.vehicleId)).filter(({ status }) => status !== 2)).toEqual([]);
  });

  it('a day that the vehicle has not reached is not computed: what is known stays', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'temperature', { ...bound, delayS: 0 });
    await live([cold(v, 0, -5), cold(v, 5, -5)]);
    const state = () =>
      db.systemDb
        .selectFrom('facts_state')
        .select(['state', 'epoch'])
        .where('vehicle_id', '=', v.vehicleId)
        .executeTakeFirstOrThrow();
    const before = await state();
    await sql`insert into dirty_day (vehicle_id, client_id, day, due_at) values (${v.vehicleId}, ${v.clientId}, '2026-03-02', now())`.execute(
      db.systemDb,
    );
    await kit.recompute();
    expect(await state()).toEqual(before);
    expect(
      await db.systemDb.selectFrom('dirty_day').select('day').where('vehicle_id', '=', v.vehicleId).execute(),
    ).toEqual([]);
    expect(await episodes(v.vehicleId)).toHaveLength(1);
  });

  it('judges a day by the rules of that day', async () => {
    const v = await makeVehicle(db);
    const id = await makeRule(db, v.clientId, 'temperature', { ...bound, delayS: 0 });
    await live([cold(v, 0, -10), cold(v, 5, -18), cold(v, 10, -18)]);
    await sql`update alarm_rule_version set during = tstzrange(null, ${new Date(t0 + 60 * min)}) where rule_id = ${id}`.execute(
      db.systemDb,
    );
    await sql`insert into alarm_rule_version (client_id, rule_id, version, during, kind, level, scope, target_ids, period, params)
      select client_id, rule_id, 2, tstzrange(${new Date(t0 + 60 * min)}, null), kind, 3, scope, target_ids, period, jsonb_set(params, '{probes,0,upper}', '0') from alarm_rule_version where rule_id = ${id}`.execute(
      db.systemDb,
    );
    await kit.send(cold(v, 2, -9, { late: true }));
    await kit.recompute();
    const [episode, ...none] = await episodes(v.vehicleId);
    expect(none).toEqual([]);
    expect(episode).toMatchObject({ rule_version: 1, peak: -9 });
  });
});

describe('reports of one second', () => {
  const sos = { alarmBits: 1 };
  const open = async (v: Vehicle) => (await episodes(v.vehicleId, 'terminalAlarm')).map(({ subject }) => subject);

  it('an SOS in the second report of a second is raised at once, once, and stays after a restart and a recompute', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'terminal', { bits: [0] });
    await live([cold(v, 0, -18), cold(v, 1, -18)]);
    await kit.send({ ...cold(v, 1, -18), ...sos });
    await kit.settle();
    expect(await open(v)).toEqual(['bit0']);
    expect(kit.stream.state(v.vehicleId)?.alarmBits).toBe(1);
    await kit.send({ ...cold(v, 1, -18), ...sos });
    await kit.send(cold(v, 1, -18));
    await kit.recompute();
    expect(await open(v)).toEqual(['bit0']);
    expect(kit.stream.state(v.vehicleId)?.alarmBits).toBe(1);
  });

  it('an SOS that comes after a restart, in the second of the last report before it, is found too', async () => {
    const v = await makeVehicle(db);
    await makeRule(db, v.clientId, 'terminal', { bits: [0] });
    await live([cold(v, 0, -18), cold(v, 1, -18)]);
    await kit.stop();
    await start();
    await kit.send({ ...cold(v, 1, -18), ...sos });
    expect(kit.stream.state(v.vehicleId)?.alarmBits).toBe(1);
    await kit.recompute();
    expect(await open(v)).toEqual(['bit0']);
  });

  it('keeps the alarm of a second terminal of the vehicle that reports in the same second', async () => {
    const v = await makeVehicle(db);
    const other = await makeVehicle(db);
    await makeRule(db, v.clientId, 'terminal', { bits: [0] });
    await live([cold(v, 0, -18), cold(v, 1, -18)]);
    await kit.send({ ...cold(v, 1, -18), ...sos, deviceId: other.deviceId });
    await kit.recompute();
    expect(await open(v)).toEqual(['bit0']);
  });
});

describe('day summaries', () => {
  const drive = (v: Vehicle, minute: number, km: number) =>
    cold(v, minute, -18, { speedKmh: 60, acc: true, lat: 31.2304 + degreesNorth(km * 1000) });

  it('add up to the time covered, and correct the total when late data comes for a past day', async () => {
    const v = await makeVehicle(db);
    await live([0, 1, 2, 3, 4].map((m) => drive(v, m, m)));
    await live([10, 11].map((m) => drive(v, m, 10)));
    const next = 24 * 60;
    await live([next, next + 1].map((m) => drive(v, m, 10)));
    await kit.recompute();
    const day = () =>
      db.systemDb
        .selectFrom('day_summary')
        .selectAll()
        .where('vehicle_id', '=', v.vehicleId)
        .orderBy('day')
        .executeTakeFirstOrThrow();
    const before = await day();
    expect(before.driving_ms + before.idle_ms + before.parked_ms + before.no_data_ms).toBe(86_400_000);
    expect(before.mileage_m / 1000).toBeCloseTo(10, 3);
    expect(before.temps).toMatchObject([{ channel: 1, min: -18, max: -18, avg: -18, count: 7 }]);
    const total = () => {
      const state = kit.stream.state(v.vehicleId);
      return state ? totalMileageOf(state) : 0;
    };
    const before10 = total();
    await kit.send({ ...drive(v, 7, 7), late: true, lng: 121.5237 });
    await kit.recompute();
    const after = await day();
    const added = after.mileage_m - before.mileage_m;
    expect(added).toBeGreaterThan(1000);
    await eventually(() => Math.abs(total() - before10 - added) < 1);
    await kit.stop();
    await start();
    expect(total() - before10).toBeCloseTo(added, 0);
    await pause(0);
  });

  it('takes a state that an earlier release wrote for nothing known', () => {
    const text = packState({ ...foldStart, drive: { ...foldStart.drive, t: t0 } });
    const none = () => undefined;
    expect(unpackState(text, none).drive.t).toBe(t0);
    expect(unpackState(text.replace(/^\{"v":\d+/u, '{"v":1'), none)).toBe(foldStart);
  });
});
