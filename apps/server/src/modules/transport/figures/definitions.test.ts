import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

let app: TestApp;
let a: TransportFixture;
let vehicleId: string;
let frozen: string;
let chilled: string;
let waybillCode: string;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '口径');
  vehicleId = await a.truck({ load_weight_t: 5 });
  frozen = await a.order();
  chilled = await a.order({ temperatureType: 2, tempMin: null, tempMax: null }, { temperatureType: 2 });
  // both on one truck, each in its own compartment; the compartments themselves are of no interest here
  waybillCode = (await a.stow(vehicleId, [frozen])).data.waybillCode;
  expect((await a.depart(waybillCode)).code).toBe(200);
  await sql`update vehicle set zones = '[{"name":"前室"},{"name":"后室"}]'::jsonb where id = ${vehicleId}`.execute(
    a.db,
  );
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name, zone) values
    (${a.clientId}, ${vehicleId}, 'tem', 1, '前', '前室'), (${a.clientId}, ${vehicleId}, 'tem', 2, '后1', '后室'), (${a.clientId}, ${vehicleId}, 'tem', 3, '后2', '后室')`.execute(
    a.db,
  );
  await sql`insert into waybill_leg (client_id, waybill_id, order_id, leg_no, leg_type, from_seq, to_seq, plan_pieces, weight_kg, volume_m3, final, transportation_status, compartment_no)
    select l.client_id, l.waybill_id, o.id, 1, l.leg_type, l.from_seq, l.to_seq, 120, 960, 6.2, true, 1, 2 from waybill_leg l, customer_order o
    where l.order_id = (select id from customer_order where order_code = ${frozen}) and o.order_code = ${chilled}`.execute(
    a.db,
  );
  await sql`update waybill_leg set compartment_no = 1 where order_id = (select id from customer_order where order_code = ${frozen})`.execute(
    a.db,
  );
  await sql`update customer_order set order_status = 4 where order_code = ${chilled}`.execute(a.db);
});
afterAll(() => app.close());

async function report(tempC: ReadonlyArray<number | null>): Promise<void> {
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, fix_time, lng, lat, live, stream)
    values (${vehicleId}, ${a.clientId}, ${a.deviceIds[0]}, now(), now(), 121.62, 31.3, ${JSON.stringify({ tempC })}::jsonb, '{}')
    on conflict (vehicle_id) do update set device_time = excluded.device_time, live = excluded.live`.execute(a.db);
}
const tracked = async (code: string) =>
  (await a.post('/api/tms/tracking/orderPage', { code, tab: 'running' })).data.list.find(
    (row: { orderCode: string }) => row.orderCode === code,
  );
const risks = async (): Promise<string[]> =>
  (await a.post('/api/tms/tracking/waybillPage', { waybillCode })).data.list[0].risks;

