import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type TransportFixture, transportFixture } from '../../../../test/transport-kit';

/** Goods on trucks of which no position is known: no terminal at all, or a silent one (docs/decisions/132). */
let app: TestApp;
let a: TransportFixture;
let order: string;
let waybillCode: string;

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '无终端');
  order = await a.order();
  ({ waybillCode } = (await a.stow(await a.truck(), [order])).data);
  expect((await a.depart(waybillCode)).code).toBe(200);
});
afterAll(() => app.close());

/** Minutes from now of the stop of a load: planned, and what really happened. Unload stops are planned and promised (by the order, too). */
interface Trip {
  depart: { plan: number; really: number };
  stop: { plan: number; promised: number };
  /** a position of the truck said so many minutes ago that it comes at `eta` */
  heard?: { ago: number; eta: number };
}
const start = Date.now();
const from = (minutes: number) => new Date(start + minutes * 60_000);
async function set({ depart, stop, heard }: Trip): Promise<void> {
  const trip = sql`(select id from waybill where waybill_code = ${waybillCode})`;
  await sql`update waybill set plan_depart_at = ${from(depart.plan)}, actual_depart_at = ${from(depart.really)},
    eta_updated_at = ${heard ? from(-heard.ago) : null} where id = ${trip}`.execute(a.db);
  await sql`update waybill_stop set plan_leave_at = ${from(depart.plan)}, leave_at = ${from(depart.really)} where waybill_id = ${trip} and seq = 1`.execute(
    a.db,
  );
  await sql`update waybill_stop set plan_arrive_at = ${from(stop.plan)}, window_end = ${from(stop.promised)}, eta_at = ${heard ? from(heard.eta) : null}
    where waybill_id = ${trip} and seq = 2`.execute(a.db);
  await sql`update customer_order set arrive_to = ${from(stop.promised)} where order_code = ${order}`.execute(a.db);
}
/** What every place says of the goods: state and minutes; they agree, or the test fails. */
async function said(): Promise<[string, number | null]> {
  const [listed] = (await a.post('/api/tms/customerOrder/page', { codes: order })).data.list;
  const [tracked] = (await a.post('/api/tms/tracking/orderPage', { code: order, tab: 'running' })).data.list;
  const [docked] = (await a.post('/api/tms/arrival/page', { waybillCode, tab: 'onTheWay' })).data.list;
  const [trip] = (await a.post('/api/tms/waybill/transportTask/page', { waybillCode })).data.list;
  const [running] = (await a.post('/api/tms/tracking/waybillPage', { waybillCode })).data.list;
  const [leg] = (await a.post('/api/tms/tracking/orderLegs', { orderCode: order })).data;
  const stop = (await a.post('/api/tms/waybill/transportTask/detail', { id: waybillCode })).data.stops[1];
  const state = ['onTime', 'expectedLate', 'late'];
  const all = [
    [listed.late, listed.delayMin, listed.etaTime],
    [tracked.late, tracked.delayMin, tracked.etaTime],
    [docked.late, docked.lateMin, docked.etaTime],
    [state[trip.delayLevel], trip.delayMin, trip.etaTime],
    [state[trip.delayLevel], trip.delayMin, trip.endEtaTime],
    [state[running.delayLevel], running.delayMin, running.etaTime],
    [leg.late, leg.delayMin, leg.etaTime],
    [stop.late, stop.lateMin, stop.etaTime],
  ];
  for (const one of all) expect(one).toEqual(all[0]);
  return [listed.late, listed.delayMin];
}

it.each<[string, Trip, [string, number]]>([
  [
    'left as planned: comes as planned',
    { depart: { plan: -60, really: -60 }, stop: { plan: 60, promised: 90 } },
    ['onTime', -30],
  ],
  [
    'left 45 minutes late: comes 45 minutes later',
    { depart: { plan: -60, really: -15 }, stop: { plan: 60, promised: 90 } },
    ['expectedLate', 15],
  ],
  [
    'left late within the tolerance of the company',
    { depart: { plan: -60, really: -16 }, stop: { plan: 60, promised: 90 } },
    ['onTime', 14],
  ],
  [
    'was let through late and left in time: as late as the plan',
    { depart: { plan: -10, really: -10 }, stop: { plan: 190, promised: 90 } },
    ['expectedLate', 100],
  ],
  [
    'left half an hour early: comes half an hour earlier',
    { depart: { plan: 0, really: -30 }, stop: { plan: 100, promised: 90 } },
    ['onTime', -20],
  ],
  [
    'should be there by now: expected now at the earliest',
    { depart: { plan: -200, really: -180 }, stop: { plan: -40, promised: 10 } },
    ['onTime', -10],
  ],
  ['the promise is over', { depart: { plan: -200, really: -180 }, stop: { plan: -40, promised: -20 } }, ['late', 20]],
  [
    'heard on the road: its position says it, also after it fell silent',
    { depart: { plan: -120, really: -60 }, stop: { plan: 60, promised: 90 }, heard: { ago: 30, eta: 80 } },
    ['onTime', -10],
  ],
  [
    'was heard before the departure only (which was undone and entered again): the plan',
    { depart: { plan: -60, really: 0 }, stop: { plan: 60, promised: 90 }, heard: { ago: 30, eta: 80 } },
    ['expectedLate', 30],
  ],
])('%s', async (_, trip, expected) => {
  await set(trip);
  expect(await said()).toEqual(expected);
});

it('a stop on the way says more than the departure, unless the truck came early and still stands there', async () => {
  const near = { receiveLng: 121, receiveLat: 31.25, receiver: '第一家', receiveAddress: '一路1号' };
  const stowed = await a.stow(await a.truck({ load_weight_t: 5 }), [await a.order(near), await a.order()]);
  expect([stowed.code, stowed.msg]).toEqual([200, expect.any(String)]);
  const code = stowed.data.waybillCode;
  expect((await a.depart(code)).code).toBe(200);
  const trip = sql`(select id from waybill where waybill_code = ${code})`;
  // planned: leaves at -100, first stop 0 until 20, second stop 60, promised at 90
  const plan = (column: string, minutes: readonly number[]) =>
    sql`update waybill_stop set ${sql.ref(column)} = ${from(0)}::timestamptz + (array[${sql.join(minutes)}]::int[])[seq] * interval '1 minute' where waybill_id = ${trip}`.execute(
      a.db,
    );
  await plan('plan_arrive_at', [-130, 0, 60]);
  await plan('plan_leave_at', [-100, 20, 80]);
  await plan('window_end', [-100, 30, 90]);
  await sql`update waybill_stop set leave_at = plan_leave_at where waybill_id = ${trip} and seq = 1`.execute(a.db);
  const lastAfter = async (arrive: number | null, leave: number | null): Promise<number | null> => {
    await sql`update waybill_stop set arrive_at = ${arrive === null ? null : from(arrive)}, leave_at = ${leave === null ? null : from(leave)},
      stop_status = ${arrive === null ? 0 : leave === null ? 1 : 2} where waybill_id = ${trip} and seq = 2`.execute(
      a.db,
    );
    const { list } = (await a.post('/api/tms/arrival/page', { waybillCode: code, tab: 'onTheWay' })).data;
    return list.find(({ stopSeq }: { stopSeq: number }) => stopSeq === 3).lateMin;
  };
  expect(await lastAfter(null, null)).toBe(-30);
  expect(await lastAfter(50, null)).toBe(20);
  expect(await lastAfter(-25, null)).toBe(-30);
  expect(await lastAfter(50, 60)).toBe(10);
  expect(await lastAfter(-25, -10)).toBe(-60);
});
