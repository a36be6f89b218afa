import { encodeGps51Items } from '@tongda/protocol/items/encode';
import { msgId } from '@tongda/protocol/jt808/codec';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FactsKit, factsKit } from '../../../../test/facts-kit';
import { shanghai, Terminal } from '../../../../test/gateway-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';
import { wireTime } from '../../../core/http/answer/wire-time';
import { startGateway } from '../../../gateway/listeners';
import { readTrack } from '../../watch/track/repo';
import { startTripWatch, type TripWatch } from './watch';

const minuteMs = 60_000;
const shop: [number, number] = [121.2, 31.2];
const receiver: [number, number] = [120.62, 31.3];
let app: TestApp;
let cold: TransportFixture;
let kit: FactsKit;
let watch: TripWatch;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let terminal: Terminal;
let vehicleId: string;
/** the clock of terminal, gateway and watcher: the trip happened in the last two hours */
let clock = Date.now();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Report {
  /** minutes of the trip */
  at: number;
  place: [number, number];
  speedKmh?: number;
  tempC?: number;
}
const start = Math.ceil(Date.now() / 1000) * 1000 - 120 * minuteMs;
const timeOf = (minutes: number) => start + minutes * minuteMs;
const wire = (minutes: number) => wireTime(timeOf(minutes), 'Asia/Shanghai');

/** A real 0x0200 frame of the truck's terminal; `arrives` is when it comes in. */
async function drive(reports: readonly Report[], arrives?: number, by = terminal): Promise<void> {
  for (const { at, place, speedKmh = 0, tempC = -20 } of reports) {
    clock = timeOf(arrives ?? at);
    const before = by.answers.length;
    by.say(
      msgId.location,
      shanghai(timeOf(at), {
        lng: place[0],
        lat: place[1],
        speedKmh,
        statusBits: 3,
        items: encodeGps51Items({ tempC: [tempC] }),
      }),
    );
    await by.heard(before + 1);
  }
  await kit.settle();
  await watch.turn();
}
const towards = (part: number): [number, number] => [
  shop[0] + (receiver[0] - shop[0]) * part,
  shop[1] + (receiver[1] - shop[1]) * part,
];

