import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';

const api = '/api/base/manage/routePlan';
const phone = '/api/tms/driverApp';
let app: TestApp;
let a: FleetFixture;
let places: string[];
let vehicleId: string;
let token: string;
const departTime = `${wireTime(Date.now() + 86_400_000, 'Asia/Shanghai').slice(0, 10)} 08:00:00`;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '司机规划甲');
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
  places = [await site('总仓', 121), await site('近店', 121.1)];
  vehicleId = await a.addVehicle('沪B71001', { driverId: a.driverId });
});
afterAll(() => app.close());

const add = async (planName: string, more: Record<string, unknown> = {}): Promise<string> => {
  const stops = places.map((placeId) => ({ placeId, stayMin: 20 }));
  const answer = await a.post(`${api}/add`, { planName, planType: 2, departTime, vehicleId, stops, ...more });
  expect(answer).toMatchObject({ code: 200 });
  return String(answer.data.id);
};
const send = (id: string, version: number) => a.post(`${api}/send`, { id, version, ways: ['driver'] });
const onPhone = async () => (await app.post(`${phone}/tasks`, {}, token)).data.plans;
const row = async (keyword: string) => (await a.post(`${api}/page`, { keyword })).data.list[0];

it('need a driver with an account to go to a phone', async () => {
  const nobody = await a.addVehicle('沪B71002');
  const alone = await add('没有司机', { vehicleId: nobody });
  expect((await send(alone, 1)).msg).toBe('沪B71002 没有主驾司机，不能下发到司机端，请先绑定司机');
  const id = await add('没有账号');
  expect((await send(id, 1)).msg).toBe('司机“周立群”没有关联登录账号，看不到司机端，请先在司机详情中关联');
  const user = await a.user({});
  ({ token } = user);
  expect(await a.post('/api/base/manage/driver/account', { id: a.driverId, userId: user.userId })).toMatchObject({
    code: 200,
  });
  expect(await onPhone()).toEqual([]);
});

it('are on the phone of the driver that they were sent to, and whoever sent them sees when he looked', async () => {
  const id = await add('早班', { returnToStart: true, remark: '走北门' });
  // without a terminal there is nothing else to send it to
  expect((await send(id, 1)).data).toEqual({ version: 2, texts: 0, line: false, driver: '周立群' });
  const [plan] = await onPhone();
  expect(plan).toMatchObject({
    id,
    planName: '早班',
    plateNo: '沪B71001',
    status: 1,
    remark: '走北门',
    readTime: null,
    stops: [{ name: '总仓' }, { name: '近店', stayMin: 20, arriveTime: departTime.replace('08:00', '08:17') }],
    backTime: departTime.replace('08:00', '08:54'),
  });
  expect(await row('早班')).toMatchObject({ status: 1, driverSentTime: plan.sentTime, driverReadTime: null });

  const read = (more: object = {}) =>
    app.post(`${phone}/planRead`, { id, sentTime: plan.sentTime, agoMs: 0, ...more }, token);
  expect((await read({ sentTime: '2026-01-01 08:00:00' })).data).toEqual({ readTime: null });
  // clocks of phones may be wrong: not before it was sent
  const { readTime } = (await read({ agoMs: 86_400_000 })).data;
  expect(readTime).toBe(plan.sentTime);
  expect((await read()).data).toEqual({ readTime });
  expect(await row('早班')).toMatchObject({ driverReadTime: readTime });
  expect((await a.post(`${api}/detail`, { id })).data).toMatchObject({
    phoneDriver: '周立群',
    driverReadTime: readTime,
  });
  const [line] = (await a.post(`${api}/changeHis`, { id })).data.list;
  expect(line).toMatchObject({ action: '司机查看', changes: [{ after: `周立群 ${readTime}` }] });

  // sent again, it has not been looked at
  expect((await send(id, 2)).data.version).toBe(3);
  expect(await row('早班')).toMatchObject({ driverReadTime: null });
  expect(await a.post(`${api}/cancel`, { ids: [id] })).toMatchObject({ code: 200 });
  expect((await onPhone())[0]).toMatchObject({ id, status: 4 });
});

it('are nobody else’s to look at', async () => {
  const id = await add('别人的');
  await send(id, 1);
  const read = { id, sentTime: departTime, agoMs: 0 };
  expect((await a.post(`${phone}/planRead`, read)).code).toBe(4003);
  const other = await a.user({});
  await a.post('/api/base/manage/driver/account', { id: a.coDriverId, userId: other.userId });
  expect((await app.post(`${phone}/planRead`, read, other.token)).code).toBe(4004);
  expect((await app.post(`${phone}/tasks`, {}, other.token)).data.plans).toEqual([]);
});
