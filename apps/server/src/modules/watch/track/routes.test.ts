import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTruck, report, testStream } from '../../../../test/stream-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { wireTime } from '../../../core/http/answer/wire-time';
import { degreesNorth } from '../../../kernel/fixture';

let app: TestApp;
let own: { clientId: string; userId: string; token: string };
let other: { clientId: string; userId: string; token: string };
const sec = 1000;
const min = 60 * sec;
/** yesterday 10:00 in Shanghai, on the full second */
const t0 = Math.floor((Date.now() - 86_400_000) / 86_400_000) * 86_400_000 + 2 * 3_600_000;
const wire = (t: number) => wireTime(t, 'Asia/Shanghai');

interface Who {
  clientId: string;
  vehicleId: string;
  deviceId: string;
}
let truck: Who;
let foreign: Who;

const addTruck = async (clientId: string, plate: string): Promise<Who> => ({
  clientId,
  ...(await makeTruck(app.database, clientId, plate, '1.1')),
});

/** Twenty minutes standing with the door open for five, a quarter of an hour's drive with one jump, a tunnel, and a stop. */
async function driveOnce(who: Who): Promise<void> {
  const { send, stream } = await testStream(app.database);
  const points = [];
  for (let s = 0; s < 1200; s += 10) {
    const open = s >= 300 && s < 600;
    points.push(
      report(who, t0 + s * sec, {
        acc: s < 600,
        channels: { tempC: [-18 + (open ? 3 : 0), 85], doorOpen: [open, false] },
      }),
    );
  }
  for (let s = 1200; s < 2100; s += 10) {
    const jump = s === 1500;
    const place = { lat: jump ? 40 : 31.2304 + degreesNorth((s - 1200) * 20), speedKmh: 72, directionDeg: 0 };
    points.push(
      report(who, t0 + s * sec, {
        ...place,
        alarmBits: s >= 1800 ? 2 : 0,
        channels: { tempC: [-18], fuelL: [120 - (s - 1200) / 100] },
      }),
    );
  }
  // 20 minutes of silence over 20 km, then late points, then a stop
  for (let s = 3300; s <= 4200; s += 10)
    points.push(report(who, t0 + s * sec, { lat: 31.2304 + degreesNorth(38_000), acc: false, late: s < 3600 }));
  points.push(report(who, t0 + 4210 * sec, { located: false, lng: 0, lat: 0, acc: false }));
  await Promise.all(points.map(send));
  await stream.stop();
}

beforeAll(async () => {
  app = await testApp();
  own = await app.company('甲冷链', { primary: true });
  other = await app.company('乙物流', { primary: true });
  truck = await addTruck(own.clientId, '沪A10001');
  foreign = await addTruck(other.clientId, '沪B20002');
  await app.database.systemDb
    .insertInto('probe')
    .values([
      {
        client_id: own.clientId,
        vehicle_id: truck.vehicleId,
        kind: 'tem',
        channel: 1,
        name: '前',
        lower_limit: '-20',
        upper_limit: '-15',
      },
      { client_id: own.clientId, vehicle_id: truck.vehicleId, kind: 'door', channel: 1, name: '后门' },
    ])
    .execute();
  await driveOnce(truck);
});
afterAll(() => app.close());

const ask = (input: object, token = own.token) =>
  app.post(
    '/api/gis/track/query',
    { vehicleId: truck.vehicleId, startTime: wire(t0), endTime: wire(t0 + 4219 * sec), ...input },
    token,
  );