describe('over-temperature is judged by the probes of the compartment and the goods in it', () => {
  it('each compartment suits its own goods, though the mean of all probes suits none', async () => {
    await report([-20, 4, 5]);
    expect(await tracked(frozen)).toMatchObject({ temp: 'inRange', boxTemp: -20 });
    expect(await tracked(chilled)).toMatchObject({ temp: 'inRange', boxTemp: 4.5 });
    expect(await risks()).not.toContain('overTemp');
  });
  it('one probe outside is enough, and shown; goods without limits of their own have those of their class', async () => {
    await report([-20, 4, 9.5]);
    expect(await tracked(chilled)).toMatchObject({ temp: 'over', boxTemp: 9.5 });
    expect(await tracked(frozen)).toMatchObject({ temp: 'inRange' });
    expect(await risks()).toContain('overTemp');
    const { data } = await a.post('/api/tms/tracking/orderCount');
    expect(data.over).toBe(1);
  });
  it('the air that the unit blows says nothing of the goods, in a compartment with probes of its own and in a box without any', async () => {
    const probe = (channel: number, name: string) =>
      sql`update probe set name = ${name} where vehicle_id = ${vehicleId} and channel = ${channel}`.execute(a.db);
    await probe(3, '后室送风');
    await report([-20, 4, -6]);
    expect(await tracked(chilled)).toMatchObject({ temp: 'inRange', boxTemp: 4 });
    expect((await a.post('/api/tms/tracking/waybillPage', { waybillCode })).data.list[0].temps).toEqual([-20, 4]);
    expect(await risks()).not.toContain('overTemp');
    // a compartment of whose own there is none is read from the whole box, as before
    await sql`update probe set zone = '' where vehicle_id = ${vehicleId} and channel in (2, 3)`.execute(a.db);
    expect(await tracked(chilled)).toMatchObject({ temp: 'over', boxTemp: -20 });
    await report([4, 5, -6]);
    expect(await tracked(chilled)).toMatchObject({ temp: 'inRange', boxTemp: 4.5 });
    await sql`update probe set zone = '后室' where vehicle_id = ${vehicleId} and channel in (2, 3)`.execute(a.db);
    await probe(3, '后2');
  });
  it('so are readings that a site took of them', async () => {
    const { receiptCode } = (
      await a.post('/api/tms/receiptOrder/walkIn', {
        customerId: a.customerId,
        siteId: a.qingpu,
        shipper: '王老板',
        shipPhone: '13700137000',
        receiver: '李店长',
        receivePhone: '13900139000',
        receiveArea: '上海市徐汇区',
        receiveAddress: '漕溪路1号',
        freightPayMode: 1,
        arriveTo: inHours(30),
        cargoName: '鲜奶',
        packUnit: '箱',
        pieces: 2,
        weightKg: 20,
        volumeM3: 0.1,
        temperatureType: 2,
      })
    ).data;
    const measured = async (tempC: number): Promise<boolean> => {
      await sql`update receipt_order set product_temp_c = ${tempC} where receipt_code = ${receiptCode}`.execute(a.db);
      return (await a.post('/api/tms/receiptOrder/detail', { id: receiptCode })).data.tempBad;
    };
    expect([await measured(4), await measured(9.5)]).toEqual([false, true]);
  });
  it('a silent probe says nothing', async () => {
    await report([null, 4, 5]);
    expect(await tracked(frozen)).toMatchObject({ temp: 'noData', boxTemp: null });
  });
});

describe('late is one thing in order list, tracking, waybill lists, docks and home', () => {
  const expectIn = (minutes: number) =>
    sql`update waybill_stop p set eta_at = coalesce(p.window_end, o.arrive_to) + ${minutes} * interval '1 minute' from customer_order o
      where o.order_code = ${frozen} and p.seq = 2 and p.waybill_id = (select id from waybill where waybill_code = ${waybillCode})`.execute(
      a.db,
    );
  const everywhere = async () => {
    const [order] = (await a.post('/api/tms/customerOrder/page', { codes: frozen })).data.list;
    const [trip] = (await a.post('/api/tms/waybill/transportTask/page', { waybillCode })).data.list;
    const [stop] = (await a.post('/api/tms/arrival/page', { waybillCode, tab: 'onTheWay' })).data.list;
    const row = await tracked(frozen);
    const { figures } = (await a.post('/api/tms/home/summary')).data;
    return {
      order: [order.late, order.delayMin],
      track: [row.late, row.delayMin],
      stop: [stop.late, stop.lateMin],
      trip: [trip.delayLevel, trip.delayMin],
      risk: (await risks()).includes('late'),
      home: figures.late,
    };
  };
  beforeAll(async () => {
    // promised at one moment, however long the one order was entered after the other
    await sql`update customer_order o set arrive_to = f.arrive_to from customer_order f where f.order_code = ${frozen} and o.order_code = ${chilled}`.execute(
      a.db,
    );
    await sql`update waybill_stop p set window_end = o.arrive_to from customer_order o
      where o.order_code = ${frozen} and p.seq = 2 and p.waybill_id = (select id from waybill where waybill_code = ${waybillCode})`.execute(
      a.db,
    );
  });
  it('is in time within the tolerance of the company', async () => {
    await expectIn(14);
    expect(await everywhere()).toEqual({
      order: ['onTime', 14],
      track: ['onTime', 14],
      stop: ['onTime', 14],
      trip: [0, 14],
      risk: false,
      home: 0,
    });
  });
  it('is expected late from the tolerance on', async () => {
    await expectIn(15);
    const all = await everywhere();
    expect(all).toMatchObject({ order: ['expectedLate', 15], track: ['expectedLate', 15], stop: ['expectedLate', 15] });
    expect(all).toMatchObject({ trip: [1, 15], risk: true, home: 2 });
  });
  it('is late once the promise is broken, whatever was expected', async () => {
    await sql`update waybill_stop set window_end = now() - interval '5 minutes 1 second', plan_arrive_at = now() - interval '3 hours', eta_at = null where seq = 2
      and waybill_id = (select id from waybill where waybill_code = ${waybillCode})`.execute(a.db);
    await sql`update customer_order set arrive_to = now() - interval '5 minutes 1 second' where order_code = ${frozen}`.execute(
      a.db,
    );
    expect(await everywhere()).toEqual({
      order: ['late', 5],
      track: ['late', 5],
      stop: ['late', 5],
      trip: [2, 5],
      risk: true,
      home: 1,
    });
  });
});

