import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeVehicle, report, storedTimes, testStream } from '../../test/stream-kit';
import { type TestDb, testDb } from '../../test/test-db';
import { readPoints } from '../core/telemetry/read';
import { computeTrackFacts } from '../kernel/day/facts';
import { degreesNorth } from '../kernel/fixture';
import { liveVehicleOf, totalMileageOf, type VehicleState } from '../kernel/live/state';
import { kernelDefaults } from '../kernel/settings';
import { shownPoints, toColumns } from '../modules/watch/track/points';
import { readTrack } from '../modules/watch/track/repo';
import { messageOf } from './sinks/position-row';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

/** 10:00 in Shanghai */
const t0 = Date.UTC(2026, 2, 1, 2, 0, 0);
const sec = 1000;
const min = 60 * sec;

const rowsOf = (deviceId: string) =>
  db.systemDb.selectFrom('position').selectAll().where('device_id', '=', deviceId).orderBy('device_time').execute();
const stateOf = (vehicleId: string) =>
  db.systemDb.selectFrom('device_state').selectAll().where('vehicle_id', '=', vehicleId).executeTakeFirst();

describe('storing', () => {
  it('keeps every field of a report exactly', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    await send(
      report(v, t0, {
        lng: 121.473701,
        lat: -31.230416,
        altitudeM: -12,
        speedKmh: 63.7,
        directionDeg: 271,
        late: true,
        odometerM: 123_456_700,
        alarmBits: 2 ** 31 + 1,
        statusBits: 2 ** 31 + 3,
        channels: {
          tempC: [-18.5, null, 4.2],
          humPct: [65.1],
          fuelL: [120.4],
          doorOpen: [true, false, null],
          extVoltageV: 27.14,
          signal: 31,
          reeferOn: true,
        },
        rawItems: 'E1 02 00FF',
      }),
    );
    const [row] = await rowsOf(v.deviceId);
    expect(row).toMatchObject({
      vehicle_id: v.vehicleId,
      client_id: v.clientId,
      lng: 121.473701,
      lat: -31.230416,
      altitude_m: -12,
      speed_kmh: 63.7,
      direction_deg: 271,
      flags: 1 | 2 | 4,
      odometer_m: '123456700',
      alarm_bits: '2147483649',
      status_bits: '2147483651',
      temp_c: [-18.5, null, 4.2],
      hum_pct: [65.1],
      fuel_l: [120.4],
      doors: 0b0110,
      extra: { extVoltageV: 27.14, signal: 31, reeferOn: true },
    });
    expect(row?.device_time.getTime()).toBe(t0);
    expect(row?.raw_items?.toString('hex')).toBe('e10200ff');
    await stream.stop();
  });

  it('clamps nonsense instead of spoiling the batch, and other reports go through', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    await Promise.all([
      send(
        report(v, t0, {
          altitudeM: 1e9,
          speedKmh: Number.NaN,
          directionDeg: 999,
          lng: Number.NaN,
          channels: { tempC: [Number.NaN, 3] },
        }),
      ),
      send(report(v, t0 + sec)),
    ]);
    const rows = await rowsOf(v.deviceId);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ altitude_m: 32767, speed_kmh: 0, direction_deg: 359, temp_c: [null, 3] });
    await stream.stop();
  });

  it('stores a repeated report once, within a batch and across batches, and merges different ones of a second: a located place before none', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db, { maxWaitMs: 30 });
    await Promise.all([
      send(report(v, t0, { located: false })),
      send(report(v, t0)),
      send(report(v, t0)),
      send(report(v, t0 + sec, { located: false })),
    ]);
    await Promise.all([
      send(report(v, t0, { speedKmh: 99 })),
      send(report(v, t0 + sec)),
      send(report(v, t0 + 2 * sec)),
    ]);
    const rows = await rowsOf(v.deviceId);
    expect(rows.map((row) => [(row.device_time.getTime() - t0) / sec, row.flags & 2, row.speed_kmh])).toEqual([
      [0, 2, 99],
      [1, 2, 0],
      [2, 2, 0],
    ]);
    await stream.stop();
  });

  it('keeps what a report does not know as not known: no curve, no maximum, no alarm has it', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    await send(report(v, t0, { speedKmh: 40, directionDeg: 90, altitudeM: 12 }));
    const unknown = { speedKmh: null, directionDeg: null, altitudeM: null };
    await send(report(v, t0 + sec, unknown));
    const state = stream.state(v.vehicleId);
    expect(state).toMatchObject({ ...unknown, fix: { speedKmh: null } });
    expect(state && liveVehicleOf(state, t0 + sec, 'Asia/Shanghai')).toMatchObject(unknown);
    await stream.stop();
    const wish = { vehicleIds: [v.vehicleId], from: t0, to: t0 + sec, wanted: 'all' } as const;
    const stored = (await readPoints(db.systemDb, wish)).get(v.vehicleId) ?? [];
    expect(stored.map(messageOf)).toMatchObject([{ speedKmh: 40 }, unknown]);
    const points = await readTrack(db.systemDb, { vehicleId: v.vehicleId, from: t0, to: t0 + sec });
    expect(points.map((point) => [point.speedKmh, point.directionDeg])).toEqual([
      [40, 90],
      [null, null],
    ]);
    const facts = computeTrackFacts(points, { from: t0, to: t0 + sec }, kernelDefaults);
    const { speedKmh, directionDeg } = toColumns(shownPoints(facts, { filterDrift: false, showLate: true }));
    expect([speedKmh, directionDeg]).toEqual([
      [40, null],
      [90, null],
    ]);
  });

  it('stores points of many days, wild clocks and devices in stock', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    const now = Date.now();
    const times = [now - 500 * 86_400_000, now - 3 * 86_400_000, now, now + 5 * 86_400_000];
    await Promise.all(times.map((t) => send(report({ ...v, vehicleId: null }, t, { receiveTime: now }))));
    const rows = await rowsOf(v.deviceId);
    expect(rows.map((row) => row.device_time.getTime())).toEqual(times);
    expect(rows.map((row) => row.flags & 16)).toEqual([0, 0, 0, 16]);
    expect(await stateOf(v.vehicleId)).toBeUndefined();
    // the day whose point fell into the default partition gets its own later, and the point moves over
    await db.pool.query('select ensure_position_partition($1)', [new Date(times[3] ?? 0)]);
    expect(await storedTimes(db, v.deviceId)).toEqual(times);
    await stream.stop();
  });

  it('resolves publish only after the commit', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    const held = await db.pool.connect();
    await held.query('begin; lock table position in exclusive mode');
    let resolved = false;
    const done = send(report(v, t0)).then(() => {
      resolved = true;
    });
    await vi.waitFor(async () => {
      const { rows } = await db.pool.query(
        "select 1 from pg_locks where not granted and relation = 'position'::regclass",
      );
      expect(rows).toHaveLength(1);
    });
    expect(resolved).toBe(false);
    expect(await storedTimes(db, v.deviceId)).toEqual([]);
    await held.query('commit');
    held.release();
    await done;
    expect(await storedTimes(db, v.deviceId)).toEqual([t0]);
    await stream.stop();
  });
});

