import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '晚货');
});
afterAll(() => app.close());

/** An order that was due three days ago. */
async function lateOrder(): Promise<string> {
  const code = await a.order();
  await sql`update customer_order set arrive_to = now() - interval '3 days' where order_code = ${code}`.execute(a.db);
  return code;
}

describe('late goods can always be moved', () => {
  it('with a reason and the right; the refusal names the cause', async () => {
    const orderCode = await lateOrder();
    const vehicleId = await a.truck();
    const refused = await a.stow(vehicleId, [orderCode]);
    expect(refused).toMatchObject({
      code: 4011,
      msg: expect.stringMatching(/^预计晚到 4,\d{3} 分钟：苏州观前店，超过允许的 120 分钟$/u),
    });
    const draft = await a.stow(vehicleId, [orderCode], { confirm: false });
    expect(draft).toMatchObject({ code: 200, data: { possible: false, onlyLate: true } });
    const { waybillCode, version } = draft.data;
    const clerk = await a.user({ menus: ['customerOrder'], buttons: ['orderManage/customerOrder/stowage'] });
    const body = {
      waybillCode,
      version,
      waybillKind: 3,
      vehicleId,
      orderCodes: [orderCode],
      planDepartTime: inHours(0.2),
      lateReason: '客户同意今天送',
    };
    expect(await app.post('/api/tms/stowage/confirm', body, clerk.token)).toMatchObject({
      code: 4003,
      msg: '没有晚到放行的权限，请联系主管放行',
    });
    expect(await a.post('/api/tms/stowage/confirm', body)).toMatchObject({ code: 200, data: { possible: true } });
    const { data: log } = await a.post('/api/tms/log/page', { objType: 'waybill', objCode: waybillCode });
    expect(log.at(-1).remark).toContain('晚到放行：客户同意今天送');
    // until it departs, the plan says when it comes: an order that is due later in the plan than it was promised is not in time
    await sql`update customer_order set arrive_to = now() + interval '30 minutes' where order_code = ${orderCode}`.execute(
      a.db,
    );
    const { late, etaTime, delayMin } = await a.orderOf(orderCode);
    expect({ late, etaTime: typeof etaTime, isBehind: delayMin > 15 }).toEqual({
      late: 'expectedLate',
      etaTime: 'string',
      isBehind: true,
    });
    const { data: tracked } = await a.post('/api/tms/tracking/orderPage', {
      tab: 'running',
      late: 'expectedLate',
      code: orderCode,
      page: 1,
      size: 15,
    });
    expect(tracked.list).toMatchObject([{ orderCode, late, etaTime, delayMin }]);
    await sql`update customer_order set arrive_to = now() - interval '3 days' where order_code = ${orderCode}`.execute(
      a.db,
    );
    // what was accepted once stays accepted: the trip is planned again, leaves and is reloaded without another word
    const trip = await a.waybill(waybillCode);
    const edited = await a.post('/api/tms/waybill/transportTask/update', {
      waybillCode,
      version: trip.version,
      vehicleId,
      driverId: null,
      coDriverId: null,
      planDepartTime: inHours(0.3),
      setTemp: -20,
      sealNo: null,
      remark: '',
    });
    expect(edited.code, edited.msg).toBe(200);
    expect((await a.depart(waybillCode)).code).toBe(200);
    const { version: now } = await a.waybill(waybillCode);
    expect(
      await a.post('/api/tms/stowage/reload', {
        waybillCode,
        version: now,
        reason: 2,
        remark: '',
        place: { placeName: '沪宁高速', lng: 120.9, lat: 31.3 },
        reloadTime: inHours(0),
        legs: [{ orderCode, pieces: 120, productTemp: -19 }],
        target: { vehicleId: await a.truck(), planDepartTime: inHours(0.2) },
      }),
    ).toMatchObject({ code: 200 });
  });

  it('also out of the split pool, onto a task that is there and onto a new one', async () => {
    const [stays, moves, late] = [await a.order(), await a.order(), await a.order()];
    const { waybillCode } = (await a.stow(await a.truck({ load_weight_t: 5, volume_m3: 40 }), [stays, moves, late]))
      .data;
    const version = async () => (await a.waybill(waybillCode)).version as number;
    const items = [moves, late].map((orderCode) => ({ orderCode }));
    const out = { waybillCode, version: await version(), items, reason: '放不下' };
    expect((await a.post('/api/tms/transportTask/moveOut', out)).code).toBe(200);
    await sql`update customer_order set arrive_to = now() - interval '3 days' where order_code in (${moves}, ${late})`.execute(
      a.db,
    );
    const isLate = {
      code: 4011,
      data: { checks: [expect.stringMatching(/^WINDOW 预计晚到 4,\d{3} 分钟：苏州观前店/u)] },
    };
    const moveIn = async (more: object) =>
      a.post('/api/tms/transportTask/moveIn', {
        waybillCode,
        version: await version(),
        orderCodes: [moves],
        ...more,
      });
    expect(await moveIn({})).toMatchObject(isLate);
    expect(await moveIn({ lateReason: '客户同意今天送' })).toMatchObject({ code: 200 });
    const wanted = { orderCodes: [late], vehicleId: await a.truck(), planDepartTime: inHours(0.2) };
    const create = (more: object) => a.post('/api/tms/transportTask/poolCreateTask', { ...wanted, ...more });
    expect(await create({})).toMatchObject(isLate);
    expect(await create({ lateReason: '客户同意今天送' })).toMatchObject({ code: 200 });
  });

  it('by another vehicle only when somebody says why late goods go, not why the vehicle changes', async () => {
    const { waybillCode } = (await a.stow(await a.truck(), [await a.order()])).data;
    await sql`update customer_order set arrive_to = now() - interval '3 days' where id in (select l.order_id from waybill_leg l
      join waybill w on w.id = l.waybill_id where w.waybill_code = ${waybillCode})`.execute(a.db);
    const { version } = await a.waybill(waybillCode);
    const wanted = { waybillCode, version, vehicleId: await a.truck(), driverId: null, reason: '原车要保养' };
    const reassign = (more: object) => a.post('/api/tms/waybill/transportTask/reassign', { ...wanted, ...more });
    expect(await reassign({})).toMatchObject({
      code: 4011,
      data: { checks: [expect.stringMatching(/^WINDOW 预计晚到/u)] },
    });
    expect(await reassign({ lateReason: '客户同意今天送' })).toMatchObject({ code: 200 });
    const row = await a.db
      .selectFrom('waybill')
      .select(['late_reason'])
      .where('waybill_code', '=', waybillCode)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ late_reason: '客户同意今天送' });
  });

  it('within the tolerance of the company without a word', async () => {
    const settings = (await a.post('/api/tms/tripSettings/detail')).data;
    const { mayEdit: _may, ...rest } = settings;
    expect((await a.post('/api/tms/tripSettings/update', { ...rest, lateToleranceMin: 10_000 })).code).toBe(200);
    const answer = await a.stow(await a.truck(), [await lateOrder()]);
    expect(answer).toMatchObject({ code: 200, data: { possible: true } });
    expect(answer.data.checks).toContainEqual(expect.objectContaining({ code: 'WINDOW', level: 'warn' }));
    const { data: vehicles } = await a.post('/api/tms/stowage/vehicles');
    expect(vehicles[0].lateToleranceMin).toBe(10_000);
  });
});