describe('trackQuery', () => {
  it('answers points in step, stops, trips, gaps, doors, alarms and figures of the kernel', async () => {
    const { code, data } = await ask({});
    expect(code).toBe(200);
    const n = data.points.t.length;
    for (const key of ['lng', 'lat', 'speedKmh', 'directionDeg', 'mileageM', 'flags', 'doors'])
      expect(data.points[key]).toHaveLength(n);
    expect(data.points.tempC[0]).toHaveLength(n);
    expect(data.points.tempC[1].every((v: number | null) => v === null)).toBe(true); // 85.0 is no reading
    expect(n).toBe(120 + 90 + 91 + 1 - 1); // the jump is gone
    expect(data.stat).toMatchObject({ pointCount: 302, droppedCount: 1, lateCount: 30, stopCount: 2, maxSpeedKmh: 72 });
    const { drivingSec, idleSec, parkedSec, noDataSec } = data.stat;
    expect(drivingSec + idleSec + parkedSec + noDataSec).toBe(4220);
    // 17.8 km driven and 20.2 km over the silence, times 1.1
    expect(data.stat.mileageM).toBeCloseTo(38_000 * 1.1, -2);
    expect(data.stat.gapMileageM).toBeCloseTo(20_200 * 1.1, -3);
    expect(data.stat.temps[0]).toMatchObject({ channel: 1, min: -18, max: -15 });
    expect(data.stat.fuelStartL).toBe(120);
    expect(data.stops.map((s: { startTime: number; endTime: number }) => [s.startTime - t0, s.endTime - t0])).toEqual([
      [0, 1200 * sec],
      [3300 * sec, 4220 * sec - 1],
    ]);
    expect(data.stops[0]).toMatchObject({ accOffSec: 600, idleSec: 600, open: false });
    expect(data.stops[0].address).toContain('上海市');
    expect(data.stops[1].open).toBe(true);
    expect(data.trips).toHaveLength(1);
    expect(data.gaps).toHaveLength(1);
    expect(data.gaps[0]).toMatchObject({
      startTime: t0 + 2090 * sec,
      endTime: t0 + 3300 * sec,
      reason: '终端离线，无数据上传',
    });
    expect(data.points.t[data.gaps[0].fromIndex]).toBe(t0 + 2090 * sec);
    expect(data.points.flags[data.gaps[0].fromIndex + 1] & 8).toBe(8);
    expect(data.doorEvents).toEqual([
      expect.objectContaining({
        door: 1,
        name: '后门',
        startTime: t0 + 300 * sec,
        endTime: t0 + 600 * sec,
        durationSec: 300,
      }),
    ]);
    expect(data.alarmEvents).toEqual([
      expect.objectContaining({
        ...{ bit: 1, name: '超速报警', startTime: t0 + 1800 * sec, endTime: t0 + 2090 * sec },
        ...{ source: 'terminal', handleStatus: null, value: '', address: expect.stringMatching(/./u) },
      }),
    ]);
    expect(data.probes).toHaveLength(2);
    expect(data.emptyReason).toBe('');
    expect(data.vehicle).toMatchObject({ plateNo: '沪A10001', timeZone: 'Asia/Shanghai' });
  });

  it('makes an answer anew as soon as anything that it is made of has changed', async () => {
    const { systemDb } = app.database;
    const before = await ask({});
    expect((await ask({})).data).toEqual(before.data);
    const setCoefficient = (value: string) =>
      systemDb.updateTable('vehicle').set({ mileage_coefficient: value }).where('id', '=', truck.vehicleId).execute();
    await setCoefficient('1.2');
    expect((await ask({})).data.stat.mileageM).toBeGreaterThan(1.05 * before.data.stat.mileageM);
    await setCoefficient('1.1');
    const door = systemDb.updateTable('probe').where('vehicle_id', '=', truck.vehicleId).where('kind', '=', 'door');
    await door.set({ name: '侧门' }).execute();
    expect((await ask({})).data.doorEvents[0].name).toBe('侧门');
    await door.set({ name: '后门' }).execute();
    expect((await ask({ parkingDuration: 30 })).data.stops).not.toEqual(before.data.stops);
    const setSpeed = (kmh: number) =>
      systemDb
        .updateTable('position')
        .set({ speed_kmh: kmh })
        .where('vehicle_id', '=', truck.vehicleId)
        .where('device_time', '=', new Date(t0 + 1400 * sec))
        .execute();
    await setSpeed(99);
    expect((await ask({})).data.stat.maxSpeedKmh).toBe(99);
    await setSpeed(72);
    expect((await ask({})).data).toEqual(before.data);
  });

  it('draws a point without a fix at the last place, and hides late ones when asked', async () => {
    const { data } = await ask({});
    const last = data.points.t.length - 1;
    expect(data.points.flags[last] & 2).toBe(0);
    expect(data.points.lat[last]).toBeCloseTo(31.2304 + degreesNorth(38_000), 5);
    const hidden = await ask({ showLate: false });
    expect(hidden.data.points.t).toHaveLength(data.points.t.length - 30);
    expect(hidden.data.stat).toEqual(data.stat);
  });

  it('a report at the first second after the range belongs to the next one', async () => {
    const count = async (input: object) => (await ask(input)).data.stat.pointCount as number;
    const [at, before] = [t0 + 1800 * sec, t0 + 1799 * sec];
    const { list } = (
      await app.post(
        '/api/gis/track/points',
        { vehicleId: truck.vehicleId, startTime: wire(at), endTime: wire(at), page: 1, size: 5 },
        own.token,
      )
    ).data;
    expect(list).toHaveLength(1);
    expect((await count({ endTime: wire(before) })) + (await count({ startTime: wire(at) }))).toBe(await count({}));
  });

  it('splits a day at its midnight, and the halves add up', async () => {
    const whole = await ask({});
    const middle = t0 + 1700 * sec;
    const first = await ask({ endTime: wire(middle - sec) });
    const second = await ask({ startTime: wire(middle) });
    expect(first.data.stat.mileageM + second.data.stat.mileageM).toBeCloseTo(whole.data.stat.mileageM, -1);
  });

  it('says why there is nothing', async () => {
    const early = await ask({ startTime: wire(t0 - 3 * 86_400_000), endTime: wire(t0 - 2 * 86_400_000 - sec) });
    expect(early.data.emptyReason).toBe('该时段终端离线，无轨迹数据');
    expect(early.data.stat.noDataSec).toBe(86_400);
    const late = await ask({ startTime: wire(Date.now() + 86_400_000), endTime: wire(Date.now() + 2 * 86_400_000) });
    expect(late.data.emptyReason).toBe('所选时间尚未到来');
    const bare = await app.database.systemDb
      .insertInto('vehicle')
      .values({ client_id: own.clientId, plate_no: '沪A00000' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await ask({ vehicleId: bare.id })).data.emptyReason).toBe('车辆未绑定终端，无轨迹数据');
  });

  it('refuses wrong ranges and foreign vehicles in clear words', async () => {
    const backwards = await ask({ startTime: wire(t0), endTime: wire(t0 - sec) });
    expect(backwards).toMatchObject({
      code: 4000,
      msg: '结束时间不能早于开始时间',
      data: { errors: [{ field: 'endTime' }] },
    });
    const long = await ask({ startTime: wire(t0 - 8 * 86_400_000) });
    expect(long).toMatchObject({ code: 4000, msg: '查询时间跨度不能超过7天' });
    const nonsense = await ask({ startTime: '2026-02-31 00:00:00' });
    expect(nonsense).toMatchObject({ code: 4000, data: { errors: [{ field: 'startTime' }] } });
    for (const vehicleId of [foreign.vehicleId, '999999999']) {
      expect(await ask({ vehicleId })).toMatchObject({ code: 4004, msg: '车辆不存在或无权查看', data: null });
    }
    expect((await ask({}, 'nonsense')).status).toBe(401);
  });

  it('a share opens its own period and its own scopes only', async () => {
    const share = (scopes: string[], from: number, until: number) =>
      app.database.systemDb
        .insertInto('vehicle_access')
        .values({
          client_id: other.clientId,
          vehicle_id: truck.vehicleId,
          valid_from: new Date(from),
          valid_until: new Date(until),
          source: 'share',
          scopes,
        })
        .execute();
    await share(['position'], Date.now() - min, Date.now() + 3_600_000);
    expect(await ask({}, other.token)).toMatchObject({ code: 4004 });
    await app.database.systemDb.deleteFrom('vehicle_access').where('source', '=', 'share').execute();
    await share(['position', 'track'], t0 + 1000 * sec, Date.now() + 3_600_000);
    const { code, data } = await ask({}, other.token);
    expect(code).toBe(200);
    expect(data.points.t[0]).toBe(t0 + 1000 * sec);
    await app.database.systemDb.deleteFrom('vehicle_access').where('source', '=', 'share').execute();
    expect(await ask({}, other.token)).toMatchObject({ code: 4004 });
  });
});