it('sums leave parents out, whose goods are those of their children', async () => {
  const whole = await a.order({ arriveTo: inHours(40) });
  const one = (await a.post('/api/tms/customerOrder/detail', { id: whole })).data;
  const before = (await a.post('/api/tms/customerOrder/page', { orderStatus: 1 })).data;
  const piece = (pieces: number) => ({ items: [{ itemId: one.items[0].itemId, pieces }] });
  const split = await a.post('/api/tms/customerOrder/split', {
    orderCode: whole,
    version: one.version,
    children: [piece(50), piece(70)],
  });
  expect([split.code, split.msg]).toEqual([200, expect.any(String)]);
  const after = (await a.post('/api/tms/customerOrder/page', { orderStatus: 1 })).data;
  expect(after.sums).toEqual(before.sums);
  expect(after.total).toBe(before.total + 2);
  expect((await a.post('/api/tms/customerOrder/page', { orderStatus: 1, split: 'moving' })).data.total).toBe(
    before.total + 1,
  );
  expect((await a.post('/api/tms/customerOrder/page', { split: 'parent' })).data.sums.pieces).toBe(120);
  // who asks for its number finds it beside that filter
  const asked = await a.post('/api/tms/customerOrder/page', { split: 'moving', codes: whole });
  expect(asked.data.list.map(({ orderCode }: { orderCode: string }) => orderCode)).toContain(whole);
});

it('the docks stand by when trucks are expected, not by what was planned', async () => {
  const leave = async (): Promise<string> => {
    const { data } = await a.stow(await a.truck(), [await a.order()]);
    await a.depart(data.waybillCode);
    return data.waybillCode;
  };
  const soon = await leave();
  const later = await leave();
  const due = (code: string, plan: number, eta: number | null) =>
    sql`update waybill_stop set plan_arrive_at = now() + ${plan} * interval '1 minute', eta_at = now() + ${eta}::int * interval '1 minute'
      where seq = 2 and waybill_id = (select id from waybill where waybill_code = ${code})`.execute(a.db);
  const codes = async (more: object = {}) =>
    (await a.post('/api/tms/arrival/page', { tab: 'onTheWay', ...more })).data.list
      .map((row: { waybillCode: string }) => row.waybillCode)
      .filter((code: string) => code === soon || code === later);
  await due(later, 60, 300);
  await due(soon, 120, 100);
  expect(await codes()).toEqual([soon, later]);
  expect(await codes({ sort: 'etaTime desc' })).toEqual([later, soon]);
  // nothing is known yet of where this one is: its plan says when it comes
  await due(later, 60, null);
  expect(await codes()).toEqual([later, soon]);
});