beforeAll(async () => {
  app = await testApp();
  cold = await transportFixture(app, '联动');
  vehicleId = await cold.truck();
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    values (${cold.clientId}, ${cold.deviceIds[0]}, ${vehicleId}, '(,)')`.execute(cold.db);
  const { rows } = await sql<{
    phone: string;
  }>`update device set item_profile = 'gps51' where id = ${cold.deviceIds[0]} returning phone_key as phone`.execute(
    cold.db,
  );
  await sql`update client set terminal_policy = 'tolerant' where id = ${cold.clientId}`.execute(cold.db);
  kit = await factsKit(app.database, () => clock);
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus: kit.bus,
    db: app.database.pool,
    log: silent,
    options: { now: () => clock },
  });
  terminal = await Terminal.connect(gateway.port, rows[0]?.phone ?? '');
  watch = startTripWatch({
    database: app.database,
    log: pino({ level: 'silent' }),
    now: () => clock,
    readPoints: (id, from, to) => readTrack(cold.db, { vehicleId: id, from, to, extra: true }),
    everyMs: 3_600_000,
    settleMs: 3_600_000,
  });
  await watch.ready;
  await watch.turn();
});
afterAll(async () => {
  terminal.end();
  await watch.stop();
  await gateway.stop();
  await kit.stop();
  await app.close();
});

const hearAll = async () => {
  await sql`select pg_notify('trip_facts', ${vehicleId})`.execute(cold.db);
  await new Promise((resolve) => setTimeout(resolve, 30));
  await watch.turn();
};

describe('a trip follows its truck (transport.md 6, scenario 6)', () => {
  let order: string;
  let code: string;

  it('leaving the loading place departs a loaded waybill, at the time of the first fix outside', async () => {
    order = await cold.order();
    code = (await cold.stow(vehicleId, [order])).data.waybillCode;
    const { version } = await cold.waybill(code);
    const loaded = await cold.post('/api/tms/waybill/transportTask/load', { waybillCode: code, version });
    expect(loaded.code).toBe(200);
    await cold.db
      .updateTable('waybill')
      .set({ loaded_at: new Date(start) })
      .where('waybill_code', '=', code)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await drive([
      { at: 0, place: shop },
      { at: 2, place: shop },
      { at: 4, place: shop },
    ]);
    expect((await cold.waybill(code)).transportStatus).toBe(1);
    await drive([
      { at: 5, place: towards(0.05), speedKmh: 50 },
      { at: 6, place: towards(0.07), speedKmh: 50 },
    ]);
    await hearAll();
    const trip = await cold.waybill(code);
    expect(trip).toMatchObject({ transportStatus: 2, stowStatus: 3, departSource: 2, actualDepartTime: wire(5) });
    // the loading took five minutes: the truck had come with its first fix inside
    expect(trip.stops[0]).toMatchObject({ stopStatus: 2, arriveTime: wire(0), leaveTime: wire(5), arriveSource: 2 });
    expect(trip.departures).toMatchObject([{ source: 2, checkItems: [], remark: '车辆驶离装货点自动发车，未核对' }]);
    // the mileage at the departure is that of then, not of when it was noticed a minute later
    const { rows: mileage } = await sql<{
      since: number;
      last: number;
    }>`select (s.total_mileage_m - w.depart_mileage_m)::float8 as since,
        s.total_mileage_m::float8 as last from waybill w join device_state s on s.vehicle_id = w.vehicle_id where w.waybill_code = ${code}`.execute(
      cold.db,
    );
    expect(mileage[0]?.since).toBeGreaterThan(500);
    expect(mileage[0]?.since).toBeLessThan(mileage[0]?.last ?? 0);
    const [tracked] = (await cold.post('/api/tms/tracking/waybillPage', { waybillCode: code })).data.list;
    expect(tracked.drivenKm).toBeCloseTo((mileage[0]?.since ?? 0) / 1000, 1);
    expect((await cold.orderOf(order)).orderStatus).toBe(4);
  });

  it('looking again changes nothing', async () => {
    const before = await cold.waybill(code);
    await hearAll();
    await hearAll();
    expect(await cold.waybill(code)).toEqual(before);
  });

  it('learns the mileage at the departure of a truck that had told none by then', async () => {
    const mileage = () =>
      cold.db
        .selectFrom('waybill')
        .select('depart_mileage_m')
        .where('waybill_code', '=', code)
        .executeTakeFirstOrThrow();
    const known = await mileage();
    // a moment of PostgreSQL has microseconds, one of JavaScript has none
    await sql`update waybill set depart_mileage_m = null, actual_depart_at = actual_depart_at + interval '7 microseconds' where waybill_code = ${code}`.execute(
      cold.db,
    );
    await watch.tick();
    expect(known.depart_mileage_m).not.toBeNull();
    expect(await mileage()).toEqual(known);
  });

  it('expects the arrival by the way that is left', async () => {
    await watch.tick();
    const { rows } = await sql<{
      min: number;
      level: number;
    }>`select extract(epoch from eta_at - ${new Date(clock)}::timestamptz)::float8 / 60 as min,
      delay_level as level from waybill where waybill_code = ${code}`.execute(cold.db);
    // 93 % of 57 km straight, 1.3 times as long on the road, at 0.6 · 50 + 0.4 · 55
    expect(rows[0]?.min).toBeGreaterThan(75);
    expect(rows[0]?.min).toBeLessThan(85);
    expect(rows[0]?.level).toBe(0);
  });

  it('tells of a delay once', async () => {
    await sql`update waybill_stop set window_end = ${new Date(clock)} where seq = 2 and waybill_id = (select id from waybill where waybill_code = ${code})`.execute(
      cold.db,
    );
    await watch.tick();
    await watch.tick();
    expect(await cold.waybill(code)).toMatchObject({ delayLevel: 2 });
    const told = await cold.db.selectFrom('message').select(['title', 'content']).where('type', '=', 12_101).execute();
    expect(told).toHaveLength(1);
    expect(told[0]?.content).toMatch(
      new RegExp(`^运单${code}预计.*到达苏州观前店，比要求时间晚(?:\\d+小时)?\\d+分$`, 'u'),
    );
    expect(told[0]?.title).toMatch(/^预计晚(?:\d+小时)?\d+分$/u);
  });

  it('tells of a truck that should be there and whose terminal is silent', async () => {
    const due = new Date(clock - 65 * minuteMs);
    await sql`update waybill_stop set window_end = ${due} where seq = 2 and waybill_id = (select id from waybill where waybill_code = ${code})`.execute(
      cold.db,
    );
    const { fix_time: fixAt } = await cold.db
      .selectFrom('device_state')
      .select('fix_time')
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirstOrThrow();
    const heardAt = (at: Date | null) =>
      cold.db.updateTable('device_state').set({ fix_time: at }).where('vehicle_id', '=', vehicleId).execute();
    await cold.db.deleteFrom('message').where('type', '=', 12_101).execute();
    await heardAt(new Date(clock - 20 * minuteMs));
    await watch.tick();
    await watch.tick();
    const told = await cold.db.selectFrom('message').select(['title', 'content']).where('type', '=', 12_101).execute();
    expect(told).toEqual([
      {
        title: expect.stringMatching(/^晚1小时5分$/u),
        content: `运单${code}应在${wireTime(due.getTime(), 'Asia/Shanghai').slice(5, 16)}前到达苏州观前店，尚未到站，车辆超过10分钟没有上报位置，请联系司机`,
      },
    ]);
    // what was planned says it before that, as far behind as the truck departed
    const late = new Date(due.getTime() + 180 * minuteMs);
    const stop = sql`seq = 2 and waybill_id = (select id from waybill where waybill_code = ${code})`;
    const { rows: kept } = await sql<{
      eta: Date;
    }>`select eta_at as eta from waybill_stop where ${stop}`.execute(cold.db);
    await sql`update waybill_stop set window_end = ${late}, eta_at = null, plan_arrive_at = ${new Date(late.getTime() + 40 * minuteMs)}::timestamptz
        + ((select plan_leave_at - leave_at from waybill_stop f where f.waybill_id = waybill_stop.waybill_id and f.seq = 1)) where ${stop}`.execute(
      cold.db,
    );
    await cold.db.deleteFrom('message').where('type', '=', 12_101).execute();
    await watch.tick();
    const [byPlan] = await cold.db
      .selectFrom('message')
      .select(['title', 'content'])
      .where('type', '=', 12_101)
      .execute();
    expect(byPlan).toMatchObject({
      title: expect.stringMatching(/^预计晚40分$/u),
      content: expect.stringContaining('比要求时间晚40分（车辆没有上报位置，按计划和实际发车、到离站时间推算）'),
    });
    await sql`update waybill_stop set eta_at = ${kept[0]?.eta} where ${stop}`.execute(cold.db);
    await heardAt(fixAt);
  });

  let token: string;
  it('a link shows the owner of the goods their truck and nothing else', async () => {
    const { data } = await cold.post('/api/tms/tracking/share', { orderCode: order, expireHours: 24 });
    token = data.url.split('/').at(-1);
    const { data: seen } = await app.post('/api/open/orderTrack', { token });
    expect(seen).toMatchObject({
      orderCode: order,
      pieces: 120,
      truck: { delayMin: expect.any(Number), boxTemp: null },
    });
    expect(seen.truck.position.lng).toBeCloseTo(towards(0.07)[0], 4);
    expect(seen.stops.map((stop: { stopType: number }) => stop.stopType)).toEqual([1, 2]);
    expect(JSON.stringify(seen)).not.toMatch(/driver|phone|freight|waybillCode/iu);
    expect((await app.post('/api/open/orderTrack', { token: `${token.slice(0, -2)}xx` })).code).toBe(4004);
  });

  it('reaching the receiver is noted with its time; the signature stays with people', async () => {
    await drive([
      { at: 30, place: towards(0.5), speedKmh: 60 },
      { at: 60, place: receiver },
      { at: 62, place: receiver },
    ]);
    await hearAll();
    const { stops, transportStatus } = await cold.waybill(code);
    expect(stops[1]).toMatchObject({ stopStatus: 1, arriveSource: 2, arriveTime: wire(60), checked: false });
    expect(transportStatus).toBe(2);
  });

  it('late points move what the fence said, never twice, and a person is not overruled', async () => {
    // the truck had left at minute 4 already and stood at the receiver's from minute 55: the terminal tells it later
    await drive(
      [
        { at: 4.5, place: towards(0.03), speedKmh: 40 },
        { at: 55, place: receiver },
      ],
      70,
    );
    await kit.recompute();
    await hearAll();
    const trip = await cold.waybill(code);
    expect(trip).toMatchObject({ transportStatus: 2, actualDepartTime: wire(4.5) });
    expect(trip.stops[1]).toMatchObject({ stopStatus: 1, arriveTime: wire(55) });
    expect(trip.departures).toHaveLength(1);
    // the log of the order moves with them
    const { data: steps } = await cold.post('/api/tms/log/page', { objType: 'customerOrder', objCode: order });
    const timesOf = (action: string): string[] =>
      steps.flatMap((step: { action: string; time: string }) => (step.action === action ? [step.time] : []));
    expect(timesOf('发车')).toEqual([wire(5)]);
    expect(timesOf('更正发车时间')).toEqual([wire(4.5)]);
    expect(timesOf('到站')).toEqual([wire(60)]);
    expect(timesOf('更正到站时间')).toEqual([wire(55)]);
    await sql`update waybill_stop set arrive_source = 1 where waybill_id = (select id from waybill where waybill_code = ${code}) and seq = 2`.execute(
      cold.db,
    );
    await drive([{ at: 54, place: receiver }], 72);
    await kit.recompute();
    await hearAll();
    expect((await cold.waybill(code)).stops[1]).toMatchObject({ arriveSource: 1, arriveTime: wire(55) });
  });

  it('keeps the temperatures of the leg when the goods are signed for, and again when late points come', async () => {
    await cold.db.updateTable('waybill_stop').set({ arrive_source: 2 }).where('seq', '=', 2).execute();
    const signed = await cold.post('/api/tms/customerOrder/sign', {
      orderCode: order,
      signer: '王店长',
      signPieces: 120,
      signTime: wire(75),
    });
    expect(signed.code).toBe(200);
    await watch.tick();
    const kept = async () => {
      const { data } = await cold.post('/api/tms/tracking/orderLegs', { orderCode: order });
      return data[0];
    };
    expect(await kept()).toMatchObject({
      tempCompliance: 100,
      transportationStatus: 2,
      startTime: wire(4.5),
      endTime: wire(75),
    });
    await drive([{ at: 35, place: towards(0.55), speedKmh: 60, tempC: -9 }], 76);
    await kit.recompute();
    await watch.tick();
    const { data } = await cold.post('/api/tms/tracking/orderTemperature', { orderCode: order });
    expect(data.legs[0]).toMatchObject({
      running: false,
      endTemp: expect.closeTo(-20, 0),
      lower: -25,
      upper: -18,
      maxTemp: -9,
      longestMin: 10,
      outMin: 10,
    });
    expect(data.legs[0].overs).toEqual([{ startTime: wire(35), endTime: wire(45), peakTemp: -9 }]);
    expect((await kept()).tempCompliance).toBe(data.legs[0].rate);
    expect(data.total).toMatchObject({ rate: data.legs[0].rate, qualified: false });
    expect(data.curves[0].points.length).toBeGreaterThan(5);
  });

  it('a bound that is left for long drafts one report, however often it is looked at and when late points move its start', async () => {
    const drafts = async () =>
      (await cold.post('/api/tms/abnormal/page', { code, abnormalType: 4 })).data.list as Array<
        Record<string, unknown>
      >;
    // ten minutes are not long enough
    expect(await drafts()).toEqual([]);
    await drive(
      [40, 44, 48].map((at) => ({ at, place: towards(0.6), speedKmh: 60, tempC: -10 })),
      77,
    );
    await kit.recompute();
    await watch.tick();
    await watch.tick();
    const [made, ...more] = await drafts();
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      reportSource: 3,
      reportUser: '系统',
      abnormalLevel: 1,
      occurTime: wire(35),
      orderCodes: [order],
      description: `${wire(35).slice(5, 16)}起厢温超出−25~−18℃达19分钟，最高−9℃`,
    });
    expect(made?.lng).toBeCloseTo(towards(0.55)[0], 4);
    await drive([{ at: 32, place: towards(0.52), speedKmh: 60, tempC: -10 }], 78);
    await kit.recompute();
    await watch.tick();
    expect(await drafts()).toHaveLength(1);
    const told = await cold.db.selectFrom('message').select('content').where('type', '=', 12_104).execute();
    expect(told).toEqual([
      { content: `运单${code}：${String(made?.description)}，已起草异常${String(made?.abnormalCode)}` },
    ]);
  });

  it('the link shows the truck no more once the goods are handed over, and nothing once it is stopped', async () => {
    expect((await app.post('/api/open/orderTrack', { token })).data.truck).toBeNull();
    const { data: links } = await cold.post('/api/tms/tracking/shareList', { orderCode: order });
    expect(links).toMatchObject([{ live: true, views: 2 }]);
    const expire = (hours: number) =>
      cold.db
        .updateTable('order_share')
        .set({ expire_at: new Date(Date.now() + hours * 3_600_000) })
        .where('id', '=', links[0].id)
        .execute();
    await expire(-0.01);
    expect((await app.post('/api/open/orderTrack', { token })).code).toBe(4004);
    await expire(1);
    expect((await app.post('/api/open/orderTrack', { token })).code).toBe(200);
    expect((await cold.post('/api/tms/tracking/shareRevoke', { id: links[0].id })).code).toBe(200);
    expect((await app.post('/api/open/orderTrack', { token })).code).toBe(4004);
    const many = [];
    for (let i = 0; i < 60; i++) many.push((await app.post('/api/open/orderTrack', { token })).code);
    expect(many.at(-1)).toBe(4029);
  });
});

/** A cooled truck with a terminal that reports its temperatures. */
const equipped = async (device: number) => {
  const id = await cold.truck();
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    values (${cold.clientId}, ${cold.deviceIds[device]}, ${id}, '(,)')`.execute(cold.db);
  const { rows } = await sql<{
    phone: string;
  }>`update device set item_profile = 'gps51' where id = ${cold.deviceIds[device]} returning phone_key as phone`.execute(
    cold.db,
  );
  return { id, terminal: await Terminal.connect(gateway.port, rows[0]?.phone ?? '') };
};

describe('a reefer fails on the way (acceptance scenario 4)', () => {
  /** minutes of this trip, which lasted four hours and ended before the others began */
  const at = (minutes: number) => minutes - 260;
  const every5 = (from: number, until: number, tempC: (minute: number) => number): Report[] =>
    Array.from({ length: (until - from) / 5 }, (_, i) => from + i * 5).map((minute) => ({
      at: at(minute),
      place: towards(minute / 250),
      speedKmh: 50,
      tempC: tempC(minute),
    }));

  it('drafts a report, changes vehicles piece by piece, and its temperatures are those of both trucks', async () => {
    const broken = await equipped(1);
    const next = await equipped(2);
    const goods = await cold.order();
    const first = (await cold.stow(broken.id, [goods])).data.waybillCode as string;
    expect(await cold.depart(first, { departTime: wire(at(0)) })).toMatchObject({ code: 200 });
    await drive(
      every5(0, 100, (minute) => (minute < 80 ? -20 : -9)),
      undefined,
      broken.terminal,
    );
    clock = timeOf(at(100));
    await watch.tick();
    const { data: drafts } = await cold.post('/api/tms/abnormal/page', { code: first, abnormalType: 4 });
    expect(drafts.list).toMatchObject([
      { reportSource: 3, occurTime: wire(at(80)), orderCodes: [goods], waybillCode: first },
    ]);

    const { version } = await cold.waybill(first);
    const moved = await cold.post('/api/tms/stowage/reload', {
      waybillCode: first,
      version,
      reason: 2,
      place: { placeName: 'G42 沪宁高速 K45', lng: 120.95, lat: 31.3 },
      reloadTime: wire(at(100)),
      legs: [{ orderCode: goods, pieces: 120, productTemp: -17 }],
      target: { vehicleId: next.id, planDepartTime: inHours(0.2) },
    });
    expect(moved).toMatchObject({ code: 200, data: { transportStatus: 3, differences: [], abnormalCodes: [] } });
    expect(await cold.waybill(first)).toMatchObject({ transportStatus: 3, closeReason: '换装' });
    const second = moved.data.newWaybillCode as string;
    expect(await cold.depart(second, { departTime: wire(at(120)) })).toMatchObject({ code: 200 });
    await drive(
      every5(120, 240, () => -20),
      undefined,
      next.terminal,
    );
    const signed = { orderCode: goods, signer: '王店长', signPieces: 120, signTime: wire(at(240)) };
    expect(await cold.post('/api/tms/customerOrder/sign', signed)).toMatchObject({ code: 200 });
    await watch.tick();

    const { data } = await cold.post('/api/tms/tracking/orderTemperature', { orderCode: goods });
    expect(data.legs).toMatchObject([
      { waybillCode: first, inMin: 80, outMin: 20, longestMin: 20 },
      { waybillCode: second, inMin: 120, outMin: 0, rate: 100 },
    ]);
    // 200 minutes in range, 20 out, 20 between the trucks
    expect(data.total).toMatchObject({ rate: 90.91, coverage: 91.67, longestMin: 20, qualified: false });
    const { data: legs } = await cold.post('/api/tms/tracking/orderLegs', { orderCode: goods });
    expect(legs).toMatchObject([
      { waybillCode: first, transportationStatus: 2, loadPieces: 120, unloadPieces: 120, tempCompliance: 80 },
      { waybillCode: second, transportationStatus: 2, loadPieces: 120, unloadPieces: 120, tempCompliance: 100 },
    ]);
    const { data: way } = await cold.post('/api/tms/tracking/orderWay', { orderCode: goods });
    expect(way).toMatchObject([
      { waybillCode: first, live: null, stops: [{ seq: 1 }, { seq: 2 }] },
      { waybillCode: second, live: null },
    ]);
    for (const { driven } of way) expect(driven.length).toBeGreaterThan(1);
    expect(await cold.orderOf(goods)).toMatchObject({ orderStatus: 5, signPieces: 120 });
    for (const { terminal: one } of [broken, next]) one.end();
  });
});

describe('a dead zone of 40 minutes (acceptance scenario 6)', () => {
  it('departs at the first fix outside when the positions come late, and keeps the arrival that a person noted', async () => {
    // the truck whose reefer failed is in use again
    const { rows } = await sql<{ id: string; phone: string }>`select b.vehicle_id::text as id, d.phone_key as phone
      from device_binding b join device d on d.id = b.device_id where d.id = ${cold.deviceIds[1]}`.execute(cold.db);
    const truck = { id: rows[0]?.id ?? '', terminal: await Terminal.connect(gateway.port, rows[0]?.phone ?? '') };
    const order = await cold.order();
    const code = (await cold.stow(truck.id, [order])).data.waybillCode as string;
    const { version } = await cold.waybill(code);
    await cold.post('/api/tms/waybill/transportTask/load', { waybillCode: code, version });
    await cold.db
      .updateTable('waybill')
      .set({ loaded_at: new Date(timeOf(60)) })
      .where('waybill_code', '=', code)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const hear = async () => {
      await sql`select pg_notify('trip_facts', ${truck.id})`.execute(cold.db);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await watch.turn();
    };
    await drive(
      [60, 62, 64].map((at) => ({ at, place: shop })),
      undefined,
      truck.terminal,
    );
    await hear();
    expect((await cold.waybill(code)).transportStatus).toBe(1);
    // silent from minute 64 to 108; the first half of what was stored comes in
    const stored = (minutes: readonly number[]): Report[] =>
      minutes.map((at) => ({
        at,
        place: at < 100 ? towards((at - 64) / 40) : receiver,
        speedKmh: at < 100 ? 60 : 0,
      }));
    await drive(stored([66, 68, 70, 75, 80, 85, 90]), 108, truck.terminal);
    await hear();
    expect(await cold.waybill(code)).toMatchObject({ transportStatus: 2, departSource: 2, actualDepartTime: wire(66) });
    // the shop's clerk notes the arrival before the rest is heard
    const note = (arriveTime: string) =>
      cold.post('/api/tms/arrival/register', { waybillCode: code, stopSeq: 2, arriveTime });
    expect(await note(wire(60))).toMatchObject({
      code: 4000,
      msg: expect.stringMatching(
        new RegExp(`早于发车时间${wire(66).slice(5, 16)}：发车是车辆驶离装货点时自动登记的`, 'u'),
      ),
    });
    const noted = await note(wire(103));
    expect(noted.code).toBe(200);
    await drive(stored([95, 100, 102, 104, 106]), 110, truck.terminal);
    await hear();
    await hear();
    const trip = await cold.waybill(code);
    expect(trip.stops[1]).toMatchObject({ stopStatus: 1, arriveSource: 1, arriveTime: wire(103) });
    expect(trip).toMatchObject({ transportStatus: 2, actualDepartTime: wire(66) });
    expect(trip.departures).toHaveLength(1);
    const { data: log } = await cold.post('/api/tms/log/page', { objType: 'waybill', objCode: code });
    const actions = log.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => /发车/u.test(action))).toHaveLength(1);
    expect(actions.filter((action: string) => /到站/u.test(action))).toHaveLength(1);
    truck.terminal.end();
  });
});