describe('trackPoints', () => {
  const page = (input: object) =>
    app.post(
      '/api/gis/track/points',
      { vehicleId: truck.vehicleId, startTime: wire(t0), endTime: wire(t0 + 4219 * sec), ...input },
      own.token,
    );

  it('pages every stored point in order, the jump too', async () => {
    const { data } = await page({ page: 2, size: 100 });
    expect(data).toMatchObject({ total: 302, page: 2, size: 100 });
    expect(data.list).toHaveLength(100);
    expect(data.list[0]).toMatchObject({
      no: 101,
      gpsTime: wire(t0 + 1000 * sec),
      acc: '关',
      tem1: -18,
      tem2: null,
      doors: '关',
      kind: '实时',
    });
    const last = await page({ page: 1, size: 1, sort: 'gpsTime desc' });
    expect(last.data.list[0]).toMatchObject({ no: 302, kind: '不定位' });
  });

  it("takes a customer's code for the vehicle, tells it at its points, and nothing outside of the binding's time", async () => {
    const db = app.database.systemDb;
    const [first, second] = await Promise.all(
      ['甲客户', '乙客户'].map(async (name) => {
        const values = { client_id: own.clientId, name, code: name };
        return (await db.insertInto('customer').values(values).returning('id').executeTakeFirstOrThrow()).id;
      }),
    );
    const bind = (vehicleId: string, customerId: string | undefined, code: string, from: number, until: number) =>
      db
        .insertInto('vehicle_binding')
        .values({
          ...{ client_id: own.clientId, vehicle_id: vehicleId, customer_id: customerId ?? '', ext_code: code },
          during: `[${new Date(t0 + from * sec).toISOString()},${new Date(t0 + until * sec).toISOString()})`,
        })
        .execute();
    await bind(truck.vehicleId, first, 'SAP-1', -600, 100);
    await bind(truck.vehicleId, first, 'SAP-1', 200, 300);
    await bind(truck.vehicleId, second, 'B-7', 90, 120);
    const byCode = await page({ vehicleId: undefined, extCode: 'SAP-1', size: 100 });
    expect(byCode.data.total).toBe(20);
    const at = (s: number) => wire(t0 + s * sec);
    const times = byCode.data.list.map(({ gpsTime }: { gpsTime: string }) => gpsTime);
    expect([times[0], times[9], times[10], times[19]]).toEqual([at(0), at(90), at(200), at(290)]);
    expect(new Set(byCode.data.list.map((row: { extCode: string }) => row.extCode))).toEqual(new Set(['SAP-1']));
    const ofSecond = (await page({ customerId: second, size: 100 })).data.list;
    expect(ofSecond.map((row: { extCode: string }) => row.extCode)).toEqual(['B-7', 'B-7', 'B-7']);
    // by the id alone everything is told, with the code where there is one
    const whole = (await page({ size: 100 })).data;
    expect(whole.total).toBe(302);
    expect([0, 9, 11, 15].map((i) => whole.list[i].extCode)).toEqual(['SAP-1', '', 'B-7', '']);
    const fault = async (input: object) => (await page({ vehicleId: undefined, ...input })).data.errors;
    expect(await fault({})).toMatchObject([{ field: 'vehicleId' }]);
    expect(await fault({ extCode: 'SAP-9' })).toMatchObject([{ field: 'extCode' }]);
    expect(await fault({ extCode: 'SAP-1', startTime: at(400) })).toMatchObject([{ field: 'extCode' }]);
    expect(
      (await app.post('/api/gis/track/points', { extCode: 'SAP-1', startTime: at(0), endTime: at(90) }, other.token))
        .code,
    ).toBe(4000);
    await bind(foreign.vehicleId, second, 'SAP-1', 0, 50);
    expect(await fault({ extCode: 'SAP-1' })).toMatchObject([{ field: 'customerId' }]);
  });

  it('opens the page that holds a moment', async () => {
    const { data } = await page({ size: 20, aroundTime: t0 + 3305 * sec });
    expect(data.list.some((row: { t: number; kind: string }) => row.t === t0 + 3300 * sec && row.kind === '补传')).toBe(
      true,
    );
  });
});
