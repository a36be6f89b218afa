import { instructionSending } from '@tongda/contract/resources/device/enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { append, storedAt } from '../../../../test/point-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { writtenCommands } from '../../../../test/written-commands';
import { wireTime } from '../../../core/http/answer/wire-time';
import { readTrack } from '../../watch/track/repo';
import { followPlans } from './follow';
import { planTexts } from './text';

const api = '/api/base/manage/routePlan';
let app: TestApp;
let a: FleetFixture;
let places: string[];
let vehicle: string;
const hourMs = 3_600_000;
const wire = (t: number) => wireTime(t, 'Asia/Shanghai');
/** tomorrow at eight */
const departTime = `${wireTime(Date.now() + 86_400_000, 'Asia/Shanghai').slice(0, 10)} 08:00:00`;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '规划甲');
  const site = async (name: string, lng: number) =>
    String(
      (
        await a.post('/api/base/manage/region/add', {
          kind: 'site',
          placeType: 2,
          name,
          shape: { kind: 'circle', lng, lat: 31, radiusM: 300 },
        })
      ).data.id,
    );
  places = [await site('总仓', 121), await site('近店', 121.1), await site('中店', 121.2), await site('远店', 121.3)];
  vehicle = await a.addVehicle('沪B70001');
});
afterAll(() => app.close());

const stops = (order: number[], more: Record<number, object> = {}) =>
  order.map((i) => ({ placeId: places[i], stayMin: 20, ...more[i] }));
const plan = (planName: string, more: Record<string, unknown> = {}) => ({
  planName,
  planType: 2,
  departTime,
  vehicleId: vehicle,
  stops: stops([0, 3, 1, 2]),
  ...more,
});
const add = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await a.post(`${api}/add`, plan(name, more));
  expect(answer).toMatchObject({ code: 200 });
  return String(answer.data.id);
};

describe('calculation', () => {
  it('says times of the order given and of the best one, and keeps nothing', async () => {
    const { data } = await a.post(`${api}/calc`, { ...plan('x'), optimise: true });
    expect(data.given.stops.map((s: { name: string }) => s.name)).toEqual(['总仓', '远店', '近店', '中店']);
    expect(data.best.stops.map((s: { name: string }) => s.name)).toEqual(['总仓', '近店', '中店', '远店']);
    expect(data.best).toMatchObject({ mileageKm: 37.2, durationMin: 91, lateMin: 0, back: null });
    expect(data.best.stops[1]).toMatchObject({ arriveTime: departTime.replace('08:00', '08:17'), waitMin: 0 });
    expect((await a.post(`${api}/page`)).data.total).toBe(0);
  });

  it('is late where it is late', async () => {
    const late = { 2: { windowFrom: '08:00', windowTo: '08:30' } };
    const { data } = await a.post(`${api}/calc`, { ...plan('x'), stops: stops([0, 3, 1, 2], late), optimise: true });
    expect(data.given.lateMin).toBeGreaterThan(60);
    expect(data.best.stops[1]).toMatchObject({ name: '中店', lateMin: 3 });
  });
});