it('a stop of a carrier is in time by the same rule: one that was left without a known arrival is neither', async () => {
  const { waybillCode: trip } = (await a.stow(await a.truck(), [await a.order()])).data;
  await a.depart(trip);
  const {
    rows: [carrier],
  } = await sql<{
    id: string;
  }>`insert into carrier (client_id, name, code) values (${a.clientId}, '口径承运', 'KJCY') returning id::text as id`.execute(
    a.db,
  );
  await sql`update waybill set carrier_id = ${carrier?.id} where waybill_code = ${trip}`.execute(a.db);
  const figures = async (stop: { status: number; arrive: string | null }) => {
    await sql`update waybill_stop set window_end = now() - interval '2 hours', stop_status = ${stop.status}, arrive_at = now() + ${stop.arrive}::interval
      where seq = 2 and waybill_id = (select id from waybill where waybill_code = ${trip})`.execute(a.db);
    const { rows } = await sql<{
      stops: number;
      inTime: number;
    }>`select stops, on_time as "inTime" from carrier_figures(${carrier?.id}, now() - interval '90 days', now() - interval '30 days', 15, 24)`.execute(
      a.db,
    );
    return rows[0];
  };
  expect(await figures({ status: 2, arrive: null })).toEqual({ stops: 0, inTime: 0 });
  expect(await figures({ status: 0, arrive: null })).toEqual({ stops: 1, inTime: 0 });
  expect(await figures({ status: 2, arrive: '-121 minutes' })).toEqual({ stops: 1, inTime: 1 });
});

describe('an order that is over is not late any more', () => {
  const lateness = async (code: string) => {
    const { late, delayMin, etaTime } = await a.orderOf(code);
    return { late, delayMin, etaTime };
  };
  const overdue = (codes: string[]) =>
    sql`update customer_order set arrive_to = now() - interval '60 minutes' where order_code = any(${codes}::text[])`.execute(
      a.db,
    );

  it('a voided one was promised to nobody', async () => {
    const code = await a.order();
    await overdue([code]);
    expect(await lateness(code)).toMatchObject({ late: 'late', delayMin: 60 });
    expect((await a.post('/api/tms/customerOrder/void', { orderCodes: [code], reason: '客户取消' })).code).toBe(200);
    expect(await lateness(code)).toEqual({ late: 'onTime', delayMin: null, etaTime: null });
  });

  it('a split one is expected with the last of its children, and came with it', async () => {
    const parent = await a.order();
    const { items, version } = await a.orderOf(parent);
    const children = [50, 70].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
    const { childCodes } = (await a.post('/api/tms/customerOrder/split', { orderCode: parent, version, children }))
      .data;
    const [first, second] = childCodes;
    // until the departure the plan says when the parts come, also while one of them has no truck yet
    const early = (await a.stow(await a.truck(), [first], { planDepartTime: inHours(5) })).data.waybillCode;
    const planned = (await lateness(first)).etaTime;
    expect(planned).toEqual(expect.any(String));
    expect(await lateness(parent)).toMatchObject({ late: 'onTime', etaTime: planned });
    const away = { waybillCode: early, version: (await a.waybill(early)).version, reason: '改到一辆车' };
    expect((await a.post('/api/tms/waybill/transportTask/void', away)).code).toBe(200);
    expect(await lateness(parent)).toMatchObject({ etaTime: null });
    const trip = (await a.stow(await a.truck(), [first, second])).data.waybillCode;
    expect((await a.depart(trip)).code).toBe(200);
    await overdue([parent, ...childCodes]);
    await sql`update waybill_stop set eta_at = now() + interval '30 minutes' where seq = 2 and stop_status = 0
      and waybill_id = (select id from waybill where waybill_code = ${trip})`.execute(a.db);
    const child = await lateness(childCodes[0]);
    expect(child).toMatchObject({ late: 'late', delayMin: expect.closeTo(90, -1) });
    expect(await lateness(parent)).toMatchObject({ late: 'late', etaTime: child.etaTime });
    for (const [i, code] of childCodes.entries())
      await a.post('/api/tms/customerOrder/sign', { orderCode: code, signer: '李店长', signPieces: [50, 70][i] });
    // signed for 20 and 10 minutes after the promise; an hour later nothing is added to it
    for (const [i, code] of childCodes.entries())
      await sql`update customer_order set signed_at = arrive_to + ${20 - 10 * i} * interval '1 minute' where order_code = ${code}`.execute(
        a.db,
      );
    expect(await a.orderOf(parent)).toMatchObject({ orderStatus: 5, late: 'late', delayMin: 20, etaTime: null });
  });
});
