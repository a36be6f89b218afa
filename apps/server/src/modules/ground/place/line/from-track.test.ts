import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { append, storedAt } from '../../../../../test/point-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';

const api = '/api/base/manage/region';
let app: TestApp;
let a: FleetFixture;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '线路测试甲');
});
afterAll(() => app.close());

const points = [
  [121, 31],
  [121.4, 31],
];
/** 38.1 km eastwards */
const line = (name: string, more: Record<string, unknown> = {}) => ({
  kind: 'line',
  placeType: 11,
  name,
  shape: { kind: 'line', points, halfWidthM: 200 },
  ...more,
});
const piece = (fromKm: number, toKm: number, speedLimitKmh: number | null, more: object = {}) => ({
  fromKm,
  toKm,
  speedLimitKmh,
  atLeastMin: null,
  atMostMin: null,
  ...more,
});
const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;

describe('分段 of an electronic line', () => {
  it('are kept, written into the history in words, and belong to the line of their time', async () => {
    const segments = [piece(0, 12.5, 60), piece(20, 38.1, null, { atLeastMin: 10, atMostMin: 30 })];
    const { data } = await a.post(`${api}/add`, line('分段走廊', { speedLimitKmh: 80, segments }));
    expect((await detail(data.id)).segments).toEqual(segments);
    const edit = { ...line('分段走廊', { speedLimitKmh: 80, segments: [piece(0, 10, 50)] }), id: data.id, version: 1 };
    expect(await a.post(`${api}/update`, edit)).toMatchObject({ code: 200 });
    const { list } = (await a.post(`${api}/changeHis`, { id: data.id })).data;
    expect(list[0].changes).toEqual([
      {
        field: 'segments',
        label: '分段',
        before: '0–12.5km 限速60；20–38.1km 10–30分钟',
        after: '0–10km 限速50',
      },
    ]);
    const rows = await app.database.systemDb
      .selectFrom('place_shape')
      .select('segments')
      .where('place_id', '=', data.id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => (row.segments as unknown[]).length)).toEqual([2, 1]);
    // the ground is the same one
    expect((await detail(data.id)).versions).toEqual([]);
  });

  it.each([
    ['segments.1.fromKm', [piece(0, 10, 60), piece(9, 12, 50)], '起点不能小于上一段的终点'],
    ['segments.0.toKm', [piece(5, 5, 60)], '终点应大于起点'],
    ['segments.0.speedLimitKmh', [piece(0, 5, null)], '请填写限速或通过时间'],
    ['segments.0.speedLimitKmh', [piece(0, 5, 161)], '应在0~160km/h之间'],
    ['segments.0.atMostMin', [piece(0, 5, 60, { atLeastMin: 9, atMostMin: 8 })], '最长时间不能小于最短时间'],
    ['segments', [piece(0, 10, 60), piece(10, 40, 50)], '第2段的终点超出线路长度38.1km'],
  ])('refuse what is wrong at %s', async (field, segments, msg) => {
    const answer = await a.post(`${api}/add`, line('不会保存', { segments }));
    expect(answer).toMatchObject({ code: 4000, msg, data: { errors: [{ field }] } });
  });

  it('are nothing of areas', async () => {
    const shape = { kind: 'circle', lng: 121, lat: 31, radiusM: 500 };
    const site = { kind: 'site', placeType: 2, name: '没有分段的仓', shape, segments: [piece(0, 5, 60)] };
    const { data } = await a.post(`${api}/add`, site);
    expect((await detail(data.id)).segments).toEqual([]);
  });
});

describe('a line of a drive', () => {
  it('knows the speed of every kilometre; a part of it can be taken', async () => {
    const deviceId = a.deviceIds[0] ?? '';
    const vehicleId = await a.addVehicle('沪L00001', { deviceId });
    const from = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000;
    // 500 m each half minute: ten kilometres at 60, then ten at 88
    const drive = Array.from({ length: 41 }, (_, i) =>
      storedAt({ vehicleId, deviceId, clientId: a.clientId }, from + i * 30_000, {
        lng: 121 + (i * 500) / (111_194.93 * Math.cos((31 * Math.PI) / 180)),
        lat: 31,
        speedKmh: i <= 20 ? 60 : 88,
      }),
    );
    await append(app.database, drive);
    const wire = (t: number): string => wireTime(t, 'Asia/Shanghai');
    const ask = async (fromMs: number, toMs: number, more: object = {}) => {
      const times = { startTime: wire(fromMs), endTime: wire(toMs) };
      return a.post('/api/base/manage/line/fromTrack', { vehicleId, ...times, ...more });
    };
    const { data } = await ask(from, from + 3_600_000);
    expect(data).toMatchObject({ lengthKm: 20, sourcePoints: 41, gaps: [] });
    const speeds = data.segments.map((s: ReturnType<typeof piece>) => [s.fromKm, s.toKm, s.speedLimitKmh]);
    expect(speeds).toEqual([
      [0, 10, 60],
      [10, 20, 90],
    ]);
    const half = (await ask(from + 600_000, from + 3_600_000, { toleranceM: 100 })).data;
    expect(half).toMatchObject({ lengthKm: 10 });
    const track = { vehicleId, startTime: wire(from), endTime: wire(from + 3_600_000) };
    const kept = line('按公里限速', {
      shape: { kind: 'line', points: data.points, halfWidthM: 200 },
      segments: data.segments,
    });
    expect((await a.post(`${api}/add`, { ...kept, source: 5 })).data.errors[0].field).toBe('source');
    const saved = await a.post('/api/base/manage/line/add', { ...kept, track });
    expect(saved).toMatchObject({ code: 200, data: { siteIds: [] } });
    expect((await detail(saved.data.id)).source).toBe(5);
    expect((await ask(from, from + 60_000)).msg).toBe('该时段轨迹点过少(<20)，请换一个时段');
    expect((await ask(from, from - 1000)).data.errors[0]).toEqual({ field: 'endTime', msg: '结束时间应晚于开始时间' });
  });
});

describe('a line by planning', () => {
  it('is straight legs that say so while no engine is configured', async () => {
    const plan = (stops: unknown) => a.post('/api/base/manage/line/plan', { stops });
    const { data } = await plan([...points, [121.4, 31.2]]);
    expect(data).toMatchObject({
      estimated: true,
      note: '规划服务未配置，已按直线估算：请在地图上修正走向，或由轨迹生成',
      ways: [{ path: [...points, [121.4, 31.2]], strategies: [], limits: [] }],
    });
    // 38.1 and 22.2 km of bee line, times 1.3, at 45 km/h
    expect(data.ways[0].distanceKm).toBeCloseTo(78.5, 0);
    expect(data.ways[0].driveMin).toBe(105);
    expect((await plan([[121, 31]])).msg).toBe('请选择起点和终点');
    expect((await plan(Array.from({ length: 19 }, (_, i) => [121 + i / 100, 31]))).msg).toBe('途经点最多16个');
    const { id } = (await a.post(`${api}/add`, line('估算线路', { source: 7 }))).data;
    expect((await detail(id)).source).toBe(7);
    expect((await a.post(`${api}/page`, { source: 7 })).data.total).toBe(1);
  });
});