describe('a company that departs by hand', () => {
  it('is told that a truck seems to have left, nothing more', async () => {
    const { data: known } = await cold.post('/api/tms/tripSettings/detail');
    expect(known).toMatchObject({ autoDepart: true, autoArrive: 1, version: 0, mayEdit: true });
    const { mayEdit: _, ...wanted } = known;
    expect((await cold.post('/api/tms/tripSettings/update', { ...wanted, autoDepart: false })).data.version).toBe(1);
    expect(await cold.post('/api/tms/tripSettings/update', wanted)).toMatchObject(changedByOther);
    const code = (await cold.stow(vehicleId, [await cold.order()])).data.waybillCode;
    const { version } = await cold.waybill(code);
    await cold.post('/api/tms/waybill/transportTask/load', { waybillCode: code, version });
    await cold.db
      .updateTable('waybill')
      .set({ loaded_at: new Date(timeOf(110)) })
      .where('waybill_code', '=', code)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await drive([
      { at: 110, place: shop },
      { at: 112, place: shop },
      { at: 114, place: towards(0.05), speedKmh: 50 },
      { at: 115, place: towards(0.07), speedKmh: 50 },
    ]);
    await hearAll();
    expect(await cold.waybill(code)).toMatchObject({ transportStatus: 1, suspectDepartTime: wire(114) });
    const stranger = await cold.user({ menus: ['departureManage'] });
    expect((await app.post('/api/tms/tripSettings/update', { ...wanted, version: 1 }, stranger.token)).code).toBe(4003);
  });
});

