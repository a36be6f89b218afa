import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';

const api = '/api/base/manage/routePlan';
let server: Server;
let app: TestApp;
let a: FleetFixture;
let places: string[];
let asked: string[] = [];
/** How the stand-in behaves: as a server with classes of road, without them, or not at all. */
let mood: 'classes' | 'plain' | 'lost' | 'silent' | 'broken' = 'classes';
const departTime = `${wireTime(Date.now() + 86_400_000, 'Asia/Shanghai').slice(0, 10)} 08:00:00`;

type Position = [number, number];
/** One way over the positions, `bend` degrees to the north of the straight one in the middle of each leg. */
function way(stops: Position[], km: number, minutes: number, bend: number) {
  const legs = stops.slice(1).map(() => ({
    distance: (km * 1000) / (stops.length - 1),
    duration: (minutes * 60) / (stops.length - 1),
    steps: [],
    summary: '',
    weight: 1,
  }));
  const coordinates = stops.flatMap(([lng, lat], i): Position[] => {
    const next = stops[i + 1];
    return next
      ? [
          [lng, lat],
          [(lng + next[0]) / 2, lat + bend],
        ]
      : [[lng, lat]];
  });
  const geometry = { type: 'LineString', coordinates };
  return { distance: km * 1000, duration: minutes * 60, weight: 1, weight_name: 'routability', geometry, legs };
}

/** Answers as OSRM's documentation shows them (services route and table, version 1). */
function answer(url: URL): { status: number; body: unknown } {
  const [, service, , , at = ''] = url.pathname.split('/');
  const stops = decodeURIComponent(at)
    .split(';')
    .map((pair) => pair.split(',').map(Number) as Position);
  const waypoints = stops.map((location) => ({ hint: 'x', distance: mood === 'lost' ? 6200 : 12, name: '', location }));
  if (service === 'table') {
    const km = stops.map(([x]) => stops.map(([y]) => Math.abs(x - y) * 100_000));
    const durations = km.map((row) => row.map((m) => m / 20));
    return { status: 200, body: { code: 'Ok', durations, distances: km, sources: waypoints, destinations: waypoints } };
  }
  const exclude = url.searchParams.get('exclude');
  if (exclude && (mood === 'plain' || exclude === 'motorway'))
    return { status: 400, body: { code: 'InvalidValue', message: 'Exclude flag combination is not supported.' } };
  const routes = exclude
    ? [way(stops, 26, 50, 0.05)]
    : [way(stops, 24, 20, 0), ...(url.searchParams.has('alternatives') ? [way(stops, 21, 28, 0.01)] : [])];
  return { status: 200, body: { code: 'Ok', routes, waypoints } };
}

