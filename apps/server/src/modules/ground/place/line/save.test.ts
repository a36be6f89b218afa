import type { Output } from '@tongda/contract/core/endpoint';
import type { lineFromTrack } from '@tongda/contract/ground/place/track-line';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { append, storedAt } from '../../../../../test/point-kit';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';

/** A drive with a silence of an hour and two long stands. */
type Line = Output<typeof lineFromTrack>;
type Stop = Line['stops'][number];
const api = '/api/base/manage/region';
let app: TestApp;
let a: FleetFixture;

afterAll(() => app.close());

const metre = 1 / (111_194.93 * Math.cos((31 * Math.PI) / 180));
const minute = 60_000;
let data: Line;
let track: Record<string, string>;
const save = (name: string, drawn: number[][], sites: object[] = []) =>
  a.post('/api/base/manage/line/add', {
    kind: 'line',
    placeType: 11,
    name,
    shape: { kind: 'line', points: drawn, halfWidthM: 200 },
    track,
    sites,
  });
const stands = (): [Stop, Stop] => {
  const [first, second] = data.stops;
  if (!first || !second) throw new Error('two stands were driven');
  return [first, second];
};
const gapOf = () => {
  const [gap] = data.gaps;
  if (!gap) throw new Error('a silence was driven');
  return gap;
};
const site = ({ lng, lat, address, name }: Stop, as = name) => ({ lng, lat, address, name: as });

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '轨迹线路甲');
  const deviceId = a.deviceIds[1] ?? '';
  const vehicleId = await a.addVehicle('沪L00002', { deviceId });
  const from = Math.floor(Date.now() / minute) * minute - 6 * 60 * minute;
  const who = { vehicleId, deviceId, clientId: a.clientId };
  let [t, eastM] = [from, 0];
  const points: ReturnType<typeof storedAt>[] = [];
  const put = (lat = 32, speedKmh = 60): void => {
    points.push(storedAt(who, t, { lng: 121 + eastM * metre, lat, speedKmh, flags: speedKmh > 0 ? 3 : 2 }));
  };
  const run = (): void => {
    for (let i = 0; i < 20; i++) {
      put();
      t += 30_000;
      eastM += 500;
    }
  };
  // every 30 s; the receiver wanders by some metres while it stands
  const stand = (minutes: number): void => {
    for (const end = t + minutes * minute; t < end; t += 30_000) put(32 + (t % minute === 0 ? 0 : 0.00008), 0);
  };
  run();
  stand(20);
  run();
  // an hour and 30 km later
  t += 60 * minute;
  eastM += 30_000;
  run();
  stand(30);
  put();
  await append(app.database, points);
  track = {
    vehicleId,
    startTime: wireTime(from, 'Asia/Shanghai'),
    endTime: wireTime(t + minute, 'Asia/Shanghai'),
  };
  data = (await a.post('/api/base/manage/line/fromTrack', track)).data;
});

it('has its stands as points, and proposes them as sites with free names', () => {
  expect(data.gaps).toHaveLength(1);
  expect(gapOf().km).toBe(30.2);
  expect(data.stops.map((s) => s.minutes)).toEqual([20, 31]);
  const [first, second] = stands();
  expect(first.placeName).toBe('');
  expect(first.name).toMatch(/停靠点$/u);
  expect(second.name).not.toBe(first.name);
  for (const { lng, lat } of data.stops) expect(data.points.some(([x, y]) => x === lng && y === lat)).toBe(true);
});

it('is refused while the silence is a straight leg, and makes nothing then', async () => {
  const refused = await save('没画完的线路', data.points, [site(stands()[0])]);
  expect(refused.data.errors[0].field).toBe('shape');
  expect(refused.msg).toMatch(
    /^轨迹在 .* 至 .*（30\.2km）无数据，线路在此为直线，请在地图上拖动线段中点，画出实际走向后再保存$/u,
  );
  const { total } = (await a.post(`${api}/page`, { keyword: stands()[0].name })).data;
  expect(total).toBe(0);
});

it('is saved with its sites once the silence was drawn; the next drive is told that they exist', async () => {
  const { from, to } = gapOf();
  const at = data.points.findIndex(([x, y]) => x === to[0] && y === to[1]);
  const drawn: number[][] = [...data.points];
  drawn.splice(at, 0, [(from[0] + to[0]) / 2, 32.05]);
  const [first, second] = stands();
  const twice = await save('同名站点', drawn, [site(first, '新站'), site(second, '新站')]);
  expect(twice.data.errors).toEqual([{ field: 'sites', msg: '站点“新站”已存在，请改名' }]);
  const near = await save('挨着的站点', drawn, [site(first), { ...site(first, '旁边'), lng: first.lng + 300 * metre }]);
  expect(near.msg).toMatch(/^新站点“旁边”与新站点“.*停靠点”重叠，请只保留一个$/u);

  const saved = await save('带站点的线路', drawn, [site(first, '途中卸货点')]);
  expect(saved).toMatchObject({ code: 200 });
  expect((await a.post(`${api}/detail`, { id: saved.data.siteIds[0] })).data).toMatchObject({
    name: '途中卸货点',
    kind: 'site',
    source: 3,
    radiusM: 200,
  });

  const again = (await a.post('/api/base/manage/line/fromTrack', track)).data;
  expect(again.stops.map((s: { placeName: string }) => s.placeName)).toEqual(['途中卸货点', '']);
  const overlap = await save('又一条线路', drawn, [site(first, '另一个名称')]);
  expect(overlap.data.errors).toEqual([
    { field: 'sites', msg: '新站点“另一个名称”与站点“途中卸货点”重叠，请去掉它，直接使用该站点' },
  ]);
});

it('is nobody else’s to make a line of', async () => {
  const b = await fleetFixture(app, '线路测试乙');
  expect(
    (
      await b.post('/api/base/manage/line/add', {
        ...{ kind: 'line', placeType: 11, name: '别家的线路' },
        shape: { kind: 'line', points: data.points, halfWidthM: 200 },
        track,
      })
    ).code,
  ).toBe(4004);
});