describe('stops that a truck makes without anybody counting', () => {
  /** Stays of a truck at stops of its waybill, as the points have them; minutes before now. */
  async function stays(
    code: string,
    vehicle: string,
    at: ReadonlyArray<[seq: number, from: number, until: number | null]>,
  ): Promise<void> {
    for (const [seq, from, until] of at)
      await sql`insert into episode (client_id, vehicle_id, kind, subject, alarm, start_time, end_time, status, confirmed_at)
        select w.client_id, ${vehicle}, 'stopVisit', 'stop:' || p.id, false, now() - ${from} * interval '1 minute',
          ${until === null ? null : sql`now() - ${until} * interval '1 minute'`}, ${until === null ? 0 : 1}, now()
        from waybill w join waybill_stop p on p.waybill_id = w.id where w.waybill_code = ${code} and p.seq = ${seq}`.execute(
        cold.db,
      );
    await sql`select pg_notify('trip_facts', ${vehicle})`.execute(cold.db);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await watch.turn();
  }
  const loaded = async (code: string, kind: string): Promise<void> => {
    const { version } = await cold.waybill(code);
    expect((await cold.post(`/api/tms/waybill/${kind}/load`, { waybillCode: code, version })).code).toBe(200);
  };
  const settings = async (set: object): Promise<void> => {
    const { mayEdit: _, ...known } = (await cold.post('/api/tms/tripSettings/detail')).data;
    expect((await cold.post('/api/tms/tripSettings/update', { ...known, autoDepart: true, ...set })).code).toBe(200);
  };

  it('到达即完成: reaching the site ends the leg with what was loaded, and takes the goods in there', async () => {
    await settings({ autoArrive: 2 });
    const truck = await cold.truck();
    const orderCode = await cold.order();
    const code = (
      await cold.stow(truck, [orderCode], { waybillKind: 2, fromPlaceId: cold.qingpu, toPlaceId: cold.suzhou })
    ).data.waybillCode;
    await loaded(code, 'waybillStowage');
    await stays(code, truck, [
      [1, 40, 20],
      [2, 5, null],
    ]);
    expect(await cold.waybill(code)).toMatchObject({
      transportStatus: 3,
      arriveSource: 2,
      legs: [{ transportationStatus: 2, unloadPieces: 120 }],
      arrivals: [{ remark: '到达即完成，按装车件数自动核对' }],
    });
    const receipts = (await cold.post('/api/tms/receiptOrder/page', { code: orderCode })).data.list;
    expect(receipts).toMatchObject([{ receiveType: 3, receiptStatus: 3, receivePieces: 120 }]);
    const before = await cold.waybill(code);
    await stays(code, truck, []);
    expect(await cold.waybill(code)).toEqual(before);
    // it is still there: nobody said when it left, and its fence tells when it does
    expect(before.stops[1]).toMatchObject({ stopStatus: 2, leaveTime: null, leaveSource: null });
    await sql`update episode set end_time = now() - interval '1 minute', status = 1 where vehicle_id = ${truck} and end_time is null`.execute(
      cold.db,
    );
    await stays(code, truck, []);
    const [, left] = (await cold.waybill(code)).stops;
    expect(left).toMatchObject({ stopStatus: 2, leaveSource: 2 });
    expect(left.leaveTime > left.arriveTime).toBe(true);
  });

  it('a truck leaves without the order of which nothing was there; with nothing at all it only seems to have left', async () => {
    await settings({ autoArrive: 1, skipLoading: true });
    const counts = async (code: string, orderCode: string, pieces: number): Promise<void> => {
      const { version } = await cold.waybill(code);
      const count = { waybillCode: code, version, orderCode, pieces };
      expect((await cold.post('/api/tms/waybill/transportTask/countLoad', count)).code).toBe(200);
    };
    const truck = await cold.truck({ load_weight_t: 9, volume_m3: 50 });
    const [here, gone] = [await cold.order(), await cold.order()];
    const code = (await cold.stow(truck, [here, gone])).data.waybillCode;
    await counts(code, gone, 0);
    await stays(code, truck, [[1, 40, 20]]);
    expect(await cold.waybill(code)).toMatchObject({
      transportStatus: 2,
      totalPieces: 120,
      legs: [{ orderCode: here, loadPieces: 120 }],
      departures: [{ planPieces: 240, loadPieces: 120 }],
    });
    expect(await cold.orderOf(gone)).toMatchObject({ orderStatus: 1 });
    const { data: log } = await cold.post('/api/tms/log/page', { objType: 'customerOrder', objCode: gone });
    expect(log).toContainEqual(
      expect.objectContaining({ action: '移出运单', remark: `${code} 装车清点0件`, source: 2 }),
    );

    const other = await cold.truck();
    const empty = (await cold.stow(other, [gone])).data.waybillCode;
    await counts(empty, gone, 0);
    await stays(empty, other, [[1, 40, 20]]);
    const seen = await cold.waybill(empty);
    expect(seen).toMatchObject({ transportStatus: 1, legs: [{ loadPieces: 0, loadCounted: true }] });
    expect(seen.suspectDepartTime).not.toBeNull();

    // goods that changed vehicles on the road lie at no site where they could be stowed again: neither does their truck leave without them
    const [one, two] = [await cold.order(), await cold.order()];
    const before = (await cold.stow(await cold.truck({ load_weight_t: 9, volume_m3: 50 }), [one, two])).data
      .waybillCode;
    expect((await cold.depart(before)).code).toBe(200);
    const fresh = await cold.truck({ load_weight_t: 9, volume_m3: 50 });
    const reloaded = await cold.post('/api/tms/stowage/reload', {
      waybillCode: before,
      version: (await cold.waybill(before)).version,
      reason: 2,
      remark: '',
      place: { placeName: '沪宁高速', lng: 120.9, lat: 31.3 },
      reloadTime: inHours(0),
      legs: [one, two].map((orderCode) => ({ orderCode, pieces: 120, productTemp: -19 })),
      target: { vehicleId: fresh, planDepartTime: inHours(0.2) },
    });
    expect(reloaded.code, reloaded.msg).toBe(200);
    const next = reloaded.data.newWaybillCode as string;
    await counts(next, one, 0);
    await stays(next, fresh, [[1, 40, 20]]);
    const there = await cold.waybill(next);
    expect(there.transportStatus).toBe(1);
    expect(there.legs).toHaveLength(2);
    expect(there.suspectDepartTime).not.toBeNull();
    await settings({ autoArrive: 1, skipLoading: false });
  });

  it('a stop that is reached before its turn is noted as it was, and said to be out of order', async () => {
    await settings({ autoArrive: 1 });
    const truck = await cold.truck({ load_weight_t: 9, volume_m3: 50 });
    const near = await cold.order({ receiver: '一店', receiveLng: 121, receiveLat: 31.25 });
    const far = await cold.order({ receiver: '二店' });
    const code = (await cold.stow(truck, [near, far])).data.waybillCode;
    await loaded(code, 'transportTask');
    await stays(code, truck, [
      [1, 60, 28],
      [3, 15, 10],
    ]);
    const hints = async () => (await cold.post('/api/tms/tracking/waybillLive', { waybillCode: code })).data.stops;
    const [, second, third] = (await cold.waybill(code)).stops;
    expect([second.stopStatus, second.arriveTime]).toEqual([0, null]);
    expect(third).toMatchObject({ stopStatus: 1, arriveSource: 2 });
    expect((await hints()).map((stop: { outOfOrder: boolean }) => stop.outOfOrder)).toEqual([false, false, true]);
    await stays(code, truck, [[2, 4, null]]);
    expect((await cold.waybill(code)).stops[1]).toMatchObject({ stopStatus: 1, arriveSource: 2 });
    expect((await hints())[2].outOfOrder).toBe(true);
  });

  it('when a truck left a receiver its fence tells: revoking the signature takes it back, the next one gives it back', async () => {
    const truck = await cold.truck();
    const orderCode = await cold.order();
    const code = (await cold.stow(truck, [orderCode])).data.waybillCode;
    await loaded(code, 'transportTask');
    await stays(code, truck, [
      [1, 40, 28],
      [2, 20, 10],
    ]);
    const second = async () => (await cold.waybill(code)).stops[1];
    const told = await second();
    expect(told).toMatchObject({ stopStatus: 1, arriveSource: 2, leaveSource: 2 });
    const fence = { arriveTime: told.arriveTime, leaveTime: told.leaveTime, arriveSource: 2, leaveSource: 2 };
    const sign = () => cold.post('/api/tms/customerOrder/sign', { orderCode, signer: '王店长', signPieces: 120 });
    expect(await sign()).toMatchObject({ code: 200 });
    expect(await second()).toMatchObject({ stopStatus: 2, ...fence });
    expect(await cold.post('/api/tms/customerOrder/revokeSign', { orderCode, reason: '签错' })).toMatchObject({
      code: 200,
    });
    const here = { stopStatus: 1, ...fence, leaveTime: null, leaveSource: null };
    expect(await second()).toMatchObject(here);
    // nor does the fence, whose stay is over, leave it while goods are to be handed over there
    await stays(code, truck, []);
    expect(await second()).toMatchObject(here);
    expect(await sign()).toMatchObject({ code: 200 });
    expect(await second()).toMatchObject({ stopStatus: 2, ...fence });
  });

  it('a departure that a person enters says nothing of when the truck came to load: its fence does', async () => {
    const truck = await cold.truck();
    const code = (await cold.stow(truck, [await cold.order()])).data.waybillCode;
    await loaded(code, 'transportTask');
    const departTime = inHours(-0.5);
    expect(await cold.depart(code, { departTime })).toMatchObject({ code: 200 });
    const first = async () => (await cold.waybill(code)).stops[0];
    const left = { stopStatus: 2, leaveTime: departTime, leaveSource: 1 };
    expect(await first()).toMatchObject({ ...left, arriveTime: null, arriveSource: null, late: 'onTime' });
    await stays(code, truck, [[1, 60, 28]]);
    expect(await first()).toMatchObject({ ...left, arriveSource: 2 });
    expect((await first()).arriveTime < inHours(-0.9)).toBe(true);
    expect(await cold.waybill(code)).toMatchObject({ departSource: 1, actualDepartTime: departTime });
  });
});