describe('plans', () => {
  it('have no strategy to show where no engine answers, until one has', async () => {
    expect((await a.post(`${api}/strategies`)).data).toEqual({ shown: false });
    const id = await add('旧策略', { strategy: 'shortest' });
    expect((await a.post(`${api}/strategies`)).data).toEqual({ shown: true });
    await a.post(`${api}/del`, { ids: [id] });
  });

  it('are numbered, timed and listed', async () => {
    const id = await add('华东早班', { returnToStart: true });
    const [row] = (await a.post(`${api}/page`, { keyword: '早班' })).data.list;
    expect(row).toMatchObject({
      id,
      planNo: expect.stringMatching(/^GH\d{6}\d{3}$/u),
      plateNo: '沪B70001',
      startName: '总仓',
      endName: '总仓',
      stopCount: 4,
      planMileage: 99.2,
      status: 0,
      lateCount: 0,
    });
    const detail = (await a.post(`${api}/detail`, { id })).data;
    expect(detail.schedule.back).toMatchObject({ distanceKm: 24.8, driveMin: 33 });
    expect(detail.schedule.stops.map((s: { name: string }) => s.name)).toEqual(['总仓', '远店', '近店', '中店']);
    expect((await a.post(`${api}/page`, { plateNo: 'b7000', startTime: departTime })).data.total).toBe(1);
    expect((await a.post(`${api}/page`, { endTime: '2020-01-01 00:00:00' })).data.total).toBe(0);
  });

  it('keep windows through saving and say what changed; the second of two is told', async () => {
    const window = { 1: { windowFrom: '09:00', windowTo: '10:30' } };
    const id = await add('时间窗', { stops: stops([0, 1], window) });
    const before = (await a.post(`${api}/detail`, { id })).data;
    expect(before.schedule.stops[1]).toMatchObject({ windowFrom: '09:00', windowTo: '10:30', waitMin: 43 });
    const next = { ...plan('时间窗'), id, version: 1, stops: stops([0, 2]) };
    expect(await a.post(`${api}/update`, next)).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await a.post(`${api}/update`, next)).toMatchObject(changedByOther);
    const [line] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(line.changes).toEqual([
      {
        field: 'stops',
        label: '途经点',
        before: '总仓(停20分) → 近店(停20分 09:00-10:30)',
        after: '总仓(停20分) → 中店(停20分)',
      },
    ]);
  });

  it('stop at points that are no sites, and are followed there by what the vehicle stood near', async () => {
    const db = app.database.systemDb;
    const truck = await a.addVehicle('沪B70005');
    const point = { name: '上海市浦东新区(距区中心2公里北)', lng: 121.05, lat: 31, stayMin: 10 };
    const id = await add('散点', { vehicleId: truck, stops: [...stops([0]), point, { ...point, lng: 121.15 }] });
    const row = async () => (await a.post(`${api}/page`, { keyword: '散点' })).data.list[0];
    expect(await row()).toMatchObject({ startName: '总仓', endName: point.name, planMileage: 18.6 });
    const { schedule } = (await a.post(`${api}/detail`, { id })).data;
    expect(schedule.stops[1]).toMatchObject({ placeId: null, name: point.name, lng: 121.05, lat: 31 });
    const next = { ...plan('散点', { vehicleId: truck, stops: [...stops([0]), point] }), id, version: 1 };
    expect(await a.post(`${api}/update`, next)).toMatchObject({ code: 200 });
    const [{ changes }] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(changes[0].after).toBe(`总仓(停20分) → ${point.name}(停10分)`);
    const named = { id, version: 2, routeCode: 'GH-P', routeName: '散点', routeType: 3 };
    expect((await a.post(`${api}/toRoute`, named)).msg).toContain(
      '的第2个途经点“上海市浦东新区(距区中心2公里北)”不是站点',
    );

    const departAt = Date.now() - hourMs;
    await sql`update route_plan_stop s set arrive_at = s.arrive_at + x.by, leave_at = s.leave_at + x.by
      from (select to_timestamp(${departAt / 1000}) - depart_at as by from route_plan where id = ${id}) x where s.plan_id = ${id}`.execute(
      db,
    );
    await sql`update route_plan set status = 1, depart_at = to_timestamp(${departAt / 1000}) where id = ${id}`.execute(
      db,
    );
    const follow = () =>
      followPlans(db, (vehicleId, from, to) => readTrack(db, { vehicleId, from, to, neighbours: true }));
    const stay = (minute: number, lat: number) =>
      sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, lng, lat, start_time, end_time, confirmed_at, status)
        values (${a.clientId}, ${truck}, 'stay', false, '', 121.05, ${lat}, ${new Date(departAt + minute * 60_000)},
          ${new Date(departAt + (minute + 8) * 60_000)}, now(), 1)`.execute(db);
    // 440 m from it is not there, 220 m is
    await stay(5, 31.004);
    await follow();
    expect(await row()).toMatchObject({ status: 1 });
    await stay(15, 31.002);
    await follow();
    expect(await row()).toMatchObject({ status: 3, finishTime: wire(departAt + 15 * 60_000) });
  });

  it('become routes, once', async () => {
    const id = await add('转线路', { returnToStart: true });
    const named = { id, version: 1, routeCode: 'GH-1', routeName: '转来的', routeType: 3 };
    const { data } = await a.post(`${api}/toRoute`, named);
    const route = (await a.post('/api/base/manage/route/detail', { id: data.id })).data;
    expect(route).toMatchObject({ routeCode: 'GH-1', stopCount: 5, planMileage: 99.2, departTimes: ['08:00'] });
    expect(route.stops.at(-1)).toMatchObject({ name: '总仓', distanceKm: 24.8 });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ status: 0, routeName: '转来的', version: 2 });
    expect((await a.post(`${api}/toRoute`, { ...named, version: 2 })).msg).toBe('线路规划“转线路”已转为线路“转来的”');
  });

  it('go to the terminal as texts, show what became of them, and are called off there too', async () => {
    const queue = writtenCommands(app);
    await queue.begin();
    const heard = () => queue.heard();
    const id = await add('下发', { returnToStart: true });
    const send = async (version: number) => a.post(`${api}/send`, { id, version });
    expect((await send(1)).data.errors).toEqual([{ field: 'vehicleIds', msg: '沪B70001没有绑定终端' }]);
    const truck = await a.addVehicle('沪B70002', { deviceId: a.deviceIds[1] });
    await a.post(`${api}/update`, { ...plan('下发', { vehicleId: truck, returnToStart: true }), id, version: 1 });
    expect(await send(1)).toMatchObject(changedByOther);
    expect(await send(2)).toMatchObject({ data: { version: 3, texts: 1 } });
    const { planNo } = (await a.post(`${api}/detail`, { id })).data;
    const [first] = await heard();
    const text = first?.command.kind === 'text' ? first.command.text : '';
    expect(text).toMatch(
      new RegExp(
        `^线路规划${planNo}：\\d\\d-\\d\\d 08:00从总仓出发。1.远店 08:50到，停20分；2.近店 .*最后\\d\\d:\\d\\d返回总仓。$`,
        'u',
      ),
    );
    const row = async () => (await a.post(`${api}/page`, { keyword: planNo })).data.list[0];
    expect(await row()).toMatchObject({ status: 1, sendStatus: 5 });
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ sendStatus: 5, writes: [{ status: 5 }] });
    await queue.tell('done');
    expect(await row()).toMatchObject({ sendStatus: 2, sentTime: expect.any(String) });
    expect(await a.post(`${api}/update`, { ...plan('x'), id, version: 3 })).toMatchObject({ code: 4010 });
    expect((await a.post(`${api}/del`, { ids: [id] })).msg).toBe('线路规划“下发”已下发给司机，请先作废再删除');
    expect(await a.post(`${api}/cancel`, { ids: [id] })).toMatchObject({ code: 200 });
    expect((await heard())[1]?.command).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('作废，请勿执行'),
    });
    expect(await send(4)).toMatchObject({ code: 4010, msg: '线路规划“下发”已作废，不能下发' });
  });

  it('go to the terminal as a line that it watches while the plan runs, when they have a way', async () => {
    const queue = writtenCommands(app);
    await queue.begin();
    const heard = () => queue.heard();
    const truck = await a.addVehicle('沪B70004', { deviceId: a.deviceIds[0] });
    const send = (id: string, ways: unknown) => a.post(`${api}/send`, { id, version: 1, ways });
    const straight = await add('直线', { vehicleId: truck });
    expect((await send(straight, ['line'])).msg).toBe(
      '线路规划“直线”的里程是估算的，没有可写入终端的线路；请在规划中选择电子线路，或只下发文本',
    );
    expect((await send(straight, [])).data.errors).toEqual([{ field: 'ways', msg: '请选择下发方式' }]);
    const points = [
      [120.9, 31],
      [121.4, 31],
    ];
    const shape = { kind: 'line', points, halfWidthM: 60 };
    const road = { kind: 'line', placeType: 11, name: '下发大道', shape };
    const { data: line } = await a.post('/api/base/manage/region/add', road);
    const id = await add('走大道', { vehicleId: truck, lineId: line.id, stops: stops([0, 1, 2]) });
    expect((await send(id, ['text', 'line'])).data).toEqual({ version: 2, texts: 1, line: true, driver: '' });
    const { planNo, writes } = (await a.post(`${api}/detail`, { id })).data;
    expect(writes).toMatchObject([
      { content: 'places', summary: `规划线路 ${planNo}`, status: 5 },
      { content: 'text', status: 5 },
    ]);
    const departAt = Date.parse(`${departTime.replace(' ', 'T')}+08:00`);
    const lineId = 0x8000_0000 + Number(id);
    expect((await heard()).at(-1)?.command).toMatchObject({
      kind: 'areas',
      mode: 'append',
      circles: [],
      lines: [{ id: lineId, name: planNo, limitKmh: null, widthM: 120, period: { from: departAt - 2 * hourMs } }],
    });
    await queue.tell('unsupported');
    const after = (await a.post(`${api}/detail`, { id })).data;
    expect(after).toMatchObject({ sendStatus: 4, writes: [{ status: 4, answer: '终端不支持该指令' }, {}] });
    // the line is called off, the text has gone: what is missing shows
    const set = (commandId: string | undefined, state: number) =>
      app.database.systemDb
        .updateTable('device_command')
        .set({ state, cause: '' })
        .where('id', '=', commandId ?? '')
        .execute();
    const [sentText, sentLine] = await heard();
    await set(sentText?.commandId, instructionSending.done);
    await set(sentLine?.commandId, instructionSending.cancelled);
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ sendStatus: 8 });
    await a.post(`${api}/cancel`, { ids: [id] });
    expect((await heard()).at(-1)?.command).toMatchObject({ kind: 'areas', remove: { lines: [lineId] }, lines: [] });
    expect((await a.post('/api/base/manage/region/del', { ids: [line.id] })).code).toBe(200);
  });

  it('are told in as many texts as they need, a date only where the day changes', () => {
    const at = (i: number) => `2026-11-2${i < 40 ? 1 : 2} 0${i % 10}:00:00`;
    const stops = Array.from({ length: 60 }, (_, i) => ({ name: `门店${i}`, stayMin: 0, arriveTime: at(i) }));
    const texts = planTexts({ planNo: 'GH1', departTime: at(0), stops, back: null });
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.every((text) => text.length <= 200)).toBe(true);
    expect(texts[0]).toMatch(/^（1\/\d）线路规划GH1：11-21 00:00从门店0出发。1.门店1 01:00到；/u);
    expect(texts.join('').match(/11-22/gu)).toHaveLength(1);
  });

  it('follow what their vehicle does and are compared with it', async () => {
    const db = app.database.systemDb;
    const { data: line } = await a.post('/api/base/manage/region/add', {
      kind: 'line',
      placeType: 11,
      name: '东西大道',
      shape: {
        kind: 'line',
        points: [
          [120.9, 31],
          [121.4, 31],
        ],
        halfWidthM: 50,
      },
    });
    const truck = await a.addVehicle('沪B70003', { deviceId: a.deviceIds[2] });
    const id = await add('对比', { vehicleId: truck, lineId: line.id, stops: stops([0, 1, 2]) });
    // along the line: 9.5 km each, at 45 km/h
    expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({ lineName: '东西大道', planMileage: 19 });
    const compare = async () => (await a.post(`${api}/compare`, { id })).data;
    expect(await compare()).toMatchObject({ state: 'waiting', reason: '规划还是草稿，下发给车辆后才能对比' });
    // as if it had been sent and departed three hours ago
    const departAt = Math.floor(Date.now() / 60_000) * 60_000 - 3 * hourMs;
    await sql`update route_plan_stop s set arrive_at = s.arrive_at + x.by, leave_at = s.leave_at + x.by
      from (select to_timestamp(${departAt / 1000}) - depart_at as by from route_plan where id = ${id}) x where s.plan_id = ${id}`.execute(
      db,
    );
    await sql`update route_plan set status = 1, sent_at = now(), depart_at = to_timestamp(${departAt / 1000}) where id = ${id}`.execute(
      db,
    );
    const follow = () =>
      followPlans(db, (vehicleId, from, to) => readTrack(db, { vehicleId, from, to, neighbours: true }));
    const row = async () => (await a.post(`${api}/page`, { keyword: '对比' })).data.list[0];
    const visit = async (place: number, from: number, to: number | null): Promise<void> => {
      const at = (minutes: number) => new Date(departAt + minutes * 60_000);
      await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, place_id, start_time, end_time, confirmed_at, status)
        values (${a.clientId}, ${truck}, 'visit', false, ${`place:${places[place]} ${from}`}, ${places[place]}, ${at(from)},
          ${to === null ? null : at(to)}, now(), ${to === null ? 0 : 1})`.execute(db);
    };
    await visit(0, -60, null);
    await follow();
    expect(await row()).toMatchObject({ status: 1, actualMileage: null });
    expect((await compare()).reason).toBe('车辆还没有离开起点，也没有到达任何途经点');

    // 500 m each half minute along the line, four minutes of them 1.1 km north of it
    await sql`update episode set end_time = ${new Date(departAt + 60_000)}, status = 1 where vehicle_id = ${truck}`.execute(
      db,
    );
    const who = { vehicleId: truck, deviceId: a.deviceIds[2] ?? '', clientId: a.clientId };
    const points = Array.from({ length: 39 }, (_, i) =>
      storedAt(who, departAt + 60_000 + i * 30_000, {
        lng: 121 + (i * 0.2) / 38,
        lat: 31 + (i >= 26 && i < 34 ? 0.01 : 0),
        speedKmh: 60,
      }),
    );
    await append(app.database, points);
    await visit(1, 11, 30);
    await follow();
    expect(await row()).toMatchObject({ status: 2, deviationRate: null, startTime: wire(departAt + 60_000) });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ msg: '线路规划“对比”正在执行，请先作废再删除' });

    await visit(2, 50, 70);
    await follow();
    expect(await row()).toMatchObject({ status: 3, deviationCount: 1, version: 1 });
    const { actualMileage, deviationRate } = await row();
    expect(actualMileage).toBeGreaterThan(19.5);
    expect(deviationRate).toBeCloseTo((100 * (actualMileage - 19)) / 19, 0);
    const found = await compare();
    expect(found).toMatchObject({
      state: 'done',
      reason: '',
      actualKm: actualMileage,
      estimated: false,
      corridorM: 200,
    });
    expect(found.stops.map((s: { diffMin: number; result: string }) => [s.diffMin, s.result])).toEqual([
      [null, null],
      [-2, 'onTime'],
      [4, 'onTime'],
    ]);
    expect(found.deviations).toMatchObject([{ minutes: 4, maxM: 1112 }]);
    expect(found.planPath).toEqual([
      [121, 31],
      [121.2, 31],
    ]);
    expect(found.track[0].length).toBeGreaterThan(3);
    const [change] = (await a.post(`${api}/changeHis`, { id })).data.list;
    expect(change).toMatchObject({ userName: '系统', changes: [{ before: '执行中', after: '已完成' }] });
    const named = { id, version: 1, routeCode: 'GH-DONE', routeName: '跑过的', routeType: 3 };
    expect(await a.post(`${api}/toRoute`, named)).toMatchObject({ code: 200 });
    expect(await row()).toMatchObject({ status: 3, routeName: '跑过的' });
    const [route] = (await a.post('/api/base/manage/route/page', { keyword: 'GH-DONE' })).data.list;
    await a.post('/api/base/manage/route/delete', { id: route.id });
    expect((await a.post('/api/base/manage/region/del', { ids: [line.id] })).code).toBe(200);
  });

  it('are voided and deleted', async () => {
    const id = await add('作废');
    expect(await a.post(`${api}/cancel`, { ids: [id] })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/cancel`, { ids: [id] })).toMatchObject({ code: 4010 });
    expect(await a.post(`${api}/del`, { ids: [id] })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/detail`, { id })).toMatchObject({ code: 4004 });
  });

  const wrong: Array<readonly [field: string, more: () => Record<string, unknown>, msg: string]> = [
    ['stops', () => ({ stops: stops([0]) }), '至少2个途经点'],
    ['stops', () => ({ stops: stops([0, 0]) }), '相邻两个途经点不能是同一个站点'],
    ['departTime', () => ({ departTime: '2020-01-01 08:00:00' }), '计划发车须晚于现在'],
    ['vehicleId', () => ({ vehicleId: '999' }), '车辆不存在或无权查看'],
    ['stops.1.placeId', () => ({ stops: [{ placeId: places[0] }, {}] }), '请选择站点，或在地图上选点'],
    ['stops.1.name', () => ({ stops: [{ placeId: places[0] }, { lng: 121, lat: 31 }] }), '请填写所选位置的名称'],
    ['stops.1.lat', () => ({ stops: [...stops([0]), { name: '北', lng: 121, lat: 91 }] }), '纬度应在-90到90之间'],
    ['stops.1.placeId', () => ({ stops: [{ placeId: places[0] }, { placeId: '99' }] }), '第2个途经点不存在'],
    ['lineId', () => ({ lineId: places[0] }), '所选电子线路不存在'],
    ['stops.1.windowFrom', () => ({ stops: stops([0, 1], { 1: { windowFrom: '24:10' } }) }), '时间格式应为 HH:mm'],
  ];
  it.each(wrong)('refuse a wrong %s', async (field, more, msg) => {
    const answer = await a.post(`${api}/add`, { ...plan('错'), ...more() });
    expect(answer).toMatchObject({ code: 4000, msg });
    expect(answer.data.errors.map((e: { field: string }) => e.field)).toContain(field);
  });

  it('are another company’s secret', async () => {
    const b = await fleetFixture(app, '规划乙');
    const id = await add('秘密');
    expect((await b.post(`${api}/page`)).data.total).toBe(0);
    expect(await b.post(`${api}/detail`, { id })).toMatchObject({ code: 4004 });
    expect(await b.post(`${api}/calc`, plan('x'))).toMatchObject({ code: 4000, msg: '第1个途经点不存在' });
  });
});
