import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsKit } from '../../../../test/facts-kit';
import { makeVehicle, report } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { degreesNorth } from '../../../kernel/fixture';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
type Answer = { code: number; msg: string; data: { list: Row[]; values: Row; stat: Row[]; lanes: Row[] } & Row };
const day = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };
const at = (minute: number): number => Date.UTC(2026, 2, 1, 0, 0) + minute * 60_000;

/** K17: a parked vehicle loses 38 L (90 → 52) between 08:30 and 08:40 of a tank of 300 L, stands, and drives 20 km. */
async function robbed(name: string) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  await sql`update vehicle set tank_capacity_l = 300 where id = ${vehicle.vehicleId}`.execute(app.database.systemDb);
  const kit = await factsKit(app.database);
  const sent = Array.from({ length: 121 }, (_, m) => {
    const drives = m > 80 && m <= 100;
    const litres = m <= 30 ? 90 : m >= 40 ? 52 : 90 - (m - 30) * 3.8;
    return kit.send(
      report(vehicle, at(m), {
        lat: 31.2304 + degreesNorth(m <= 80 ? 0 : Math.min(20, m - 80) * 1000),
        speedKmh: drives ? 60 : 0,
        acc: m > 80,
        receiveTime: at(m),
        channels: { fuelL: [litres] },
      }),
    );
  });
  await Promise.all(sent);
  await kit.settle();
  await kit.stop();
  const ask = async (path: string, more: object = {}) =>
    (await app.post(`/api/report/${path}`, { ...day, ...more }, token)) as Answer;
  return { vehicle, ask, token };
}

test('异常油量: a theft of K17 is a row that is handled once; 油量动态 reckons with it', async () => {
  const { vehicle, ask, token } = await robbed('偷油公司');
  const other = await robbed('别家偷油公司');
  const [row = {}] = (await ask('abnormalOil/page')).data.list;
  expect(row).toMatchObject({
    kind: 'fuelDrop',
    tank: '油箱1',
    beforeL: 90,
    afterL: 52,
    litres: 38,
    acc: 'off',
    speed: 0,
    level: 2,
    place: 'outside',
    handleStatus: 0,
  });
  expect((await ask('abnormalOil/page', { minL: 40 })).data.list).toEqual([]);
  expect((await ask('abnormalOil/page', { kinds: ['fuelWaste', 'fuelSensor'] })).data.list).toEqual([]);
  const asked = { vehicleIds: [vehicle.vehicleId], startTime: '2026-03-01 08:00:00', endTime: '2026-03-01 10:00:00' };
  const { stat } = (await ask('oilDynamics/totals', asked)).data;
  // 90 - 52 + 0 - 38: nothing was burnt; 20 km of the trajectory
  expect(stat).toMatchObject([{ startL: 90, endL: 52, refuelL: 0, lostL: 38, usedL: 0, per100: 0 }]);
  expect(Number(stat[0]?.km)).toBeCloseTo(20, 0);
  const handle = (who: string, remark: string) =>
    app.post('/api/report/abnormalOil/handle', { ids: [String(row.id)], handleStatus: 3, remark }, who);
  expect((await handle(other.token, '坡道停车')).code).toBe(4004);
  expect(await handle(token, '坡')).toMatchObject({ code: 4000, data: { errors: [{ field: 'remark' }] } });
  expect((await handle(token, '坡道停车')).code).toBe(200);
  // what somebody has decided is not written over unseen
  expect(await handle(token, '确认被盗')).toMatchObject({ code: 4009, msg: '所选的异常中有已处理的，请刷新后重试' });
  expect((await ask('abnormalOil/page', { handled: '3' })).data.list).toMatchObject([
    { handleStatus: 3, handleRemark: '坡道停车' },
  ]);
  expect((await ask('abnormalOil/page', { handled: '0' })).data.list).toEqual([]);

  const rows = (await ask('oilDynamics/page', { ...asked, size: 100, smooth: false })).data.list;
  expect(rows).toHaveLength(12);
  expect(rows[2]).toMatchObject({ startTime: '2026-03-01 08:30:00', oil1: 90, total: 90, percent: 30, acc: 'off' });
  expect(rows.at(-1)).toMatchObject({ oil1: 52, acc: 'on' });
  // what was judged to be none is no loss any more: it was burnt
  expect((await ask('oilDynamics/totals', asked)).data.stat).toMatchObject([{ lostL: 0, usedL: 38 }]);
  expect((await ask('oilDynamics/curve', asked)).data.lanes).toMatchObject([{ unit: 'L' }, { unit: 'km/h' }]);
});

test('a vehicle without a fuel sensor is told so', async () => {
  const name = '无油感公司';
  const { token } = await app.company(name);
  const { vehicleId } = await makeVehicle(app.database, name);
  const answer = (await app.post('/api/report/oilDynamics/page', { ...day, vehicleIds: [vehicleId] }, token)) as Answer;
  expect(answer.msg).toContain('未安装油量传感器');
});