describe('a terminal that has logged in and has no fix yet when its truck leaves', () => {
  const mileage = (code: string) =>
    cold.db
      .selectFrom('waybill')
      .select(['depart_mileage_m as depart', 'arrive_mileage_m as arrive'])
      .where('waybill_code', '=', code)
      .executeTakeFirstOrThrow();
  const forget = (code: string) =>
    cold.db.updateTable('waybill').set({ depart_mileage_m: null }).where('waybill_code', '=', code).execute();
  let orderCode: string;
  let code: string;
  let truck: { id: string; terminal: Terminal };
  afterAll(() => truck.terminal.end());

  it('has told no total: the trip learns it from the first fix, once nothing of the truck waits to be computed again', async () => {
    const phone = '13700000991';
    const device = await cold.db
      .insertInto('device')
      .values({ client_id: cold.clientId, terminal_no: phone, phone_key: phone, item_profile: 'gps51' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await cold.truck();
    await sql`insert into device_binding (client_id, device_id, vehicle_id, during) values (${cold.clientId}, ${device.id}, ${id}, '(,)')`.execute(
      cold.db,
    );
    truck = { id, terminal: await Terminal.connect(gateway.port, phone) };
    clock = Date.now();
    truck.terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: '' });
    truck.terminal.say(msgId.location, shanghai(clock - 10 * minuteMs, { statusBits: 1 }));
    await truck.terminal.heard(2);
    await kit.settle();
    const { rows } = await sql<{
      fix: Date | null;
    }>`select fix_time as fix from device_state where vehicle_id = ${id}`.execute(cold.db);
    expect(rows).toEqual([{ fix: null }]);
    orderCode = await cold.order();
    code = (await cold.stow(id, [orderCode])).data.waybillCode;
    expect(await cold.depart(code, { departTime: inHours(-0.1) })).toMatchObject({ code: 200 });
    expect(await mileage(code)).toEqual({ depart: null, arrive: null });
    truck.terminal.say(
      msgId.location,
      shanghai(clock - minuteMs, { statusBits: 3, items: encodeGps51Items({ odometerM: 88_000_000 }) }),
    );
    await truck.terminal.heard(3);
    await kit.settle();
    // as what comes late would mark it
    await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
      values (${id}, (now() at time zone 'Asia/Shanghai')::date, ${cold.clientId}, now()) on conflict do nothing`.execute(
      cold.db,
    );
    await watch.tick();
    expect((await mileage(code)).depart).toBeNull();
    await kit.recompute();
    await watch.tick();
    expect((await mileage(code)).depart).toBe('88000000');
  });

  it('a trip whose total cannot be right keeps none from the others', async () => {
    const other = await cold.truck();
    const total = (vehicle: string, metres: string) =>
      sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream, total_mileage_m)
        values (${vehicle}, ${cold.clientId}, ${vehicle}, now(), now(), 121, 31, '{}', '{}', ${metres}::bigint)
        on conflict (vehicle_id) do update set total_mileage_m = excluded.total_mileage_m`.execute(cold.db);
    await total(other, '5000');
    const later = (await cold.stow(other, [await cold.order()])).data.waybillCode;
    expect(await cold.depart(later, { departTime: inHours(-0.1) })).toMatchObject({ code: 200 });
    // a departure has the day computed again
    await kit.recompute();
    await forget(code);
    await forget(later);
    // more than fits its column once it is a number of JavaScript's
    await total(truck.id, '9223372036854775807');
    await watch.tick();
    expect([(await mileage(code)).depart, (await mileage(later)).depart]).toEqual([null, '5000']);
    await total(truck.id, '88000000');
  });

  it('a day that never computes does not keep it from learning; once it computes, what was learned is corrected', async () => {
    const setTotal = (metres: number) =>
      sql`update device_state set total_mileage_m = ${metres} where vehicle_id = ${truck.id}`.execute(cold.db);
    await kit.recompute();
    await sql`insert into dirty_day (vehicle_id, day, client_id, due_at, attempts)
      values (${truck.id}, (now() at time zone 'Asia/Shanghai')::date, ${cold.clientId}, now() + interval '1 day', 3)`.execute(
      cold.db,
    );
    await watch.tick();
    expect((await mileage(code)).depart).toBe('88000000');
    // 5 km of before the departure come late: the total has them, and so has the one at the departure, once the day is computed
    await setTotal(88_005_000);
    await watch.tick();
    expect((await mileage(code)).depart).toBe('88000000');
    await sql`delete from dirty_day where vehicle_id = ${truck.id}`.execute(cold.db);
    // the day is computed, and the total does not have its new sum yet
    const past = { until: '2026-01-01', m: 5000, odometerM: null };
    await sql`insert into facts_state (vehicle_id, client_id, past_until, past_m) values (${truck.id}, ${cold.clientId}, ${past.until}, ${past.m})
      on conflict (vehicle_id) do update set past_until = excluded.past_until, past_m = excluded.past_m, first_odometer_m = null`.execute(
      cold.db,
    );
    await watch.tick();
    expect((await mileage(code)).depart).toBe('88000000');
    await sql`update device_state set stream = stream || ${JSON.stringify({ past })}::jsonb where vehicle_id = ${truck.id}`.execute(
      cold.db,
    );
    await watch.tick();
    expect((await mileage(code)).depart).toBe('88005000');
    await sql`update facts_state set past_until = null, past_m = 0 where vehicle_id = ${truck.id}`.execute(cold.db);
    // nothing waits any more
    await setTotal(88_000_000);
    await watch.tick();
    expect((await mileage(code)).depart).toBe('88005000');
    await forget(code);
  });

  it('a trip that is over before it has learned the total learns it then', async () => {
    const signed = { orderCode, signer: '李店长', signPieces: 120, rejectPieces: 0 };
    expect(await cold.post('/api/tms/customerOrder/sign', signed)).toMatchObject({ code: 200 });
    expect(await mileage(code)).toEqual({ depart: null, arrive: '88000000' });
    // a day that was computed since moved the total by 2 km: both ends are reckoned with it
    await kit.recompute();
    await sql`update facts_state set recomputes = recomputes + 1 where vehicle_id = ${truck.id}`.execute(cold.db);
    await sql`update device_state set total_mileage_m = 88002000 where vehicle_id = ${truck.id}`.execute(cold.db);
    await watch.tick();
    expect(await mileage(code)).toEqual({ depart: '88002000', arrive: '88002000' });
    // late points move both ends of a trip that is over
    const day = sql`(now() at time zone 'Asia/Shanghai')::date`;
    await sql`insert into dirty_day (vehicle_id, day, client_id, due_at) values (${truck.id}, ${day}, ${cold.clientId}, now())
      on conflict do nothing`.execute(cold.db);
    await watch.tick();
    await sql`delete from dirty_day where vehicle_id = ${truck.id}`.execute(cold.db);
    await sql`update device_state set total_mileage_m = 88005000 where vehicle_id = ${truck.id}`.execute(cold.db);
    await watch.tick();
    expect(await mileage(code)).toEqual({ depart: '88005000', arrive: '88005000' });
  });

  it('a day that is marked and computed between two rounds moves the mileages too', async () => {
    await watch.tick();
    await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
      values (${truck.id}, (now() at time zone 'Asia/Shanghai')::date, ${cold.clientId}, now()) on conflict do nothing`.execute(
      cold.db,
    );
    await kit.recompute();
    await sql`update device_state set total_mileage_m = 88009000 where vehicle_id = ${truck.id}`.execute(cold.db);
    await watch.tick();
    expect(await mileage(code)).toEqual({ depart: '88009000', arrive: '88009000' });
  });

  it('a total that never gets what came late keeps none waiting for more than two hours; once it does, it is reckoned again', async () => {
    const due = async () =>
      (
        await cold.db
          .selectFrom('waybill')
          .select('mileage_due')
          .where('waybill_code', '=', code)
          .executeTakeFirstOrThrow()
      ).mileage_due;
    const total = (metres: number) =>
      sql`update device_state set total_mileage_m = ${metres} where vehicle_id = ${truck.id}`.execute(cold.db);
    await sql`update facts_state set past_until = '2026-01-01', past_m = 7000, recomputes = recomputes + 1 where vehicle_id = ${truck.id}`.execute(
      cold.db,
    );
    await total(88_011_000);
    await watch.tick();
    expect([(await mileage(code)).depart, await due()]).toEqual(['88009000', true]);
    await sql`update waybill set mileage_due_at = now() - interval '121 minutes' where waybill_code = ${code}`.execute(
      cold.db,
    );
    await watch.tick();
    expect([(await mileage(code)).depart, await due()]).toEqual(['88011000', true]);
    await sql`update facts_state set past_until = null, past_m = 0 where vehicle_id = ${truck.id}`.execute(cold.db);
    await total(88_012_000);
    await watch.tick();
    expect([(await mileage(code)).depart, await due()]).toEqual(['88012000', false]);
  });
});
