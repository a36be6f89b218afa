import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { factsKit } from '../../../../test/facts-kit';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { makeVehicle, report } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';
import { degreesNorth } from '../../../kernel/fixture';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
type Answer = { code: number; msg: string; data: { list: Row[]; values: Row; lanes: Row[] } & Row };

const minuteMs = 60_000;
const zone = 'Asia/Shanghai';
/** yesterday, at a whole hour: a table can be reckoned with for 31 days */
const base = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 24 * 3_600_000;
const at = (minute: number): number => base + minute * minuteMs;
const wire = (minute: number): string => wireTime(at(minute), zone);
const range = { startTime: wire(-60), endTime: wire(600) };

/** A vehicle that stands, drives 60 km from minute 60 to 120 and stands again; `fuel` says what its terminal reports at a minute. */
async function fuelled(name: string, fuel: (minute: number) => number[]) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  await sql`update vehicle set tank_capacity_l = 300, oil_count = 1 where id = ${vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  const kit = await factsKit(app.database);
  const sent = Array.from({ length: 241 }, (_, m) => {
    const drives = m > 60 && m <= 120;
    return kit.send(
      report(vehicle, at(m), {
        lat: 31.2304 + degreesNorth(Math.min(60, Math.max(0, m - 60)) * 1000),
        speedKmh: drives ? 60 : 0,
        acc: drives,
        odometerM: 1_000_000 + Math.min(60, Math.max(0, m - 60)) * 1000,
        receiveTime: at(m),
        channels: { fuelL: fuel(m) },
      }),
    );
  });
  await Promise.all(sent);
  await kit.settle();
  const post = async (path: string, input: object) => (await app.post(`/api/report/${path}`, input, token)) as Answer;
  const rows = async (more: object = {}) => (await post('refuel/page', { ...range, ...more })).data.list;
  return { token, vehicle, kit, post, rows };
}

/** K17: 62.0 L before, 171.5 L after; burnt to 100 L on the way, and filled again from minute 150. */
const twice = (m: number): number[] => {
  const filled = 62 + 109.5 * Math.min(1, Math.max(0, (m - 20) / 12));
  const burnt = 18 * Math.min(1, Math.max(0, (m - 60) / 60));
  return [filled - burnt + 80 * Math.min(1, Math.max(0, (m - 150) / 10))];
};

test('加油记录: what was found stands beside its bill, 40 L more than detected is 异常, and the interval has a consumption', async () => {
  const { kit, vehicle, post, rows, token } = await fuelled('加油公司', twice);
  const [second = {}, first = {}] = await rows();
  expect(first).toMatchObject({
    tanks: '1',
    beforeL: 62,
    afterL: 171.5,
    litres: 109.5,
    state: 'pending',
    source: '自动识别',
    sure: 'high',
    odometerKm: 1000,
    sinceKm: null,
    billL: null,
  });
  // 171.5 - 153.5 L over 60 km
  expect(second).toMatchObject({ beforeL: 153.5, afterL: 233.5, litres: 80, usedL: 18 });
  expect(Number(second.sinceKm)).toBeCloseTo(60, 0);
  expect(Number(second.per100)).toBeCloseTo(30, 0);

  const bill = {
    vehicleId: vehicle.vehicleId,
    fuelTime: wire(40),
    litres: 149.5,
    amountYuan: 1090,
    station: '望亭站',
    billNo: 'A1',
  };
  const added = await post('refuel/bill', bill);
  expect(added).toMatchObject({ code: 200 });
  const { id } = added.data;
  expect((await rows()).at(-1)).toMatchObject({
    state: 'odd',
    source: '自动识别、手工',
    billL: 149.5,
    diffL: 40,
    diffPercent: 36.5,
    amountYuan: 1090,
    priceYuan: 7.29,
    station: '望亭站',
    over: ['diffL', 'diffPercent'],
    billIds: [id],
  });
  expect(await rows({ onlyOdd: true })).toHaveLength(1);
  expect(await rows({ sources: ['card'] })).toEqual([]);
  expect(await rows({ minL: 100 })).toHaveLength(1);
  expect((await post('refuel/totals', range)).data.values).toMatchObject({
    litres: 189.5,
    billL: 149.5,
    amountYuan: 1090,
  });

  // somebody else's change is not written over, a bill's number is there once, and the future is not yet paid for
  const changed = { ...bill, id, litres: 112 };
  expect((await post('refuel/billUpdate', { ...changed, version: 1 })).code).toBe(200);
  expect(await post('refuel/billUpdate', { ...changed, version: 1 })).toMatchObject(changedByOther);
  expect((await rows()).at(-1)).toMatchObject({ state: 'ok', diffL: 2.5 });
  expect(await post('refuel/bill', bill)).toMatchObject({ code: 4000, data: { errors: [{ field: 'billNo' }] } });
  expect(await post('refuel/add', { ...bill, billNo: '', fuelTime: wire(3 * 1440) })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'fuelTime', msg: '加油时间不能晚于当前时间' }] },
  });

  // a bill without a refuelling is a row of its own; a recompute leaves bills where they are
  expect((await post('refuel/add', { ...bill, billNo: null, fuelTime: wire(-50), litres: 50 })).code).toBe(200);
  expect((await rows()).at(-1)).toMatchObject({
    state: 'odd',
    source: '手工',
    litres: null,
    billL: 50,
    diffL: 50,
    sure: 'none',
  });
  await sql`insert into dirty_day (vehicle_id, day, client_id, due_at) values (${vehicle.vehicleId}, ${wire(0).slice(0, 10)}, ${vehicle.clientId}, now())
    on conflict (vehicle_id, day) do update set due_at = now()`.execute(app.database.systemDb);
  await kit.recompute();
  expect(await rows()).toMatchObject([{ litres: 80 }, { billIds: [id], state: 'ok' }, { source: '手工' }]);

  const mark = (invalid: boolean) => post('refuel/invalid', { ids: second.episodeIds, invalid, remark: '坡道停车' });
  expect((await mark(true)).code).toBe(200);
  expect(await mark(true)).toMatchObject(changedByOther);
  expect((await rows())[0]).toMatchObject({ state: 'invalid', litres: null, remark: '坡道停车' });
  expect((await mark(false)).code).toBe(200);
  const { token: stranger } = await app.company('别家加油公司');
  const foreign = { ids: second.episodeIds, invalid: true, remark: '坡道停车' };
  expect((await app.post('/api/report/refuel/invalid', foreign, stranger)).code).toBe(4004);
  expect((await app.post('/api/report/refuel/bills', { ids: [id] }, stranger)).data).toEqual([]);
  const curve = await post('refuel/curve', { ...range, vehicleIds: [vehicle.vehicleId] });
  expect(curve.data.lanes).toMatchObject([{ unit: 'L' }, { unit: 'km/h' }]);
  expect(await post('refuel/billDel', { id, version: 1 })).toMatchObject(changedByOther);
  expect((await post('refuel/billDel', { id, version: 2 })).code).toBe(200);
  await importBills(vehicle, token, rows);
  await kit.stop();
});

/** 导入油卡账单: matched by plate and 60 minutes, and refused for a vehicle without a sensor. */
async function importBills(
  vehicle: { clientId: string; vehicleId: string },
  token: string,
  rows: () => Promise<Row[]>,
) {
  const db = app.database.systemDb;
  const { plate_no: plate } = await db
    .selectFrom('vehicle')
    .select('plate_no')
    .where('id', '=', vehicle.vehicleId)
    .executeTakeFirstOrThrow();
  const bare = '沪A00001';
  await db.insertInto('vehicle').values({ client_id: vehicle.clientId, plate_no: bare }).execute();
  const headings = ['票据号', '车牌号', '加油时间', '加油量(L)', '金额(元)'];
  const send = async (lines: Array<Array<string | number>>) =>
    uploadSheet(app, '/api/report/refuel/import', await sheetOf(headings, lines), token);
  expect(await send([['K2', bare, wire(40), 100, 700]])).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'file' }, { msg: '未安装油量传感器' }] },
  });
  expect(await send([['K1', plate, wire(215), 81, 600]])).toMatchObject({ code: 200, data: { added: 1 } });
  expect((await rows())[0]).toMatchObject({ source: '自动识别、油卡', billL: 81, state: 'ok' });
}

const table = [
  { raw: 100, litres: 0 },
  { raw: 300, litres: 60 },
  { raw: 600, litres: 180 },
  { raw: 900, litres: 260 },
];

test('油量标定: a new table is a version, and the days since it holds are found anew', async () => {
  // raw 300 → 60 L, 750 → 220 L (K17)
  const { kit, vehicle, post, rows } = await fuelled('标定公司', (m) => [m < 20 ? 300 : 750]);
  const { vehicleId } = vehicle;
  expect(await rows()).toMatchObject([{ beforeL: 300, afterL: 750, litres: 450 }]);
  expect((await post('oilCalibration/get', { vehicleId })).data).toMatchObject({
    sensors: 1,
    tanks: [],
    raw: [750],
    capacityL: 300,
  });

  const wish = {
    vehicleId,
    tank: 1,
    version: 0,
    effectiveFrom: wire(-60),
    recalc: true,
    capacityL: 300,
    shape: 1,
    rangeMin: null,
    rangeMax: null,
    points: table,
  };
  const save = (more: object) => post('oilCalibration/save', { ...wish, ...more });
  const falling = [...table.slice(0, 2), { raw: 290, litres: 70 }];
  expect(await save({ points: falling })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'points.2.raw', msg: '标定点必须递增' }] },
  });
  expect((await save({ points: table.slice(0, 2) })).msg).toContain('标定点至少3个');
  expect((await save({ capacityL: 200 })).data).toMatchObject({ errors: [{ field: 'points.3.litres' }] });
  expect((await save({ effectiveFrom: wire(3 * 1440) })).data).toMatchObject({ errors: [{ field: 'effectiveFrom' }] });
  const saved = (await save({})).data;
  expect(saved).toMatchObject({ version: 1 });
  expect(Number(saved.days)).toBeGreaterThanOrEqual(2);
  expect(await save({})).toMatchObject(changedByOther);
  await kit.recompute();
  expect(await rows()).toMatchObject([{ beforeL: 60, afterL: 220, litres: 160 }]);

  // a version cannot begin before the one that holds; one at the same moment takes its place
  expect((await save({ version: 1, effectiveFrom: wire(-120) })).data).toMatchObject({
    errors: [{ field: 'effectiveFrom' }],
  });
  expect((await save({ version: 1, recalc: false, effectiveFrom: wire(130), remark: '换传感器' })).data).toMatchObject({
    version: 2,
    days: 0,
  });
  expect((await post('oilCalibration/history', { vehicleId })).data).toMatchObject([
    { tank: 1, startTime: wire(130), endTime: null, points: 4, remark: '换传感器' },
    { tank: 1, startTime: wire(-60), endTime: wire(130) },
  ]);

  const twin = await makeVehicle(app.database, '标定公司');
  await sql`update vehicle set oil_count = 1 where id = ${twin.vehicleId}`.execute(app.database.systemDb);
  const bare = await makeVehicle(app.database, '标定公司');
  expect(
    (await post('oilCalibration/copy', { vehicleId, ids: [twin.vehicleId, bare.vehicleId, vehicleId] })).data,
  ).toMatchObject([{ ok: false, msg: '就是要复制的车辆' }, { ok: true }, { ok: false, msg: '未安装油量传感器' }]);
  expect((await post('oilCalibration/get', { vehicleId: twin.vehicleId })).data).toMatchObject({
    tanks: [{ points: table, version: 1 }],
  });
  expect((await post('oilCalibration/get', { vehicleId: bare.vehicleId })).msg).toContain('未安装油量传感器');
  const { token: stranger } = await app.company('别家标定公司');
  expect((await app.post('/api/report/oilCalibration/save', { ...wish, version: 2 }, stranger)).code).toBe(4004);
  await kit.stop();
});
