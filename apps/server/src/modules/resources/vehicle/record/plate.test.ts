import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { wireTime } from '../../../../core/http/answer/wire-time';

let app: TestApp;
let a: FleetFixture;
const api = '/api/base/manage/vehicle';
const hourMs = 3_600_000;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '换牌物流');
});
afterAll(() => app.close());

const wire = (hoursAgo: number): string => wireTime(Date.now() - hoursAgo * hourMs, 'Asia/Shanghai');

/** A vehicle that is in the register for `days`. */
async function register(plateNo: string, days = 30): Promise<string> {
  const id = await a.addVehicle(plateNo);
  await sql`update vehicle_period set since = now() - make_interval(days => ${days}) where vehicle_id = ${id}`.execute(
    app.database.systemDb,
  );
  return id;
}

/** Gives a vehicle another plate through its form. */
async function replate(id: string, plateNo: string, plateSince?: string | null) {
  const { data } = await a.post(`${api}/detail`, { id });
  return a.post(`${api}/update`, { ...data, plateNo, plateSince });
}

const platesOf = async (id: string) =>
  ((await a.post(`${api}/periods`, { id })).data as Array<Record<string, string | null>>)
    .filter(({ kind }) => kind === 'plate')
    .map(({ name, startTime, endTime }) => [name, startTime, endTime]);

const faultsOf = async (answer: ReturnType<typeof replate>) => (await answer).data?.errors;

it('a new plate holds from the moment that is given: periods and history say so', async () => {
  const id = await register('沪R00001');
  const since = wire(48);
  expect(await replate(id, '沪R00002', since)).toMatchObject({ code: 200 });
  const [now, before] = await platesOf(id);
  expect([now, before?.[0], before?.[2]]).toEqual([['沪R00002', since, null], '沪R00001', since]);
  const { changes } = (await a.post(`${api}/changeHis`, { id })).data.list[0];
  expect(changes).toEqual([
    { field: 'plateNo', label: '车牌号', before: '沪R00001', after: '沪R00002' },
    { field: 'plateSince', label: '车牌生效时间', before: '', after: since },
  ]);
});

it('without a moment it holds from now on', async () => {
  const id = await register('沪R00011');
  expect(await replate(id, '沪R00012', null)).toMatchObject({ code: 200 });
  const [now, before] = await platesOf(id);
  expect(now?.[1]).toBe(before?.[2]);
  expect(Date.now() - Date.parse(`${now?.[1]?.replace(' ', 'T')}+08:00`)).toBeLessThan(60_000);
});

it('refuses moments to come, those before the present plate began, those in which another truck carried it, and one without a change', async () => {
  const id = await register('沪R00021', 10);
  expect(await faultsOf(replate(id, '沪R00022', wire(-2)))).toEqual([
    { field: 'plateSince', msg: '车牌生效时间不能晚于当前时间' },
  ]);
  const [present] = await platesOf(id);
  expect(await faultsOf(replate(id, '沪R00022', wire(11 * 24)))).toEqual([
    { field: 'plateSince', msg: `车牌生效时间须晚于现车牌沪R00021的开始时间${present?.[1]}` },
  ]);
  expect(await faultsOf(replate(id, '沪R00021', wire(2)))).toEqual([
    { field: 'plateSince', msg: '车牌号没有更改，不用填写车牌生效时间' },
  ]);
  expect(await faultsOf(replate(id, '沪R00022', '2026-02-30 10:00:00'))).toMatchObject([{ field: 'plateSince' }]);
  // another truck carried the plate until yesterday
  const other = await register('沪R00023');
  await replate(other, '沪R00024', wire(24));
  const [, old] = await platesOf(other);
  expect(await faultsOf(replate(id, '沪R00023', wire(48)))).toEqual([
    {
      field: 'plateSince',
      msg: `${old?.[1]} 至 ${old?.[2]} 沪R00023是另一辆车（现车牌沪R00024）的车牌，生效时间不能早于${old?.[2]}`,
    },
  ]);
  // nothing of that was written
  expect(await platesOf(id)).toEqual([present]);
  expect(await replate(id, '沪R00023', wire(24))).toMatchObject({ code: 200 });
  // a truck that was deleted carried its plate until then
  const gone = await register('沪R00025');
  await a.post(`${api}/del`, { ids: [gone] });
  const late = await register('沪R00026');
  expect((await faultsOf(replate(late, '沪R00025', wire(3))))?.[0].msg).toContain('沪R00025是一辆已删除的车的车牌');
});

it('reports name the plate of their moment, and an old plate finds them', async () => {
  const id = await register('沪R00031');
  const db = app.database.systemDb;
  const day = (hoursAgo: number): string => wire(hoursAgo).slice(0, 10);
  for (const hours of [72, 1])
    await sql`insert into episode (client_id, vehicle_id, kind, alarm, level, status, start_time, confirmed_at, end_time)
      values (${a.clientId}, ${id}, 'speedAlarm', true, 2, 1, now() - make_interval(hours => ${hours}), now() - make_interval(hours => ${hours}),
        now() - make_interval(hours => ${hours}) + interval '1 minute')`.execute(db);
  await replate(id, '沪R00032', wire(24));
  const alarms = (await a.post('/api/alarm/record/page', { page: 1, size: 15, keyword: '沪R0003' })).data.list;
  expect(alarms.map((row: { plateNo: string }) => row.plateNo)).toEqual(['沪R00032', '沪R00031']);
  expect((await a.post('/api/alarm/record/page', { page: 1, size: 15, keyword: '沪R00031' })).data.total).toBe(2);
  const daily = async (from: number, to: number) =>
    (
      await a.post('/api/report/dailyDrivingSummary/page', {
        metric: 'mileage',
        keyword: '沪R00031',
        startTime: `${day(from)} 00:00:00`,
        endTime: `${day(to)} 23:59:59`,
        page: 1,
        size: 15,
      })
    ).data.list.map((row: { plateNo: string }) => row.plateNo);
  expect([await daily(96, 72), await daily(72, 0)]).toEqual([['沪R00031'], ['沪R00032']]);
  const track = async (from: number, to: number) =>
    (await a.post('/api/gis/track/query', { vehicleId: id, startTime: wire(from), endTime: wire(to) })).data.vehicle
      .plateNo;
  expect([await track(72, 70), await track(30, 0)]).toEqual(['沪R00031', '沪R00032']);
});