describe('live state', () => {
  /** 36 km/h northwards, every 10 s */
  const leg = (v: Parameters<typeof report>[0], from: number, steps: number, startM = 0) =>
    Array.from({ length: steps }, (_, i) =>
      report(v, from + i * 10 * sec, { speedKmh: 36, lat: 31.2304 + degreesNorth(startM + i * 100) }),
    );

  it('adds mileage, knows the state, and tells it on the bus after the commit', async () => {
    const v = await makeVehicle(db);
    const told: LiveVehicle[] = [];
    const { send, stream, bus } = await testStream(db, { now: () => t0 + 200 * sec });
    bus.subscribe('live', (live) => void told.push(live));
    await Promise.all(leg(v, t0, 11).map(send));
    const last = told[told.length - 1];
    expect(last).toMatchObject({
      vehicleId: v.vehicleId,
      state: motionState.moving,
      stateSince: t0,
      todayMileageM: 1000,
      totalMileageM: 1000,
      speedKmh: 36,
    });
    await send(report(v, t0 + 110 * sec, { speedKmh: 0, acc: true, lat: 31.2304 + degreesNorth(1000) }));
    expect(told[told.length - 1]).toMatchObject({ state: motionState.idle, stateSince: t0 + 110 * sec });
    await send(report(v, t0 + 120 * sec, { speedKmh: 0, acc: false, lat: 31.2304 + degreesNorth(1000) }));
    expect(told[told.length - 1]).toMatchObject({ state: motionState.parked, stateSince: t0 + 120 * sec });
    expect(await stateOf(v.vehicleId)).toMatchObject({
      today: '2026-03-01',
      today_mileage_m: '1000',
      total_mileage_m: '1000',
      lat: 31.2304 + degreesNorth(1000),
    });
    await stream.stop();
  });

  it('stands with the first report of 0 km/h, wherever that is', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db, { now: () => t0 + 200 * sec });
    await Promise.all(leg(v, t0, 11).map(send));
    // it braked for a while since its last report, farther than a stay is wide
    await send(report(v, t0 + 130 * sec, { speedKmh: 0, acc: true, lat: 31.2304 + degreesNorth(1250) }));
    expect(stream.state(v.vehicleId)).toMatchObject({ motion: 'idle', motionSince: t0 + 130 * sec });
    await send(report(v, t0 + 160 * sec, { speedKmh: 0, acc: true, lat: 31.2304 + degreesNorth(1250) }));
    expect(stream.state(v.vehicleId)).toMatchObject({ motion: 'idle', motionSince: t0 + 130 * sec });
    await send(report(v, t0 + 190 * sec, { speedKmh: 30, acc: true, lat: 31.2304 + degreesNorth(1500) }));
    expect(stream.state(v.vehicleId)?.motion).toBe('moving');
    // one whose speed is not known moves by its places
    await send(report(v, t0 + 195 * sec, { speedKmh: null, acc: true, lat: 31.2304 + degreesNorth(1800) }));
    expect(stream.state(v.vehicleId)?.motion).toBe('moving');
    await stream.stop();
  });

  it('remembers when a probe last told something, as its reading stays while reports come without any', async () => {
    const v = await makeVehicle(db);
    const { send } = await testStream(db);
    await send(report(v, t0, { channels: { tempC: [-18.5, null] } }));
    await send(report(v, t0 + 10 * min, {}));
    await send(report(v, t0 + 20 * min, { channels: { tempC: [null, null] } }));
    const state = await stateOf(v.vehicleId);
    expect(state?.device_time).toEqual(new Date(t0 + 20 * min));
    expect(state?.stream).toMatchObject({ tempTime: t0 });
  });

  it('goes on after a restart as if nothing had happened', async () => {
    const v = await makeVehicle(db);
    const points = leg(v, t0, 21);
    const first = await testStream(db);
    await Promise.all(points.slice(0, 10).map(first.send));
    await first.stream.stop();
    const second = await testStream(db);
    // the terminal repeats what it does not know to be stored
    await Promise.all(points.slice(7).map(second.send));
    const whole = second.stream.state(v.vehicleId);
    expect(Math.round(whole?.todayM ?? 0)).toBe(2000);
    expect(await storedTimes(db, v.deviceId)).toEqual(points.map((p) => p.deviceTime));
    expect(whole?.motion).toBe('moving');
    await second.stream.stop();
  });

  it('takes up stored reports again when the state behind them was not stored before a crash', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db, { states: { atOnce: 0, everyMs: 1e9 } });
    const drive = (i: number) =>
      report(v, t0 + i * 30 * sec, {
        lat: 31.2304 + degreesNorth(300 * i),
        speedKmh: 36.1,
        receiveTime: t0 + i * 30 * sec + 500,
        alarmBits: i,
        channels: {
          tempC: [-18.5, null, i / 10],
          doorOpen: [true, null, false],
          ...(i === 2 ? { extVoltageV: 27.1, signal: 9 } : {}),
        },
      });
    await send(drive(0));
    await send(drive(1));
    const stored = await stateOf(v.vehicleId);
    await Promise.all([drive(2), drive(4), drive(3), drive(5)].map(send));
    await send(report(v, t0 + 400 * min, { receiveTime: t0 + min }));
    expect(await stateOf(v.vehicleId)).toEqual(stored);
    const live = stream.state(v.vehicleId);
    expect(live).toMatchObject({ reportTime: t0 + 150 * sec, lateCount: 1, dirty: true });
    // nobody stops the first one: it has crashed
    const again = await testStream(db);
    const { lateCount, dirty, ...rest } = again.stream.state(v.vehicleId) ?? {};
    expect(rest).toEqual({
      ...live,
      lateCount: undefined,
      dirty: undefined,
      lastPacketAt: t0 + 150 * sec + 500,
    });
    await again.stream.stop();
    await stream.stop();
  });

  it('never moves the marker back for late points, counts them, and recomputes the day when they have gone quiet', async () => {
    const v = await makeVehicle(db);
    const clock = { now: t0 };
    const { send, stream } = await testStream(db, { quietMs: 60 * sec, now: () => clock.now });
    const bend = { lat: 31.2304 + degreesNorth(1000), lng: 121.4737 + 0.0105 };
    // a tunnel: 0 m, then 1000 m further north; the way round comes later
    await send(report(v, t0, { speedKmh: 36 }));
    await send(report(v, t0 + 300 * sec, { speedKmh: 36, lat: 31.2304 + degreesNorth(1000) }));
    const before = stream.state(v.vehicleId);
    expect(Math.round(before?.todayM ?? 0)).toBe(1000);
    clock.now = t0 + 400 * sec;
    await Promise.all([
      send(report(v, t0 + 200 * sec, { speedKmh: 36, ...bend, late: true, receiveTime: clock.now })),
      send(
        report(v, t0 + 100 * sec, {
          speedKmh: 36,
          lat: 31.2304 + degreesNorth(500),
          late: true,
          receiveTime: clock.now,
        }),
      ),
    ]);
    const after = stream.state(v.vehicleId);
    expect(after).toMatchObject({
      lateCount: 2,
      dirty: true,
      reportTime: t0 + 300 * sec,
      fix: { lat: 31.2304 + degreesNorth(1000), lng: 121.4737 },
    });
    await stream.scan();
    expect(stream.state(v.vehicleId)?.dirty).toBe(true); // not quiet yet
    clock.now += 61 * sec;
    await stream.scan();
    const computed = stream.state(v.vehicleId);
    expect(computed?.dirty).toBe(false);
    expect(computed?.lateCount).toBe(2);
    // 500 m + diagonal to the bend + 1000 m of easting back
    expect(computed?.todayM).toBeGreaterThan(2500);
    expect(computed?.todayM).toBeLessThan(2800);
    expect(computed && totalMileageOf(computed)).toBe(computed?.todayM);
    await stream.stop();
  });

  it('gives the same mileage in any order of arrival', async () => {
    const order = [3, 0, 12, 7, 1, 20, 2, 5, 4, 19, 6, 18, 8, 17, 9, 16, 10, 15, 11, 14, 13];
    const clock = { now: t0 + 300 * sec };
    const { send, stream } = await testStream(db, { quietMs: 0, now: () => clock.now });
    const a = await makeVehicle(db);
    const b = await makeVehicle(db);
    for (const point of leg(a, t0, 21)) await send(point);
    const mixed = leg(b, t0, 21);
    for (const i of order) await send({ ...(mixed[i] ?? report(b, t0)), receiveTime: clock.now });
    await stream.scan();
    const day = (id: string) => Math.round(stream.state(id)?.todayM ?? -1);
    expect(day(a.vehicleId)).toBe(2000);
    expect(day(b.vehicleId)).toBe(2000);
    await stream.stop();
  });

  it('ignores a jump, believes a change of place that the next fix confirms', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    await send(report(v, t0));
    await send(report(v, t0 + 10 * sec, { lat: 32 }));
    expect(stream.state(v.vehicleId)?.fix?.lat).toBe(31.2304);
    await send(report(v, t0 + 20 * sec));
    expect(stream.state(v.vehicleId)).toMatchObject({ suspect: null, fix: { lat: 31.2304 } });
    await send(report(v, t0 + 30 * sec, { lat: 32 }));
    await send(report(v, t0 + 40 * sec, { lat: 32.0001 }));
    expect(stream.state(v.vehicleId)?.fix?.lat).toBe(32.0001);
    expect((await rowsOf(v.deviceId)).map((row) => row.flags & 8)).toEqual([0, 8, 0, 8, 0]);
    await stream.stop();
  });

  it('counts a new company day from its midnight', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    const evening = Date.UTC(2026, 2, 1, 15, 55, 0); // 23:55 in Shanghai
    await send(report(v, evening, { odometerM: 100_000, speedKmh: 72 }));
    await send(report(v, evening + 10 * min, { odometerM: 112_000, speedKmh: 72, lat: 31.3 }));
    const state = stream.state(v.vehicleId);
    expect(state).toMatchObject({ day: '2026-03-02', todayM: 6000, openDays: { '2026-03-01': 6000 } });
    expect(state && totalMileageOf(state)).toBe(112_000);
    await stream.stop();
  });

  it('does not let a wrong clock push the marker into the future', async () => {
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db);
    await send(report(v, t0));
    await send(report(v, t0 + 60 * min, { receiveTime: t0 + sec, lat: 31.5 }));
    expect(stream.state(v.vehicleId)).toMatchObject({ reportTime: t0, lastPacketAt: t0 + sec, fix: { lat: 31.2304 } });
    await send(report(v, t0 + 10 * sec));
    expect(stream.state(v.vehicleId)?.reportTime).toBe(t0 + 10 * sec);
    await stream.stop();
  });

  it('falls silent by the clock: 10 min with ACC on, 40 min with ACC off, and says so without a packet', async () => {
    const clock = { now: t0 + sec };
    const on = await makeVehicle(db);
    const off = await makeVehicle(db);
    const { send, stream, bus } = await testStream(db, { now: () => clock.now });
    const told: LiveVehicle[] = [];
    await send(report(on, t0));
    await send(report(off, t0, { acc: false }));
    bus.subscribe('live', (live) => void told.push(live));
    const stateAt = async (minutes: number) => {
      clock.now = t0 + minutes * min + sec;
      await stream.scan();
      await new Promise((r) => setTimeout(r, 60));
      return [on, off].map((v) => told.findLast((live) => live.vehicleId === v.vehicleId)?.state);
    };
    expect(await stateAt(9)).toEqual([undefined, undefined]);
    expect(await stateAt(11)).toEqual([motionState.offline, undefined]);
    expect(await stateAt(41)).toEqual([motionState.offline, motionState.offline]);
    // a heartbeat is enough to be there again
    await bus.publish('presence', on.deviceId, { ...on, at: clock.now, kind: 'heartbeat' });
    await new Promise((r) => setTimeout(r, 60));
    expect(told.findLast((live) => live.vehicleId === on.vehicleId)?.state).toBe(motionState.idle);
    const stored = await stateOf(off.vehicleId);
    expect(stored?.live).toMatchObject({ state: motionState.offline });
    expect(liveVehicleOf(stored?.stream as unknown as VehicleState, t0 + min, 'Asia/Shanghai').state).toBe(
      motionState.parked,
    );
    await stream.stop();
  });

  it('is 不定位 after 15 minutes of packets without a fix, with the last fix kept', async () => {
    const clock = { now: t0 };
    const v = await makeVehicle(db);
    const { send, stream } = await testStream(db, { now: () => clock.now });
    await send(report(v, t0));
    for (let m = 1; m <= 16; m++) await send(report(v, t0 + m * min, { located: false, lng: 0, lat: 0 }));
    const state = stream.state(v.vehicleId);
    if (!state) throw new Error('no state');
    expect(liveVehicleOf(state, t0 + 14 * min, 'Asia/Shanghai').state).toBe(motionState.idle);
    expect(liveVehicleOf(state, t0 + 16 * min, 'Asia/Shanghai')).toMatchObject({
      state: motionState.notLocated,
      lng: 121.4737,
      lat: 31.2304,
    });
    await stream.stop();
  });
});
