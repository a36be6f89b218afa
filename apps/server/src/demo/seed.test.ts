import { announceStatus } from '@tongda/contract/base/message/announce';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { creditCodeFits } from '@tongda/contract/core/field/identity-numbers';
import { patterns } from '@tongda/contract/core/field/patterns';
import { memberPayType } from '@tongda/contract/trade/member/enums';
import { memberLimits, purchaseResult } from '@tongda/contract/trade/member/order-state';
import { auditStatus, orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { deriveOrderStatus } from '@tongda/contract/transport/order/status';
import {
  abnormalStatus,
  driverConfirmStatus,
  receiptOrderStatus,
  receiptStatus,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { timetableOf } from '@tongda/contract/transport/waybill/timetable';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { simulateMoves, simulateVehicle } from '@tongda/simulator/world/simulate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDb, demoNow } from '../../test/demo-db';
import { type TestDb, testDb } from '../../test/test-db';
import { loadGeocoder } from '../modules/base/map/door';
import { loadUnitFailures } from './alarms/planted';
import { handleNext, plantUnitFailure } from './alarms/warm-box';
import { plantWarmGoods } from './alarms/warm-goods';
import { explainLateCalls } from './fleet/late-calls';
import { standsOf } from './fleet/truck-stands';
import { vehicleId, vinOf } from './fleet/vehicle/rows';
import { seedDemo } from './seed';
import { findRevocable } from './transport/revoked';

let db: TestDb;
const now = demoNow;
const options = { now, hashPassword: async (plain: string) => `hash of ${plain}` };

beforeAll(async () => {
  db = await demoDb();
}, 120_000);
afterAll(() => db.close());

const count = async (statement: string): Promise<number> => Number((await db.pool.query(statement)).rows[0].n);

it('can be made at an hour when no waiting trip fits behind the running one of the driver with an account', async () => {
  const other = await testDb();
  try {
    const at = { ...options, now: new Date('2026-11-22T18:20:00Z') };
    expect(await seedDemo(other.systemDb, at)).toBe(true);
  } finally {
    await other.close();
  }
}, 120_000);

const billsOnRoad = async (of: TestDb): Promise<number> =>
  (await of.pool.query('select id from waybill where waybill_kind = 1 and transport_status = 2')).rows.length;
/** 提单 that came back more than an hour after they should have. */
const lateBills = async (of: TestDb): Promise<string[]> =>
  (
    await of.pool.query<{
      code: string;
    }>(`select w.waybill_code as code from waybill w join waybill_stop p on p.waybill_id = w.id
      where w.waybill_kind = 1 and p.stop_type = 2 and p.arrive_at > p.plan_arrive_at + interval '1 hour'`)
  ).rows.map(({ code }) => code);

it('has a trunk load that stays on the road for a while and a 提单 on it, also in the evening when most trucks have arrived', async () => {
  const other = await testDb();
  try {
    const evening = new Date('2026-11-23T14:20:00Z');
    await seedDemo(other.systemDb, { ...options, now: evening });
    const { rows } = await other.pool.query<{ minutes: number }>(
      `select extract(epoch from plan_arrive_at - $1)::float8 / 60 as minutes from waybill where waybill_kind = 2 and transport_status = 2`,
      [evening],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { minutes } of rows) expect(minutes).toBeGreaterThan(60);
    expect(await billsOnRoad(other)).toBe(1);
    expect(await lateBills(other)).toEqual([]);
  } finally {
    await other.close();
  }
}, 120_000);

it.each([
  ['Sunday evening', '2026-11-22T15:00:00Z'],
  ['early Monday', '2026-11-22T20:30:00Z'],
])(
  'has a 提单 on the road in each night: %s',
  async (_, at) => {
    const other = await testDb();
    try {
      await seedDemo(other.systemDb, { ...options, now: new Date(at) });
      expect(await billsOnRoad(other)).toBe(1);
      expect(await lateBills(other)).toEqual([]);
    } finally {
      await other.close();
    }
  },
  120_000,
);

it.each([
  ['late in the evening, when nobody on the road has called at a receiver', '2026-11-30T13:34:00Z'],
  ['when the receipts of all who did are further', '2026-11-30T14:00:00Z'],
])(
  'has a signature that can be revoked %s',
  async (_, at) => {
    const other = await testDb();
    try {
      await seedDemo(other.systemDb, { ...options, now: new Date(at) });
      expect(await findRevocable(other.systemDb, new Date(at))).not.toBeNull();
    } finally {
      await other.close();
    }
  },
  120_000,
);

describe('seedDemo', () => {
  it('does nothing the second time', async () => {
    expect(await seedDemo(db.systemDb, options)).toBe(false);
    expect(await count('select count(*) n from vehicle')).toBe(60);
  });

  it('writes the company of resources.md section 4', async () => {
    expect(await count(`select count(*) n from vehicle where temperature_types = '{3}'`)).toBe(36);
    expect(await count(`select count(*) n from vehicle where temperature_types = '{2}'`)).toBe(14);
    expect(await count(`select count(*) n from vehicle where array_length(temperature_types, 1) > 1`)).toBe(6);
    expect(await count(`select count(*) n from vehicle where temperature_types = '{1}'`)).toBe(4);
    expect(await count(`select count(*) n from vehicle where vehicle_cq = 1 and carrier_id is not null`)).toBe(12);
    expect(await count(`select count(*) n from vehicle where (vehicle_cq = 1) <> (carrier_id is not null)`)).toBe(0);
    expect(await count('select count(distinct carrier_id) n from vehicle')).toBe(6);
    expect(await count('select count(*) n from vehicle where vehicle_status = 1')).toBe(2);
    // one a truck, and three without
    expect(await count('select count(*) n from driver')).toBe(63);
    expect(await count('select count(distinct emergency_name) n from driver')).toBe(11);
    expect(await count('select count(*) n from outside_query where direction = 2 and vehicle_id is not null')).toBe(6);
    // trips of three trucks end with longer stands, those of three others are rounds from depot to depot
    expect(await count('select count(*) n from trip_setting where mode = 1 and gap_min = 30')).toBe(3);
    expect(await count('select count(*) n from trip_setting where mode = 2 and cardinality(end_place_ids) = 2')).toBe(
      3,
    );
    expect(await count('select count(*) n from trip_setting where mode = 4')).toBe(3);
    expect(await count('select count(distinct driver_id) n from vehicle where deleted_at is null')).toBe(60);
    expect(
      await count(
        'select count(*) n from driver d join vehicle v on v.driver_id = d.id where d.carrier_id is distinct from v.carrier_id',
      ),
    ).toBe(0);
    expect(await count('select count(distinct vehicle_color) n from vehicle')).toBe(3);
    expect(await count(`select count(*) n from device where client_id = 101 and protocol = 'JT808-2013'`)).toBe(45);
    expect(await count(`select count(*) n from device where protocol = 'JT808-2019'`)).toBe(20);
    expect(await count('select count(*) n from vehicle where camera_count = 4')).toBe(5);
  });

  it('has an order in the workshop for each vehicle that is 维修中, and one that waits', async () => {
    const inRepair = `select count(*) n from vehicle v where (v.vehicle_status = 1) <> exists (select from vehicle_repair r
      where r.vehicle_id = v.id and r.maintain_status = 1)`;
    expect(await count(inRepair)).toBe(0);
    expect(await count('select count(*) n from vehicle_repair where maintain_status = 0')).toBe(1);
    const ahead = `greatest(started_at, ended_at) > '${now.toISOString()}' or started_at < reported_at`;
    expect(await count(`select count(*) n from vehicle_repair where ${ahead}`)).toBe(0);
  });

  it('has an order of a membership in each of the nine states, and memberships that hold, end and are over', async () => {
    const { rows } = await db.pool.query('select status from member_order order by status');
    expect(rows.map((r: { status: number }) => r.status)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // a company buys nothing while an order of it waits: the main one can renew
    const main = await db.pool.query<{ status: number }>('select status from member_order where client_id = 101');
    expect(purchaseResult(main.rows.map(({ status }) => status))).toBe(0);
    expect(await count('select count(*) n from app_user where client_id = 104')).toBe(1);
    // each waits as long as its way of paying gives
    const { rows: lives } = await db.pool.query<{ type: number; minutes: number }>(`select distinct pay_type as type,
      (extract(epoch from expire_at - created_at) / 60)::int as minutes from member_order order by 1`);
    expect(lives).toEqual([
      { type: memberPayType.online, minutes: memberLimits.onlineMinutes },
      { type: memberPayType.offline, minutes: memberLimits.offlineDays * 1440 },
    ]);
    const periods = (which: string) =>
      count(`select count(distinct device_id) n from member_period where order_id is null and ${which}`);
    expect(await periods(`end_date > date '2026-11-21' + 30`)).toBe(20);
    expect(await periods(`end_date between date '2026-11-21' and date '2026-11-21' + 30`)).toBe(8);
    expect(await periods(`end_date < date '2026-11-21'`)).toBe(6);
    // what an order says is for sale is for sale: 标准版 is not for video terminals
    expect(
      await count(`select count(*) n from member_order_item i join member_order o on o.id = i.order_id
        join member_plan p on p.id = o.plan_id where cardinality(p.models) > 0 and not i.model = any(p.models)`),
    ).toBe(0);
  });

  it('numbers its orders by their own time, and asks for invoices with numbers whose check digit fits', async () => {
    const { rows } = await sql<{ no: string; time: string; tax: string | null }>`
      select order_no as no, to_char(created_at at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MISS') as time, ticket->>'taxNo' as tax from (
        select order_no, created_at, ticket from member_order union all select order_no, created_at, ticket from renew_order
        union all select order_no, created_at, ticket from erp_order) o`.execute(db.systemDb);
    expect(rows.length).toBeGreaterThan(12);
    for (const { no, time } of rows)
      expect(no.slice(2, no.startsWith('DD') ? 10 : 16)).toBe(time.slice(0, no.startsWith('DD') ? 8 : 14));
    const taxNos = rows.flatMap(({ tax }) => tax ?? []);
    expect(taxNos.length).toBeGreaterThan(0);
    expect(taxNos.filter((no) => !creditCodeFits(no))).toEqual([]);
  });

  it('has four vehicles with a certificate that ends within a month and one that has ended', async () => {
    const soonest = 'least(license_end, transport_cert_end, inspect_end, insure_end)';
    const today = `date '2026-11-21'`;
    expect(await count(`select count(*) n from vehicle where ${soonest} between ${today} and ${today} + 30`)).toBe(4);
    expect(await count(`select count(*) n from vehicle where ${soonest} < ${today}`)).toBe(1);
    expect(await count(`select count(*) n from vehicle where service_end < ${today}`)).toBe(1);
  });

  it('lets nobody work with what has expired: no driver, truck or terminal of a trip', async () => {
    const today = `date '2026-11-21'`;
    expect(
      await count(`select count(*) n from vehicle v join driver d on d.id = v.driver_id
        where d.status <> 1 or d.license_end < ${today} or d.qualification_end < ${today}`),
    ).toBe(0);
    expect(
      await count(`select count(*) n from waybill w join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
        where w.voided_at is null and (least(v.license_end, v.transport_cert_end, v.inspect_end, v.insure_end, v.service_end) < ${today}
          or d.license_end < ${today} or d.status <> 1)`),
    ).toBe(0);
    // nor does it carry for a customer whose contract has ended
    expect(
      await count(`select count(*) n from customer k where k.contract_end < ${today}
        and exists (select from customer_order o where o.customer_id = k.id and o.created_at > k.contract_end)`),
    ).toBe(0);
    expect(await count(`select count(*) n from customer where contract_end < ${today}`)).toBe(1);
    expect(await count(`select count(*) n from carrier where contract_end < ${today}`)).toBe(0);
    // memberships that are over: terminals in stock, and those of the two trucks which never leave their yards
    const over = `select device_id from member_period group by device_id having max(end_date) < ${today}`;
    expect(await count(`select count(*) n from (${over}) o`)).toBe(6);
    expect(
      await count(`select count(*) n from (${over}) o join device_binding b on b.device_id = o.device_id and upper_inf(b.during)
        join waybill w on w.vehicle_id = b.vehicle_id where w.voided_at is null`),
    ).toBe(0);
    expect(
      await count(
        `select count(*) n from (${over}) o join device_binding b on b.device_id = o.device_id and upper_inf(b.during)`,
      ),
    ).toBe(2);
  });

  it('has stores and sites that stand where their names say', async () => {
    const geocoder = await loadGeocoder();
    const { rows } = await db.pool.query<{ name: string; lng: number; lat: number }>(
      `select p.name, g.lng, g.lat from place p join place_shape g on g.place_id = p.id and upper_inf(g.during)
        where p.client_id = 101 and p.kind = 'site' and p.deleted_at is null`,
    );
    // names with a district in them: of every store, and of sites on the road; the parts of a name that are a town or a street are not known offline
    const wrong = rows.flatMap(({ name, lng, lat }) => {
      const place = geocoder.placeOf(lng, lat);
      const named = /^(?:鲜果源|盒鲜生|百味超市|惠民生鲜|优选便利|海港水产)(..)(..)\d+店$/u.exec(name);
      if (!named) return [];
      const [, city = '', district = ''] = named;
      const inCity = [place?.city, place?.province].some((one) => one?.startsWith(city));
      return inCity && place?.district.startsWith(district) ? [] : [`${name}: ${place?.city}${place?.district}`];
    });
    expect(wrong).toEqual([]);
    const known = rows.filter(({ name }) => /店$/u.test(name)).length;
    expect(known).toBeGreaterThan(90);
    const onRoad = rows.flatMap(({ name, lng, lat }) => {
      const of = ['梁溪', '天宁', '栖霞', '丰台', '金水', '成华', '越秀', '相城', '余杭', '南湖'].find((one) =>
        name.includes(one),
      );
      return of && !name.endsWith('仓') ? [[of, geocoder.placeOf(lng, lat)?.district.startsWith(of)]] : [];
    });
    expect(onRoad.length).toBeGreaterThan(9);
    expect(onRoad.filter(([, right]) => !right)).toEqual([]);
  });

  it('has orders, waybills, abnormal reports, receipts and messages in every state', async () => {
    const statesOf = async (table: string, column: string, more = '') => {
      const { rows } = await db.pool.query<{ state: number }>(
        `select distinct ${column}::int as state from ${table} where client_id = 101 ${more} order by 1`,
      );
      return rows.map(({ state }) => state);
    };
    const all = (codes: readonly unknown[]) => codes.toSorted();
    expect(await statesOf('customer_order', 'order_status')).toEqual(all(orderStatus.codes));
    expect(await statesOf('waybill', 'transport_status', 'and voided_at is null')).toEqual(all(transportStatus.codes));
    expect(await statesOf('abnormal_report', 'abnormal_status')).toEqual(all(abnormalStatus.codes));
    expect(await statesOf('receipt', 'receipt_status')).toEqual(all(receiptStatus.codes));
    // a signature is revoked by a step that follows: completed.test.ts asks for all codes
    expect(await statesOf('receipt', 'audit_status')).toEqual(
      all(auditStatus.codes.filter((code) => code !== auditStatus.cancelled)),
    );
    expect(await statesOf('pick_up_order', 'order_status')).toEqual(all(orderStatus.codes));
    expect(await statesOf('receipt_order', 'receipt_status')).toEqual(all(receiptOrderStatus.codes));
    expect(await statesOf('waybill', 'stow_status', 'and voided_at is null')).toEqual(all(stowStatus.codes));
    expect(await statesOf('waybill', 'driver_confirm', 'and voided_at is null')).toEqual(
      all(driverConfirmStatus.codes),
    );
    // what a site counted short was reported, as the counting itself does
    expect(
      await statesOf(
        'receipt_order',
        'count(*)',
        `and short_pieces > 0 and not exists (select from abnormal_report x where x.once_key = 'receipt ' || receipt_order.id)`,
      ),
    ).toEqual([0]);
    // alarms and faults of terminals are told by the trucks, once they report
    const { vehicleAlarm, deviceException } = msgCategory;
    expect(await statesOf('message', 'category')).toEqual(
      all(msgCategory.codes.filter((code) => code !== vehicleAlarm && code !== deviceException)),
    );
    expect(await count('select count(*) n from message_user where read_at is null')).toBeGreaterThan(10);
    expect(await count('select count(*) n from message_user where read_at is not null')).toBeGreaterThan(10);
    const shown = `case when withdrawn_at is not null then ${announceStatus.withdrawn}
      when expire_at <= '${now.toISOString()}' then ${announceStatus.over} else ${announceStatus.shown} end`;
    expect(await statesOf('message', shown, 'and published_by is not null')).toEqual(all(announceStatus.codes));
  });

  it('has a repair request in every state, the open ones with a visit to come', async () => {
    expect(await count('select count(distinct state) as n from repair_request')).toBe(6);
    expect(
      await count(`select count(*) as n from repair_request where state in (0, 1) and visit_on <= date '2026-11-21'`),
    ).toBe(0);
  });

  it('has five push settings, one that escalates and one that tells the driver', async () => {
    expect(await count('select count(*) n from push_setting where client_id = 101 and enabled')).toBe(5);
    expect(await count(`select count(*) n from push_setting where jsonb_array_length(escalation) > 0`)).toBe(1);
    expect(await count(`select count(*) n from push_setting where (receivers->>'driver')::boolean`)).toBe(1);
  });

  it('binds each vehicle to one terminal now and keeps the swap in the history', async () => {
    expect(await count('select count(*) n from device_binding where during @> now()')).toBe(60);
    expect(await count('select count(distinct vehicle_id) n from device_binding where during @> now()')).toBe(60);
    expect(await count('select count(*) n from device_binding where upper(during) is not null')).toBe(2);
  });

  it('lets the shipper see three trucks and the tenant its own sixty', async () => {
    const seen = (clientId: string) =>
      db.withTenant(
        { clientId, provider: false },
        async (trx) => (await trx.selectFrom('vehicle').select('id').execute()).length,
      );
    expect(await seen('101')).toBe(60);
    // the share lasts a week from the day of the seeds, which is over by the clock of whoever runs this
    await db.systemDb
      .updateTable('vehicle_access')
      .set({ valid_until: null })
      .where('client_id', '=', '102')
      .where('source', '<>', 'own')
      .where('valid_until', '>', now)
      .where('valid_from', '<=', now)
      .execute();
    expect(await seen('102')).toBe(3);
  });

  it('gives tms no vehicle monitoring and the administrator everything', async () => {
    expect(
      await count(`select count(*) n from role_menu where role_id = 142 and menu_key in ('monitoring', 'location')`),
    ).toBe(0);
    expect(await count('select count(*) n from role_menu where role_id = 142')).toBeGreaterThan(20);
    expect(
      await count(`select count(*) n from user_role ur join role r on r.id = ur.role_id join app_user u on u.id = ur.user_id
      where u.account_code = 'demo' and r.all_rights`),
    ).toBe(1);
  });

  it('has a day of 200 orders in every state, trips and trunk loads in every state, and orders that wait in the split pool', async () => {
    expect(await count('select count(*) n from customer_order')).toBeGreaterThanOrEqual(200);
    for (const status of [1, 2, 3, 4, 5, 6])
      expect([status, await count(`select count(*) n from customer_order where order_status = ${status}`)]).not.toEqual(
        [status, 0],
      );
    for (const kind of [2, 3])
      for (const state of [1, 2, 3])
        expect([
          kind,
          state,
          await count(`select count(*) n from waybill where waybill_kind = ${kind} and transport_status = ${state}`),
        ]).not.toEqual([kind, state, 0]);
    expect(
      await count('select count(distinct stow_status) n from waybill where transport_status = 1 and waybill_kind = 2'),
    ).toBe(4);
    // 提单 of yesterday, two of today (one that its truck makes, on the road or about to leave) and one in the making; receipts of what customers, 提单 and trunk loads brought
    const bills = (which: string) => count(`select count(*) n from waybill where waybill_kind = 1 and ${which}`);
    expect([
      await bills('transport_status = 3'),
      await bills('(stow_status = 2 or transport_status = 2)'),
      await bills('stow_status = 1'),
    ]).toEqual([2, 2, 1]);
    for (const type of [1, 2, 3])
      expect([
        type,
        await count(`select count(*) n from receipt_order where receive_type = ${type} and receipt_status = 3`),
      ]).not.toEqual([type, 0]);
    // carriers carried some of it, so that they can be scored
    expect(
      await count(
        'select count(distinct carrier_id) n from waybill where transport_status = 3 and carrier_id is not null',
      ),
    ).toBeGreaterThanOrEqual(1);
    // goods that changed trucks are delivered piece by piece by the second one
    expect(
      await count(`select count(*) n from waybill w join waybill o on o.id = w.reload_from_id where o.close_reason = '换装' and w.transport_status = 3
      and (select sum(load_pieces) from waybill_leg where waybill_id = w.id) = (select sum(unload_pieces) from waybill_leg where waybill_id = o.id and transfer_flag)`),
    ).toBe(1);
    expect(
      await count('select count(*) n from customer_order where pool_reason is not null and order_status = 1'),
    ).toBe(3);
    // goods that reached a site wait there for their next leg
    expect(
      await count('select count(*) n from customer_order where order_status = 4 and current_place_id is not null'),
    ).toBeGreaterThan(0);
  });

  it('leaves a dispatcher some dozen orders to plan, a few of them late', async () => {
    const waits = `order_status = 1 and split_flag <> 1`;
    const all = await count(`select count(*) n from customer_order where ${waits}`);
    const late = await count(
      `select count(*) n from customer_order where ${waits} and arrive_to < '${now.toISOString()}'`,
    );
    expect(all).toBeGreaterThanOrEqual(24);
    expect(all).toBeLessThanOrEqual(84);
    expect(late).toBeGreaterThanOrEqual(3);
    expect(late).toBeLessThanOrEqual(8);
    // nor do a few trucks carry all that was delivered in the last days
    expect(await count('select count(*) n from waybill where transport_status = 3')).toBeGreaterThan(14);
  });

  it('lets trips under way be made by their trucks: where they stood and will stand, one of them late', async () => {
    interface Stop {
      lng: number;
      lat: number;
      due: string | null;
      arrive: string | null;
      leave: string | null;
    }
    const { rows } = await db.pool.query<{ code: string; plateNo: string; stops: Stop[] }>(
      `select w.waybill_code code, v.plate_no "plateNo",
        (select jsonb_agg(jsonb_build_object('lng', p.lng, 'lat', p.lat, 'due', p.window_end, 'arrive', p.arrive_at, 'leave', p.leave_at) order by p.seq)
          from waybill_stop p where p.waybill_id = w.id) stops
      from waybill w join vehicle v on v.id = w.vehicle_id where w.transport_status = 2 and w.waybill_kind in (2, 3) order by 1`,
    );
    // one trunk load and five trips
    expect(rows).toHaveLength(6);
    let late = 0;
    for (const { code, plateNo, stops } of rows) {
      const truck = demoVehicles.find((one) => one.plateNo === plateNo);
      if (!truck) throw new Error(`no truck ${plateNo}`);
      const stands = standsOf(simulateMoves(truck, now.getTime() - 8 * 3_600_000, now.getTime() + 10 * 3_600_000));
      expect([code, stops.at(-1)?.arrive]).toEqual([code, null]);
      for (const { lng, lat, due, arrive, leave } of stops) {
        const here = stands.filter((one) => distanceM(one.lng, one.lat, lng, lat) < 300);
        if (leave !== null) {
          // a stop that is over: the truck left it then
          expect([code, here.some(({ leaveAt }) => leaveAt === Date.parse(leave))]).toEqual([code, true]);
          expect(Date.parse(leave)).toBeLessThanOrEqual(now.getTime());
          continue;
        }
        expect([code, arrive]).toEqual([code, null]);
        const next = here.find(({ arriveAt }) => arriveAt > now.getTime());
        expect([code, next !== undefined]).toEqual([code, true]);
        if (next && next.arriveAt > Date.parse(due ?? '')) late++;
      }
    }
    expect(late).toBe(1);
  });

  it('lets every truck be where the papers of its trip say: when it came, left, and will leave', async () => {
    const { rows } = await db.pool.query<{
      code: string;
      plateNo: string;
      state: number;
      planAt: Date;
      stops: Array<{ seq: number; lng: number; lat: number; arrive: string | null; leave: string | null }>;
    }>(`select w.waybill_code code, v.plate_no "plateNo", w.transport_status state, w.plan_depart_at "planAt",
        (select jsonb_agg(jsonb_build_object('seq', p.seq, 'lng', p.lng, 'lat', p.lat, 'arrive', p.arrive_at, 'leave', p.leave_at) order by p.seq)
          from waybill_stop p where p.waybill_id = w.id) stops
      from waybill w join vehicle v on v.id = w.vehicle_id where w.client_id = 101 and w.voided_at is null
        and exists (select from waybill_leg l where l.waybill_id = w.id and l.removed_at is null)`);
    const wrong: unknown[] = [];
    for (const { code, plateNo, state, planAt, stops } of rows) {
      const truck = demoVehicles.find((one) => one.plateNo === plateNo);
      if (!truck) throw new Error(`no truck ${plateNo}`);
      const times = stops.flatMap(({ arrive, leave }) => [arrive, leave].flatMap((at) => at ?? [])).map(Date.parse);
      const first = Math.min(...times, now.getTime(), planAt.getTime()) - 6 * 3_600_000;
      const last = Math.max(...times, now.getTime(), planAt.getTime()) + 6 * 3_600_000;
      const stands = standsOf(simulateMoves(truck, first, last));
      const isHere = (stop: { lng: number; lat: number }, at: number, slackMs: number): boolean =>
        stands.some(
          (one) =>
            distanceM(one.lng, one.lat, stop.lng, stop.lat) < 300 &&
            one.arriveAt - slackMs <= at &&
            at <= (one.leaveAt ?? Number.POSITIVE_INFINITY) + slackMs,
        );
      for (const stop of stops)
        for (const at of [stop.arrive, stop.leave])
          if (at !== null && !isHere(stop, Date.parse(at), 60_000)) wrong.push([code, plateNo, stop.seq, at]);
      const [begin] = stops;
      // one should have left by now and has not; the others leave about when they are planned to
      if (state === 1 && begin && !isHere(begin, planAt.getTime(), 30 * 60_000))
        wrong.push([code, plateNo, 'plan', planAt]);
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(25);
  });

  it('enters each step once', async () => {
    const twice = await db.pool.query(
      `select obj_type, obj_code, action, count(*)::int n from tms_operation_log where client_id = 101
        group by obj_type, obj_code, action, coalesce(remark, ''), coalesce(event_at, at) having count(*) > 1`,
    );
    expect(twice.rows).toEqual([]);
    const again = await db.pool.query(
      `select obj_type, obj_code, action, count(*)::int n from tms_operation_log where client_id = 101
        and action not in ('配载', '发车', '到站') group by obj_type, obj_code, action having count(*) > 1`,
    );
    expect(again.rows).toEqual([]);
  });

  it('has the demo driver under way to a store whose code he can scan there, with the next trip waiting for his answer', async () => {
    const { rows } = await sql<{
      status: number;
      confirm: number;
      stores: number;
    }>`select w.transport_status as status, w.driver_confirm as confirm,
        (select count(*)::int from waybill_stop p join place_shape g on upper_inf(g.during) and p.lng between g.west and g.east and p.lat between g.south and g.north
          join store s on s.place_id = g.place_id and s.name = p.name where p.waybill_id = w.id and p.stop_type = 2 and p.stop_status = 0) as stores
      from app_user u join waybill w on w.driver_id = u.driver_id where u.account_code = 'siji' and w.voided_at is null and w.transport_status <> 3
      order by w.transport_status desc`.execute(db.systemDb);
    const [running, waiting] = rows;
    expect(running).toMatchObject({ status: 2, confirm: 1 });
    expect(running?.stores).toBeGreaterThan(0);
    expect(waiting).toMatchObject({ status: 1, confirm: 0 });
  });

  it('leaves every order in the state that its legs say', async () => {
    const { rows } = await db.pool.query<
      Parameters<typeof deriveOrderStatus>[0] & { code: string; status: number }
    >(`select o.order_code code, o.order_status status,
      o.voided_at is not null voided, o.signed_at is not null signed, o.split_flag "splitFlag", false planned,
      array(select x.order_status from customer_order x where x.parent_id = o.id) children,
      coalesce((select jsonb_agg(jsonb_build_object('live', true, 'transportationStatus', l.transportation_status, 'loadPieces', l.load_pieces,
        'stowStatus', w.stow_status, 'loading', w.load_started_at is not null and l.from_seq = 1, 'final', l.final))
        from waybill_leg l join waybill w on w.id = l.waybill_id where l.order_id = o.id and l.removed_at is null), '[]') legs
      from customer_order o where o.client_id = 101`);
    for (const row of rows) expect([row.code, row.status]).toEqual([row.code, deriveOrderStatus(row)]);
  });

  it('lets nobody sign, depart or arrive in the future', async () => {
    const at = `'${now.toISOString()}'::timestamptz`;
    expect(await count(`select count(*) n from customer_order where signed_at > ${at}`)).toBe(0);
    expect(
      await count(`select count(*) n from waybill where actual_depart_at > ${at} or actual_arrive_at > ${at}`),
    ).toBe(0);
    expect(await count('select count(*) n from waybill where transport_status = 3')).toBeGreaterThan(5);
    // nor is anything ordered after it was fetched
    expect(
      await count(`select count(*) n from tms_operation_log l join customer_order o on o.order_code = l.obj_code
        where l.obj_type = 'customerOrder' and l.action = '下单' and l.at > o.created_at + interval '1 minute'`),
    ).toBe(0);
  });

  it('says when trucks were loaded, and loads one of them with warm goods that show within half an hour', async () => {
    expect(
      await count(`select count(*) n from waybill where client_id = 101 and actual_depart_at is not null and reload_from_id is null
        and waybill_code like 'YS%' and not coalesce(load_started_at < loaded_at and loaded_at < actual_depart_at, false)`),
    ).toBe(0);
    const goods = await plantWarmGoods(db.systemDb, now.getTime(), new Map());
    if (!goods) throw new Error('no trip fits');
    expect(goods).toMatchObject({ warmGoods: true });
    const [trip] = (
      await db.pool.query<{ left: Date; loaded: Date }>(
        `select actual_depart_at as left, loaded_at as loaded from waybill where vehicle_id = $1 and actual_depart_at = $2`,
        [vehicleId(goods.vehicleNo), new Date(goods.fromMs)],
      )
    ).rows;
    expect(trip?.left.getTime()).toBe(goods.fromMs);
    const truck = demoVehicles.find(({ no }) => no === goods.vehicleNo);
    if (!truck) throw new Error('no such truck');
    const over = [
      ...simulateVehicle(truck, goods.fromMs, goods.toMs + 1_800_000, await loadUnitFailures(db.systemDb)),
    ].flatMap((event) =>
      event.kind === 'point' && event.point.tempC.some((value) => (value ?? -99) > -12) ? [event.point] : [],
    );
    expect(over[0]?.timeMs).toBeLessThan((trip?.loaded.getTime() ?? 0) + 1_800_000);
    // an alarm is raised after ten minutes
    expect((over.at(-1)?.timeMs ?? 0) - (over[0]?.timeMs ?? 0)).toBeGreaterThan(600_000);
    expect(await plantWarmGoods(db.systemDb, now.getTime(), new Map())).toBeNull();
    await db.pool.query(`delete from deployment where key = 'demo unit failures'`);
  });

  it('plants one failure of a refrigeration unit a start, into a truck on the road, and sees it through to its end', async () => {
    const at = Date.parse('2026-11-23T10:00:00+08:00');
    const failure = await plantUnitFailure(db.systemDb, at, new Map());
    if (!failure) throw new Error('no truck on the road');
    const truck = demoVehicles.find(({ no }) => no === failure.vehicleNo);
    // of the fleet at the head of the tree: the first page shows it
    expect(truck).toMatchObject({ box: 'frozen', carrier: null, fleet: demoVehicles[0]?.fleet });
    // a second start shortly after shows the same one, a later one another
    expect(await plantUnitFailure(db.systemDb, at + 600_000, new Map())).toEqual(failure);
    expect(await plantUnitFailure(db.systemDb, at + 7_200_000, new Map())).toBeNull();
    const later = await plantUnitFailure(db.systemDb, at + 14_400_000, new Map([[failure.vehicleNo, at + 14_400_000]]));
    expect(later?.vehicleNo).not.toBe(failure.vehicleNo);
    expect(await loadUnitFailures(db.systemDb)).toEqual([failure, later]);

    const since = (minutes: number) => failure.fromMs + minutes * 60_000;
    expect(await handleNext(db.systemDb, failure, since(30))).toBe(false);
    await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, confirmed_at, status, level, peak, limit_value)
      values (101, ${90_000 + failure.vehicleNo}, 'temperatureAlarm', true, 'tem2', ${new Date(since(18))}, ${new Date(since(23))}, 0, 2, -9, -12)`.execute(
      db.systemDb,
    );
    const state = async () =>
      (
        await sql<{
          state: number;
          by: string | null;
          steps: number;
        }>`select handle_status as state, handled_name as by,
          (select count(*)::int from alarm_handle h where h.episode_id = e.id) as steps
          from episode e where vehicle_id = ${90_000 + failure.vehicleNo} and kind = 'temperatureAlarm'`.execute(
          db.systemDb,
        )
      ).rows[0];
    await handleNext(db.systemDb, failure, since(24));
    expect(await state()).toMatchObject({ state: 0, steps: 0 });
    await handleNext(db.systemDb, failure, since(26));
    expect(await state()).toEqual({ state: 1, by: '李雪梅', steps: 1 });
    await sql`update episode set status = 1, end_time = ${new Date(since(44))} where vehicle_id = ${90_000 + failure.vehicleNo}`.execute(
      db.systemDb,
    );
    expect(await handleNext(db.systemDb, failure, since(45))).toBe(false);
    await handleNext(db.systemDb, failure, since(47));
    expect(await state()).toEqual({ state: 2, by: '李雪梅', steps: 2 });
    // the call to the driver, then what he did: he has not opened the box
    const { rows: steps } = await sql<{ ways: number[]; remark: string }>`select h.ways, h.remark from alarm_handle h
      join episode e on e.id = h.episode_id where e.vehicle_id = ${90_000 + failure.vehicleNo} and e.kind = 'temperatureAlarm' order by h.at`.execute(
      db.systemDb,
    );
    expect(steps).toEqual([
      { ways: [alarmHandleWay.phone], remark: expect.stringContaining('电话联系司机') },
      { ways: [alarmHandleWay.phone], remark: expect.stringContaining('途中未开门') },
    ]);
    // another probe of the same box passes its limit later: the case is not over before that alarm is dealt with as well
    const { rows: second } = await sql<{
      id: string;
    }>`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value)
      values (101, ${90_000 + failure.vehicleNo}, 'temperatureAlarm', true, 'tem4', ${new Date(since(36))}, ${new Date(since(46))}, ${new Date(since(41))}, 1, 2, -11, -12)
      returning id::text`.execute(db.systemDb);
    const atMinute = async (minutes: number) => {
      const isOver = await handleNext(db.systemDb, failure, since(minutes));
      const handle = await count(`select handle_status n from episode where id = ${second[0]?.id}`);
      return [isOver, handle];
    };
    expect(await atMinute(50)).toEqual([false, alarmHandleStatus.inProgress]);
    // he opens it at his stop while that probe is too warm
    await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level)
      values (101, ${90_000 + failure.vehicleNo}, 'door', false, '1', ${new Date(since(40))}, ${new Date(since(43))}, ${new Date(since(40))}, 1, 0)`.execute(
      db.systemDb,
    );
    expect(await atMinute(52)).toEqual([false, alarmHandleStatus.closed]);
    const closing = await db.pool.query(
      `select remark from alarm_handle where episode_id = $1 order by at desc limit 1`,
      [second[0]?.id],
    );
    expect(closing.rows[0].remark).toContain('到站开箱检查');
    expect(await atMinute(60)).toEqual([true, alarmHandleStatus.closed]);
  });

  it('plans a 提单 as its own pages estimate it, its orders made one step after the other', async () => {
    const { rows } = await sql<{
      code: string;
      planned: number;
      departAt: Date;
      endAt: Date;
      stops: Array<{ lng: number; lat: number; windowStart: number | null; serviceMin: number; arrive: number }>;
    }>`select w.waybill_code as code, w.plan_distance_m::float8 as planned, w.plan_depart_at as "departAt", w.plan_arrive_at as "endAt",
        json_agg(json_build_object('lng', p.lng, 'lat', p.lat, 'windowStart', extract(epoch from p.window_start) * 1000,
          'serviceMin', p.service_min, 'arrive', extract(epoch from p.plan_arrive_at) * 1000) order by p.seq) as stops
      from waybill w join waybill_stop p on p.waybill_id = w.id
      where w.client_id = 101 and w.waybill_kind = ${waybillKind.billOfLading} group by w.id`.execute(db.systemDb);
    expect(rows.length).toBeGreaterThan(2);
    for (const { code, planned, departAt, endAt, stops } of rows) {
      const table = timetableOf(stops, departAt.getTime(), distanceM);
      expect(planned, code).toBe(table.distanceM);
      expect(
        stops.map(({ arrive }) => Math.round(arrive)),
        code,
      ).toEqual(table.times.map(({ arrive }) => arrive));
      expect(endAt.getTime(), code).toBeGreaterThanOrEqual(table.times.at(-1)?.leave ?? 0);
    }
    const { rows: logs } = await sql<{
      code: string;
      steps: string[];
    }>`select l.obj_code as code, array_agg(l.action order by l.at, l.id) as steps
      from tms_operation_log l join pick_up_order p on p.client_id = l.client_id and p.pick_up_code = l.obj_code
        join waybill_leg g on g.pick_up_id = p.id where l.client_id = 101 and l.obj_type = 'pickUpOrder' group by l.obj_code`.execute(
      db.systemDb,
    );
    expect(logs.length).toBeGreaterThan(5);
    for (const { code, steps } of logs) expect(steps.slice(0, 2), code).toEqual(['生成提货单', '配载']);
    // the customer's order is put on a truck, and leaves, once it was fetched: what happens before is its pick-up's
    expect(
      await count(`select count(*) n from tms_operation_log l join customer_order o on o.order_code = l.obj_code
          join pick_up_order p on p.order_id = o.id join waybill_leg g on g.pick_up_id = p.id join waybill w on w.id = g.waybill_id
        where l.client_id = 101 and l.obj_type = 'customerOrder' and l.remark = w.waybill_code`),
    ).toBe(0);
    expect(
      await count(`select count(*) n from tms_operation_log l join customer_order o on o.order_code = l.obj_code
        where l.client_id = 101 and l.obj_type = 'customerOrder' and l.action = '到站'
          and not exists (select from waybill_leg g where g.order_id = o.id and g.pick_up_id is null)`),
    ).toBe(0);
  });

  it('says why calls of the last week were late or missed, one in a blind area, and settles the days before', async () => {
    // nobody has driven here: every call that counts was missed
    await db.pool.query(`update transport_route set created_at = '2026-11-10' where client_id = 101`);
    await explainLateCalls(db.systemDb, now.getTime());
    const said = `from punctuality_reason where client_id = 101 and plan_at > '2026-11-15' and user_name <> ''`;
    const reasons = await count(`select count(*) n ${said}`);
    expect(reasons).toBeGreaterThan(20);
    expect(await count(`select count(*) n ${said} and exempt and reason like '%信号盲区%'`)).toBe(1);
    expect(await count(`select count(*) n from punctuality_day where client_id = 101 and day >= '2026-11-14'`)).toBe(0);
    expect(
      await count(`select count(*) n from punctuality_drive where client_id = 101 and day = '2026-11-13'`),
    ).toBeGreaterThan(3);
    await explainLateCalls(db.systemDb, now.getTime());
    expect(await count(`select count(*) n ${said}`)).toBe(reasons);
  });

  it('leaves every table numbering on behind its rows: what is entered later is the newest', async () => {
    const { rows } = await db.pool.query<{ name: string; sequence: string }>(
      `select c.table_name as name, pg_get_serial_sequence(quote_ident(c.table_name), 'id') as sequence
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'id' and c.is_identity = 'YES' and t.table_type = 'BASE TABLE'`,
    );
    const behind = rows.map(
      ({ name, sequence }) =>
        `select '${name}' as name from ${sequence} s where (select max(id) from ${name}) > s.last_value`,
    );
    expect((await db.pool.query(behind.join(' union all '))).rows).toEqual([]);
  });

  it('has no trailer that drives by itself: tractors with terminals pull them, and their trips name them', async () => {
    const { rows } = await sql<{
      plate: string;
      trailer: string | null;
    }>`select distinct v.plate_no as plate, w.trailer_plate as trailer
      from vehicle v join waybill w on w.vehicle_id = v.id where v.plate_no like '%挂' or w.trailer_plate is not null`.execute(
      db.systemDb,
    );
    const pulls = new Map(demoVehicles.map(({ plateNo, trailer }) => [plateNo, trailer]));
    expect([...pulls.values()].filter((trailer) => trailer !== null)).toHaveLength(3);
    for (const { plate, trailer } of rows) expect([plate, trailer]).toEqual([plate, pulls.get(plate)]);
    expect(demoVehicles.filter(({ plateNo }) => plateNo.endsWith('挂'))).toEqual([]);
  });

  it('uses valid plates, phones and identification numbers', () => {
    for (const v of demoVehicles) {
      expect(v.plateNo).toMatch(patterns.plateStrict.regex);
      expect(vinOf(v.no, true)).toMatch(patterns.vin.regex);
    }
    expect(new Set(demoVehicles.map((v) => v.plateNo)).size).toBe(60);
    expect(new Set(demoVehicles.map((v) => v.phone)).size).toBe(60);
    expect(vinOf(1, true)[8]).toMatch(/[0-9X]/u);
  });
});