beforeAll(async () => {
  server = createServer((req: IncomingMessage, res) => {
    asked.push(req.url ?? '');
    if (mood === 'silent') return;
    const { status, body } = answer(new URL(req.url ?? '/', 'http://osrm'));
    res.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    res.end(mood === 'broken' ? '<html>' : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  app = await testApp({ ROUTING_URL: `http://127.0.0.1:${port}/` });
  a = await fleetFixture(app, '道路甲');
  const region = async (body: object): Promise<string> =>
    String((await a.post('/api/base/manage/region/add', body)).data.id);
  const site = (name: string, lng: number) =>
    region({ kind: 'site', placeType: 2, name, shape: { kind: 'circle', lng, lat: 31, radiusM: 300 } });
  places = [await site('总仓', 121), await site('近店', 121.1), await site('远店', 121.2)];
  // on the straight way between the first two only
  const shape = { kind: 'circle', lng: 121.05, lat: 31, radiusM: 500 };
  await region({ kind: 'region', placeType: 12, name: '老城限行区', shape });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});
beforeEach(() => {
  asked = [];
  mood = 'classes';
});

const plan = (order: number[], more: Record<string, unknown> = {}) => ({
  planName: `道路${order.join('')}`,
  planType: 2,
  departTime,
  stops: order.map((i) => ({ placeId: places[i], stayMin: 20 })),
  ...more,
});
const calc = async (order: number[], more: Record<string, unknown> = {}) =>
  (await a.post(`${api}/calc`, plan(order, more))).data;
const ways = (data: { ways: Array<Record<string, unknown>> }) =>
  data.ways.map(({ strategies, distanceKm, driveMin, limits }) => [strategies, distanceKm, driveMin, limits]);

describe('ways by road', () => {
  it('are offered with what the engine’s answers prove of them', async () => {
    expect(ways(await calc([0, 1]))).toEqual([
      [['fastest'], 24, 20, ['老城限行区']],
      [['shortest', 'noLimit'], 21, 28, []],
      [['noToll', 'noLimit'], 26, 50, []],
    ]);
    expect(asked[0]).toContain(
      '/route/v1/driving/121.000000,31.000000;121.100000,31.000000?overview=full&geometries=geojson&alternatives=3',
    );
    mood = 'plain';
    expect(ways(await calc([0, 1])).map(([strategies]) => strategies)).toEqual([['fastest'], ['shortest', 'noLimit']]);
    // over more than two stops an engine knows one way
    expect(ways(await calc([0, 1, 2])).map(([strategies]) => strategies)).toEqual([['fastest']]);
  });

  it('time a plan, by the way that is chosen, and are kept with it', async () => {
    const { given, path } = await calc([0, 1]);
    expect(given.stops[1]).toMatchObject({ distanceKm: 24, driveMin: 20 });
    expect(path[0]).toEqual([121, 31]);
    const { data } = await a.post(`${api}/add`, plan([0, 1], { strategy: 'noToll' }));
    const kept = (await a.post(`${api}/detail`, { id: data.id })).data;
    expect(kept).toMatchObject({ planMileage: 26, strategy: 'noToll', estimated: false });
    expect(kept.path).toHaveLength(3);
    expect(data.note).toBe('');
    expect((await a.post(`${api}/page`, { keyword: '道路01' })).data.list[0]).toMatchObject({ strategy: 'noToll' });
    expect((await a.post(`${api}/strategies`)).data).toEqual({ shown: true });
    const home = plan([0, 1], { strategy: 'noToll', returnToStart: true, id: data.id, version: 1 });
    expect(await a.post(`${api}/update`, home)).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/detail`, { id: data.id })).data.schedule.back).toMatchObject({ distanceKm: 13 });
  });

  it('keep off the plan’s own 禁行区域 where one of them does, and say which goes through', async () => {
    const region = async (name: string, lat: number, radiusM: number): Promise<string> => {
      const shape = { kind: 'circle', lng: 121.05, lat, radiusM };
      const { data } = await a.post('/api/base/manage/region/add', { kind: 'region', placeType: 9, name, shape });
      return String(data.id);
    };
    // on the fastest way and on the shortest one, 1 km beside it
    const avoidIds = [await region('施工段', 31, 300), await region('学校', 31.01, 300)];
    const { ways: offered, crossed, given } = await calc([0, 1], { avoidIds, strategy: 'shortest' });
    expect(offered.map((way: { avoided: string[] }) => way.avoided)).toEqual([['施工段'], ['学校'], []]);
    expect(given.stops[1]).toMatchObject({ distanceKm: 26 });
    expect(crossed).toEqual({ limits: [], avoided: [] });
    const { data } = await a.post(`${api}/add`, plan([0, 1], { planName: '绕开', avoidIds, tollYuan: 35.5 }));
    expect((await a.post(`${api}/detail`, { id: data.id })).data).toMatchObject({
      planMileage: 26,
      tollYuan: 35.5,
      avoid: [{ name: '施工段' }, { name: '学校' }],
      crossed: { avoided: [] },
    });
    // all of them go through
    const wide = await region('全城', 31, 9000);
    expect(await calc([0, 1], { avoidIds: [wide] })).toMatchObject({
      given: { mileageKm: 24 },
      crossed: { limits: ['老城限行区'], avoided: ['全城'] },
    });
    // nobody takes an area away that a plan keeps off
    const refused = await a.post('/api/base/manage/region/del', { ids: [avoidIds[0]] });
    expect(refused.msg).toBe('“施工段”正被规划“绕开”使用，不能删除');
    expect((await a.post(`${api}/calc`, plan([0, 1], { avoidIds: [places[0]] }))).data.errors).toEqual([
      { field: 'avoidIds', msg: '所选禁行区域不存在，请重新选择' },
    ]);
    mood = 'broken';
    expect(await calc([0, 1], { avoidIds })).toMatchObject({
      path: null,
      crossed: { limits: ['老城限行区'], avoided: ['施工段'] },
    });
  });

  it('ask the vehicle which 限行区 keep it out: by its mass, its passes and the areas of its own', async () => {
    const shape = { kind: 'circle', lng: 121.15, lat: 31, radiusM: 500 };
    const heavyOnly = { kind: 'region', placeType: 12, name: '重车限行区', limitOverT: 10, shape };
    const { id: limitId } = (await a.post('/api/base/manage/region/add', heavyOnly)).data;
    const own = { ...heavyOnly, placeType: 9, name: '单车禁入', limitOverT: null };
    const { id: ownId } = (await a.post('/api/base/manage/region/add', own)).data;
    const vehicleId = await a.addVehicle('沪B72001');
    const limits = async () => (await calc([1, 2], { vehicleId })).ways[0].limits;
    const set = (values: object) =>
      app.database.systemDb.updateTable('vehicle').set(values).where('id', '=', vehicleId).execute();
    // nobody entered its mass
    expect(await limits()).toEqual(['重车限行区']);
    await set({ total_weight_t: 8 });
    expect(await limits()).toEqual([]);
    await set({ total_weight_t: 18 });
    expect(await limits()).toEqual(['重车限行区']);
    const pass = { vehicleId, passNo: 'T1', validFrom: null, validUntil: departTime.slice(0, 10) };
    expect(
      await a.post('/api/base/manage/region/setPasses', { id: limitId, version: 1, passes: [pass] }),
    ).toMatchObject({
      code: 200,
    });
    expect(await limits()).toEqual([]);
    await set({ limit_area_ids: [ownId] });
    expect(await limits()).toEqual(['单车禁入']);
  });

  it('put stops in the best order by the engine’s matrix', async () => {
    const { given, best } = await calc([0, 2, 1], { optimise: true });
    expect(best.stops.map((s: { name: string }) => s.name)).toEqual(['总仓', '近店', '远店']);
    expect([given.mileageKm, best.mileageKm]).toEqual([30, 20]);
    expect(asked.some((url) => url.startsWith('/table/v1/driving/'))).toBe(true);
  });

  it('give way to an electronic line, which asks nobody', async () => {
    const points = [
      [120.9, 31],
      [121.4, 31],
    ];
    const shape = { kind: 'line', points, halfWidthM: 100 };
    const road = { kind: 'line', placeType: 11, name: '不问路大道', shape };
    const { data } = await a.post('/api/base/manage/region/add', road);
    expect(await calc([0, 1], { lineId: data.id })).toMatchObject({ ways: [], note: '' });
    expect(asked).toEqual([]);
  });

  it('make a line', async () => {
    const stops = [
      [121, 31],
      [121.1, 31],
    ];
    const { data } = await a.post('/api/base/manage/line/plan', { stops });
    expect(data).toMatchObject({ estimated: false, note: '', ways: [{ distanceKm: 24 }, {}, {}] });
  });
});

describe('trouble', () => {
  it('falls back to straight legs and says why', async () => {
    mood = 'broken';
    expect(await calc([0, 1])).toMatchObject({ ways: [], path: null, note: '规划服务没有应答，已按直线估算' });
    const { data } = await a.post(`${api}/add`, plan([1, 2]));
    const said = '规划服务没有应答，已按直线估算';
    expect(data.note).toBe(said);
    const again = await a.post(`${api}/update`, { ...plan([1, 2]), id: data.id, version: 1 });
    expect(again.data).toEqual({ id: data.id, version: 2, note: said });
    expect((await a.post(`${api}/detail`, { id: data.id })).data).toMatchObject({ estimated: true, planMileage: 12.4 });
    const stops = [
      [121, 31],
      [121.1, 31],
    ];
    const line = (await a.post('/api/base/manage/line/plan', { stops })).data;
    expect(line).toMatchObject({ estimated: true, ways: [{ distanceKm: 12.4 }] });
    expect(line.note).toBe('规划服务没有应答，已按直线估算：请在地图上修正走向，或由轨迹生成');
  });

  it('does not wait for ever', async () => {
    mood = 'silent';
    const begun = Date.now();
    expect((await calc([0, 1])).note).toBe('规划服务没有应答，已按直线估算');
    expect(Date.now() - begun).toBeLessThan(9000);
  }, 15_000);

  it('names the stop that no road leads to', async () => {
    mood = 'lost';
    expect((await a.post(`${api}/calc`, plan([0, 1]))).data.errors).toEqual([
      {
        field: 'stops',
        msg: '规划失败：起终点距离道路过远（起点距最近的道路6.2公里，最多5公里）',
      },
    ]);
  });
});
