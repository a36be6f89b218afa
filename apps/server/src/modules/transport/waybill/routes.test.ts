import { randomUUID } from 'node:crypto';
import { orderStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '运单甲');
});
afterAll(() => app.close());

const codesOf = (checks: Array<{ code: string; level: string }>, level: string) =>
  checks.filter((check) => check.level === level).map(({ code }) => code);

describe('two legs, from the order to the signature (acceptance scenario 1, without pick-up and money)', () => {
  it('goes 1-2-3-4-4-5, every leg 0-1-2, and each step is noted', async () => {
    const orderCode = await a.order();
    const trunk = await a.stow(await a.truck(), [orderCode], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    expect(trunk).toMatchObject({ code: 200, data: { possible: true, loadRateWeight: 64 } });
    const pz = trunk.data.waybillCode as string;
    expect(pz).toMatch(/^PZ\d{11}$/u);
    expect(await a.orderOf(orderCode)).toMatchObject({
      orderStatus: orderStatus.toLoad,
      allowActions: ['edit', 'void'],
    });

    const loaded = await a.post('/api/tms/waybill/waybillStowage/load', { waybillCode: pz, version: 1 });
    expect(loaded).toMatchObject({ code: 200, data: { version: 2 } });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.loading);

    expect(await a.depart(pz, { sealNo: 'F001' })).toMatchObject({ code: 200, data: { transportStatus: 2 } });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.inTransit);
    expect(await a.waybill(pz)).toMatchObject({
      legs: [{ transportationStatus: 1, loadPieces: 120, final: false, legType: 2 }],
      stops: [
        { stopStatus: 2, name: '青浦分拨中心' },
        { stopStatus: 0, name: '苏州园区站' },
      ],
    });
    expect(await a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 })).toMatchObject(
      { code: 4010, msg: `订单${orderCode}还没有配送到收货点的运单，不能签收` },
    );

    const counted = await a.post('/api/tms/arrival/confirm', {
      waybillCode: pz,
      version: 3,
      stopSeq: 2,
      sealNoSeen: 'F001',
      lines: [{ orderCode, pieces: 120, productTemp: -19.5 }],
    });
    expect(counted).toMatchObject({ code: 200, data: { transportStatus: 3 } });
    expect(await a.waybill(pz)).toMatchObject({
      transportStatus: 3,
      legs: [{ transportationStatus: 2, unloadPieces: 120 }],
      arrivals: [{ stopSeq: 2, sealOk: true, lines: [{ orderCode, loaded: 120, unloaded: 120 }] }],
    });
    expect(await a.orderOf(orderCode)).toMatchObject({ orderStatus: 4, allowActions: ['stowage'] });

    const pool = (await a.post('/api/tms/stowage/pool')).data.list;
    expect(pool.find((one: { orderCode: string }) => one.orderCode === orderCode)).toMatchObject({
      site: { placeId: a.suzhou, name: '苏州园区站' },
      pieces: 120,
    });
    const task = await a.stow(await a.truck(), [orderCode]);
    expect(task).toMatchObject({ code: 200 });
    const ys = task.data.waybillCode as string;
    expect((await a.waybill(ys)).stops.map((stop: { name: string }) => stop.name)).toEqual([
      '苏州园区站',
      '苏州观前店',
    ]);
    await a.depart(ys);
    expect(await a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 100 })).toMatchObject(
      { code: 4000, msg: '实签100件加拒收0件，应等于送达120件' },
    );
    const signed = await a.post('/api/tms/customerOrder/sign', {
      orderCode,
      signer: '李店长',
      signPieces: 118,
      rejectPieces: 2,
      rejectReason: '外箱破损',
    });
    expect(signed).toMatchObject({ code: 200, data: { orderStatus: 5, transportStatus: 3 } });
    expect(await a.waybill(ys)).toMatchObject({
      transportStatus: 3,
      signedCount: 1,
      legs: [{ transportationStatus: 2, signer: '李店长', signPieces: 118, rejectPieces: 2 }],
    });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'customerOrder', objCode: orderCode });
    expect(log.map((step: { action: string }) => step.action)).toEqual([
      '下单',
      '配载',
      '装车完成',
      '发车',
      '到站',
      '配载',
      '发车',
      '签收',
    ]);
    const legs = await a.db
      .selectFrom('waybill_leg')
      .innerJoin('customer_order as o', 'o.id', 'waybill_leg.order_id')
      .select(['leg_no', 'transportation_status'])
      .where('o.order_code', '=', orderCode)
      .orderBy('leg_no')
      .execute();
    expect(legs).toEqual([
      { leg_no: 1, transportation_status: 2 },
      { leg_no: 2, transportation_status: 2 },
    ]);
  });

  it('takes a signature back within a day and tells why not later; the trip runs again', async () => {
    const orderCode = await a.order();
    const { data } = await a.stow(await a.truck(), [orderCode]);
    await a.depart(data.waybillCode);
    await a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 });
    const revoke = () => a.post('/api/tms/customerOrder/revokeSign', { orderCode, reason: '签错了单' });
    expect(await revoke()).toMatchObject({ code: 200, data: { orderStatus: 4 } });
    expect(await a.waybill(data.waybillCode)).toMatchObject({ transportStatus: 2, signedCount: 0 });
    expect(await revoke()).toMatchObject({ code: 4010, msg: '运输中的订单不能撤销签收，只有已完成时可以' });
    await a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 });
    await sql`update customer_order set signed_at = now() - interval '25 hours' where order_code = ${orderCode}`.execute(
      a.db,
    );
    expect(await revoke()).toMatchObject({ code: 4010, msg: '签收已超过24小时，不能撤销签收' });
  });

  it('takes the time at which the truck left back with the signature, and gives it back with the next one', async () => {
    const orderCode = await a.order();
    const { waybillCode } = (await a.stow(await a.truck(), [orderCode])).data;
    await a.depart(waybillCode, { departTime: inHours(-1.5) });
    await a.post('/api/tms/arrival/register', { waybillCode, stopSeq: 2, arriveTime: inHours(-1) });
    await sql`update waybill_stop s set leave_at = arrive_at + interval '20 minutes', leave_source = 2 from waybill w
      where w.id = s.waybill_id and w.waybill_code = ${waybillCode} and s.seq = 2`.execute(a.db);
    const stop = async () => (await a.waybill(waybillCode)).stops[1];
    const { leaveTime } = await stop();
    const sign = () => a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 });
    const left = { stopStatus: 2, leaveTime, leaveSource: 2 };
    expect(await sign()).toMatchObject({ code: 200 });
    expect(await stop()).toMatchObject(left);
    expect(await a.post('/api/tms/customerOrder/revokeSign', { orderCode, reason: '签错了单' })).toMatchObject({
      code: 200,
    });
    expect(await stop()).toMatchObject({ stopStatus: 1, leaveTime: null, leaveSource: null });
    expect(await sign()).toMatchObject({ code: 200 });
    expect(await stop()).toMatchObject(left);
  });
});

describe('stowage', () => {
  it('holds the worked example: what fits, and a reason for every refusal', async () => {
    const vehicleId = await a.truck();
    const chilled = (tempMin: number, tempMax: number) => ({ temperatureType: 2, tempMin, tempMax });
    const goods = (weightKg: number, volumeM3: number, type = 2) => ({
      weightKg,
      volumeM3,
      temperatureType: type,
      pieces: 10,
    });
    const one = await a.order({ ...chilled(2, 8), receiver: 'A店' }, goods(600, 5));
    const two = await a.order({ ...chilled(0, 4), receiver: 'B店' }, goods(500, 6));
    const check = async (orderCodes: string[]) =>
      (
        await a.post('/api/tms/stowage/check', {
          waybillKind: 3,
          vehicleId,
          orderCodes,
          planDepartTime: inHours(0.2),
        })
      ).data;
    expect(await check([one, two])).toMatchObject({
      possible: true,
      setTemp: 3,
      loadRateWeight: 73.33,
      loadRateVolume: 70.97,
    });
    const frozen = await a.order({ receiver: 'C店' }, goods(100, 1, 3));
    expect(codesOf((await check([one, two, frozen])).checks, 'block')).toEqual(['TEMP']);
    const heavy = await a.order({ ...chilled(2, 8), receiver: 'D店' }, goods(450, 1));
    const over = await check([one, two, heavy]);
    expect(over.checks.find((c: { code: string }) => c.code === 'WEIGHT')).toMatchObject({
      level: 'block',
      msg: '超载：最重时1,550 kg，核定载重1,500 kg（103.33%）',
    });
    expect(await a.stow(vehicleId, [one, two, heavy])).toMatchObject({
      code: 4011,
      msg: over.checks.find((c: { level: string }) => c.level === 'block').msg,
    });
    expect((await a.orderOf(one)).orderStatus).toBe(orderStatus.toDispatch);
  });

  it('warns of an area that keeps heavy lorries out, and refuses a licence that does not cover the vehicle', async () => {
    const shop = { receiver: '观前街店', receiveLng: 120.625, receiveLat: 31.315 };
    const orderCode = await a.order(shop);
    const vehicleId = await a.truck({ total_weight_t: 18, vehicle_length_m: 9.6 });
    const area = await a.post('/api/base/manage/region/add', {
      kind: 'region',
      placeType: 12,
      name: '古城限行区',
      limitOverT: 4.5,
      shape: { kind: 'circle', lng: 120.62, lat: 31.31, radiusM: 2000 },
    });
    expect(area.code).toBe(200);
    const check = async () =>
      (
        await a.post('/api/tms/stowage/check', {
          waybillKind: 3,
          vehicleId,
          orderCodes: [orderCode],
          planDepartTime: inHours(0.2),
        })
      ).data.checks.filter(
        ({ code, level }: { code: string; level: string }) => level !== 'ok' && code !== 'TEMP_EQUIP',
      );
    expect(await check()).toEqual([
      expect.objectContaining({
        code: 'RESTRICT',
        level: 'warn',
        msg: expect.stringMatching(/^观前街店：古城限行区全天限行总质量超过4\.5吨的货车，.*总质量18吨$/u),
      }),
    ]);
    const { data: board } = await a.post('/api/tms/stowage/pool');
    expect(board.list.find((one: { orderCode: string }) => one.orderCode === orderCode)).toMatchObject({
      shipLimits: [],
      receiveLimits: [{ name: '古城限行区', hours: [], overT: 4.5 }],
    });
    // with a pass of today it is let in, with one of next year not
    const held = async () => (await a.post('/api/base/manage/region/passes', { id: area.data.id })).data;
    const pass = async (validFrom: string | null, version?: number) =>
      a.post('/api/base/manage/region/setPasses', {
        id: area.data.id,
        version: version ?? (await held()).version,
        passes: [{ vehicleId, passNo: '苏A-1', validFrom, validUntil: null }],
      });
    const { version } = await held();
    expect(await pass('2099-01-01')).toMatchObject({ code: 200, data: { passes: [{ vehicleId, passNo: '苏A-1' }] } });
    expect(await pass(null, version)).toMatchObject(changedByOther);
    expect(await check()).toHaveLength(1);
    await pass(null);
    expect(await check()).toEqual([]);
    expect(await held()).toMatchObject({ passes: [{ vehicleId, validFrom: null, validUntil: null }] });
    expect(await a.post('/api/base/manage/region/passes', { id: a.qingpu })).toMatchObject({ code: 4004 });
    // an area that the vehicle's own form names keeps it out, pass or not, and no other vehicle
    await sql`update vehicle set limit_area_ids = array[${area.data.id}::bigint] where id = ${vehicleId}`.execute(a.db);
    expect(await check()).toMatchObject([
      { code: 'RESTRICT', msg: expect.stringMatching(/限行区域包含古城限行区，不准驶入$/u) },
    ]);
    await sql`update place set place_type = 1, limit_over_t = null where id = ${area.data.id}`.execute(a.db);
    expect(await check()).toMatchObject([{ code: 'RESTRICT' }]);
    await sql`update vehicle set limit_area_ids = '{}' where id = ${vehicleId}`.execute(a.db);
    expect(await check()).toEqual([]);
    await a.post('/api/base/manage/region/del', { ids: [area.data.id] });
    await sql`update driver set license_class = 'C1' where id = (select driver_id from vehicle where id = ${vehicleId})`.execute(
      a.db,
    );
    expect(await check()).toMatchObject([{ code: 'CERT', level: 'block' }]);
    expect(await a.stow(vehicleId, [orderCode])).toMatchObject({
      code: 4011,
      msg: expect.stringMatching(/准驾车型C1不能驾驶大型货车，需A1、A2、B2$/u),
    });
  });

  it('lets one of two dispatchers win, whether over an order or over a vehicle', async () => {
    const [x, y] = [await a.truck(), await a.truck()];
    const orderCode = await a.order();
    const race = await Promise.all([a.stow(x, [orderCode]), a.stow(y, [orderCode])]);
    expect(race.map(({ code }) => code).sort()).toEqual([200, 4011]);
    expect(race.find(({ code }) => code === 4011)?.msg).toMatch(/已在运单YS|刚被他人配载/u);
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.toLoad);

    const z = await a.truck();
    const [one, two] = [await a.order(), await a.order()];
    const busy = await Promise.all([a.stow(z, [one]), a.stow(z, [two])]);
    expect(busy.map(({ code }) => code).sort()).toEqual([200, 4011]);
    expect(busy.find(({ code }) => code === 4011)?.msg).toMatch(/车辆.*该时段已安排/u);
    const loser = busy[0]?.code === 4011 ? one : two;
    expect((await a.orderOf(loser)).orderStatus).toBe(orderStatus.toDispatch);
  });

  it('edits a load: what is taken out waits again, versions keep two editors apart', async () => {
    const vehicleId = await a.truck({ load_weight_t: 9, volume_m3: 50 });
    const [one, two, three] = [
      await a.order({ receiver: '一店' }),
      await a.order({ receiver: '二店' }),
      await a.order({ receiver: '三店' }),
    ];
    const { data } = await a.stow(vehicleId, [one, two], { confirm: false });
    const { waybillCode } = data;
    // the board says whose draft it is: nobody confirms a colleague's by the way
    const colleague = await a.user({ menus: ['transportTask'] });
    const draftOf = async (token: string) =>
      (await app.post('/api/tms/stowage/loads', {}, token)).data.find(
        (load: { waybillCode: string }) => load.waybillCode === waybillCode,
      );
    expect(await draftOf(a.token)).toMatchObject({ own: true });
    await a.db.updateTable('waybill').set({ org_id: a.orgId }).where('waybill_code', '=', waybillCode).execute();
    expect(await draftOf(colleague.token)).toMatchObject({ own: false, createUser: expect.stringMatching(/./u) });
    const again = (orderCodes: string[], version: number) => a.stow(vehicleId, orderCodes, { waybillCode, version });
    expect(await again([three, one], 1)).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await again([one], 1)).toMatchObject(changedByOther);
    expect((await a.orderOf(two)).orderStatus).toBe(orderStatus.toDispatch);
    const detail = await a.waybill(waybillCode);
    expect(detail).toMatchObject({ orderCount: 2, totalPieces: 240, stowStatus: 2 });
    // last out, first in
    expect(detail.legs.map((leg: { receiver: string; loadSeq: number }) => [leg.receiver, leg.loadSeq])).toEqual([
      ['三店', 2],
      ['一店', 1],
    ]);
    await a.post('/api/tms/waybill/transportTask/load', { waybillCode, version: 2 });
    expect(await again([one], 3)).toMatchObject({ code: 4010 });
    expect(
      await a.post('/api/tms/waybill/transportTask/void', { waybillCode, version: 3, reason: '不走了' }),
    ).toMatchObject({
      code: 4010,
      msg: expect.stringContaining('请先撤销装车再作废'),
    });
    await a.post('/api/tms/waybill/transportTask/rollback', { waybillCode, version: 3 });
    expect((await a.orderOf(one)).orderStatus).toBe(orderStatus.toLoad);
    expect(
      await a.post('/api/tms/waybill/transportTask/void', { waybillCode, version: 4, reason: '不走了' }),
    ).toMatchObject({ code: 200 });
    expect((await a.orderOf(one)).orderStatus).toBe(orderStatus.toDispatch);
    // the vehicle is free again
    expect(await a.stow(vehicleId, [one])).toMatchObject({ code: 200 });
  });

  it('changes the sequence of a task with its times, its line and end, and tells what it may not be', async () => {
    const near = await a.order({
      receiver: '昆山店',
      receiveAddress: '前进路1号',
      receiveLng: 120.95,
      receiveLat: 31.38,
    });
    const far = await a.order({
      receiver: '无锡店',
      receiveAddress: '中山路1号',
      receiveLng: 120.3,
      receiveLat: 31.57,
    });
    const vehicleId = await a.truck({ load_weight_t: 5, volume_m3: 30 });
    const { data } = await a.stow(vehicleId, [far, near]);
    const code = data.waybillCode as string;
    const { id: routeId } = await a.db
      .insertInto('transport_route')
      .values({ client_id: a.clientId, code: 'X1', name: '沪锡线', route_type: 1, plan_mileage_m: 180_000, status: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const before = await a.waybill(code);
    const change = async (more: object) => {
      const { version, planDepartTime, driverId } = await a.waybill(code);
      const body = { waybillCode: code, version, vehicleId, driverId, planDepartTime, setTemp: -21, ...more };
      return a.post('/api/tms/waybill/transportTask/update', body);
    };
    const stops = async () => (await a.waybill(code)).stops.map(({ name }: { name: string }) => name).slice(1);
    expect(await stops()).toEqual(['无锡店', '昆山店']);
    const planArriveTime = inHours(40);
    expect(await change({ orderCodes: [near, far], routeId, planArriveTime })).toMatchObject({
      code: 200,
    });
    expect(await stops()).toEqual(['昆山店', '无锡店']);
    // a window and minutes of a stop of its own, and the way back: times follow, the vehicle is taken until it is back
    const plan = { stopType: 2, orderCodes: [near], windowStart: inHours(20), windowEnd: inHours(21), serviceMin: 5 };
    expect(await change({ stopPlans: [{ ...plan, windowEnd: inHours(19) }] })).toMatchObject({
      code: 4000,
      data: { errors: [{ msg: '时间窗的结束不能早于开始' }] },
    });
    expect(await change({ stopPlans: [plan], returnPlaceId: a.qingpu })).toMatchObject({ code: 200 });
    const planned = await a.waybill(code);
    expect(planned.stops.find(({ name }: { name: string }) => name === '昆山店')).toMatchObject({
      windowStart: plan.windowStart,
      windowEnd: plan.windowEnd,
      serviceMin: 5,
    });
    expect(planned.stops.at(-1).planArriveTime > plan.windowStart).toBe(true);
    expect(planned).toMatchObject({ stopPlans: [plan], returnPlaceId: a.qingpu });
    expect(planned.planReturnTime > planned.planArriveTime).toBe(true);
    const { rows: busy } = await sql<{ back: boolean }>`select busy_until = plan_return_at as back from waybill
      where waybill_code = ${code}`.execute(a.db);
    expect(busy).toEqual([{ back: true }]);
    expect(await change({ stopPlans: [], returnPlaceId: null, orderCodes: [near, far], planArriveTime })).toMatchObject(
      {
        code: 200,
      },
    );
    const after = await a.waybill(code);
    expect(after).toMatchObject({
      planReturnTime: null,
      routeName: '沪锡线',
      planDistanceKm: 180,
      planArriveTime,
      toName: '无锡店等2站',
    });
    // Kunshan comes first now, and earlier than it would have
    expect(after.stops[1].planArriveTime < before.stops[2].planArriveTime).toBe(true);
    expect(after.legs.map((leg: { orderCode: string; toSeq: number }) => [leg.orderCode, leg.toSeq])).toEqual([
      [near, 2],
      [far, 3],
    ]);
    expect((await a.post('/api/tms/waybill/transportTask/page', { routeId, abnormal: 'no' })).data.total).toBe(1);
    expect((await change({ orderCodes: [near] })).data.errors).toMatchObject([
      { field: 'orderCodes', msg: '运单的订单已变化，请刷新后重新调整顺序' },
    ]);
    expect((await change({ planArriveTime: inHours(-1) })).data.errors).toMatchObject([{ field: 'planArriveTime' }]);
    expect((await change({ routeId: '999999999' })).data.errors).toMatchObject([{ field: 'routeId' }]);
    expect((await change({ zoneTemps: [{ no: 1, tempC: 38 }] })).data.errors).toMatchObject([
      { field: 'zoneTemps', msg: '单温仓的设定温度应在−30~12℃之间' },
    ]);
    // a trailer needs its licence, whoever may drive the lorry alone
    const licence = (of: string) =>
      sql`update driver set license_class = ${of} where id = ${before.driverId}`.execute(a.db);
    await licence('B2');
    expect((await change({ trailerPlate: '沪A1234挂' })).data.errors).toMatchObject([
      { field: 'driverId', msg: expect.stringMatching(/准驾车型B2不能驾驶重型牵引挂车，需A2$/u) },
    ]);
    await licence('A2');
    expect(await change({ trailerPlate: '沪A1234挂' })).toMatchObject({ code: 200 });
    expect(await a.waybill(code)).toMatchObject({ trailerPlate: '沪A1234挂' });
    // more than eight hours of a trunk trip are two drivers' work
    const { data: long } = await a.stow(await a.truck(), [await a.order()], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    const trunk = async (coDriverId: string | null) => {
      const { version, vehicleId: on, driverId, planDepartTime, setTemp } = await a.waybill(long.waybillCode);
      return a.post('/api/tms/waybill/waybillStowage/update', {
        waybillCode: long.waybillCode,
        version,
        vehicleId: on,
        driverId,
        coDriverId,
        routeId: null,
        planDepartTime,
        planArriveTime: inHours(10),
        setTemp,
      });
    };
    expect((await trunk(null)).data.errors).toMatchObject([
      { field: 'coDriverId', msg: expect.stringMatching(/^计划运输9\.8小时，超过8小时，请安排副司机$/u) },
    ]);
    expect(await trunk(before.driverId)).toMatchObject({ code: 200 });
    // cold goods leave the dock under a seal
    const dock = async (more: object) => {
      const { version, planDepartTime, driverId } = await a.waybill(code);
      return a.post('/api/tms/departure/update', {
        waybillCode: code,
        version,
        driverId,
        planDepartTime,
        setTemp: -21,
        ...more,
      });
    };
    expect((await dock({})).data.errors).toMatchObject([{ field: 'sealNo', msg: '冷藏、冷冻货物须填写铅封号' }]);
    expect(await dock({ sealNo: 'F8', fileIds: [] })).toMatchObject({ code: 200 });
    expect(await a.waybill(code)).toMatchObject({ sealNo: 'F8', routeName: '沪锡线' });
  });

  it('voiding an order takes it off the trip that waits for it', async () => {
    const [one, two] = [await a.order(), await a.order({ receiver: '二店' })];
    const { data } = await a.stow(await a.truck({ load_weight_t: 9 }), [one, two]);
    expect(await a.post('/api/tms/customerOrder/void', { orderCodes: [one], reason: '客户取消' })).toMatchObject({
      code: 200,
    });
    expect(await a.waybill(data.waybillCode)).toMatchObject({ orderCount: 1, totalPieces: 120, totalWeight: 960 });
  });
});

describe('departure', () => {
  it('names what stands in the way, leaves with a reason, and is taken back within its limits', async () => {
    const orderCode = await a.order();
    const vehicleId = await a.truck();
    const { data } = await a.stow(vehicleId, [orderCode], { confirm: false });
    const { waybillCode } = data;
    expect(await a.depart(waybillCode)).toMatchObject({
      code: 4010,
      msg: `运单${waybillCode}还没有确认配载，不能发车`,
    });
    await a.stow(vehicleId, [orderCode], { waybillCode, version: 1 });
    const { data: check } = await a.post('/api/tms/departure/check', { id: waybillCode });
    expect(check.canDepart).toBe('override');
    expect(codesOf(check.checks, 'warn')).toEqual(expect.arrayContaining(['TEMP_EQUIP', 'TEMP']));
    expect(await a.depart(waybillCode, { overrideReason: null })).toMatchObject({
      code: 4011,
      msg: '有未通过的检查，带条件放行请填写原因',
    });
    await a.depart(waybillCode);
    expect(await a.depart(waybillCode)).toMatchObject({ code: 4010, msg: '运输中的运单不能发车，只有待发车时可以' });
    const revoke = () => a.post('/api/tms/departure/revoke', { waybillCode, reason: '车没走' });
    expect(await revoke()).toMatchObject({ code: 200, data: { transportStatus: 1 } });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(orderStatus.loading);
    await a.depart(waybillCode);
    await a.post('/api/tms/arrival/register', { waybillCode, stopSeq: 2 });
    expect(await revoke()).toMatchObject({ code: 4010, msg: '已到达或已签收途经点，不能撤销发车' });
    expect(await a.post('/api/tms/arrival/register', { waybillCode, stopSeq: 2 })).toMatchObject({ code: 4010 });
    const late = await a.stow(await a.truck(), [await a.order()]);
    await a.depart(late.data.waybillCode);
    await sql`update waybill set actual_depart_at = now() - interval '31 minutes' where waybill_code = ${late.data.waybillCode}`.execute(
      a.db,
    );
    expect(
      await a.post('/api/tms/departure/revoke', { waybillCode: late.data.waybillCode, reason: '晚了' }),
    ).toMatchObject({
      code: 4010,
      msg: '发车已超过30分钟，不能撤销发车',
    });
  });

  it('is refused with papers that expire on the way and without a driver', async () => {
    const vehicleId = await a.truck();
    const { data } = await a.stow(vehicleId, [await a.order()]);
    await a.db.updateTable('vehicle').set({ insure_end: '2020-01-01' }).where('id', '=', vehicleId).execute();
    expect(await a.depart(data.waybillCode)).toMatchObject({
      code: 4011,
      msg: expect.stringContaining('的保险在到达前过期'),
    });
    await a.db.updateTable('vehicle').set({ insure_end: '2099-01-01' }).where('id', '=', vehicleId).execute();
    const paper = { client_id: a.clientId, vehicle_id: vehicleId, doc_type: 'maintain', end_date: '2020-01-01' };
    await a.db.insertInto('vehicle_certificate').values(paper).execute();
    expect((await a.depart(data.waybillCode)).msg).toContain('的二级维护在到达前过期');
    // the carrier's permit is told, and passed over with a reason
    await a.db.deleteFrom('vehicle_certificate').where('vehicle_id', '=', vehicleId).execute();
    const carrier = {
      client_id: a.clientId,
      name: '过期承运',
      carrier_type: 1,
      permit_no: '1',
      permit_end: '2020-01-01',
    };
    const { id: carrier_id } = await a.db
      .insertInto('carrier')
      .values(carrier)
      .returning('id')
      .executeTakeFirstOrThrow();
    await a.db.updateTable('vehicle').set({ carrier_id }).where('id', '=', vehicleId).execute();
    const told = await a.depart(data.waybillCode, { overrideReason: '' });
    expect([told.code, JSON.stringify(told.data)]).toEqual([
      4011,
      expect.stringContaining('承运商过期承运的道路运输经营许可证在到达前过期'),
    ]);
    expect(await a.depart(data.waybillCode, { overrideReason: '许可证已换发，待上传' })).toMatchObject({ code: 200 });
  });
});

describe('arrival', () => {
  it('counts every order once and pieces that can be', async () => {
    const orderCode = await a.order();
    const { data } = await a.stow(await a.truck(), [orderCode], {
      waybillKind: 2,
      fromPlaceId: a.qingpu,
      toPlaceId: a.suzhou,
    });
    const { waybillCode } = data;
    await a.depart(waybillCode, { sealNo: 'F1' });
    const confirm = (lines: object[], more: object = {}) =>
      a.post('/api/tms/arrival/confirm', { waybillCode, version: 2, stopSeq: 2, lines, ...more });
    expect(await confirm([])).toMatchObject({ code: 4000, msg: `请填写订单${orderCode}的件数` });
    expect(await confirm([{ orderCode, pieces: 110 }])).toMatchObject({
      code: 4000,
      msg: `订单${orderCode}：实到110件加短少0件，应等于应到120件加多货0件`,
    });
    expect(await confirm([{ orderCode: 'DD1', pieces: 1 }])).toMatchObject({ code: 4000, msg: '订单DD1不在此站装卸' });
    const line = { orderCode, pieces: 110, short: 10, damaged: 1 };
    expect(await confirm([line])).toMatchObject({ code: 4000, msg: `请填写订单${orderCode}的货温` });
    const counted = [{ ...line, productTemp: -18.5 }];
    expect(await confirm(counted, { sealNoSeen: 'F2' })).toMatchObject({
      code: 4000,
      msg: '铅封号F2与发车时的F1不符，请上传铅封照片',
    });
    const file = await a.db
      .insertInto('file')
      .values({
        client_id: a.clientId,
        file_name: '铅封.jpg',
        kind: 'image',
        mime: 'image/jpeg',
        size_bytes: 3,
        sha256: 'ab',
        blob_key: randomUUID(),
        user_id: a.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const fileIds = [String(file.id)];
    const found = await confirm(counted, { sealNoSeen: 'F2', fileIds });
    expect(found).toMatchObject({ code: 200, data: { receiptCodes: [expect.stringMatching(/^SH/u)] } });
    // 生成异常: the seal, what is missing and what is damaged
    expect(found.data.abnormalCodes).toHaveLength(3);
    const { data: receipts } = await a.post('/api/tms/receiptOrder/page', { code: found.data.receiptCodes[0] });
    expect(receipts.list).toMatchObject([{ abnormalCode: found.data.abnormalCodes[2], abnormalWaybill: waybillCode }]);
    expect((await a.waybill(waybillCode)).arrivals).toMatchObject([{ sealOk: false, fileIds }]);
    expect(await a.post('/api/tms/waybill/recordPictures', { id: waybillCode })).toMatchObject({
      data: [{ id: fileIds[0], name: '铅封.jpg' }],
    });
    expect((await a.orderOf(orderCode)).orderStatus).toBe(4);
    // what is missing does not travel on
    const pool = (await a.post('/api/tms/stowage/pool')).data.list;
    expect(pool.find((one: { orderCode: string }) => one.orderCode === orderCode).pieces).toBe(110);
  });
});

describe('work at a site', () => {
  it('a dock is one truck’s at a time, booked, moved and given back; others are told who has it', async () => {
    const trip = async () => {
      const { data } = await a.stow(await a.truck(), [await a.order()], {
        waybillKind: 2,
        fromPlaceId: a.qingpu,
        toPlaceId: a.suzhou,
      });
      await a.depart(data.waybillCode);
      return data.waybillCode as string;
    };
    const one = await trip();
    const two = await trip();
    const times = new Map([1, 1.5, 2, 3].map((hours) => [hours, inHours(hours)]));
    const timeOf = (hours: number): string => times.get(hours) ?? '';
    const book = (waybillCode: string, dock: string, from: number, until: number) =>
      a.post('/api/tms/arrival/dock', {
        waybillCode,
        stopSeq: 2,
        dock,
        fromTime: timeOf(from),
        untilTime: timeOf(until),
      });
    expect(await book(one, '3号月台', 2, 1)).toMatchObject({ code: 4000, msg: '结束时间应晚于开始时间' });
    expect(await book(one, '3号月台', 1, 2)).toMatchObject({ code: 200, data: { dock: '3号月台' } });
    const { plateNo } = await a.waybill(one);
    expect(await book(two, '3号月台', 1.5, 3)).toMatchObject({
      code: 4011,
      msg: `苏州园区站3号月台 ${timeOf(1).slice(11, 16)}~${timeOf(2).slice(11, 16)}已由${plateNo}预约，请换月台或时间`,
    });
    expect(await book(two, '3号月台', 2, 3)).toMatchObject({ code: 200 });
    expect(await book(two, '4号月台', 1, 2)).toMatchObject({ code: 200 });
    const docks = async () => (await a.post('/api/tms/arrival/docks', { waybillCode: one, stopSeq: 2 })).data;
    expect(await docks()).toMatchObject({
      stopName: '苏州园区站',
      docks: ['3号月台', '4号月台'],
      bookings: [
        { waybillCode: one, dock: '3号月台' },
        { waybillCode: two, dock: '4号月台' },
      ],
    });
    const rowOf = async () => (await a.post('/api/tms/arrival/page', { waybillCode: one })).data.list[0];
    expect(await rowOf()).toMatchObject({
      atSite: true,
      dock: expect.stringMatching(/^3号月台 \d\d:\d\d~\d\d:\d\d$/u),
    });
    expect(await a.post('/api/tms/arrival/undock', { waybillCode: one, stopSeq: 2 })).toMatchObject({ code: 200 });
    expect(await a.post('/api/tms/arrival/undock', { waybillCode: one, stopSeq: 2 })).toMatchObject({ code: 4004 });
    expect((await rowOf()).dock).toBeNull();
    const { data: shop } = await a.stow(await a.truck(), [await a.order()]);
    expect(await book(shop.waybillCode, '1', 1, 2)).toMatchObject({ code: 4010 });
  });

  it('pre-cooling is asked of driver and terminal; what reached nobody is said', async () => {
    const { data } = await a.stow(await a.truck(), [await a.order()]);
    const { version } = await a.waybill(data.waybillCode);
    const ask = (more: Record<string, unknown>) =>
      a.post('/api/tms/departure/cooler', { waybillCode: data.waybillCode, version, setTemp: -20, ...more });
    expect(await ask({ version: version + 1 })).toMatchObject(changedByOther);
    const answer = await ask({});
    expect(answer).toMatchObject({
      code: 200,
      data: {
        version: version + 1,
        ways: [
          { way: '站内消息', ok: false },
          { way: '车载终端', ok: false },
        ],
      },
    });
    expect(await a.waybill(data.waybillCode)).toMatchObject({ setTemp: -20 });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: data.waybillCode });
    expect(log.at(-1)).toMatchObject({ action: '预冷指令', remark: '设定−20℃' });
    await a.depart(data.waybillCode);
    expect(await ask({ version: version + 2 })).toMatchObject({ code: 4010 });
  });
});

describe('whose waybills', () => {
  it('shows drivers, carriers and customers their own only', async () => {
    const vehicleId = await a.truck({ carrier_id: a.carrierId });
    const orderCode = await a.order();
    const { data } = await a.stow(vehicleId, [orderCode]);
    const mine = data.waybillCode as string;
    const { data: other } = await a.stow(await a.truck(), [await a.order()]);
    const driver = await a.db
      .selectFrom('vehicle')
      .select('driver_id')
      .where('id', '=', vehicleId)
      .executeTakeFirstOrThrow();
    const menus = ['transportTask', 'customerOrder', 'departureManage', 'arrivalManage'];
    const seen = async (party: Record<string, unknown>) => {
      const user = await a.user({ menus });
      await a.db.updateTable('app_user').set(party).where('id', '=', user.userId).execute();
      const page = await app.post('/api/tms/waybill/transportTask/page', { size: 200 }, user.token);
      const orders = await app.post('/api/tms/customerOrder/page', { size: 200 }, user.token);
      const foreign = await app.post('/api/tms/waybill/transportTask/detail', { id: other.waybillCode }, user.token);
      return {
        codes: page.data.list.map((row: { waybillCode: string }) => row.waybillCode),
        orders: orders.data.list.map((row: { orderCode: string }) => row.orderCode),
        foreign: foreign.code,
      };
    };
    expect(await seen({ driver_id: driver.driver_id })).toEqual({ codes: [mine], orders: [orderCode], foreign: 4004 });
    expect(await seen({ carrier_id: a.carrierId })).toEqual({ codes: [mine], orders: [orderCode], foreign: 4004 });
    const stranger = await a.post('/api/base/manage/customer/add', { name: '别的客户', customerType: 3 });
    expect(await seen({ customer_id: stranger.data.id })).toEqual({ codes: [], orders: [], foreign: 4004 });
    const buyer = await seen({ customer_id: a.customerId });
    expect(buyer.codes).toEqual(expect.arrayContaining([mine, other.waybillCode]));
  });

  it('is another company’s secret, and its buttons are rights', async () => {
    const b = await transportFixture(app, '运单乙');
    const orderCode = await a.order();
    const { data } = await a.stow(await a.truck(), [orderCode]);
    const { waybillCode } = data;
    expect(await b.post('/api/tms/departure/confirm', { waybillCode, version: 1 })).toMatchObject({ code: 4004 });
    expect(await b.stow(await b.truck(), [orderCode])).toMatchObject({ code: 4004 });
    expect(await a.stow(await b.truck(), [await a.order()])).toMatchObject({
      code: 4000,
      msg: '所选车辆不存在或无权使用',
    });
    expect((await b.post('/api/tms/waybill/transportTask/page')).data.total).toBe(0);
    const reader = await a.user({ menus: ['departureManage'] });
    expect(await app.post('/api/tms/departure/confirm', { waybillCode, version: 1 }, reader.token)).toMatchObject({
      code: 4003,
    });
  });
});
